"""What the tests of inserted links share."""

from florilegium.linking.proposals import Proposal
from florilegium.linking.targets import TargetChooser

PATHS = ("Home.md", "Notes/Tea.md", "Notes/Green tea.md", "A/Plan.md", "B/Plan.md", "Notes/v1.2.md", "Pu'er.md")


def propose(text: str, word: str, target: str, *, note: str = "Home.md", nth: int = 0) -> Proposal:
    """Return a proposal for the n-th place where a word stands in a text."""
    start = -1
    for _ in range(nth + 1):
        start = text.index(word, start + 1)
    return Proposal(note, start, start + len(word), word, target, 0.9, "its title")


def make_chooser(*more: str) -> TargetChooser:
    """Return a chooser of the small vault."""
    return TargetChooser([*PATHS, *more])
