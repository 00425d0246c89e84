"""`florilegium pin` and `florilegium veto` write choices.yaml and keep what a person wrote there."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from florilegium.choices.choices import Choice, Choices, parse_choices, read_choices
from florilegium.choices.choosing import add_choice, remove_choice
from florilegium.cli import main
from florilegium.drafts import Draft, make_document
from florilegium.project.artifacts import write_text
from florilegium.project.records import to_record

ROOT = Path(__file__).resolve().parents[2]
HAND = """# My choices, by hand.
pin:
  # the best one
  - id: cups-0a1b2c3d
    reason: "leaks"   # really
veto: [{id: lids-0a1b2c3d, reason: an advertisement}]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose library holds three notes."""
    write_text(tmp_path / "params.yaml", (ROOT / "params.yaml").read_text(encoding="utf-8"))
    documents = [
        make_document(Draft("obsidian", f"{title}.md", title, "x"), source="vault", text="x", highlights="")
        for title in ("Cups", "Cup care", "城市")
    ]
    lines = [json.dumps(to_record(document)) + "\n" for document in sorted(documents, key=lambda item: item.id)]
    write_text(tmp_path / "library" / "catalog.jsonl", "".join(lines))
    (tmp_path / "topics" / "agent-memory").mkdir(parents=True)
    return tmp_path


def run(project: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--params", str(project / "params.yaml")])


def read(project: Path) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    choices = read_choices(project / "topics" / "agent-memory" / "choices.yaml")
    pins, vetoes = ([(item.id[:-9], item.reason) for item in items] for items in (choices.pin, choices.veto))
    return pins, vetoes


def test_a_pin_then_a_veto_then_neither(project: Path) -> None:
    """What they ask for: let me pin or veto a source and remember it."""
    done = run(project, "pin", "agent-memory", "cups", "--reason", "it  leaks\n: #1")
    assert (done.exit_code, read(project)) == (0, ([("cups", "it leaks : #1")], []))
    assert done.output.endswith("written: topics/agent-memory/choices.yaml\nnext: florilegium run agent-memory\n")
    done = run(project, "veto", "topics/agent-memory/memory", "cups", "--reason", "no")
    assert "is vetoed and no longer pinned" in done.output
    assert read(project) == ([], [("cups", "no")])
    assert run(project, "veto", "agent-memory", "cups", "--reason", "never").exit_code == 0
    assert read(project) == ([], [("cups", "never")])
    assert run(project, "veto", "agent-memory", "cups", "--undo").exit_code == 0
    assert read(project) == ([], [])


def test_an_id_of_any_script_is_found(project: Path) -> None:
    assert run(project, "pin", "agent-memory", "城", "--reason", "読む").exit_code == 0
    assert read(project) == ([("城市", "読む")], [])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["pin", "agent-memory", "cup", "--reason", "x"], "2 ids begin with 'cup'", id="several"),
        pytest.param(["pin", "agent-memory", "pots", "--reason", "x"], "no source has the id", id="unknown"),
        pytest.param(["pin", "agent-memory", "", "--reason", "x"], "no source has the id", id="empty"),
        pytest.param(["pin", "tea", "cups", "--reason", "x"], "$.topics has no 'tea'", id="unknown_topic"),
        pytest.param(["veto", "agent-memory", "cups"], "--reason is missing", id="no_reason"),
        pytest.param(["veto", "agent-memory", "cups", "--reason", " "], "--reason is missing", id="blank_reason"),
        pytest.param(["veto", "agent-memory", "cups", "--reason", "x", "--undo"], "contradict", id="reason_and_undo"),
        pytest.param(["veto", "agent-memory", "cups", "--undo"], "is not vetoed", id="nothing_to_undo"),
    ],
)
def test_misuse_writes_nothing(project: Path, arguments: list[str], message: str) -> None:
    done = run(project, *arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert not (project / "topics" / "agent-memory" / "choices.yaml").exists()


def test_a_broken_file_is_left_as_it_is(project: Path) -> None:
    path = project / "topics" / "agent-memory" / "choices.yaml"
    path.write_text("pin: [", encoding="utf-8")
    assert run(project, "pin", "agent-memory", "cups", "--reason", "x").exit_code == 2
    assert path.read_text(encoding="utf-8") == "pin: ["


def test_what_is_chosen_already_can_be_taken_back_though_it_is_nowhere(project: Path) -> None:
    path = project / "topics" / "agent-memory" / "choices.yaml"
    path.write_text("pin: [{id: gone-0a1b2c3d, reason: x}]\n", encoding="utf-8")
    assert run(project, "pin", "agent-memory", "gone", "--undo").exit_code == 0
    assert read(project) == ([], [])


def test_what_is_chosen_already_and_is_nowhere_cannot_be_chosen_again(project: Path) -> None:
    """A typing error that stands in the file is told when it is repeated."""
    path = project / "topics" / "agent-memory" / "choices.yaml"
    text = "pin: [{id: gone-0a1b2c3d, reason: x}]\n"
    path.write_text(text, encoding="utf-8")
    done = run(project, "pin", "agent-memory", "gone-0a1b2c3d", "--reason", "y")
    assert (done.exit_code, path.read_text(encoding="utf-8")) == (2, text)
    assert "no source has the id 'gone-0a1b2c3d'" in done.stderr


def test_comments_and_quotes_of_a_person_stay() -> None:
    """Keep my hand edits."""
    text = add_choice(HAND, "pin", Choice("pots-0a1b2c3d", "warm"), "c").text
    assert text.startswith(HAND[: HAND.index("veto:")].rstrip("\n"))
    assert parse_choices(text).pin[1] == Choice("pots-0a1b2c3d", "warm")
    text = add_choice(HAND, "veto", Choice("pots-0a1b2c3d", "cold"), "c").text
    assert [item.id for item in parse_choices(text).veto] == ["lids-0a1b2c3d", "pots-0a1b2c3d"]
    assert "# really" in text


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "# one\n\n# two\npin:\nveto:\n", "---\n", "pin: []\n"])
def test_an_empty_file_keeps_its_comments(text: str) -> None:
    edit = add_choice(text, "pin", Choice("cups-0a1b2c3d", "leaks"), "c")
    assert parse_choices(edit.text) == Choices((Choice("cups-0a1b2c3d", "leaks"),), ())
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert [line for line in edit.text.splitlines() if line.startswith("#")] == comments
    back = remove_choice(edit.text, "pin", "cups-0a1b2c3d", "c").text
    assert parse_choices(back) == Choices()
    assert [line for line in back.splitlines() if line.startswith("#")] == comments
