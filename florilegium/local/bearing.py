"""Which findings bear on which theme, by their metadata alone."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from ..documents import Document
from ..findings import Finding
from ..plans import Theme
from ..search.analysis import extract_terms
from .terms import contains_phrase, find_stems, make_phrase

# How far one field shows what a document is about: its name says more than a sentence of its summary.
TITLE_WEIGHT = 1.0
KEY_TERM_WEIGHT = 0.9
TAG_WEIGHT = 0.8
HEADING_WEIGHT = 0.6
SUMMARY_WEIGHT = 0.6
PHRASE_BONUS = 0.5
# Two words of a theme's own in name and key terms, or a phrase of it in the summary, are enough; one word never is.
ENOUGH = 1.4
LEAST_STEMS = 2
# A theme's words outside its topic are a coincidence: a salary is money that somebody pays, too.
LEAST_TOPICAL = 3


@dataclass(frozen=True)
class Profile:
    """What a document's metadata says: the weight of each stem, and the stems in order for phrases."""

    weights: Mapping[str, float]
    lines: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=20_000)
def read_profile(document: Document, key_terms: tuple[str, ...]) -> Profile:
    """Return the profile of a document; a stem counts in the field where it weighs most."""
    fields = [
        *((text, TITLE_WEIGHT) for text in (document.title, *document.aliases)),
        *((text, KEY_TERM_WEIGHT) for text in key_terms),
        *((text.replace("/", " "), TAG_WEIGHT) for text in document.tags),
        *((text, HEADING_WEIGHT) for text in document.headings),
        (document.summary, SUMMARY_WEIGHT),
    ]
    weights: dict[str, float] = {}
    for text, weight in fields:
        for stem in find_stems(text):
            weights[stem] = max(weight, weights.get(stem, 0.0))
    return Profile(weights, tuple(tuple(extract_terms(text)) for text, _ in fields))


def weigh_stems(themes: Sequence[Theme]) -> list[dict[str, float]]:
    """Return for each theme its stems with their weights; a stem that several themes have tells less."""
    stems = [frozenset(stem for term in theme.terms for stem in find_stems(term)) for theme in themes]
    shared = Counter(stem for group in stems for stem in group)
    return [{stem: round(1.0 / shared[stem], 6) for stem in sorted(group)} for group in stems]


def find_bearing(
    themes: Sequence[Theme], works: Sequence[Sequence[Finding]], *, topic: str
) -> dict[str, tuple[str, ...]]:
    """Return for each theme's id the sorted ids of the works that bear on it: of several copies, one."""
    groups = weigh_stems(themes)
    topical = _list_topical(themes, topic)
    bearing: dict[str, tuple[str, ...]] = {}
    for theme, weights in zip(themes, groups, strict=True):
        phrases = [key for key in (make_phrase(term).key for term in theme.terms) if len(key) > 1]
        found = [
            next((item.document.id for item in copies if _bears(item, weights, phrases, topical)), None)
            for copies in works
        ]
        bearing[theme.id] = tuple(sorted(key for key in found if key is not None))
    return bearing


def find_on_topic(themes: Sequence[Theme], works: Sequence[Sequence[Finding]], *, topic: str) -> frozenset[str]:
    """Return the ids, of several copies one, of the works that have some words of all themes together."""
    topical = _list_topical(themes, topic)
    first = (copies[0] for copies in works)
    return frozenset(
        item.document.id for item in first if _is_on_topic(read_profile(item.document, item.key_terms), topical)
    )


def _list_topical(themes: Sequence[Theme], topic: str) -> frozenset[str]:
    terms = (term for theme in themes for term in theme.terms)
    return frozenset(chain.from_iterable(find_stems(text) for text in (topic.replace("-", " "), *terms)))


def _is_on_topic(profile: Profile, topical: frozenset[str]) -> bool:
    return len(topical.intersection(profile.weights)) >= min(LEAST_TOPICAL, len(topical))


def _bears(
    finding: Finding, weights: Mapping[str, float], phrases: Sequence[tuple[str, ...]], topical: frozenset[str]
) -> bool:
    profile = read_profile(finding.document, finding.key_terms)
    matched = [stem for stem in weights if stem in profile.weights]
    if len(matched) < min(LEAST_STEMS, len(weights)) or not matched:
        return False
    has_phrase = any(contains_phrase(line, key) for key in phrases for line in profile.lines)
    is_named = any(profile.weights[stem] >= TITLE_WEIGHT for stem in matched)
    if not (has_phrase or is_named or _is_on_topic(profile, topical)):
        return False
    score = sum(weights[stem] * profile.weights[stem] for stem in matched)
    enough = min(ENOUGH, 0.9 * sum(weights.values()))
    return score + (PHRASE_BONUS if has_phrase else 0.0) >= enough
