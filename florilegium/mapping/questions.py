"""The five questions that only a vault's owner can answer, each with a guess."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..discovering.folder_names import fold_folder
from ..vault.rules import VaultRules
from .harness import Harness, Privacy, SectionPurpose
from .surveying import Survey

ASKED = 12  # main sections, the largest
GUESSED_ENTRIES = 8
GUESSED_TERMS = 12
_PRIVATE = frozenset(
    {"private", "privat", "prive", "privado", "personal", "diary", "tagebuch", "journal intime", "health", "medical"}
    | {"therapy", "passwords", "secret", "secrets", "finance", "finances", "salary", "confidential"}
)
PURPOSES = {
    "archive": "what is done with and kept",
    "attachments": "files that notes show",
    "clippings": "what others wrote, saved to be read",
    "inbox": "notes that have no place yet",
    "journal": "notes of days",
    "maps": "lists that lead to other notes",
    "mixed": "notes of several kinds",
    "notes": "notes",
    "people": "people",
    "projects": "work that has an end",
    "reference": "things to look up",
    "templates": "forms for new notes",
}

Ask = Callable[[str, str], str]  # question, guess; gives the answer


@dataclass(frozen=True)
class Question:
    """One question, and what is taken for the answer where none is given."""

    name: str
    text: str
    guess: tuple[str, ...]


def guess_harness(survey: Survey) -> Harness:
    """Return the guess for every answer."""
    rules = VaultRules()
    templates = tuple(item.path for item in survey.main if item.kind == "templates" and item.path)
    return Harness(
        sections=tuple(SectionPurpose(item.path, PURPOSES[item.kind]) for item in survey.main),
        entries=tuple(entry.path for entry in survey.entries[:GUESSED_ENTRIES]),
        private=Privacy(_guess_private(survey), rules.private_tags, rules.private_flag),
        templates=templates,
        archive=tuple(item.path for item in survey.main if item.kind == "archive"),
        exclude=(),
        languages=survey.languages,
        terms=survey.terms[:GUESSED_TERMS],
    )


def list_questions(guess: Harness) -> tuple[Question, ...]:
    """Return the five questions with their guesses."""
    purposes = tuple(f"{item.folder or '.'}: {item.purpose}" for item in guess.sections)
    kept = (*(f"{folder}: template" for folder in guess.templates), *(f"{item}: archive" for item in guess.archive))
    return (
        Question("sections", "What is each main section for?", purposes),
        Question("entries", "Which notes are entry points?", guess.entries),
        Question("private", "Which folders are private, and shown to nobody?", guess.private.folders),
        Question("set_aside", "Which folders hold templates, and which an archive?", kept),
        Question("words", "Which language is it in, and which words are its own?", (*guess.languages, *guess.terms)),
    )


def choose_asked(survey: Survey) -> frozenset[str]:
    """Return the main sections whose use is asked for: nobody answers for a hundred."""
    largest = sorted(survey.main, key=lambda item: (-item.notes, item.path))
    return frozenset(item.path for item in largest[:ASKED])


def ask_questions(guess: Harness, ask: Ask, asked: frozenset[str]) -> Harness:
    """Return the answers that `ask` gives; several are parted by a semicolon.

    `asked` are the sections whose use is asked for; the guess stands for the others.
    """
    sections = tuple(
        SectionPurpose(item.folder, ask(f"1. What is {item.folder or 'the root'} for?", item.purpose).strip() or "-")
        if item.folder in asked
        else item
        for item in guess.sections
    )
    entries = _ask_list(ask, "2. Which notes are entry points?", guess.entries)
    folders = _ask_list(ask, "3. Which folders are private, and shown to nobody?", guess.private.folders)
    templates = _ask_list(ask, "4. Which folders hold templates?", guess.templates)
    archive = _ask_list(ask, "4. Which folders are an archive?", guess.archive)
    languages = _ask_list(ask, "5. Which languages is it in?", guess.languages)
    terms = _ask_list(ask, "5. Which words are its own?", guess.terms)
    return replace(
        guess,
        sections=sections,
        entries=entries,
        private=replace(guess.private, folders=folders),
        templates=templates,
        archive=archive,
        languages=languages,
        terms=terms,
    )


def _ask_list(ask: Ask, text: str, guess: Sequence[str]) -> tuple[str, ...]:
    answer = ask(text, "; ".join(guess) or "-")
    parts = (part.strip().strip("/") for part in answer.split(";"))
    return tuple(part for part in parts if part and part != "-")


def _guess_private(survey: Survey) -> tuple[str, ...]:
    """Return the folders whose names suggest it, without those that lie in another such folder."""
    found: list[str] = []
    for section in survey.sections:
        inside = any(section.path.startswith(f"{folder}/") for folder in found)
        if section.path and not inside and fold_folder(section.path.rpartition("/")[2]) in _PRIVATE:
            found.append(section.path)
    return tuple(found)
