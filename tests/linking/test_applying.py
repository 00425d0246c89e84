"""Links are written note by note, each whole or not at all, and taken back byte for byte."""

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linking_cases import NOTES, PATHS, apply, make_edits, open_journal, propose, write_vault

from florilegium.errors import ArtifactError
from florilegium.linking.applying import apply_edits, undo_last
from florilegium.linking.editing import edit_note
from florilegium.linking.journal import Journal, find_unfinished
from florilegium.linking.proposals import NoteEdit, Proposal
from florilegium.linking.targets import TargetChooser
from florilegium.project.artifacts import read_lines
from florilegium.sources.decoding import decode_text


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with three notes that name a fourth."""
    return write_vault(tmp_path / "vault")


def read_vault(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def read_steps(root: Path) -> list[tuple[str, str]]:
    lines = open_journal(root).path.read_text(encoding="utf-8").splitlines()
    return [(json.loads(line)["note"], json.loads(line)["step"]) for line in lines]


def test_apply_writes_every_note_and_undo_restores_every_byte(vault: Path) -> None:
    outcome = apply(vault)
    assert outcome.done == list(PATHS[1:])
    assert outcome.skipped == []
    assert read_vault(vault) == {
        "Tea.md": b"# Tea\n",
        "A/One.md": b"\xef\xbb\xbfI like [[Tea]].\r\nMore Tea.\r\n",
        "A/Two.md": "für [[Tea]]\n".encode("cp1252"),
        "Three.md": "No line end, but 🍵 [[Tea]]".encode(),
    }
    assert read_steps(vault) == [(path, step) for path in PATHS[1:] for step in ("writing", "written")]
    assert undo_last(vault, open_journal(vault)).skipped == []
    assert read_vault(vault) == NOTES
    assert undo_last(vault, open_journal(vault)).done == []


def test_every_line_of_the_journal_fits_its_schema(vault: Path) -> None:
    apply(vault)
    undo_last(vault, open_journal(vault))
    assert len(read_lines(open_journal(vault).path, "link_step")) == 9


def test_the_mode_of_a_note_is_kept(vault: Path) -> None:
    (vault / "Three.md").chmod(0o640)
    apply(vault)
    assert stat.S_IMODE((vault / "Three.md").stat().st_mode) == 0o640
    undo_last(vault, open_journal(vault))
    assert stat.S_IMODE((vault / "Three.md").stat().st_mode) == 0o640


def test_a_note_that_changed_since_it_was_read_is_skipped_and_listed(vault: Path) -> None:
    edits = make_edits(vault)
    (vault / "A/Two.md").write_bytes(b"Tea, synced")
    outcome = apply(vault, edits=edits)
    assert [(item.path, item.reason) for item in outcome.skipped] == [("A/Two.md", "It changed since it was read.")]
    assert outcome.done == ["A/One.md", "Three.md"]
    assert (vault / "A/Two.md").read_bytes() == b"Tea, synced"


def test_a_sync_between_the_first_look_and_the_rename_wins(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another program wrote is never overwritten, and the undo leaves it as well."""
    begin = Journal.begin

    def sync(journal: Journal, run: int, edit: NoteEdit) -> object:
        line = begin(journal, run, edit)
        if edit.path == "A/Two.md":
            (vault / "A/Two.md").write_bytes(b"Tea, synced")
        return line

    monkeypatch.setattr(Journal, "begin", sync)
    outcome = apply(vault)
    assert [item.path for item in outcome.skipped] == ["A/Two.md"]
    assert (vault / "A/Two.md").read_bytes() == b"Tea, synced"
    assert ("A/Two.md", "skipped") in read_steps(vault)
    undo_last(vault, open_journal(vault))
    assert read_vault(vault) == {**NOTES, "A/Two.md": b"Tea, synced"}


def test_a_note_that_is_gone_is_skipped(vault: Path) -> None:
    edits = make_edits(vault)
    (vault / "Three.md").unlink()
    assert [item.reason for item in apply(vault, edits=edits).skipped] == ["It is not there any more."]
    assert not (vault / "Three.md").exists()


def test_nothing_is_written_through_a_link(vault: Path) -> None:
    edits = make_edits(vault)
    (vault / "A").rename(vault.parent / "outside")
    (vault / "A").symlink_to(vault.parent / "outside")
    (vault / "Three.md").rename(vault.parent / "three")
    (vault / "Three.md").symlink_to(vault.parent / "three")
    outcome = apply(vault, edits=edits)
    assert outcome.done == []
    assert {item.reason for item in outcome.skipped} == {"It is a symbolic link, or lies behind one."}
    assert (vault.parent / "outside/One.md").read_bytes() == NOTES["A/One.md"]
    assert (vault.parent / "three").read_bytes() == NOTES["Three.md"]
    assert sorted(path.name for path in (vault.parent / "outside").iterdir()) == ["One.md", "Two.md"]


def test_a_note_with_a_second_name_or_without_the_right_to_write_is_skipped(vault: Path) -> None:
    os.link(vault / "Three.md", vault.parent / "twin")
    (vault / "A/Two.md").chmod(0o444)
    outcome = apply(vault)
    assert [item.path for item in outcome.skipped] == ["A/Two.md", "Three.md"]
    assert read_vault(vault)["Three.md"] == NOTES["Three.md"]
    assert read_vault(vault)["A/Two.md"] == NOTES["A/Two.md"]


@pytest.mark.parametrize("path", ["../outside.md", "A/../../outside.md", "/outside.md", "A//One.md"])
def test_a_path_that_leaves_the_vault_is_refused(vault: Path, path: str) -> None:
    (vault.parent / "outside.md").write_bytes(b"Tea")
    edit = make_edits(vault)[0]
    odd = NoteEdit(path, b"Tea", b"[[Tea]]", edit.insertions, edit.accepted, ())
    assert [item.reason for item in apply(vault, edits=[odd]).skipped] == ["It does not lie in the vault."]
    assert (vault.parent / "outside.md").read_bytes() == b"Tea"


def test_a_link_whose_target_went_away_is_taken_back(vault: Path) -> None:
    """Links are looked up after the write; one that leads nowhere costs the change, not the note."""
    edits = make_edits(vault)
    (vault / "Tea.md").unlink()
    outcome = apply(vault, edits=edits)
    assert outcome.done == []
    assert {item.reason for item in outcome.skipped} == {"A link did not lead to its note; it was taken back."}
    assert read_vault(vault) == {path: content for path, content in NOTES.items() if path != "Tea.md"}


def test_a_folder_that_takes_no_files_skips_its_notes_alone(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.replace

    def refuse(source: Path, target: Path) -> None:
        if "A" in Path(target).parts:
            raise PermissionError(13, "Permission denied")
        real(source, target)

    monkeypatch.setattr(os, "replace", refuse)
    outcome = apply(vault)
    assert outcome.done == ["Three.md"]
    assert {item.reason for item in outcome.skipped} == {"The system refuses it: Permission denied."}
    assert {path: read_vault(vault)[path] for path in PATHS[:3]} == {path: NOTES[path] for path in PATHS[:3]}
    assert set(read_vault(vault)) == set(NOTES)  # nothing is left beside them


def test_undo_keeps_a_note_that_was_edited_since_and_lists_it(vault: Path) -> None:
    apply(vault)
    edited = read_vault(vault)["A/One.md"] + b"An afterthought.\r\n"
    (vault / "A/One.md").write_bytes(edited)
    outcome = undo_last(vault, open_journal(vault))
    assert [(item.path, item.reason) for item in outcome.skipped] == [
        ("A/One.md", "It was edited since the links were written.")
    ]
    assert read_vault(vault) == {**NOTES, "A/One.md": edited}
    # Once the afterthought is gone, the same undo takes the links back as well.
    (vault / "A/One.md").write_bytes(edited.removesuffix(b"An afterthought.\r\n"))
    assert undo_last(vault, open_journal(vault)).done == ["A/One.md"]
    assert read_vault(vault) == NOTES


def test_undo_takes_back_one_run_at_a_time_the_last_first(vault: Path) -> None:
    first = make_edits(vault)[:1]
    apply(vault, edits=first)
    middle = read_vault(vault)
    apply(vault, edits=make_edits(vault)[1:])
    undo_last(vault, open_journal(vault))
    assert read_vault(vault) == middle
    undo_last(vault, open_journal(vault))
    assert read_vault(vault) == NOTES


def test_two_runs_over_one_note_are_undone_in_turn(vault: Path) -> None:
    apply(vault, edits=make_edits(vault)[:1])
    middle = read_vault(vault)
    before = middle["A/One.md"]
    text = before.decode("utf-8-sig").replace("\r\n", "\n")
    again = edit_note(
        "A/One.md", before, [propose(text, "Tea", "Tea.md", note="A/One.md", nth=1)], TargetChooser(PATHS)
    )
    apply(vault, edits=[again])
    assert read_vault(vault)["A/One.md"] == b"\xef\xbb\xbfI like [[Tea]].\r\nMore [[Tea]].\r\n"
    undo_last(vault, open_journal(vault))
    assert read_vault(vault) == middle
    undo_last(vault, open_journal(vault))
    assert read_vault(vault) == NOTES


def test_a_line_of_the_journal_that_was_cut_off_is_no_line(vault: Path) -> None:
    apply(vault)
    with open_journal(vault).path.open("ab") as stream:
        stream.write(b'{"run":2,"note":"A/O')
    assert len(open_journal(vault).read_entries()) == 3
    undo_last(vault, open_journal(vault))
    assert read_vault(vault) == NOTES
    assert len(read_steps(vault)) == 9


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param("after", "written", id="it was written"),
        pytest.param("before", "skipped", id="it was not reached"),
        pytest.param("edited", "kept", id="it was edited since"),
    ],
)
def test_the_next_run_settles_where_a_killed_one_stood(vault: Path, content: str, expected: str) -> None:
    edits = make_edits(vault)
    open_journal(vault).begin(1, edits[0])
    held = {"after": edits[0].after, "before": edits[0].before, "edited": b"Tea and more"}[content]
    (vault / "A/One.md").write_bytes(held)
    apply(vault, edits=edits[2:])
    assert [entry.step for entry in open_journal(vault).read_entries()] == [expected, "written"]
    undo_last(vault, open_journal(vault))
    undo_last(vault, open_journal(vault))
    assert read_vault(vault) == {**NOTES, **({"A/One.md": held} if content == "edited" else {})}


def test_a_damaged_journal_is_told_and_nothing_is_written(vault: Path) -> None:
    apply(vault, edits=make_edits(vault)[:1])
    journal = open_journal(vault).path
    journal.write_bytes(b"{}\n" + journal.read_bytes())
    now = read_vault(vault)
    with pytest.raises(ArtifactError, match="line 1 is damaged"):
        undo_last(vault, open_journal(vault))
    with pytest.raises(ArtifactError, match="line 1 is damaged"):
        apply(vault)
    assert read_vault(vault) == now


CONTENTS = st.lists(
    st.sampled_from([b"Tea", b" ", b"\n", b"\r\n", b"\r", b"`", b"|", b"\xff", "ü".encode(), b"# ", b"- ", b"x"]),
    max_size=12,
).map(b"".join)


@settings(max_examples=40, deadline=None)
@given(contents=st.lists(CONTENTS, min_size=1, max_size=3))
def test_apply_then_undo_restores_every_byte_of_any_notes(
    tmp_path_factory: pytest.TempPathFactory, contents: list[bytes]
) -> None:
    root = tmp_path_factory.mktemp("any") / "vault"
    root.mkdir()
    (root / "Tea.md").write_bytes(b"")
    chooser = TargetChooser(PATHS)
    edits = []
    for number, content in enumerate(contents):
        (root / f"{number}.md").write_bytes(content)
        start = decode_text(content).text.find("Tea")
        wanted = [Proposal(f"{number}.md", start, start + 3, "Tea", "Tea.md", 1, "")]
        edits.append(edit_note(f"{number}.md", content, wanted, chooser))
    old = read_vault(root)
    outcome = apply_edits(root, edits, open_journal(root), chooser)
    assert outcome.skipped == []
    assert read_vault(root) == {**old, **{edit.path: edit.after for edit in edits}}
    assert undo_last(root, open_journal(root)).skipped == []
    assert read_vault(root) == old


_KILLED = """
import sys
sys.path.insert(0, {tests!r})
from pathlib import Path
import linking_cases
linking_cases.{action}(Path({root!r}))
"""


def run_killed(root: Path, action: str, after: int) -> bool:
    """Run an action in a process of its own that is killed at its n-th write; tell whether it was."""
    here = Path(__file__).resolve().parent
    counter = root.parent / f"counter-{action}-{after}"
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(here.parent / "kill"), str(here.parent.parent)]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "KILL_AFTER": str(after),
        "KILL_COUNTER": str(counter),
    }
    code = _KILLED.format(tests=str(here.parent), action=action, root=str(root))
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, start_new_session=True, capture_output=True, check=False
    )
    assert done.returncode in (0, -signal.SIGKILL), done.stderr.decode()
    return done.returncode != 0


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="the system has no groups of processes")
def test_killed_anywhere_it_leaves_whole_notes_and_a_journal_that_says_where_it_stood(tmp_path: Path) -> None:
    """A real process is killed at each of its writes in turn, and an undo restores every byte."""
    whole = write_vault(tmp_path / "model" / "vault")
    new = {edit.path: edit.after for edit in make_edits(whole)}
    points = 0
    while True:
        root = write_vault(tmp_path / str(points) / "vault")
        if not run_killed(root, "apply", points + 1):
            break
        points += 1
        check_killed(root, new)
        assert undo_last(root, open_journal(root)).skipped == []
        assert read_vault(root) == NOTES  # and nothing half written is left beside the notes
    assert points == 15  # for each note: the journal, the new file made and filled, the rename, the journal


def check_killed(root: Path, new: dict[str, bytes]) -> None:
    """Check that every note is whole and that the journal tells which one was being written."""
    found = {path: content for path, content in read_vault(root).items() if not path.endswith(".partial")}
    assert set(found) == set(NOTES)
    assert all(found[path] in (NOTES[path], new.get(path)) for path in NOTES)
    entries = open_journal(root).read_entries()
    unfinished = {entry.line.note for entry in find_unfinished(entries)}
    written = {entry.line.note for entry in entries if entry.step == "written"}
    assert len(unfinished) <= 1
    changed = {path for path in new if found[path] == new[path]}
    assert written <= changed <= written | unfinished


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="the system has no groups of processes")
def test_an_undo_that_is_killed_anywhere_is_finished_by_the_next(tmp_path: Path) -> None:
    for after in (1, 2, 3, 4, 7):
        root = write_vault(tmp_path / str(after) / "vault")
        apply(root)
        assert run_killed(root, "undo", after)
        assert undo_last(root, open_journal(root)).skipped == []
        assert read_vault(root) == NOTES
