"""How far the metadata and the text of a candidate bear on the themes."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..candidates import Candidate
from ..drafts import split_highlights
from ..plans import Plan, Theme
from ..search.analysis import UNSPACED, extract_terms, iter_words
from ..vault.front_matter import split_front_matter
from .scoring import saturate

# How far one occurrence in a field shows what a document is about: its name says more than a line of its text.
FIELD_WEIGHTS = {
    "title": 1.0,
    "own notes": 1.0,  # the reader's own words on it
    "highlights": 0.9,
    "key terms": 0.9,
    "tags": 0.8,
    "summary": 0.7,
    "headings": 0.6,
    "text": 0.4,  # most words of a text are not what it is about
}
LONG_FIELDS = frozenset({"own notes", "highlights", "text"})  # here it counts how often a term occurs
LONG_TERMS = 200  # in so many terms, two occurrences of one make it half a subject
GENERIC_SHARE = 0.3  # of a word of a theme that tells no candidate from the library: "one", "open", "read"
BRIEF_SHARE = 0.5  # a brief has much beside its subject
NAME_TERMS = 3  # a longer name of a theme is a sentence, with words that are not the subject
PHRASE_BONUS = 0.5  # words of a theme that stand side by side as in the theme
EVIDENCE_HALF = 1.2  # more than any one word can give: a theme is covered by two of its words at least
EMERGENT_SHARE = 0.7  # a theme that the findings suggested is not one that the brief asked for
BEARING_COVERAGE = 0.4
BEARING_STEMS = 2
PHRASE_TERMS = 5
WINDOW_TERMS = 80  # about a paragraph
WINDOW_WEIGHT = 2.0  # so much of one theme makes a paragraph one on the topic

_WORD = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+")


@dataclass(frozen=True)
class Field:
    """One field of a candidate."""

    name: str  # of FIELD_WEIGHTS
    terms: tuple[str, ...]  # stems in order

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each stem occurs."""
        return Counter(self.terms)

    def weigh(self, occurrences: int) -> float:
        """Return how far so many occurrences show what the document is about."""
        if not occurrences:
            return 0.0
        weight = FIELD_WEIGHTS[self.name]
        if self.name not in LONG_FIELDS:
            return weight
        return weight * saturate(occurrences, 1.0 + len(self.terms) / LONG_TERMS)


@dataclass(frozen=True)
class Target:
    """What is looked for: one theme, or the brief."""

    id: str
    weights: Mapping[str, float]  # of each stem; a stem that several themes share tells less
    phrases: tuple[tuple[str, ...], ...]  # stems of each term of several words
    share: float  # of its coverage that counts
    words: Mapping[str, str]  # a stem as the theme writes it


def make_targets(themes: Sequence[Theme], candidates: Sequence[Candidate]) -> tuple[Target, ...]:
    """Return what to look for, theme by theme."""
    telling = _find_telling(candidates)
    lines = [_list_lines(theme) for theme in themes]
    stems = [{stem for line in group for stem in line} for group in lines]
    shared = Counter(stem for group in stems for stem in group)
    targets = []
    for theme, group, own in zip(themes, lines, stems, strict=True):
        weights = {stem: shared[stem] ** -0.5 * (1.0 if stem in telling else GENERIC_SHARE) for stem in sorted(own)}
        phrases = tuple(sorted({line for line in group if 2 <= len(line) <= PHRASE_TERMS}))
        share = EMERGENT_SHARE if theme.id.startswith("e") else 1.0
        words = _find_written([theme.name, *theme.terms])
        targets.append(Target(theme.id, weights, phrases, share, words))
    return tuple(targets)


def _list_lines(theme: Theme) -> list[tuple[str, ...]]:
    name = tuple(extract_terms(theme.name))
    lines = [tuple(extract_terms(term)) for term in theme.terms]
    return [*lines, name] if len(name) <= NAME_TERMS else lines


def make_brief_target(plan: Plan, candidates: Sequence[Candidate]) -> Target:
    """Return what to look for on behalf of the brief as a whole: first of all the words that its folder is named by."""
    telling = _find_telling(candidates)
    name = tuple(extract_terms(plan.topic.replace("-", " ")))
    stems = {stem: BRIEF_SHARE for stem in extract_terms(f"{plan.title} {plan.summary}")}
    weights = {stem: weight * (1.0 if stem in telling else GENERIC_SHARE) for stem, weight in stems.items()}
    phrases = (name,) if 2 <= len(name) <= PHRASE_TERMS else ()
    return Target("brief", dict(sorted({**weights, **dict.fromkeys(name, 1.0)}.items())), phrases, 1.0, {})


def _find_telling(candidates: Sequence[Candidate]) -> set[str]:
    """Return the distinctive words of this library, as far as the candidates have them: no text is needed for it."""
    return {stem for candidate in candidates for term in candidate.key_terms for stem in extract_terms(term)}


def read_metadata(candidate: Candidate) -> tuple[Field, ...]:
    """Return the fields of a candidate that are known without opening it."""
    document = candidate.document
    texts = {
        "title": (document.title, *document.aliases),
        "key terms": candidate.key_terms,
        "tags": tuple(tag.replace("/", " ") for tag in document.tags),
        "summary": (document.summary,),
        "headings": document.headings,
    }
    return tuple(Field(name, tuple(extract_terms("\n".join(lines)))) for name, lines in texts.items())


def read_text(text: str, highlights: str) -> tuple[Field, ...]:
    """Return the fields of an opened candidate."""
    marked, own = split_highlights(highlights)
    texts = {"text": text, "highlights": marked, "own notes": own}
    return tuple(Field(name, tuple(extract_terms(line))) for name, line in texts.items())


def cut_text(text: str, words: int) -> tuple[str, bool]:
    """Return so many words of head and of tail, and whether that is the whole; front matter is left out."""
    body = split_front_matter(text)[1]
    starts = [found.start() for found in _WORD.finditer(body)]
    if len(starts) <= 2 * words:
        return body, True
    return f"{body[: starts[words]]}\n\n{body[starts[-words] :]}", False


def cover_target(target: Target, fields: Sequence[Field]) -> float:
    """Return how well a target is covered, 0.0 to 1.0; more fields and more occurrences never lower it."""
    evidence = sum(
        weight * max((field.weigh(field.counts[stem]) for field in fields), default=0.0)
        for stem, weight in target.weights.items()
    )
    return target.share * saturate(evidence + PHRASE_BONUS * weigh_phrases([target], fields), EVIDENCE_HALF)


def find_bearing(targets: Sequence[Target], fields: Sequence[Field]) -> tuple[str, ...]:
    """Return the ids of the targets that the document bears on, sorted; one word of a theme is never enough."""
    stems = {stem for field in fields for stem in field.counts}
    bearing = [
        target.id
        for target in targets
        if len(stems.intersection(target.weights)) >= min(BEARING_STEMS, len(target.weights))
        and cover_target(target, fields) >= BEARING_COVERAGE * target.share
    ]
    return tuple(sorted(bearing))


def weigh_phrases(targets: Sequence[Target], fields: Sequence[Field]) -> float:
    """Return the number of phrases that stand in the fields word for word, each weighed by its best field."""
    phrases = sorted({phrase for target in targets for phrase in target.phrases})
    return sum(max((field.weigh(_count_phrase(field, phrase)) for field in fields), default=0.0) for phrase in phrases)


def measure_focus(targets: Sequence[Target], fields: Sequence[Field]) -> float:
    """Return the share of the text that speaks of one of the themes, paragraph by paragraph."""
    terms = next((field.terms for field in fields if field.name == "text"), ())
    windows = [set(terms[at : at + WINDOW_TERMS]) for at in range(0, len(terms), WINDOW_TERMS)]
    return sum(_weigh_window(targets, window) for window in windows) / len(windows) if windows else 0.0


def _weigh_window(targets: Sequence[Target], window: set[str]) -> float:
    weights = (sum(weight for stem, weight in target.weights.items() if stem in window) for target in targets)
    return min(1.0, max(weights, default=0.0) / WINDOW_WEIGHT)


def name_terms(targets: Sequence[Target], fields: Sequence[Field], *, most: int = 3) -> str:
    """Return the strongest words of the themes with the field that has them, "" where there is none."""
    weights = {stem: weight for target in targets for stem, weight in target.weights.items()}
    words = {stem: word for target in targets for stem, word in target.words.items()}
    for field in sorted(fields, key=lambda item: (-FIELD_WEIGHTS[item.name], item.name)):
        found = sorted({stem for stem in field.terms if stem in weights}, key=lambda stem: (-weights[stem], stem))
        if found:
            named = ", ".join(words.get(stem, stem) for stem in found[:most])
            return f"{'term' if len(found) == 1 else 'terms'} {named} in {field.name}"
    return ""


def describe_hits(candidate: Candidate) -> str:
    """Return by how many queries a candidate was found, and where at best."""
    queries = len({hit.query for hit in candidate.hits})
    if not queries:
        return "found by no query"
    best = min(hit.rank for hit in candidate.hits)
    return f"found by {count_things(queries, 'query', 'queries')}, best rank {best}"


def count_things(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun, "" for none."""
    return f"{number} {one if number == 1 else many or one + 's'}" if number else ""


def _find_written(texts: Sequence[str]) -> dict[str, str]:
    return {word.terms[0]: word.surface.casefold() for text in texts for word in iter_words(text)}


def _count_phrase(field: Field, phrase: tuple[str, ...]) -> int:
    if any(stem not in field.counts for stem in phrase):
        return 0
    size = len(phrase)
    return sum(field.terms[at : at + size] == phrase for at in range(len(field.terms) - size + 1))
