"""What of the notes reached is given: so many notes, so many tokens, each note whole or not at all."""

from collections.abc import Callable, Iterable

from .reached import Cut, Reached, cut_reached

MAX_NOTES = 12
MAX_TOKENS = 24_000


def fit_notes(
    notes: Iterable[Reached], count: Callable[[Reached], int], *, max_notes: int = MAX_NOTES, max_tokens: int
) -> tuple[list[Reached], list[Cut]]:
    """Return the notes that fit, in their order, and those that do not; a note too long lets shorter ones pass."""
    kept: list[Reached] = []
    cut: list[Cut] = []
    left = max_tokens
    for note in notes:
        if len(kept) >= max_notes:
            cut.append(cut_reached(note, "max_notes", f"{max_notes} better notes are given."))
            continue
        tokens = count(note)
        if tokens > left:
            why = f"It needs {tokens} tokens, and {max(0, left)} are left."
            cut.append(cut_reached(note, "max_tokens", why))
            continue
        kept.append(note)
        left -= tokens
    return kept, cut
