"""A work as people name it: its title and authors in a form that can be compared."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import product

from ..search.analysis import split_words

NUMBER_WORDS = frozenset(
    """
    one two three four five six seven eight nine ten first second third fourth fifth sixth
    i ii iii iv v vi vii viii ix x xi xii
    jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september
    october november december mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday
    """.split()
)
# Kinds of one class may be one work; a kind that is not named here may be of any class.
CLASS_KINDS = {
    "article": ("article", "articles", "clipping", "email", "rss", "url", "web", "web_page"),
    "book": ("book", "books", "epub"),
    "tweet": ("tweet", "tweets"),
    "audio": ("audio", "podcast", "podcasts"),
    "video": ("video", "videos", "youtube", "youtube_video"),
}
KIND_CLASSES = {kind: name for name, kinds in CLASS_KINDS.items() for kind in kinds}

# Words of titles that programs and people give in passing.
PASSING_WORDS = frozenset(
    """
    a article clip clipping copy document download draft file from home img index later memo new no note notes of page
    pasted pdf print read saved scan screenshot source text the title unnamed untitled voice web
    """.split()
)
RELATED_SHARE = 0.8  # of the shorter title's words

_FILE_ENDING = re.compile(r"\.(?:pdf|html?|md|txt|docx?|epub)$", re.IGNORECASE)
_COPY_MARK = re.compile(
    r"\s*(?:\(\d\)|\((?:conflict|conflicted copy)[^)]*\)|\.sync-conflict-\S+|-? ?\bcopy)$", re.IGNORECASE
)
_SITE_SEPARATOR = re.compile(r"\s+[|·•–—-]\s+")
_AUTHOR_SEPARATOR = re.compile(r"\s*;\s*|\s*,?\s+(?:and|und|et|och)\s+|\s*&\s*", re.IGNORECASE)
_DOMAIN = re.compile(r"(?:https?://)?[\w-]+(?:\.[\w-]+)+(?:/.*)?")

Words = tuple[str, ...]


def split_title(title: str, publication: str = "") -> Words:
    """Return the words of a title in lower case, without file ending, copy mark and name of the site."""
    bare = _COPY_MARK.sub("", _FILE_ENDING.sub("", title.strip()))
    head, *tail = _SITE_SEPARATOR.split(bare)
    if publication and tail and _fold(tail[-1]) == _fold(publication):
        bare = bare[: bare.rindex(tail[-1])].rstrip(" |·•–—-") or head
    return tuple(_fold(word) for word in split_words(bare))


def are_alike(one: Words, other: Words) -> bool:
    """Tell whether two titles are one, or one of them is the other without its subtitle."""
    short, long = sorted((one, other), key=len)
    if not short or find_numbers(short) != find_numbers(long):
        return False
    return short == long or (len(short) >= 3 and long[: len(short)] == short)


def are_related(one: Words, other: Words) -> bool:
    """Tell whether one title may be the other with something before, behind or left out; it takes a text to be sure."""
    if are_alike(one, other):
        return True
    short, long = sorted(({word for word in words if word not in NUMBER_WORDS} for words in (one, other)), key=len)
    return len(short) >= 2 and len(short & long) >= RELATED_SHARE * len(short) and not are_numbered_apart(one, other)


def is_silent(words: Words) -> bool:
    """Tell whether a title says nothing of its document: "Untitled 3", "Pasted text 14 Feb", a date."""
    numbers = set(find_numbers(words))
    return all(len(word) == 1 or word in PASSING_WORDS or word in numbers for word in words)


def are_numbered_apart(one: Words, other: Words) -> bool:
    """Tell whether two titles differ in their numbers or dates only, as the parts of a series do."""
    mine, theirs = find_numbers(one), find_numbers(other)
    if mine == theirs:
        return False
    return [word for word in one if word not in mine] == [word for word in other if word not in theirs]


def find_numbers(words: Words) -> Words:
    """Return the words of a title that count or date: digits, Roman numerals, months."""
    return tuple(word for word in words if word in NUMBER_WORDS or any(letter.isdigit() for letter in word))


def split_authors(authors: Sequence[str], publication: str = "") -> tuple[Words, ...]:
    """Return each person's names, given names first; sites that stand in for an author are left out."""
    people: set[Words] = set()
    for entry in authors:
        for name in _AUTHOR_SEPARATOR.split(entry):
            people.update(_split_person(name, publication))
    return tuple(sorted(people))


def share_author(one: Sequence[Words], other: Sequence[Words]) -> bool:
    """Tell whether one person is among both; "N. Adeyemi" may be "Noor Adeyemi"."""
    return any(_is_same_person(mine, theirs) for mine, theirs in product(one, other))


def may_be_one_kind(one: str, other: str) -> bool:
    """Tell whether two kinds may be forms of one work, as a PDF may be an article or a book."""
    mine, theirs = KIND_CLASSES.get(one, ""), KIND_CLASSES.get(other, "")
    return not mine or not theirs or mine == theirs


def _split_person(name: str, publication: str) -> list[Words]:
    bare = re.sub(r"\([^)]*\)|^by\s+", "", name.strip(), flags=re.IGNORECASE).strip()
    if bare.startswith("@"):  # "@handle on Twitter"
        bare = bare[1:].split(" on ")[0]
    if not bare or _DOMAIN.fullmatch(bare) or (publication and _fold(bare) == _fold(publication)):
        return []
    parts = [tuple(split_words(_fold(part))) for part in bare.split(",") if part.strip()]
    if len(parts) == 2 and len(parts[0]) == 1:  # "Adeyemi, Noor"
        return [parts[1] + parts[0]]
    return [part for part in parts if part]


def _is_same_person(one: Words, other: Words) -> bool:
    if one == other or sorted(one) == sorted(other):
        return True
    if len(one) < 2 or len(other) < 2 or one[-1] != other[-1]:
        return False
    short, long = sorted((one[0], other[0]), key=len)
    return short == long or (len(short) == 1 and long.startswith(short))


def _fold(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.strip().casefold())
    return unicodedata.normalize("NFC", "".join(mark for mark in decomposed if not unicodedata.combining(mark)))
