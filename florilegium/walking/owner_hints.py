"""What a vault's owner said of its sections and entry notes, as far as it bears on a question."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..search.analysis import extract_terms
from ..vault.model import VaultModel
from .relevance import Question

NO_SECTION = 0.25  # of what a hint may add, for an entry note whose section the question does not name


@dataclass(frozen=True)
class OwnerHints:
    """The sections of a vault with what each is for, and the notes that its owner begins with."""

    purposes: Mapping[str, str] = field(default_factory=dict)  # by folder
    entries: tuple[str, ...] = ()


NO_HINTS = OwnerHints()


@dataclass(frozen=True)
class Hint:
    """What speaks for one entry note."""

    share: float  # from 0 to 1
    is_asked: bool  # the question has words of the section, so that the note may answer though it has none
    why: str  # a sentence


def weigh_hints(question: Question, model: VaultModel, hints: OwnerHints) -> dict[str, Hint]:
    """Return what speaks for each entry note that its owner named, by path."""
    found: dict[str, Hint] = {}
    for path in hints.entries:
        if path not in model.notes:
            continue
        folder = _find_section(path, hints)
        share = question.weigh_words(extract_terms(f"{folder} {hints.purposes.get(folder, '')}"))
        why = f"Its owner begins with it{f' in {folder}, which the question names' if share else ''}."
        found[path] = Hint(NO_SECTION + (1.0 - NO_SECTION) * share, share > 0.0, why)
    return found


def _find_section(path: str, hints: OwnerHints) -> str:
    """Return the innermost of the sections in which a note lies, "" where it lies in none."""
    holding = (folder for folder in hints.purposes if folder and path.startswith(f"{folder}/"))
    return max(holding, key=len, default="")
