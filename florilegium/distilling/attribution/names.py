"""Names: where an article says a source's title, main title, alias or a telling part of them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .corpus import Corpus, Source
from .tokens import Token, tokenise

FULL_TITLE = 0.95
SHORT_TITLE = 0.75  # two content words, set off from the prose around them
PROPER_NAME = 0.5  # two words with capitals may be a person or a place of that name
PART_OF_TITLE = 0.7
COINED_TERM = 0.5
PLAIN_INFORMATION = 1.2  # of a title that stands in the prose like any other words
PLAIN_PART = 4  # content words of a part of a title in plain prose: three may be any phrase
MOST_HOLDERS = 3
HOLDER_SHARE = 0.05

_LEADING = frozenset({"the", "a", "an"})
_SUBTITLE = re.compile(r"\s*(?::|\s[-–—]\s|—|\|)\s*")
_QUOTES = "\"'“”‘’«»„*_`[]「」『』《》"
_STOPS = ",.:;!?"
_ARTICLE_BEFORE = re.compile(r"(?:the|an?)\s+$", re.IGNORECASE)
_COINING = re.compile(
    r"\b(?:call(?:s|ed|ing)?|so-called|known as|named|term(?:s|ed)?|dub(?:s|bed)?|coin(?:s|ed)?|titled?)\b",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.!?;:]\s|\n\s*\n")
LONGEST_TITLE = 24  # tokens; beyond it a title is a whole post
_COINING_REACH = 24  # characters before the name


@dataclass(frozen=True)
class Name:
    """One way to say which source is meant."""

    source: str  # id
    keys: tuple[str, ...]
    content: int  # content words; two characters of a script without spaces count as one
    whole: bool  # the title, its main part or an alias, not just some words of it


@dataclass(frozen=True)
class Naming:
    """One place of the article that says a name."""

    source: str
    start: int
    end: int
    weight: float
    explicit: bool  # else it is a coined term that may have come another way


def list_names(source: Source) -> list[Name]:
    """Return the names of a source, longest first."""
    title = source.entry.title
    main = _SUBTITLE.split(title)[0]
    names = [_make_name(source, text, whole=True) for text in (title, main, *source.aliases)]
    names += _list_parts(source)
    unique = {name.keys: name for name in sorted(names, key=lambda name: name.whole) if name.content >= 2}
    return sorted(unique.values(), key=lambda name: (-len(name.keys), name.keys))


def _make_name(source: Source, text: str, *, whole: bool) -> Name:
    """Return a name without the article in front, which prose changes at will."""
    tokens = tokenise(text)
    while len(tokens) > 1 and tokens[0].key in _LEADING:
        tokens = tokens[1:]
    return Name(source.entry.id, tuple(token.key for token in tokens), _count_content(tokens), whole)


def _list_parts(source: Source) -> list[Name]:
    """Return the runs of a title with three and more content words that are at least half of it."""
    tokens = tokenise(source.entry.title)[:LONGEST_TITLE]
    least = max(3, (_count_content(tokens) + 1) // 2)
    parts = []
    for start in range(len(tokens)):
        for end in range(start + 3, len(tokens) + 1):
            run = tokens[start:end]
            if run[0].term and run[-1].term and _count_content(run) >= least and len(run) < len(tokens):
                parts.append(Name(source.entry.id, tuple(token.key for token in run), _count_content(run), False))
    return parts


def _count_content(tokens: Sequence[Token]) -> int:
    characters = sum(1 for token in tokens if _is_character(token))
    return characters // 2 + sum(1 for token in tokens if token.term and not _is_character(token))


def _is_character(token: Token) -> bool:
    return len(token.key) == 1 and not token.key.isascii() and not token.number


class NameIndex:
    """The names of all sources by their first word."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._names = _index_names(corpus)

    def find(self, text: str, runs: Iterable[Sequence[Token]]) -> list[Naming]:
        """Return every naming in these runs of the article's tokens; where names overlap the longest is meant."""
        found = [naming for tokens in runs for naming in _find_in_run(self._corpus, text, tokens, self._names)]
        kept = _drop_covered(found)
        return sorted(kept, key=lambda naming: (naming.start, naming.source, naming.end))


def _drop_covered(found: Iterable[Naming]) -> list[Naming]:
    """Return the namings that lie in no longer one."""
    kept: list[Naming] = []
    reach = (-1, -1)  # of what starts earlier or is longer, the stretch that ends last
    for naming in sorted(found, key=lambda item: (item.start, -item.end)):
        same = (naming.start, naming.end) == reach
        if naming.end > reach[1] or same:
            kept.append(naming)
            reach = (naming.start, naming.end)
    return kept


def _index_names(corpus: Corpus) -> dict[str, list[Name]]:
    """Return the names by their first word; a part that two titles share names neither, nor does a person's name."""
    people = {tuple(t.key for t in tokenise(author)) for source in corpus.sources for author in source.entry.authors}
    names = [name for source in corpus.sources for name in list_names(source)]
    owners: dict[tuple[str, ...], set[str]] = {}
    for name in names:
        owners.setdefault(name.keys, set()).add(name.source)
    index: dict[str, list[Name]] = {}
    for name in names:
        if name.keys not in people and (name.whole or len(owners[name.keys]) == 1):
            index.setdefault(name.keys[0], []).append(name)
    return index


def _find_in_run(corpus: Corpus, text: str, tokens: Sequence[Token], names: dict[str, list[Name]]) -> Iterator[Naming]:
    for at, token in enumerate(tokens):
        for name in names.get(token.key, ()):
            run = tokens[at : at + len(name.keys)]
            if tuple(item.key for item in run) == name.keys:
                weight, explicit = _weigh_naming(corpus, text, run, name)
                if weight:
                    yield Naming(name.source, run[0].start, run[-1].end, weight, explicit)


def _weigh_naming(corpus: Corpus, text: str, run: Sequence[Token], name: Name) -> tuple[float, bool]:
    """Return (weight, explicit) of a run of words that is a name; (0.0, False) where it may be mere prose."""
    information = sum(corpus.rate_term(token.term) for token in run if token.term)
    set_off = is_set_off(text, run)
    if name.content >= 3:
        if not set_off and (information < PLAIN_INFORMATION or (name.content < PLAIN_PART and not name.whole)):
            return 0.0, False
        return (FULL_TITLE if name.whole else PART_OF_TITLE), True
    if not name.whole or _count_holders(corpus, name) > max(MOST_HOLDERS, HOLDER_SHARE * len(corpus.sources)):
        return 0.0, False
    if is_marked(text, run):
        return SHORT_TITLE, True
    if set_off:
        return PROPER_NAME, False
    return (COINED_TERM, False) if information >= PLAIN_INFORMATION else (0.0, False)


def is_set_off(text: str, run: Sequence[Token]) -> bool:
    """Tell whether words stand apart from the prose around them: marked, or each with a capital."""
    capitals = [text[token.start].isupper() for token in run if token.term and text[token.start].isalpha()]
    return is_marked(text, run) or (len(capitals) >= 2 and all(capitals))


def is_marked(text: str, run: Sequence[Token]) -> bool:
    """Tell whether words stand in quotes, emphasis or brackets, or behind "what she calls"."""
    start, end = run[0].start, run[-1].end
    before = _ARTICLE_BEFORE.sub("", text[max(0, start - 8) : start])
    if before[-1:] and before[-1] in _QUOTES and text[end : end + 1] and text[end] in _QUOTES + _STOPS:
        return True
    return bool(_COINING.search(_STOP.split(text[max(0, start - _COINING_REACH) : start])[-1]))


def _count_holders(corpus: Corpus, name: Name) -> int:
    """Return how many other sources say the name in their text."""
    return sum(1 for source in corpus.sources if source.entry.id != name.source and source.says(name.keys))
