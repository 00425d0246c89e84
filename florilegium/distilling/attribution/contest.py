"""The contest: what several sources share with one sentence goes to the one that explains it best."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .ideas import Match


@dataclass(frozen=True)
class Won:
    """One match of a source after the contest."""

    source: str
    match: Match
    own: Mapping[int, float]  # information that no stronger source explains, by place of the token in the sentence
    lost: Mapping[int, float]  # information that goes to another source
    rival: str  # id of the source that most of it goes to; "" where nothing is lost

    @property
    def terms(self) -> dict[str, float]:
        """The information of its own by term; the small words of a phrase count with it under ""."""
        terms: dict[str, float] = {}
        for at, share in self.own.items():
            term = self.match.sentence.tokens[at].term
            terms[term] = terms.get(term, 0.0) + share
        return terms


# How strong a source is in one sentence: named in the paragraph; information in the sentence, in the paragraph and in
# the whole article; place in the memory's index, negative.
Standing = tuple[bool, float, float, float, int]


def settle_contest(
    matches: Mapping[str, Sequence[Match]], *, named: Mapping[str, frozenset[int]], order: Sequence[str]
) -> dict[str, list[Won]]:
    """Return each source's matches with what of them is its own; `named` has the paragraphs that name a source."""
    owners = _find_owners(matches, _rank_sources(matches, named, order))
    return {source: [_divide(source, match, owners) for match in found] for source, found in matches.items()}


def _rank_sources(
    matches: Mapping[str, Sequence[Match]], named: Mapping[str, frozenset[int]], order: Sequence[str]
) -> dict[tuple[str, int], Standing]:
    """Return how strong each source is in each sentence that it bears on."""
    places = {source: at for at, source in enumerate(order)}
    ranks: dict[tuple[str, int], Standing] = {}
    for source, found in matches.items():
        by_sentence = _sum_by((match.sentence.number, match.information) for match in found)
        by_block = _sum_by((match.sentence.block, match.information) for match in found)
        for match in found:
            number, block = match.sentence.number, match.sentence.block
            ranks[source, number] = (
                block in named.get(source, frozenset()),
                round(by_sentence[number], 6),
                round(by_block[block], 6),
                round(sum(by_sentence.values()), 6),
                -places[source],
            )
    return ranks


def _sum_by(pairs: Iterable[tuple[int, float]]) -> dict[int, float]:
    sums: dict[int, float] = {}
    for key, value in pairs:
        sums[key] = sums.get(key, 0.0) + value
    return sums


def _find_owners(
    matches: Mapping[str, Sequence[Match]], ranks: Mapping[tuple[str, int], Standing]
) -> dict[tuple[int, int], str]:
    """Return the owner of each (sentence, token): the strongest of the sources that explain it."""
    owners: dict[tuple[int, int], str] = {}
    for source, found in matches.items():
        for match in found:
            number = match.sentence.number
            for at in match.shares:
                holder = owners.get((number, at))
                if holder is None or ranks[source, number] > ranks[holder, number]:
                    owners[number, at] = source
    return owners


def _divide(source: str, match: Match, owners: Mapping[tuple[int, int], str]) -> Won:
    number = match.sentence.number
    own = {at: share for at, share in match.shares.items() if owners[number, at] == source}
    lost = {at: share for at, share in match.shares.items() if at not in own}
    by_rival: dict[str, float] = {}
    for at, share in lost.items():
        by_rival[owners[number, at]] = by_rival.get(owners[number, at], 0.0) + share
    rival = max(by_rival, key=lambda name: (by_rival[name], name)) if by_rival else ""
    return Won(source, match, own, lost, rival)
