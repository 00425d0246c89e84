"""What the tests of inserted links share."""

from pathlib import Path

from florilegium.linking.applying import Outcome, apply_edits, undo_last
from florilegium.linking.editing import edit_note
from florilegium.linking.journal import JOURNAL_NAME, Journal
from florilegium.linking.proposals import NoteEdit, Proposal
from florilegium.linking.targets import TargetChooser

SMALL = ("Home.md", "Notes/Tea.md", "Notes/Green tea.md", "A/Plan.md", "B/Plan.md", "Notes/v1.2.md", "Pu'er.md")
NOTES = {
    "Tea.md": b"# Tea\n",
    "A/One.md": b"\xef\xbb\xbfI like Tea.\r\nMore Tea.\r\n",
    "A/Two.md": "für Tea\n".encode("cp1252"),
    "Three.md": "No line end, but 🍵 Tea".encode(),
}
PATHS = tuple(NOTES)


def propose(text: str, word: str, target: str, *, note: str = "Home.md", nth: int = 0) -> Proposal:
    """Return a proposal for the n-th place where a word stands in a text."""
    start = -1
    for _ in range(nth + 1):
        start = text.index(word, start + 1)
    return Proposal(note, start, start + len(word), word, target, 0.9, "its title")


def make_chooser(*more: str) -> TargetChooser:
    """Return a chooser of the small vault."""
    return TargetChooser([*SMALL, *more])


def write_vault(root: Path) -> Path:
    """Write three notes that name a fourth."""
    for path, content in NOTES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    return root


def make_edits(root: Path, word: str = "Tea") -> list[NoteEdit]:
    """Return what links to the fourth note make of the three."""
    edits = []
    for path in PATHS[1:]:
        before = (root / path).read_bytes()
        text = "für Tea\n" if path == "A/Two.md" else before.decode("utf-8-sig").replace("\r\n", "\n")
        edits.append(edit_note(path, before, [propose(text, word, "Tea.md", note=path)], TargetChooser(PATHS)))
    return edits


def apply(root: Path, *, edits: list[NoteEdit] | None = None) -> Outcome:
    """Write edits, those of all notes where none are given, with the journal beside the vault."""
    return apply_edits(root, make_edits(root) if edits is None else edits, open_journal(root), TargetChooser(PATHS))


def open_journal(root: Path) -> Journal:
    """Return the journal beside the vault."""
    return Journal(root.parent / "state" / JOURNAL_NAME)


def undo(root: Path) -> None:
    """Take the last run back."""
    undo_last(root, open_journal(root))
