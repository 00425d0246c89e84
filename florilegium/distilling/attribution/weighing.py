"""Weighing: from references, people and ideas to how strong the evidence for each source is."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..articles import Article
from .clues import Clue, find_references
from .contest import Won, settle_contest
from .corpus import Corpus
from .ideas import Match, find_nearest, match_source
from .names import Naming
from .people import Person, find_people
from .scale import Scale, Sentence
from .tokens import Token, tokenise

# One unit of information is a term that no other source has; three rare words in a row are about 1.7, which is 0.6.
WEIGHT_PER_INFORMATION = 0.55
SHARED_VALUE = 0.35  # what another source explains better shows a little that this one was read
REPEATED_VALUE = 0.25  # the same words in another sentence are no second proof
# Many faint matches are what a long source gives by accident.
FAINT_INFORMATION = 0.9
FAINT_VALUE = 0.5
# An idea counts as used on one strong sentence or on two fair ones; with less, a source is borderline at most.
STRONG_INFORMATION = 2.5
FAIR_INFORMATION = 1.1
FEWEST_WORDS = 3  # content words and figures in such a sentence
CONTEXT_INFORMATION = 0.5
CLAIM_INFORMATION = 0.75
NAMED_WEIGHT = 0.7
AUTHOR_IN_CONTEXT = 0.85
SURNAME_IN_CONTEXT = 0.7
AUTHOR_ALONE = 0.42
NOTEBOOK_WITH_CLAIM = 0.7
NEAREST_WEIGHT = 0.3
DRAFT_WORDS = 60  # in a shorter text half of the words prove nothing
DRAFT_SHARE = 0.5  # of the article's words in long runs: the source is the article itself or its draft


@dataclass(frozen=True)
class Weighed:
    """One source with all that speaks for it."""

    weight: float
    explicit: bool
    clues: tuple[Clue, ...]  # strongest first
    rival: str  # id of the source that explains better what this one shares; "" where there is none
    draft: bool


def weigh_sources(article: Article, corpus: Corpus, *, used: float) -> dict[str, Weighed]:
    """Return the weight of every source; `used` is the weight at which an idea counts as used."""
    references, namings = find_references(article, corpus)
    people = find_people(article, corpus)
    sentences = _mask_names(article, namings, people)
    scale, order = Scale(corpus, sentences), [source.entry.id for source in corpus.sources]
    named = _find_named(article, references, people)
    sure = _find_named(article, references, [person for person in people if len(person.sources) == 1])
    matches = {key: match_source(scale, corpus.find(key), named=sure.get(key, ())) for key in order}
    drafts = {key for key, found in matches.items() if _is_draft(found, sentences)}
    rivals = {key: found for key, found in matches.items() if key not in drafts}
    won = settle_contest(rivals, named=named, order=order)
    clues = [*_resolve_notebooks(article, references, won), *_resolve_people(article, people, won)]
    weighed = {}
    for source in corpus.sources:
        key = source.entry.id
        if key in drafts:
            weighed[key] = Weighed(0.0, False, tuple(_make_idea_clues(key, matches[key])), "", True)
            continue
        own = [clue for clue in clues if clue.source == key]
        weighed[key] = _weigh_source(key, own, won[key], used=used)
        if not weighed[key].clues:
            nearest = find_nearest(scale, source)
            faint = [replace(clue, weight=min(clue.weight, NEAREST_WEIGHT)) for clue in _make_idea_clues(key, nearest)]
            weighed[key] = replace(weighed[key], clues=tuple(faint))
    return weighed


def _mask_names(article: Article, namings: Sequence[Naming], people: Sequence[Person]) -> list[Sentence]:
    """Return the body's sentences with all names blanked: who is named is another question than what is said."""
    places = [(item.start, item.end) for item in article.wikilinks]
    places += [(item.start, item.end) for item in namings]
    places += [(item.start, item.end) for item in people]
    sentences = []
    for number, segment in enumerate(article.sentences):
        if segment.heading:
            continue
        inside = [place for place in places if place[0] < segment.end and segment.start < place[1]]
        tokens = tuple(_mask(token, inside) for token in tokenise(article.visible, segment.start, segment.end))
        sentences.append(Sentence(number, segment.block, segment.start, segment.end, segment.line, tokens))
    return sentences


def _mask(token: Token, places: Sequence[tuple[int, int]]) -> Token:
    masked = any(start <= token.start and token.end <= end for start, end in places)
    return Token(token.start, token.end, "", "", "") if masked else token


def _is_draft(matches: Sequence[Match], sentences: Sequence[Sentence]) -> bool:
    """Tell whether a source holds so much of the article verbatim that it is the article."""
    words = sum(len(sentence.tokens) for sentence in sentences)
    phrases = sum(len(match.shares) for match in matches if match.rule == "phrase")
    return words >= DRAFT_WORDS and phrases >= DRAFT_SHARE * words


def _find_named(article: Article, clues: Sequence[Clue], people: Sequence[Person]) -> dict[str, frozenset[int]]:
    """Return the paragraphs in which each source is named, by itself or by its author."""
    blocks: dict[str, set[int]] = {}
    for clue in clues:
        sentence = article.find_sentence(clue.start)
        if sentence and clue.explicit and clue.weight >= NAMED_WEIGHT:
            blocks.setdefault(clue.source, set()).add(sentence.block)
    for person in people:
        sentence = article.find_sentence(person.start)
        for source in person.sources if sentence else ():
            blocks.setdefault(source, set()).add(sentence.block if sentence else -1)
    return {source: frozenset(found) for source, found in blocks.items()}


def _sum_context(article: Article, won: Sequence[Won], place: int) -> float:
    """Return the information of a source's own in the paragraph around a place."""
    sentence = article.find_sentence(place)
    return sum(sum(item.own.values()) for item in won if sentence and item.match.sentence.block == sentence.block)


def _resolve_notebooks(article: Article, clues: Sequence[Clue], won: Mapping[str, Sequence[Won]]) -> list[Clue]:
    """Return the clues; a notebook's title names the source whose claim stands beside it."""
    resolved = []
    for clue in clues:
        claim = clue.rule == "notebook" and _sum_context(article, won.get(clue.source, ()), clue.start)
        beside = bool(claim) and claim >= CLAIM_INFORMATION
        resolved.append(replace(clue, explicit=True, weight=NOTEBOOK_WITH_CLAIM) if beside else clue)
    return resolved


def _resolve_people(article: Article, people: Sequence[Person], won: Mapping[str, Sequence[Won]]) -> list[Clue]:
    """Return the clues to authors: of several works the one whose ideas stand around the name is meant."""
    clues = []
    for person in people:
        sentence = article.find_sentence(person.start)
        start, end = (sentence.start, sentence.end) if sentence else (person.start, person.end)
        contexts = {work: round(_sum_context(article, won.get(work, ()), person.start), 6) for work in person.sources}
        best = max(contexts.values())
        if best >= CONTEXT_INFORMATION:
            work = next(work for work, context in contexts.items() if context == best)
            weight = AUTHOR_IN_CONTEXT if person.full else SURNAME_IN_CONTEXT
            clues.append(Clue(work, "author", True, weight, start, end))
        elif person.full and len(person.sources) == 1:
            clues.append(Clue(person.sources[0], "author", True, AUTHOR_ALONE, start, end))
    return clues


def _weigh_source(key: str, references: Sequence[Clue], won: Sequence[Won], *, used: float) -> Weighed:
    ideas = [_make_won_clue(key, item) for item in won]
    named = max((clue.weight for clue in references), default=0.0)
    traced = _weigh_ideas(won, used=used)
    weight = round(1.0 - (1.0 - named) * (1.0 - traced), 4)
    clues = sorted({*references, *ideas}, key=_rank_clue)
    explicit = any(clue.explicit and clue.weight >= min(used, NAMED_WEIGHT) for clue in references)
    lost = sorted((item for item in won if item.rival), key=lambda item: (-sum(item.lost.values()), item.rival))
    return Weighed(weight, explicit or named > traced, tuple(clues), lost[0].rival if lost else "", False)


def _rank_clue(clue: Clue) -> tuple[float, int, int, str]:
    return (-clue.weight, clue.start, clue.source_start, clue.rule)


def _weigh_ideas(won: Sequence[Won], *, used: float) -> float:
    """Return how far what a source shares shows its use; what others explain better never suffices alone."""
    sentences = _sum_sentences(won)
    own = sum(
        information if information >= FAINT_INFORMATION else FAINT_VALUE * information for information, _ in sentences
    )
    if sum(words for _, words in sentences) < FEWEST_WORDS:
        own *= FAINT_VALUE
    full = [information for information, words in sentences if words >= FEWEST_WORDS]
    strong = any(information >= STRONG_INFORMATION for information in full)
    fair = sum(information >= FAIR_INFORMATION for information in full)
    lost = SHARED_VALUE * sum(sum(item.lost.values()) for item in won)
    if strong or fair >= 2:
        return _rate_information(own)
    return min(_rate_information(own + lost), round(used - 0.01, 4))


def _sum_sentences(won: Sequence[Won]) -> list[tuple[float, int]]:
    """Return (information of its own, content words and figures) of each sentence; words count fully only once."""
    sums: dict[int, tuple[float, int]] = {}
    seen: set[str] = set()
    for item in sorted(won, key=lambda item: (-sum(item.own.values()), item.match.sentence.number)):
        terms = item.terms
        information = sum(share * (REPEATED_VALUE if term and term in seen else 1.0) for term, share in terms.items())
        words = sum(1 for term in terms if term and term not in seen)
        seen |= terms.keys()
        known = sums.get(item.match.sentence.number, (0.0, 0))
        sums[item.match.sentence.number] = (known[0] + information, known[1] + words)
    return list(sums.values())


def _rate_information(information: float) -> float:
    return 1.0 - math.exp(-WEIGHT_PER_INFORMATION * information)


def _make_won_clue(key: str, item: Won) -> Clue:
    information = sum(item.own.values()) + SHARED_VALUE * sum(item.lost.values())
    return _make_clue(key, item.match, information)


def _make_idea_clues(key: str, matches: Sequence[Match]) -> list[Clue]:
    return sorted((_make_clue(key, match, match.information) for match in matches), key=_rank_clue)


def _make_clue(key: str, match: Match, information: float) -> Clue:
    sentence, passage = match.sentence, match.passage
    return Clue(
        source=key,
        rule=match.rule,
        explicit=False,
        weight=round(_rate_information(information), 4),
        start=sentence.start,
        end=sentence.end,
        layer=passage.layer,
        source_start=passage.start,
        source_end=passage.end,
        source_line=passage.line,
    )
