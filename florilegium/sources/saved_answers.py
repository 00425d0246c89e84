"""Notes that are no thoughts of the reader: answers of a model that were saved."""

import re
from collections.abc import Collection, Iterable

from .characters import fold_text

MIN_ANSWER_WORDS = 12
MIN_CITATIONS = 2
MIN_TITLE_CHARACTERS = 6

_CITATION = re.compile(r"\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\](?!\()")
_LISTED = re.compile(r"\s*(?:[-*+]\s+|\\?\[\d{1,3}\][.:]?\s*|\d{1,3}[.)]\s+)(.+?)\s*$")
_TURN = re.compile(r"(?:^|\n)\s*(?:\*\*)?(USER|MODEL)(?:\*\*)?:(?:\*\*)?", re.IGNORECASE)


def split_answers(chat: str) -> list[str]:
    """Return what the model said in a chat whose turns begin with "USER:" and "MODEL:"."""
    pieces = _TURN.split(chat)
    return [
        text.strip() for speaker, text in zip(pieces[1::2], pieces[2::2], strict=True) if speaker.upper() == "MODEL"
    ]


def find_saved_answer(text: str, *, answers: Iterable[str], titles: Collection[str]) -> str:
    """Return by what a note is recognised as a model's saved answer, "" where nothing says so.

    Sure signs only: it holds a whole answer from the notebook's chats word for word; or it has citation marks
    such as [1], at least two, and a list of cited works that names a source of the notebook. `titles` are folded.
    """
    folded = f" {fold_text(text)} "
    for answer in answers:
        words = fold_text(answer)
        if words.count(" ") + 1 >= MIN_ANSWER_WORDS and f" {words} " in folded:
            return "it holds an answer from this notebook's chat, word for word"
    listed = [match[1] for line in text.split("\n") if (match := _LISTED.match(line))]
    names = {fold_text(name) for name in listed} & set(titles)
    cited = len(_CITATION.findall(text))
    if cited >= MIN_CITATIONS and any(len(name) >= MIN_TITLE_CHARACTERS for name in names):
        return "it cites sources of this notebook by number and lists them"
    return ""
