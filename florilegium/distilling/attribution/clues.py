"""Clues: what an article names outright, such as titles, addresses, cited entries, wikilinks, files and notebooks."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from ..articles import Article, Reference
from .addresses import AddressIndex
from .corpus import Corpus, Source
from .names import NameIndex, Naming, is_set_off
from .refusals import is_refusal
from .spans import Spans
from .tokens import Token, tokenise

CITED = 0.98
ADDRESS = 0.95
LINKED = 0.92
FILE_NAMED = 0.85
LISTED = 0.75  # in a reference list of an article that cites nothing by number
LISTED_ONLY = 0.5  # in the list, while other entries are cited and this one is not
FURTHER = 0.45  # further reading says nothing of use
AMBIGUOUS = 0.45
NOTEBOOK = 0.4
REFUSED = 0.2  # named in order to say that it was not used
NOTEBOOK_CONTENT = 2

_COMMON_FILES = frozenset({"index", "readme", "notes", "note", "untitled", "home", "document", "file"})
_FILE_NAME = re.compile(r"(?P<stem>[^/\\]{3,})\.(?P<ending>[A-Za-z][A-Za-z0-9]{1,4})")


@dataclass(frozen=True)
class Clue:
    """One sign that the article used a source; places are slices of the article and of the source's layer."""

    source: str  # id
    rule: str
    explicit: bool
    weight: float
    start: int
    end: int
    layer: str = "metadata"
    source_start: int = 0
    source_end: int = 0
    source_line: int | None = None
    doubt: str = ""  # why this name shows no use, or not which source is meant


def find_references(article: Article, corpus: Corpus) -> tuple[list[Clue], list[Naming]]:
    """Return every explicit reference and coined term, without those to authors, and the bare places of the names."""
    names, addresses = NameIndex(corpus), AddressIndex(corpus)
    links = Spans((item.start, item.end) for item in article.wikilinks)
    found = names.find(article.text, article.runs)
    namings = [item for item in found if not links.holds(item.start)]
    clues = [_make_naming_clue(article, naming) for naming in namings]
    clues += [*_find_addresses(article, addresses), *_find_listed(article, corpus, names, addresses)]
    clues += [*_find_wikilinks(article, corpus), *_find_files(article, corpus), *_find_notebooks(article, corpus)]
    return sorted(set(clues), key=lambda clue: (clue.start, clue.source, clue.rule)), namings


def _make_naming_clue(article: Article, naming: Naming) -> Clue:
    rule = "title" if naming.explicit else "term"
    return _refuse(
        article,
        Clue(naming.source, rule, naming.explicit, naming.weight, *_widen(article, naming.start, naming.end)),
        naming.start,
        naming.end,
    )


def _refuse(article: Article, clue: Clue, start: int, end: int) -> Clue:
    """Return the clue, which shows no use where its sentence denies just that."""
    if not is_refusal(article.text[clue.start : start], article.text[end : clue.end]):
        return clue
    return replace(
        clue, explicit=False, weight=min(clue.weight, REFUSED), doubt="Named in order to say that it was not used"
    )


def _find_addresses(article: Article, addresses: AddressIndex) -> Iterator[Clue]:
    whole = [(source, item.start, item.end) for item in article.urls for source in addresses.find_owners(item.value)]
    for source, start, end in (*whole, *addresses.find_parts(article.visible)):
        if not article.is_listed(start):
            clue = Clue(source, "url", True, ADDRESS, *_widen(article, start, end))
            yield _refuse(article, clue, start, end)


def _find_listed(article: Article, corpus: Corpus, names: NameIndex, addresses: AddressIndex) -> Iterator[Clue]:
    """Yield the entries of the reference list that are sources, at the sentence that cites them."""
    for entry in article.references:
        for source, rule in _resolve_entry(article, corpus, names, addresses, entry):
            yield from _cite_entry(article, source, entry, rule)


def _resolve_entry(
    article: Article, corpus: Corpus, names: NameIndex, addresses: AddressIndex, entry: Reference
) -> list[tuple[str, str]]:
    """Return (source, rule) of an entry: by its address, else by its title, else by author and year."""
    text = article.text
    given = [item for item in article.urls if entry.start <= item.start < entry.end]
    by_address = {source for item in given for source in addresses.find_owners(item.value)}
    if by_address:
        return [(source, "url") for source in sorted(by_address)]
    by_title = {
        item.source for item in names.find(text, [tokenise(article.visible, entry.start, entry.end)]) if item.explicit
    }
    if by_title:
        return [(source, "title") for source in sorted(by_title)]
    by_author = [source.entry.id for source in corpus.sources if _fits_author(text[entry.start : entry.end], source)]
    return [(by_author[0], "author")] if len(by_author) == 1 else []


def _fits_author(text: str, source: Source) -> bool:
    year = (source.entry.published or "")[:4]
    surnames = [author.split()[-1] for author in source.entry.authors if len(author.split()) > 1]
    return bool(year) and year in text and any(re.search(rf"\b{re.escape(name)}\b", text) for name in surnames)


def _cite_entry(article: Article, key: str, entry: Reference, rule: str) -> Iterator[Clue]:
    if entry.further:
        doubt = "Named in a list of further reading only"
        yield Clue(key, rule, False, FURTHER, entry.start, entry.end, doubt=doubt)
        return
    cited = [item for item in article.citations if item.value == entry.key]
    for item in cited:
        yield Clue(key, "citation", True, CITED, *_widen(article, item.start, item.end))
    uncited = bool(article.citations) and not cited
    weight = CITED if cited else LISTED_ONLY if uncited else LISTED
    doubt = "Listed, while others are cited and it is not" if uncited else ""
    yield Clue(key, rule, True, weight, entry.start, entry.end, doubt=doubt)


def _find_wikilinks(article: Article, corpus: Corpus) -> Iterator[Clue]:
    for mention in article.wikilinks:
        found = [source.entry.id for source in corpus.sources if _is_target(mention.value, source)]
        weight, doubt = (LINKED, "") if len(found) == 1 else (AMBIGUOUS, "Linked by a name that several sources bear")
        for source in found:
            place = _widen(article, mention.start, mention.end)
            clue = Clue(source, "wikilink", len(found) == 1, weight, *place, doubt=doubt)
            yield _refuse(article, clue, mention.start, mention.end)


def _is_target(target: str, source: Source) -> bool:
    wanted = _fold(target).removesuffix(".md")
    entry = source.entry
    if "/" in wanted:
        paths = [entry.original_path, *(twin.original_path for twin in entry.also_in)]
        return any(f"/{_fold(path).removesuffix('.md')}".endswith(f"/{wanted}") for path in paths)
    stem = PurePosixPath(entry.original_path).name if entry.origin in ("obsidian", "file") else ""
    return wanted in {_fold(name).removesuffix(".md") for name in (entry.title, stem, *source.aliases)} - {""}


def _fold(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def _find_files(article: Article, corpus: Corpus) -> Iterator[Clue]:
    folded = article.text.casefold()
    linked = {_name_file(item.value) for item in article.files}
    for source in corpus.sources:
        for name in _list_file_names(source):
            if name not in folded and name not in linked:
                continue
            pattern = re.compile(rf"(?<![\w/-]){re.escape(name)}(?!\w)", re.IGNORECASE)
            places = [(match.start(), match.end()) for match in pattern.finditer(article.text)]
            places += [(item.start, item.end) for item in article.files if _name_file(item.value) == name]
            for start, end in sorted(set(places)):
                clue = Clue(source.entry.id, "file_name", True, FILE_NAMED, *_widen(article, start, end))
                yield _refuse(article, clue, start, end)


def _list_file_names(source: Source) -> list[str]:
    entry = source.entry
    paths = [entry.title]
    if entry.origin in ("obsidian", "file", "notebooklm"):
        paths += [entry.original_path, *(twin.original_path for twin in entry.also_in)]
    names = {_name_file(path) for path in paths}
    found = ((name, _FILE_NAME.fullmatch(name)) for name in sorted(names))
    return [name for name, match in found if match and match["stem"] not in _COMMON_FILES]


def _name_file(path: str) -> str:
    return _fold(PurePosixPath(path).name)


def _find_notebooks(article: Article, corpus: Corpus) -> Iterator[Clue]:
    """Yield each notebook's title; which of its sources is meant, only a claim beside it can say."""
    for title in sorted({source.entry.notebook or "" for source in corpus.sources}):
        members = [source.entry.id for source in corpus.sources if source.entry.notebook == title]
        for start, end in _find_notebook(article, title):
            doubt = "Named by a notebook's title with no claim of it beside"
            yield from (Clue(member, "notebook", False, NOTEBOOK, start, end, doubt=doubt) for member in members)


def _find_notebook(article: Article, title: str) -> Iterator[tuple[int, int]]:
    wanted = tokenise(title)
    if sum(1 for token in wanted if token.term) < NOTEBOOK_CONTENT:
        return
    for sentence, tokens in zip(article.sentences, article.runs, strict=True):
        runs = _find_run(tokens, wanted)
        if any(is_set_off(article.text, run) for run in runs):
            yield sentence.start, sentence.end


def _find_run(tokens: tuple[Token, ...], wanted: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    keys = [token.key for token in wanted]
    for at in range(len(tokens) - len(keys) + 1):
        if tokens[at].key == keys[0] and [token.key for token in tokens[at : at + len(keys)]] == keys:
            yield tokens[at : at + len(keys)]


def _widen(article: Article, start: int, end: int) -> tuple[int, int]:
    """Return the sentence around a place, or the place itself where no sentence holds it."""
    sentence = article.find_sentence(start)
    return (sentence.start, sentence.end) if sentence else (start, end)
