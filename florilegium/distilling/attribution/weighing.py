"""Weighing: from references, people and ideas to how strong the evidence for each source is."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..articles import Article
from .claims import CLEAR_MARGIN, Claim, trace_claims, weigh_claims
from .clues import Clue, find_references
from .coined import COINED, find_coinages
from .contest import Won, settle_contest
from .contexts import Contexts, resolve_notebooks, resolve_people
from .corpus import Corpus, Passage
from .ideas import Match, match_source
from .likeness import Likeness, LikenessIndex
from .names import Naming
from .paragraphs import Weighed, doubt_lone
from .people import Person, find_people
from .scale import Scale, Sentence
from .spans import Spans
from .tokens import Token

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
NAMED_WEIGHT = 0.7
NEAREST_WEIGHT = 0.3
FAINT_WEIGHT = 0.35
DRAFT_WORDS = 60  # in a shorter text half of the words prove nothing
DRAFT_SHARE = 0.5  # of the article's words in long runs: the source is the article itself or its draft


def weigh_sources(article: Article, corpus: Corpus, *, used: float) -> dict[str, Weighed]:
    """Return the weight of every source; `used` is the weight at which an idea counts as used."""
    references, namings = find_references(article, corpus)
    people = find_people(article, corpus)
    sentences = _mask_names(article, namings, people)
    scale, order = Scale(corpus, sentences), [source.entry.id for source in corpus.sources]
    named = _find_named(article, references, people)
    sure = _find_named(article, references, [person for person in people if len(person.sources) == 1])
    likenesses = _compare_all(scale, named)
    pairs = _list_pairs(sentences, likenesses)
    matches = {key: match_source(scale, pairs.get(key, ()), named=sure.get(key, ())) for key in order}
    words = sum(len(sentence.tokens) for sentence in sentences)
    drafts = {key for key, found in matches.items() if _is_draft(found, words)}
    claims = trace_claims(sentences, likenesses, named=named, drafts=drafts)
    won = settle_contest({key: found for key, found in matches.items() if key not in drafts}, named=named, order=order)
    contexts = Contexts(article, claims)
    clues = [*resolve_notebooks(contexts, references), *resolve_people(contexts, people), *_list_coined(article, scale)]
    by_source: dict[str, list[Clue]] = {}
    for clue in clues:
        by_source.setdefault(clue.source, []).append(clue)
    weighed = {}
    for key in order:
        if key in drafts:
            weighed[key] = Weighed(0.0, False, tuple(_make_idea_clues(key, matches[key])), "", True)
            continue
        weighed[key] = _weigh_source(key, by_source.get(key, ()), won[key], claims.get(key, ()), used=used)
    return doubt_lone(weighed, article, used=used)


def _compare_all(scale: Scale, named: Mapping[str, frozenset[int]]) -> dict[int, list[Likeness]]:
    """Return what the sources share with each sentence; those that a paragraph names are never left out there."""
    index = LikenessIndex(scale)
    by_block: dict[int, list[str]] = {}
    for source, blocks in named.items():
        for block in blocks:
            by_block.setdefault(block, []).append(source)
    return {
        sentence.number: index.compare(sentence, wanted=by_block.get(sentence.block, ()))
        for sentence in scale.sentences
    }


def _list_pairs(
    sentences: Sequence[Sentence], likenesses: Mapping[int, Sequence[Likeness]]
) -> dict[str, list[tuple[Sentence, Passage]]]:
    """Return, for each source, the sentences and passages that are worth a closer look."""
    pairs: dict[str, list[tuple[Sentence, Passage]]] = {}
    for sentence in sentences:
        for item in likenesses[sentence.number]:
            pairs.setdefault(item.source, []).extend((sentence, passage) for passage in item.passages)
    return pairs


def _list_coined(article: Article, scale: Scale) -> list[Clue]:
    """Return the clues to terms that one source alone sets off as its own."""
    clues = []
    for coinage in find_coinages(scale):
        sentence = article.find_sentence(coinage.start)
        passage = coinage.passage
        start, end = (sentence.start, sentence.end) if sentence else (coinage.start, coinage.end)
        place = (passage.layer, passage.start, passage.end, passage.line)
        clues.append(Clue(coinage.source, "term", False, COINED, start, end, *place))
    return clues


def _mask_names(article: Article, namings: Sequence[Naming], people: Sequence[Person]) -> list[Sentence]:
    """Return the body's sentences with all names blanked: who is named is another question than what is said."""
    places = [(item.start, item.end) for item in article.wikilinks]
    places += [(item.start, item.end) for item in namings]
    places += [(item.start, item.end) for item in people]
    hidden = Spans(places)
    sentences = []
    for number, (segment, run) in enumerate(zip(article.sentences, article.runs, strict=True)):
        if not segment.heading:
            tokens = tuple(_mask(token, hidden) for token in run)
            sentences.append(Sentence(number, segment.block, segment.start, segment.end, segment.line, tokens))
    return sentences


def _mask(token: Token, hidden: Spans) -> Token:
    return Token(token.start, token.end, "", "", "") if hidden.holds(token.start, token.end) else token


def _is_draft(matches: Sequence[Match], words: int) -> bool:
    """Tell whether a source holds so much of the article's words verbatim that it is the article."""
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


def _weigh_source(
    key: str, references: Sequence[Clue], won: Sequence[Won], claims: Sequence[Claim], *, used: float
) -> Weighed:
    clear = frozenset(claim.sentence.number for claim in claims if claim.margin >= CLEAR_MARGIN)
    ideas = _merge_clues(key, [_make_won_clue(key, item) for item in won], claims)
    named = max((clue.weight for clue in references if clue.rule != "term"), default=0.0)
    termed = max((clue.weight for clue in references if clue.rule == "term"), default=0.0)
    traced = max(termed, weigh_claims(claims), _weigh_ideas([_yield_unclear(item, clear) for item in won], used=used))
    weight = round(_join_weights(named, traced, used=used), 4)
    clues = sorted({*references, *ideas}, key=_rank_clue)
    explicit = any(clue.explicit and clue.weight >= min(used, NAMED_WEIGHT) for clue in references)
    return Weighed(weight, explicit or named > traced, tuple(clues), _find_rival(won, claims), False)


def _join_weights(named: float, traced: float, *, used: float) -> float:
    """Return the weight of two kinds of evidence together; two doubts make no proof."""
    joined = 1.0 - (1.0 - named) * (1.0 - traced)
    return joined if max(named, traced) >= used else min(joined, round(used - 0.01, 4))


def _yield_unclear(item: Won, clear: frozenset[int]) -> Won:
    """Return what a source won, without what another source says just as well."""
    if item.match.sentence.number in clear:
        return item
    return replace(item, own={}, lost={**item.lost, **item.own})


def _find_rival(won: Sequence[Won], claims: Sequence[Claim]) -> str:
    """Return the source that explains better, or just as well, the strongest part of what this one shares."""
    lost = sorted((item for item in won if item.rival), key=lambda item: (-sum(item.lost.values()), item.rival))
    if lost:
        return lost[0].rival
    strongest = max(claims, key=lambda claim: (claim.likeness.information, -claim.sentence.number), default=None)
    return strongest.rival if strongest and strongest.margin < CLEAR_MARGIN else ""


def _merge_clues(key: str, ideas: Sequence[Clue], claims: Sequence[Claim]) -> list[Clue]:
    """Return one clue a sentence and passage; without any the nearest miss."""
    weights = {claim.sentence.start: claim.weight for claim in claims}
    merged: list[Clue] = []
    places: set[int] = set()
    for clue in sorted(ideas, key=_rank_clue):
        first = clue.start not in places
        merged.append(replace(clue, weight=max(clue.weight, weights.get(clue.start, 0.0))) if first else clue)
        places.add(clue.start)
    others = [claim for claim in claims if claim.sentence.start not in places]
    merged += [_make_claim_clue(key, claim, claim.weight) for claim in others if claim.weight >= FAINT_WEIGHT]
    if not merged and claims:
        nearest = max(claims, key=lambda claim: (claim.weight, claim.likeness.information, -claim.sentence.number))
        merged = [_make_claim_clue(key, nearest, min(nearest.weight, NEAREST_WEIGHT))]
    return merged


def _make_claim_clue(key: str, claim: Claim, weight: float) -> Clue:
    sentence, passage = claim.sentence, claim.likeness.passages[0]
    place = (passage.layer, passage.start, passage.end, passage.line)
    return Clue(key, "paraphrase", False, weight, sentence.start, sentence.end, *place)


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
