"""Unlinked mentions of a note: where its prose names other notes that it does not link to."""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass

from .forms import WORD, fold_name, fold_word
from .names import Name, NameKind, NameTable, matches_case
from .prose import mask_prose


@dataclass(frozen=True)
class Mention:
    """One place where a note names another."""

    target: str  # path of the note that is named
    start: int  # offsets in the note's text, front matter included
    end: int
    text: str  # as it stands there
    name: str  # as the other note has it
    kind: NameKind
    is_weak: bool  # one everyday word, which means a note only where it stands as names stand


def list_mentions(path: str, text: str, table: NameTable, linked: Set[str]) -> list[Mention]:
    """Return every place where a note, at `path`, names one that it does not link to, in order.

    `linked` are the paths that it links to.
    """
    return [
        Mention(name.paths[0], start, end, text[start:end], name.written, name.kind, name.is_weak)
        for name, start, end in find_names(mask_prose(text), table)
        if not name.is_ambiguous and name.paths[0] != path and name.paths[0] not in linked
    ]


def find_mentions(path: str, text: str, table: NameTable, linked: Set[str]) -> list[Mention]:
    """Return the first mention of each note that this one names and does not link to, weak names aside."""
    first: dict[str, Mention] = {}
    for mention in list_mentions(path, text, table, linked):
        if not mention.is_weak:
            first.setdefault(mention.target, mention)
    return list(first.values())


def find_names(prose: str, table: NameTable) -> Iterator[tuple[Name, int, int]]:
    """Yield every name in a masked text with its span, the longest at each place, none overlapping.

    A name that is ambiguous or linked already takes its place as well, so that no part of it is taken for another.
    """
    pattern = _ASCII_WORD if prose.isascii() else WORD
    words = pattern.findall(prose.casefold()) if prose.isascii() else [fold_word(word) for word in WORD.findall(prose)]
    starts = [position for position, word in enumerate(words) if word in table.lengths]
    spans = [match.span() for match in pattern.finditer(prose)] if starts else []
    free = 0
    for position in starts:
        if position < free:
            continue
        for length in table.lengths[words[position]]:
            forms = table.forms.get(tuple(words[position : position + length]))
            if not forms or position + length > len(words):
                continue
            found = _match_form(prose, spans[position][0], spans[position + length - 1][1], forms, table)
            if found:
                yield found
                free = position + length
                break


_ASCII_WORD = re.compile(r"[A-Za-z0-9]+")  # what WORD finds in a text of such signs alone, in less time


def _match_form(
    prose: str, start: int, end: int, forms: tuple[str, ...], table: NameTable
) -> tuple[Name, int, int] | None:
    """Return the form that stands at these words, with the signs that it begins and ends with."""
    for form in forms:
        words = list(WORD.finditer(form))
        begin, stop = start - words[0].start(), end + len(form) - words[-1].end()
        if begin < 0 or fold_name(prose[begin:stop]) != form or prose[begin:stop] != prose[begin:stop].strip():
            continue
        name = table.names[form]
        if matches_case(name, prose[begin:stop]) and not _is_joined(prose, begin, stop):
            return name, begin, stop
    return None


_JOINED_BEFORE = re.compile(r"(?:[^\W_][-.'\u2019/\\@&+]|[_/\\@#\[]|[A-Za-z0-9]\Z)\Z")
_JOINED_AFTER = re.compile(r"[-.\u2019'/\\@&+:][^\W_]|[_/\\@\[]|[+#]|[A-Za-z0-9]")
_POSSESSIVE = re.compile(r"['\u2019]s\b")


def _is_joined(prose: str, start: int, end: int) -> bool:
    """Tell whether a span is part of a longer word, address or path."""
    if _JOINED_BEFORE.search(prose[max(0, start - 2) : start]):
        return True
    return bool(_JOINED_AFTER.match(prose, end)) and not _POSSESSIVE.match(prose, end)
