"""The response store: whole or not at all, whoever writes at the same time and whenever a writer is killed."""

import hashlib
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from florilegium.asking.askers import Failure
from florilegium.asking.replies import OtherBlock, Reply, TextBlock, ToolUse, Usage
from florilegium.asking.store import Entry, ResponseStore
from florilegium.errors import ArtifactError, StorageError

REPLY = Reply((TextBlock('{"id": "größer"}'),), "end_turn", Usage(10, 5, 3, 2), "m-1")


def make_entry(number: int, answer: Reply | Failure = REPLY) -> Entry:
    return Entry(f"{number:064x}", "reranker", "m", False, answer)


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(REPLY, id="text"),
        pytest.param(Reply((), "refusal", Usage(), ""), id="nothing"),
        pytest.param(Reply((ToolUse("t1", "read", {"id": "a", "n": [1]}),), "tool_use", Usage(1), "m"), id="tool"),
        pytest.param(
            Reply((OtherBlock({"type": "thinking", "signature": "s"}),), "end_turn", Usage(), "m"), id="other"
        ),
        pytest.param(Failure("too large: 413", is_too_large=True), id="failure"),
    ],
)
def test_what_is_put_is_found(tmp_path: Path, answer: Reply | Failure) -> None:
    """Every kind of block comes back as it was, from a store that was closed in between."""
    store = ResponseStore(tmp_path)
    store.put(make_entry(1, answer))
    store.close()
    store = ResponseStore(tmp_path)
    assert store.find(make_entry(1).key) == make_entry(1, answer)
    assert store.find(make_entry(2).key) is None
    store.close()


def test_the_first_answer_stays_and_a_failure_gives_way(tmp_path: Path) -> None:
    """Two machines may have asked the same; what was used here first is what artifacts came from."""
    store = ResponseStore(tmp_path)
    assert store.put_all([make_entry(1), make_entry(2, Failure("later"))]) == 2
    other = replace(REPLY, model="m-2")
    assert store.put_all([make_entry(1, other), make_entry(2, other)]) == 1
    assert [entry.answer for entry in store.iter_entries()] == [REPLY, other]
    store.close()


def test_threads_may_write_and_read_at_once(tmp_path: Path) -> None:
    """Eight threads put four hundred entries; all are there."""
    store = ResponseStore(tmp_path)

    def work(number: int) -> bool:
        store.put(make_entry(number))
        return store.find(make_entry(number).key) is not None

    with ThreadPoolExecutor(8) as executor:
        assert all(executor.map(work, range(400)))
    assert len(list(store.iter_entries())) == 400
    store.close()


WRITER = """
import sys
from pathlib import Path
from florilegium.asking.replies import Reply, TextBlock, Usage
from florilegium.asking.store import Entry, ResponseStore
store = ResponseStore(Path(sys.argv[1]))
for number in range(int(sys.argv[2]), int(sys.argv[3])):
    reply = Reply((TextBlock(str(number) * 200),), "end_turn", Usage(number), "m")
    store.put_all([Entry(f"{number * 2 + twin:064x}", "reranker", "m", False, reply) for twin in (0, 1)])
    print(number, flush=True)
"""


def start_writer(folder: Path, start: int, end: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", WRITER, str(folder), str(start), str(end)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_processes_may_write_at_once(tmp_path: Path) -> None:
    """Three processes put a hundred pairs each; all are there."""
    writers = [start_writer(tmp_path, start, start + 100) for start in (0, 100, 200)]
    for writer in writers:
        writer.communicate()
        assert writer.returncode == 0
    store = ResponseStore(tmp_path)
    assert len(list(store.iter_entries())) == 600
    store.close()


@pytest.mark.slow
@pytest.mark.parametrize("delay_s", [0.0, 0.003, 0.007, 0.011, 0.017])
def test_a_killed_writer_leaves_whole_entries(tmp_path: Path, delay_s: float) -> None:
    """All that was put durably is there, and of a pair both or none."""
    with start_writer(tmp_path, 0, 100_000) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline() for _ in range(20)]
        time.sleep(delay_s)
        writer.send_signal(signal.SIGKILL)
        said += writer.stdout.readlines()
    done = sum(line.endswith("\n") for line in said)
    store = ResponseStore(tmp_path)
    keys = [int(entry.key, 16) for entry in store.iter_entries()]
    assert keys == list(range(len(keys)))
    assert len(keys) % 2 == 0
    assert done <= len(keys) // 2 <= done + 1
    store.put(make_entry(10**9))
    store.close()


def test_what_no_stage_used_last_can_be_pruned(tmp_path: Path) -> None:
    """A stage's uses replace those of its run before; other stages' uses protect too."""
    store = ResponseStore(tmp_path)
    store.put_all(make_entry(number) for number in range(5))
    keys = [make_entry(number).key for number in range(5)]
    store.mark_used("rerank a", keys[:3])
    store.mark_used("rerank b", keys[3:4])
    store.mark_used("rerank a", keys[1:3])
    assert store.count_unused() == 2
    assert [entry.key for entry in store.iter_entries(used=True)] == keys[1:4]
    assert store.prune(unused=True, dry_run=True) == 2
    assert store.prune(unused=True) == 2
    assert [entry.key for entry in store.iter_entries()] == keys[1:4]
    store.close()


def test_failures_and_models_can_be_pruned(tmp_path: Path) -> None:
    """Only what is named goes; with nothing named, nothing does."""
    store = ResponseStore(tmp_path)
    store.put_all([make_entry(1), make_entry(2, Failure("x")), replace(make_entry(3), model="old")])
    assert store.prune() == 0
    assert store.prune(failed=True) == 1
    assert store.prune(models=["old", "older"]) == 1
    assert [entry.key for entry in store.iter_entries()] == [make_entry(1).key]
    store.close()


def test_marking_the_same_uses_again_leaves_the_file_alone(tmp_path: Path) -> None:
    """A run without news changes no byte, so that whoever versions the store sees no change."""
    store = ResponseStore(tmp_path)
    store.put(make_entry(1))
    store.mark_used("rerank a", [make_entry(1).key])
    before = (tmp_path / "answers.sqlite").read_bytes()
    store.mark_used("rerank a", [make_entry(1).key])
    store.close()
    assert (tmp_path / "answers.sqlite").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["answers.sqlite"]


def test_a_file_that_is_no_store_is_told(tmp_path: Path) -> None:
    """The place and the next step stand in the message."""
    (tmp_path / "answers.sqlite").write_text("this is a diary, and a long one " * 100)
    with pytest.raises(ArtifactError, match="answers.sqlite: this is no response store") as caught:
        ResponseStore(tmp_path)
    assert "remove it" in caught.value.hint


def test_a_damaged_answer_is_told(tmp_path: Path) -> None:
    """A body that cannot be unpacked is an error with its place, not a traceback."""
    store = ResponseStore(tmp_path)
    store.put(make_entry(1))
    with sqlite3.connect(tmp_path / "answers.sqlite") as base:
        base.execute("UPDATE answers SET body = x'00ff00'")
    base.close()
    with pytest.raises(ArtifactError, match="it is damaged"):
        store.find(make_entry(1).key)
    store.close()


def test_a_store_of_another_version_is_told(tmp_path: Path) -> None:
    """Nothing is read that was written by other rules."""
    ResponseStore(tmp_path).close()
    with sqlite3.connect(tmp_path / "answers.sqlite") as base:
        base.execute("PRAGMA user_version = 9")
    base.close()
    with pytest.raises(ArtifactError, match="in form 9"):
        ResponseStore(tmp_path)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """What the system refuses has an error and an exit code of its own."""
    (tmp_path / "answers.sqlite").mkdir()
    with pytest.raises(StorageError, match="unable to open"):
        ResponseStore(tmp_path)


def test_many_small_answers_lie_close_together(tmp_path: Path) -> None:
    """A thousand short answers take less than a third of a kilobyte each, index and all."""
    store = ResponseStore(tmp_path)
    template = '{{"scores": [{{"id": "the-forgetting-budget-{0:08x}", "score": 0.{0}, "reason": "names theme {0}"}}]}}'
    answers = [replace(REPLY, blocks=(TextBlock(template.format(number)),)) for number in range(1000)]
    keys = [hashlib.sha256(bytes([number % 256, number // 256])).hexdigest() for number in range(1000)]
    store.put_all(Entry(key, "reranker", "m", False, answer) for key, answer in zip(keys, answers, strict=True))
    store.close()
    assert (tmp_path / "answers.sqlite").stat().st_size / 1000 < 333
