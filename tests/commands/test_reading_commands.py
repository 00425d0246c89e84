"""search, show and toc as a person or an agent calls them."""

import dataclasses
import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from florilegium.cli import main
from florilegium.documents import hash_text
from florilegium.entries import AlsoIn, Entry, Index, ThemeCoverage
from florilegium.memory.folder import Contents, write_memory
from florilegium.reading.display import measure_width

FILES = Entry(
    id="files-beat-databases-0a0a0a0a", title="Files Beat Databases", authors=("Noor Adeyemi",), origin="readwise",
    location="library", kind="article", authorship="other", publication="Quiet Machine", published="2025-11",
    saved="2026-01-04", tags=("agents/memory",), notebook=None, relevance_score=1.0, seed=True,
    themes=("Forgetting",), found_by=(), signal="seed",
    summary="A support team gave up its database. It kept a folder of Markdown files that a successor can read.",
    uri_highlights="highlights/files-beat-databases-0a0a0a0a.md", uri_full="full/files-beat-databases-0a0a0a0a.md",
    original_path="01kf06", source_url="https://quietmachine.example.org/files",
    also_in=(AlsoIn("files-1b1b1b1b", "obsidian", "Clippings", "Clippings/Files.md", None, "same_url"),),
    words=1234, highlights=1, own_notes=0, sha256=hash_text("full"), reason="named in the brief",
)  # fmt: skip
NOTE = dataclasses.replace(
    FILES, id="file-habits-0b0b0b0b", title="File habits", authors=(), origin="obsidian", location="Notes/Work",
    authorship="own", publication="", published=None, saved="2026-02-01", tags=("habits",), relevance_score=0.6,
    seed=False, themes=(), found_by=("file habits",), signal="metadata", summary="", uri_highlights=None,
    uri_full="full/file-habits-0b0b0b0b.md", original_path="Notes/Work/File habits.md", source_url=None, also_in=(),
    words=9, highlights=0,
)  # fmt: skip
CJK = dataclasses.replace(
    NOTE, id="忘れることについて-0c0c0c0c", title="忘れることについて" * 6, origin="notebooklm",
    notebook="Memory study",
    location="Memory study", uri_full="full/忘れることについて-0c0c0c0c.md", summary="記憶と忘却について。" * 20,
    relevance_score=0.4,
)  # fmt: skip
FULL = {FILES.id: "The folder is the only database.\n", NOTE.id: "I sort my folder weekly.\n", CJK.id: "記憶の話。\n"}
MARKED = {FILES.id: "# Highlights: Files Beat Databases\n\n> A folder outlives its tool.\n"}


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    entries = (FILES, NOTE, CJK)
    origins = {"notebooklm": 1, "obsidian": 1, "readwise": 1}
    coverage = (ThemeCoverage("Forgetting", "thin", 1), ThemeCoverage("Cost", "missing", 0))
    index = Index(
        1, "agent-memory", "Agent memory", "What to keep. What to forget.", 1, 3, origins, coverage, 4, entries
    )
    write_memory(tmp_path / "memory", Contents(index, FULL, MARKED))
    return tmp_path / "memory"


def read_index(memory: Path) -> Any:
    return yaml.safe_load((memory / "index.yaml").read_text(encoding="utf-8"))


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def list_ids(result: Result) -> list[str]:
    return [found["entry"]["id"] for found in json.loads(result.stdout)["results"]]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param([], [FILES, NOTE, CJK], id="everything_in_the_order_of_the_memory"),
        pytest.param(["folder"], [FILES, NOTE], id="text"),
        pytest.param(["記憶"], [CJK], id="two_characters"),
        pytest.param(["folder", "--origin", "readwise"], [FILES], id="filters_act_before_ranking"),
        pytest.param(["--origin", "readwise", "--origin", "notebooklm"], [FILES, CJK], id="origins"),
        pytest.param(["--location", "notes"], [NOTE], id="location"),
        pytest.param(["--min-score", "0.6"], [FILES, NOTE], id="score"),
        pytest.param(["--tag", "agents"], [FILES], id="nested_tag"),
        pytest.param(["--author", "adeyemi"], [FILES], id="author"),
        pytest.param(["--publication", "quiet machine"], [FILES], id="publication"),
        pytest.param(["--after", "2026-02"], [NOTE, CJK], id="after"),
        pytest.param(["--before", "2025"], [FILES], id="before"),
        pytest.param(["--notebook", "memory study"], [CJK], id="notebook"),
        pytest.param(["--theme", "forgetting"], [FILES], id="theme"),
        pytest.param(["--seeds"], [FILES], id="seeds"),
        pytest.param(["--limit", "2"], [FILES, NOTE], id="limit"),
    ],
)
@pytest.mark.parametrize("name", ["", "index.yaml"], ids=["folder", "index"])
def test_search_finds(memory: Path, arguments: list[str], expected: list[Entry], name: str) -> None:
    result = call("search", memory / name, *arguments, "--json")
    assert result.exit_code == 0, result.output
    assert list_ids(result) == [entry.id for entry in expected]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param(["zebra"], 1, id="no_text"),
        pytest.param(["--tag", "zebra"], 1, id="no_tag"),
        pytest.param(["zebra", "--json"], 1, id="none_as_json"),
        pytest.param(["--origin", "elsewhere"], 2, id="unknown_origin"),
        pytest.param(["--after", "soon"], 2, id="no_date"),
        pytest.param(["--min-score", "2"], 2, id="score_above_one"),
        pytest.param(["--limit", "0"], 2, id="no_limit"),
        pytest.param([" "], 2, id="empty_text"),
        pytest.param(["a", "b"], 2, id="unquoted_words"),
        pytest.param(["--layer", "body"], 2, id="unknown_layer"),
    ],
)
def test_search_exit_codes(memory: Path, arguments: list[str], code: int) -> None:
    """Exit 0 in spite of failures: none found is 1, misuse is 2."""
    assert call("search", memory, *arguments).exit_code == code


@pytest.mark.parametrize("command", [["search"], ["show", "x"], ["toc"]], ids=lambda parts: parts[0])
@pytest.mark.parametrize("damage", ["gone", "broken"])
def test_a_broken_memory_has_its_own_exit_code(memory: Path, command: list[str], damage: str) -> None:
    (memory / "index.yaml").write_text("entries: [", encoding="utf-8")
    path = memory if damage == "broken" else memory.parent / "nowhere"
    result = call(command[0], path, *command[1:])
    assert result.exit_code == 3
    assert "hint: " in result.stderr


def test_a_lost_layer_has_its_own_exit_code(memory: Path) -> None:
    (memory / NOTE.uri_full).unlink()
    assert call("search", memory, "folder").exit_code == 3
    assert call("show", memory, "file-", "--layer", "full").exit_code == 3


def test_results_say_where_the_words_were_found(memory: Path) -> None:
    lines = call("search", memory, "outlives").stdout.split("\n")
    assert lines[:2] == ["1. Files Beat Databases", "    files-beat-databases-0a0a0a0a"]
    assert "found in highlights" in "\n".join(lines)
    assert lines[-2] == "1 of 3 sources"


@pytest.mark.parametrize(
    ("layer", "wanted", "shown", "text", "note"),
    [
        pytest.param("summary", FILES, "summary", FILES.summary, "", id="summary"),
        pytest.param("highlights", FILES, "highlights", MARKED[FILES.id], "", id="highlights"),
        pytest.param("full", FILES, "full", FULL[FILES.id], "", id="full"),
        pytest.param(
            "highlights", CJK, "full", FULL[CJK.id], "the reader marked nothing in it: full text instead", id="no_marks"
        ),
        pytest.param(
            "summary",
            NOTE,
            "full",
            FULL[NOTE.id],
            "it has no summary and the reader marked nothing in it: full text instead",
            id="neither",
        ),
    ],
)
def test_a_missing_layer_falls_through_and_says_so(
    memory: Path, layer: str, wanted: Entry, shown: str, text: str, note: str
) -> None:
    record = json.loads(call("show", memory, wanted.id, "--layer", layer, "--json").stdout)
    assert {key: record[key] for key in ("asked", "layer", "text", "note")} == {
        "asked": layer, "layer": shown, "text": text, "note": note,
    }  # fmt: skip
    for result in (call("show", memory, wanted.id, "--layer", layer), call("search", memory, "--layer", layer)):
        assert note in " ".join(result.stdout.split())
        assert text.split("\n")[0].split()[0] in result.stdout


def test_json_holds_entries_as_the_index_does(memory: Path) -> None:
    record = json.loads(call("search", memory, "--json").stdout)
    index = read_index(memory)
    assert [result["entry"] for result in record["results"]] == index["entries"]
    assert record["memories"] == [{"path": str(memory), "topic": "agent-memory", "sources": 3}]
    assert (record["text"], record["found"]) == (None, 3)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(FILES.id, FILES, id="whole_id"),
        pytest.param("files", FILES, id="unique_beginning"),
        pytest.param("FILES", FILES, id="in_capitals"),
        pytest.param("忘", CJK, id="one_character"),
    ],
)
def test_show_takes_the_beginning_of_an_id(memory: Path, given: str, expected: Entry) -> None:
    result = call("show", memory, given, "--json")
    assert json.loads(result.stdout)["entry"]["id"] == expected.id


def test_show_lists_ambiguous_ids(memory: Path) -> None:
    result = call("show", memory, "file")
    assert result.exit_code == 2
    assert FILES.id in result.stderr and NOTE.id in result.stderr


@pytest.mark.parametrize("given", ["nothing", ""])
def test_show_refuses_an_unknown_id(memory: Path, given: str) -> None:
    assert call("show", memory, given).exit_code == 2


def test_show_says_why_a_source_was_chosen_and_where_it_lies(memory: Path) -> None:
    text = call("show", memory, "files").stdout
    for part in (FILES.reason, FILES.source_url, "obsidian: Clippings/Files.md", "Noor Adeyemi", "#agents/memory"):
        assert str(part) in text


def test_toc_tells_what_is_covered_and_what_is_not(memory: Path) -> None:
    lines = call("toc", memory).stdout.split("\n")
    assert lines[0] == "Agent memory (agent-memory)"
    assert "3 sources: 1 notebooklm, 1 obsidian, 1 readwise" in lines
    assert "1 round of research; 4 ranked candidates left out" in lines
    assert "  thin    Forgetting (1)" in lines and "  missing Cost (0)" in lines
    assert [line.strip() for line in lines if line.strip() in FULL] == [FILES.id, NOTE.id, CJK.id]


@pytest.mark.parametrize("command", [["toc"], ["search"], ["search", "記憶"], ["show", "忘"]], ids="-".join)
def test_lines_fit_eighty_columns(memory: Path, command: list[str]) -> None:
    lines = call(command[0], memory, *command[1:]).stdout.split("\n")
    assert max(measure_width(line) for line in lines) <= 80


def test_help_lists_every_command_without_loading_one() -> None:
    code = (
        "import sys; from florilegium.cli import main; main(['--help'], standalone_mode=False); "
        "print(sorted({'yaml', 'msgspec', 'jsonschema_rs', 'Stemmer', 'tantivy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith("[]")
    for name in ("run", "search", "show", "toc"):
        assert f"  {name} " in done.stdout


@pytest.mark.parametrize("name", ["search", "show", "toc"])
def test_each_command_has_the_help_that_the_list_promises(name: str) -> None:
    result = call(name, "--help")
    assert result.exit_code == 0
    assert "MEMORY" in result.stdout


def test_search_loads_nothing_of_the_pipeline(memory: Path) -> None:
    """Start-up counts: no search index, no DVC, no HTTP, no explaining validator."""
    code = (
        "import sys; from florilegium.cli import main; main(['search', sys.argv[1], 'folder'], standalone_mode=False); "
        "print(sorted({'tantivy', 'dvc', 'jsonschema', 'filelock', 'rapidfuzz', 'bs4'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(memory)], capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert done.stdout.rstrip().endswith("[]")


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_the_same_answer_in_any_locale_and_place(memory: Path, tmp_path: Path, locale: str) -> None:
    """Works outside a checkout, and no environment changes what it says."""
    environment = {**os.environ, "LC_ALL": locale, "PYTHONHASHSEED": str(len(locale)), "COLUMNS": "40"}
    command = [sys.executable, "-m", "florilegium", "search", str(memory), "記憶 folder"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=True)
    assert done.stdout.decode("utf-8") == call("search", memory, "記憶 folder").stdout


def test_a_terminal_without_the_letters_is_no_failure(memory: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "florilegium", "toc", str(memory)]
    assert subprocess.run(command, env=environment, capture_output=True, check=True).stdout


def test_an_unknown_command_is_misuse() -> None:
    assert call("seek").exit_code == 2


def test_a_fault_of_ours_has_its_own_exit_code(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("florilegium.commands.toc.render_contents", lambda index: 1 / 0)
    result = call("toc", memory)
    assert result.exit_code == 70
    assert "please report" in result.stderr


def test_what_the_system_refuses_is_no_fault_of_ours(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(index: object) -> list[str]:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "cache/lock")

    monkeypatch.setattr("florilegium.commands.toc.render_contents", refuse)
    result = call("toc", memory)
    assert result.exit_code == 9
    assert result.stderr.startswith("toc: cache/lock: permission denied\nhint: make it readable")
