"""Notes that no walk gives: the forms of other notes, and lists that a program wrote."""

from ..discovering.kinds import name_exclusion
from ..vault.model import VaultModel
from .reached import REASONS

_EXCLUDED = frozenset({"generated", "template"})


def find_exclusion(model: VaultModel, path: str) -> str:
    """Return why a note is never given, a word of REASONS, or "" where it may be."""
    reason = name_exclusion(model.notes[path], model)
    return reason if reason in _EXCLUDED else ""


def explain_reason(reason: str) -> str:
    """Return the sentence for a word of REASONS."""
    return f"{REASONS[reason][0].upper()}{REASONS[reason][1:]}."
