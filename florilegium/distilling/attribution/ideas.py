"""Traceable ideas: what one sentence of an article shares with one passage of a source, place by place."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from .corpus import Passage
from .scale import Scale, Sentence, is_small, list_measures
from .tokens import Token

# A phrase is words in a row, verbatim. Each of its words adds a little, since chance gives short runs only.
PHRASE_TOKENS = 5
SHORT_PHRASE_TOKENS = 4  # enough where three of them are content words
PHRASE_INFORMATION = 0.8
WORD_IN_PHRASE = 0.08
# A figure alone says nothing: it needs what it counts, and a small one needs more company.
FIGURE_INFORMATION = 0.75
SMALL_COMPANY = 1.0
SMALL_COMPANY_WORDS = 2
LARGE_COMPANY = 1.5
COMPANY_SHARE = 0.4
# A paraphrase shares rare terms, much of one of the two sentences, and some order.
RARE = 0.5
RARE_TERMS = 2
PARAPHRASE_TERMS = 3
PARAPHRASE_COVERAGE = 0.4  # of the sentence with less in it
PARAPHRASE_OVERLAP = 0.25  # of the one with more
PARAPHRASE_INFORMATION = 1.7
PARAPHRASE_SHARE = 0.6
PARAPHRASE_ORDER = 50.0
NAMED_INFORMATION = 1.0
LAYERS = ("highlights", "full", "summary")
LAYER_FACTORS = (1.1, 1.0, 0.9)  # the same words in two layers are quoted from what the reader marked


@dataclass(frozen=True)
class Match:
    """One sentence of the article beside one passage of a source."""

    sentence: Sentence
    passage: Passage
    rule: str  # the strongest part: phrase, number or paraphrase
    shares: Mapping[int, float]  # information by place of the token in the sentence

    @property
    def information(self) -> float:
        """How much the sharing of this tells; one is a term that no other source has."""
        return sum(self.shares.values())


def match_source(
    scale: Scale, pairs: Iterable[tuple[Sentence, Passage]], *, named: Collection[int] = ()
) -> list[Match]:
    """Return, for each sentence, the passages of one source that explain it best: the strongest first.

    In the paragraphs that name the source less will do, since only the place that is meant is in question.
    """
    found: dict[int, list[Match]] = {}
    for sentence, passage in pairs:
        match = match_passage(scale, sentence, passage, named=sentence.block in named)
        if match:
            found.setdefault(sentence.number, []).append(match)
    return [match for number in sorted(found) for match in _keep_best(found[number])]


def _keep_best(matches: Sequence[Match]) -> list[Match]:
    """Return the strongest match and those that explain other words."""
    kept: list[Match] = []
    taken: set[int] = set()
    for match in sorted(matches, key=_rank_match):
        fresh = {at: share for at, share in match.shares.items() if at not in taken}
        if sum(fresh.values()) >= FIGURE_INFORMATION / 2:
            kept.append(Match(match.sentence, match.passage, match.rule, fresh))
            taken |= fresh.keys()
    return kept


def _rank_match(match: Match) -> tuple[float, int, int, int]:
    layer = LAYERS.index(match.passage.layer)
    return (-round(match.information * LAYER_FACTORS[layer], 6), layer, match.passage.start, match.sentence.number)


def match_passage(scale: Scale, sentence: Sentence, passage: Passage, *, named: bool = False) -> Match | None:
    """Return what the two share where that is no accident, else None."""
    runs = not sentence.grams.isdisjoint(passage.grams)
    phrase = _share_phrases(scale, sentence.tokens, passage.tokens) if runs else {}
    figures = _share_figures(scale, sentence, passage)
    paraphrase = _is_paraphrase(scale, sentence, passage)
    rest = _share_rest(scale, sentence, passage, taken=phrase.keys() | figures.keys())
    near = named and len(rest) >= RARE_TERMS and sum(rest.values()) >= NAMED_INFORMATION
    if not (phrase or figures or paraphrase or near):
        return None
    share = PARAPHRASE_SHARE if paraphrase else COMPANY_SHARE
    company = {at: value * share for at, value in rest.items()}
    parts = {"phrase": phrase, "number": figures} | ({"paraphrase": company} if paraphrase or near else {})
    rule = max(parts, key=lambda name: (round(sum(parts[name].values()), 9), name))
    return Match(sentence, passage, rule, {**company, **figures, **phrase})


def _share_phrases(scale: Scale, left: Sequence[Token], right: Sequence[Token]) -> dict[int, float]:
    """Return the information of the verbatim runs, by place in `left`."""
    shares: dict[int, float] = {}
    for start, length in _find_runs([token.key for token in left], [token.key for token in right]):
        run = left[start : start + length]
        order = scale.rate_run(run)
        rates = [order * scale.rate_term(token.term) if token.term else 0.0 for token in run]
        if _is_phrase(run) and sum(rates) >= PHRASE_INFORMATION:
            for place, rate in enumerate(rates, start=start):
                shares[place] = max(rate, order * WORD_IN_PHRASE)
    return shares


def _is_phrase(run: Sequence[Token]) -> bool:
    """Tell whether a run is long enough; a Chinese character is about half a word."""
    characters = sum(1 for token in run if len(token.key) == 1 and not token.key.isascii())
    words = len(run) - characters // 2
    content = sum(1 for token in run if token.term)
    return content >= 2 and (words >= PHRASE_TOKENS or (words >= SHORT_PHRASE_TOKENS and content >= 3))


def _find_runs(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Return (start in left, length) of the maximal common runs of three and more, longest first, none overlapping."""
    places: dict[str, list[int]] = {}
    for at, key in enumerate(right):
        places.setdefault(key, []).append(at)
    runs: set[tuple[int, int]] = set()
    previous: dict[int, int] = {}
    for at, key in enumerate(left):
        current = {place: previous.get(place - 1, 0) + 1 for place in places.get(key, ())}
        runs |= {(at - length + 1, length) for length in current.values() if length >= 3}
        previous = current
    chosen: list[tuple[int, int]] = []
    for start, length in sorted(runs, key=lambda run: (-run[1], run[0])):
        if all(start + length <= other or other + size <= start for other, size in chosen):
            chosen.append((start, length))
    return chosen


def _share_figures(scale: Scale, sentence: Sentence, passage: Passage) -> dict[int, float]:
    """Return the information of the numbers that both give of the same thing, by place in the sentence."""
    shared = sentence.terms & passage.terms
    words = [term for term in sorted(shared) if not term[0].isdigit()]
    company = sum(scale.rate_term(term) for term in words)
    figures = _share_measures(scale, sentence, passage)
    if not figures and company >= LARGE_COMPANY:
        # No unit beside it, but the same figure in the same company: "nineteen ... signed by nobody".
        places = [at for at, token in enumerate(sentence.tokens) if token.number and token.number in shared]
        figures = {at: scale.rate_number(sentence.tokens[at].number) for at in places}
    large = any(not is_small(sentence.tokens[at].number) for at in figures)
    telling = sum(figures.values()) + COMPANY_SHARE * company >= FIGURE_INFORMATION
    accompanied = company >= SMALL_COMPANY and len(words) >= SMALL_COMPANY_WORDS
    return figures if telling and (large or accompanied) else {}


def _share_measures(scale: Scale, sentence: Sentence, passage: Passage) -> dict[int, float]:
    """Return the information of the numbers that both give with the same unit."""
    units: dict[str, set[str]] = {}
    for _, number, unit in list_measures(passage.tokens):
        units.setdefault(number, set()).add(unit)
    figures: dict[int, float] = {}
    for at, number, unit in list_measures(sentence.tokens):
        if unit in units.get(number, ()):
            figures[at] = max(figures.get(at, 0.0), scale.rate_measure(number, unit))
    return figures


def _share_rest(scale: Scale, sentence: Sentence, passage: Passage, *, taken: Iterable[int]) -> dict[int, float]:
    """Return the information of the shared terms that no phrase or figure holds, each term once."""
    seen = {sentence.tokens[at].term for at in taken}
    rest: dict[int, float] = {}
    for at, token in enumerate(sentence.tokens):
        if token.term and not token.number and token.term in passage.terms and token.term not in seen:
            seen.add(token.term)
            rest[at] = scale.rate_term(token.term)
    return rest


def _is_paraphrase(scale: Scale, sentence: Sentence, passage: Passage) -> bool:
    """Tell whether one sentence says again what the other says."""
    shared = {term: scale.rate_term(term) for term in sorted(sentence.terms & passage.terms)}
    information = sum(shared.values())
    rare = sum(rate >= RARE for rate in shared.values())
    if information < PARAPHRASE_INFORMATION or rare < RARE_TERMS or len(shared) < PARAPHRASE_TERMS:
        return False
    less, more = sorted(_sum_rates(scale, terms) for terms in (sentence.terms, passage.terms))
    if information < PARAPHRASE_COVERAGE * less or information < PARAPHRASE_OVERLAP * more:
        return False
    left, right = (_list_shared(tokens, shared) for tokens in (sentence.tokens, passage.tokens))
    return fuzz.ratio(left, right) >= PARAPHRASE_ORDER


def _sum_rates(scale: Scale, terms: Iterable[str]) -> float:
    return sum(scale.rate_term(term) for term in sorted(terms))


def _list_shared(tokens: Iterable[Token], shared: Mapping[str, float]) -> list[str]:
    return [token.term for token in tokens if token.term in shared]
