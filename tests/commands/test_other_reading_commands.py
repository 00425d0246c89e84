"""stats, cite, open and completion as a person calls them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from florilegium.cli import main
from florilegium.documents import hash_text
from florilegium.entries import Entry, Index, ThemeCoverage
from florilegium.memory.folder import Contents, write_memory

TEXTS = {"first-0a0a0a0a": "First text.\n", "second-0b0b0b0b": "Second text.\n"}
MARKED = {"first-0a0a0a0a": "# Highlights: First\n\n> First.\n"}


def make_entry(name: str, **facts: object) -> Entry:
    base: dict[str, object] = dict(
        id=name, title=name.split("-")[0].capitalize(), authors=("Noor Adeyemi",), origin="readwise",
        location="library", kind="article", authorship="other", publication="", published="2025", saved=None,
        tags=("ai/memory", "reading"),
        notebook=None, relevance_score=0.9, seed=False, themes=("Forgetting",), found_by=(), signal="metadata",
        summary="S.", uri_highlights=f"highlights/{name}.md" if name in MARKED else None, uri_full=f"full/{name}.md",
        original_path="x", source_url=None, also_in=(), words=1200, highlights=3, own_notes=1,
        sha256=hash_text(TEXTS[name]), reason="r",
    )  # fmt: skip
    return Entry(**{**base, **facts})  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    second = make_entry("second-0b0b0b0b", relevance_score=0.3, origin="obsidian", tags=("ai/memory",), published=None)
    entries = (make_entry("first-0a0a0a0a", seed=True, relevance_score=1.0, signal="seed"), second)
    coverage = (ThemeCoverage("Forgetting", "thin", 2),)
    index = Index(1, "t", "T", "B.", 1, 2, {"obsidian": 1, "readwise": 1}, coverage, 4, entries)
    root = tmp_path_factory.mktemp("spaced name") / "memory"
    write_memory(root, Contents(index, TEXTS, MARKED))
    return root


def call(*arguments: object, **variables: str) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], env=variables)


def complete(*words: str) -> list[str]:
    """Return what bash would offer for the last word."""
    variables = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    variables["_FLORILEGIUM_COMPLETE"] = "bash_complete"
    result = CliRunner().invoke(main, [], env=variables, prog_name="florilegium")
    return [line.split(",", 1)[1] for line in result.stdout.splitlines() if line]


def test_stats_are_what_python_counts(memory: Path) -> None:
    figures = json.loads(call("stats", memory, "--json").stdout)
    entries = yaml.safe_load((memory / "index.yaml").read_text(encoding="utf-8"))["entries"]
    assert (figures["sources"], figures["seeds"], figures["left_out"]) == (2, 1, 4)
    for name in ("words", "highlights", "own_notes"):
        assert figures[name] == sum(entry[name] for entry in entries)
    assert figures["layers"] == {"summary": 2, "highlights": 1, "full": 2}
    assert figures["published"] == {"first": "2025", "last": "2025", "undated": 1}
    assert figures["tags"] == {"ai/memory": 2, "reading": 1}
    assert figures["scores"] == {"0.8 to 1.0": 1, "0.6 to 0.8": 0, "0.4 to 0.6": 0, "0.2 to 0.4": 1, "0.0 to 0.2": 0}
    lines = call("stats", memory).stdout.splitlines()
    assert lines[0] == "t: 2 sources, 1 named in the brief, 0 pinned"
    assert "  2 ████████████████████ ai/memory" in lines
    assert max(map(len, lines)) <= 80


def test_toc_as_json_has_the_sources_in_short(memory: Path) -> None:
    record = json.loads(call("toc", memory, "--json").stdout)
    assert [entry["id"] for entry in record["entries"]] == list(TEXTS)
    assert "summary" not in record["entries"][0]
    assert record["coverage"] == [{"theme": "Forgetting", "state": "thin", "sources": 2}]


def test_show_takes_several_ids_and_a_budget(memory: Path) -> None:
    record = json.loads(call("show", memory, "second", "first", "--layer", "full", "--json").stdout)
    assert [item["text"] for item in record] == [TEXTS["second-0b0b0b0b"], TEXTS["first-0a0a0a0a"]]
    short = call("show", memory, "second", "first", "--layer", "full", "--budget", "110")
    assert "Second text." in short.stdout
    assert "left out, --budget is spent: first-0a0a0a0a" in short.stderr or "cut here" in short.stdout


@pytest.mark.parametrize("form", ["text", "json", "yaml", "markdown"])
def test_show_has_forms(memory: Path, form: str) -> None:
    result = call("show", memory, "first", "--layer", "highlights", "--format", form)
    assert result.exit_code == 0
    assert "Highlights: First" in result.stdout
    if form == "yaml":
        assert yaml.safe_load(result.stdout)["text"] == MARKED["first-0a0a0a0a"]


def test_cite_takes_ids_or_all(memory: Path) -> None:
    assert call("cite", memory, "second").stdout == "Adeyemi, N. (n.d.). Second [Article]. x.\n"
    assert call("cite", memory).stdout.count("\n") == 2
    keys = [item["id"] for item in json.loads(call("cite", memory, "--style", "csl-json").stdout)]
    assert keys == list(TEXTS)
    assert call("cite", memory, "--style", "bibtex").stdout.count("@misc{") == 2
    assert call("cite", memory, "third").exit_code == 2
    assert call("cite", memory, "--style", "mla").exit_code == 2


@pytest.fixture
def editor(tmp_path: Path) -> str:
    """Return the command of an editor that writes down what it was to open; its path has a blank."""
    folder = tmp_path / "my editor"
    folder.mkdir()
    script = folder / "edit.py"
    script.write_text(
        "import pathlib, sys\npathlib.Path(sys.argv[1]).write_text(repr(sys.argv[2:]))\nsys.exit(len(sys.argv) - 3)\n"
    )
    return f'"{sys.executable}" "{script}" "{tmp_path / "seen"}"'


@pytest.mark.parametrize(
    ("entry", "layer", "opened"),
    [
        pytest.param("first", "full", "full/first-0a0a0a0a.md", id="full"),
        pytest.param("first", "highlights", "highlights/first-0a0a0a0a.md", id="highlights"),
        pytest.param("second", "highlights", "full/second-0b0b0b0b.md", id="next_layer"),
    ],
)
@pytest.mark.parametrize("variable", ["VISUAL", "EDITOR"])
def test_open_hands_the_file_to_the_editor(
    memory: Path, tmp_path: Path, editor: str, variable: str, entry: str, layer: str, opened: str
) -> None:
    other = "EDITOR" if variable == "VISUAL" else "VISUAL"
    fallback = "false" if variable == "VISUAL" else ""
    result = call("open", memory, entry, "--layer", layer, **{variable: editor, other: fallback})
    assert result.exit_code == 0
    assert (tmp_path / "seen").read_text() == repr([str(memory / opened)])
    assert ("full text instead" in result.stderr) is (entry == "second")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        pytest.param("", 2, id="none"),
        pytest.param("no-such-editor-here", 2, id="missing"),
        pytest.param("'unclosed", 2, id="no_command"),
        pytest.param(f'"{sys.executable}" -c "import sys; sys.exit(9)"', 9, id="its_own_code"),
    ],
)
def test_open_tells_what_is_wrong(memory: Path, command: str, code: int) -> None:
    assert call("open", memory, "first", VISUAL=command, EDITOR="").exit_code == code


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_the_script(shell: str) -> None:
    result = call("completion", shell)
    assert result.exit_code == 0
    assert "_FLORILEGIUM_COMPLETE" in result.stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param(["show", "{memory}", "f"], ["first-0a0a0a0a"], id="id"),
        pytest.param(["show", "{memory}", ""], ["first-0a0a0a0a", "second-0b0b0b0b"], id="ids"),
        pytest.param(["cite", "{memory}", "first-0a0a0a0a", "s"], ["second-0b0b0b0b"], id="next_id"),
        pytest.param(["open", "{memory}", "x"], [], id="no_such_id"),
        pytest.param(["search", "{memory}", "--tag", "r"], ["reading"], id="tag"),
        pytest.param(["search", "{memory}", "--theme", "f"], ["Forgetting"], id="theme"),
        pytest.param(["search", "{memory}", "--author", "noor"], ["Noor Adeyemi"], id="author"),
        pytest.param(["show", "nowhere", "f"], [], id="no_memory"),
        pytest.param(["comp"], ["completion"], id="command"),
    ],
)
def test_a_shell_completes_from_the_memory(
    memory: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], expected: list[str]
) -> None:
    monkeypatch.chdir(memory.parent)
    assert complete("florilegium", *(word.format(memory=memory.name) for word in words)) == expected


def test_a_kept_memory_needs_neither_yaml_nor_validator(memory: Path, tmp_path: Path) -> None:
    """What costs most of the start-up is not loaded for a catalogue that was kept."""
    code = (
        "import sys; from florilegium.reading import keeping; keeping.SMALL_BYTES = 0; "
        "keeping.Keeper.__init__.__kwdefaults__.update(small_bytes=0, settled_ns=0); "
        "from florilegium.cli import main; main(['search', sys.argv[1], 'text'], standalone_mode=False); "
        "print(sorted({'yaml', 'jsonschema_rs', 'tantivy'} & set(sys.modules)))"
    )
    environment = {**os.environ, "FLORILEGIUM_CACHE": str(tmp_path / "cache")}
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code, str(memory)], env=environment, capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for _ in range(2)
    ]
    assert outputs[0][:-1] == outputs[1][:-1]
    assert (outputs[0][-1], outputs[1][-1]) == ("['jsonschema_rs', 'yaml']", "[]")
