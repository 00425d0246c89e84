"""What was read of a store is kept: the answer is the same, and only what changed is read again."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from vector_stores import block, reference, shard_note, source, unit, write_logs, write_rows

from florilegium.vectors import multi, shards
from florilegium.vectors.keeping import read_kept_store
from florilegium.vectors.opening import read_store
from florilegium.vectors.store import Store

V = unit(1, 2, 3, 4)
W = unit(4, 3, 2, 1)
LATER = 10**19  # a clock for which every file is old
NOTES = ("A.md", "B.md", "C.md")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write_logs(
        tmp_path / "vault",
        {
            "A_md.ajson": source("A.md", V, blocks={"#x": [1, 2]}) + block("A.md#x", W) + block("A.md#gone", W),
            "B_md.ajson": source("B.md", W) + source("B.md", V, read="newer") + "broken",
            "C_md.ajson": source("C.md", [float("nan"), 1]) + '"smart_sources:C.md": null',
            "C_md (conflict).ajson": source("C.md", W),
            "Diary_md.ajson": source("Diary.md", V),
        },
    )


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the logs that are read."""
    names: list[str] = []
    original = multi._read_log

    def note(path: Path, *arguments: object, **options: object) -> object:
        names.append(path.name)
        return original(path, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(multi, "_read_log", note)
    return names


def read(vault: Path, *notes: str, started_ns: int = LATER, with_blocks: bool = True) -> Store:
    chosen = notes or NOTES
    return read_kept_store(vault, vault.parent / "state", notes=chosen, started_ns=started_ns, with_blocks=with_blocks)


@pytest.mark.parametrize("with_blocks", [True, False])
def test_a_kept_store_is_the_one_that_was_read(vault: Path, opened: list[str], with_blocks: bool) -> None:
    fresh = read_store(vault, notes=NOTES, with_blocks=with_blocks)
    assert read(vault, with_blocks=with_blocks) == fresh
    opened.clear()
    assert read(vault, with_blocks=with_blocks) == fresh
    assert opened == []


def test_only_the_log_that_changed_is_read_again(vault: Path, opened: list[str]) -> None:
    read(vault)
    path = vault / ".smart-env/multi/A_md.ajson"
    path.write_text(path.read_text() + source("A.md", W))
    (vault / ".smart-env/multi/C_md (conflict).ajson").unlink()
    opened.clear()
    assert read(vault) == read_store(vault, notes=NOTES)
    assert opened[: opened.index("A_md.ajson") + 1] == ["A_md.ajson"]
    opened.clear()
    read(vault)
    assert opened == []


def test_a_log_that_was_written_a_moment_ago_is_not_kept(vault: Path, opened: list[str]) -> None:
    for path in (vault / ".smart-env/multi").iterdir():
        os.utime(path, ns=(0, 5_000_000_000))
    read(vault, started_ns=6_000_000_000)
    opened.clear()
    read(vault, started_ns=6_000_000_000)
    assert len(opened) == 5
    read(vault, started_ns=7_000_000_000)
    opened.clear()
    read(vault, started_ns=8_000_000_000)
    assert opened == []


def test_other_notes_change_the_answer_and_reread_only_what_must_be(vault: Path, opened: list[str]) -> None:
    read(vault)
    opened.clear()
    more = (*NOTES, "D.md", "Diary.md")
    kept = read(vault, *more)
    assert opened == ["Diary_md.ajson"]
    assert kept == read_store(vault, notes=more)
    fewer = ("A.md",)
    assert read(vault, *fewer) == read_store(vault, notes=fewer)


def test_nothing_of_notes_outside_of_the_model_is_kept(vault: Path) -> None:
    """A note that becomes private goes out of what is kept, with its name."""
    read(vault, *NOTES, "Diary.md")
    path = vault.parent / "state/vectors-blocks.bin"
    assert b"Diary" in path.read_bytes()
    read(vault)
    assert b"Diary" not in path.read_bytes()
    assert b"A.md" in path.read_bytes()


def test_a_store_that_is_gone_is_kept_no_longer(vault: Path) -> None:
    read(vault)
    for path in (vault / ".smart-env/multi").iterdir():
        path.unlink()
    assert read(vault).layout == "none"
    assert not (vault.parent / "state/vectors-blocks.bin").exists()


def test_the_newer_layout_is_kept_whole_until_a_file_of_it_changes(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = {"smart_sources.ajson": shard_note("A.md", {"mf_abc123": reference(0)}, {"#x": 0})}
    write_logs(vault, base, ".smart-env/smart_sources")
    write_rows(vault / ".smart-env/smart_sources/mf_abc123", [V])
    write_rows(vault / ".smart-env/smart_blocks/mf_abc123", [W])
    fresh = read_store(vault, notes=NOTES)
    assert read(vault) == fresh
    with monkeypatch.context() as patch:
        patch.setattr(shards, "_read_all", None)
        assert read(vault) == fresh
    write_rows(vault / ".smart-env/smart_blocks/mf_abc123", [V, W])
    assert read(vault) == read_store(vault, notes=NOTES) != fresh
    write_logs(vault, {"smart_sources_1.ajson": '"smart_sources:A.md": null,'}, ".smart-env/smart_sources")
    assert read(vault) == read_store(vault, notes=NOTES)
    assert dict(read(vault).notes) == {}


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.integers(1, 255), st.booleans())
def test_what_was_damaged_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, place: int, change: int, cuts: bool
) -> None:
    vault = tmp_path_factory.mktemp("kept") / "vault"
    write_logs(vault, {f"{name}_md.ajson": source(f"{name}.md", V) for name in "ABC"})
    fresh = read(vault)
    path = vault.parent / "state/vectors-blocks.bin"
    content = bytearray(path.read_bytes())
    place %= len(content)
    content[place] ^= change
    path.write_bytes(content[:place] if cuts else content)
    assert read(vault) == fresh


def test_a_state_that_cannot_be_written_costs_no_answer(vault: Path) -> None:
    (vault.parent / "state").write_text("a file in the place of the folder")
    assert read(vault) == read_store(vault, notes=NOTES)
