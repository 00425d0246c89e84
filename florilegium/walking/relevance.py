"""How much a note has to do with a question, by the index: whether a link is followed hangs on where it leads."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ..search.fields import LABELS
from ..search.parts import split_question
from ..search.phrasings import QueryTerm, parse_query
from ..search.ranking import Score
from ..search.searcher import Filter, Match, Searcher
from ..vault.model import VaultModel
from .reached import DIGITS

PART_SHARE = 0.9  # what answers one part of a question counts so much of what answers the whole
HITS = 25  # of a search for entry notes
RANKED = 100  # are asked for, so that more notes than for a small number are ranked exactly


@dataclass(frozen=True)
class Relevance:
    """How well one note answers a question."""

    value: float  # from 0 to 1; the note of the vault that answers best has 1
    words: tuple[str, ...]  # of the question, that the note has
    places: tuple[str, ...]  # the fields in which it has them

    def explain(self) -> str:
        """Return a sentence of it."""
        if not self.words:
            return "It has no word of the question."
        return f"It has {', '.join(self.words)} in its {' and '.join(self.places)}."


NONE = Relevance(0.0, (), ())


@dataclass(frozen=True)
class _Asked:
    """The whole question, or a part of it, with what the best answer in the vault scores."""

    terms: tuple[QueryTerm, ...]
    best: float


class Question:
    """A question put to one vault; what is known of a note is asked for once."""

    def __init__(self, text: str, model: VaultModel, searcher: Searcher) -> None:
        self.text = text
        self._searcher = searcher
        self._ids = {path: note.id for path, note in model.notes.items()}
        self._paths = {note.id: path for path, note in model.notes.items()}
        self._known: dict[str, Relevance] = {}
        self.terms = parse_query(text)
        self._hits: dict[str, Relevance] = {}
        self._asked: list[_Asked] = []
        for share, terms in self._list_parts():
            self._ask(terms, share)

    @property
    def hits(self) -> Mapping[str, Relevance]:
        """The notes that answer best, by path, best first."""
        return dict(sorted(self._hits.items(), key=lambda item: (-item[1].value, item[0])))

    def weigh_words(self, terms: Collection[str]) -> float:
        """Return which share of the question some terms are, a rare one counting more than a common one."""
        weights = {item.term: item.weight * self._searcher.weigh_rarity(item.term) for item in self.terms}
        return sum(weight for term, weight in weights.items() if term in terms) / (sum(weights.values()) or 1.0)

    def judge(self, paths: Collection[str]) -> dict[str, Relevance]:
        """Return for each of these notes how well it answers."""
        unknown = sorted(self._ids[path] for path in paths if path not in self._known)
        if unknown:
            found: dict[str, Relevance] = {}
            where = Filter(ids=tuple(unknown))
            for asked, share in zip(self._asked, self._shares(), strict=True):
                matches = self._searcher.search(asked.terms, where=where, limit=len(unknown))
                self._merge(found, asked, matches, share)
            self._known.update({self._paths[name]: found.get(self._paths[name], NONE) for name in unknown})
        return {path: self._known[path] for path in paths}

    def _list_parts(self) -> list[tuple[float, tuple[QueryTerm, ...]]]:
        parts = split_question(self.text)
        several = [(PART_SHARE, parse_query(part)) for part in parts] if len(parts) > 1 else []
        return [(1.0, self.terms), *several]

    def _shares(self) -> list[float]:
        return [1.0, *([PART_SHARE] * (len(self._asked) - 1))]

    def _ask(self, terms: tuple[QueryTerm, ...], share: float) -> None:
        matches = self._searcher.search(terms, limit=RANKED)[:HITS]
        asked = _Asked(terms, matches[0].score.value if matches else 0.0)
        self._asked.append(asked)
        self._merge(self._hits, asked, matches, share)

    def _merge(self, found: dict[str, Relevance], asked: _Asked, matches: Collection[Match], share: float) -> None:
        """Add what one search says; a note that answers the whole and a part has the better of both."""
        for match in matches:
            path = self._paths.get(match.id)
            if path is not None and asked.best > 0.0:
                value = round(share * min(1.0, match.score.value / asked.best), DIGITS)
                if path not in found or found[path].value < value:
                    found[path] = Relevance(value, *_name_matched(match.score, asked.terms))


def _name_matched(score: Score, terms: Collection[QueryTerm]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words of a question that matched, as it writes them, and the fields that have them."""
    surfaces = {item.term: item.surface for item in terms}
    words = tuple(dict.fromkeys(surfaces.get(term, term) for term, _ in score.matched))
    places = sorted({place for _, fields in score.matched for place in fields})
    return words, tuple(LABELS[place] for place in places)
