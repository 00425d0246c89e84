"""A searcher: one generation of the index, open for reading.

Tantivy's own scores count documents that are already removed, so they differ between an index that lived long and
a fresh one. Therefore tantivy only selects, and `ranking` ranks what it selected.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import tantivy
from tantivy import Occur, Query

from .fields import Vector, decode_vector, make_needle
from .manifest import Manifest
from .phrasings import QueryTerm
from .ranking import (
    NEIGHBOUR_SHARE,
    TUNED,
    FieldWeights,
    Score,
    Statistics,
    WeightedField,
    WeightedTerm,
    make_statistics,
    score_fields,
    weigh_fields,
    weigh_rarity,
)
from .schema import make_schema, register_terms

SELECTED = 100  # documents that are ranked exactly, at least,
SELECTED_SHARE = 4  # and as many times the number that is wanted
NAME_BOOST = 2.0
NEIGHBOUR_SLOP = 2  # words that may stand between two neighbours

NEIGHBOURS = 20_000  # documents that may gain by neighbours; those with most of them come first

KEPT_ENTRIES = 10_000  # documents that stay in memory, some kilobytes each

Place: TypeAlias = tuple[int, int]  # where a document lies in this generation
Entry: TypeAlias = tuple[str, list[WeightedField]]  # id and fields
Clause: TypeAlias = tuple[Any, Any]  # tantivy has no types: an Occur and a Query


@dataclass(frozen=True)
class Filter:
    """Where to search; an empty value sets no bound."""

    origin: str = ""
    location: str = ""
    kind: str = ""
    without_location: str = ""
    without_kind: str = ""
    ids: tuple[str, ...] = ()  # only these documents, whether or not a search without a bound would select them


ANYWHERE = Filter()


@dataclass(frozen=True)
class Match:
    """One document that answers."""

    id: str
    score: Score


class Searcher:
    """Read access to one generation; safe to share between threads."""

    def __init__(self, folder: Path, manifest: Manifest, fields: FieldWeights = TUNED) -> None:
        self._fields = fields
        self._schema = make_schema()
        index = tantivy.Index.open(str(folder))
        register_terms(index)
        index.config_reader("manual")
        self._searcher = index.searcher()
        self._counts: dict[str, int] = {}
        self._entries: dict[Place, Entry] = {}
        self.statistics: Statistics = make_statistics(item.lengths for item in manifest.documents.values())

    def count_documents(self, term: str) -> int:
        """Return how many living documents have a term."""
        known = self._counts.get(term)
        if known is None:
            result: Any = self._searcher.search(self._match("text", term), limit=1)
            known = int(result.count)
            self._counts[term] = known
        return known

    def weigh_rarity(self, term: str, *, rare: int = 1) -> float:
        """Return the inverse document frequency of a term; one in fewer than `rare` documents counts as in so many."""
        return weigh_rarity(max(self.count_documents(term), rare), self.statistics.documents)

    def search(
        self,
        terms: Sequence[QueryTerm],
        *,
        where: Filter = ANYWHERE,
        phrases: Sequence[Sequence[str]] = (),
        limit: int = 10,
    ) -> list[Match]:
        """Return the best matches, ties by id; with `phrases`, only documents that have one of them as it stands."""
        weighted = self._weigh(terms)
        if not weighted:
            return []
        gains = self._find_neighbours(terms, weighted, where)
        matches = [
            Match(name, score_fields(fields, weighted, round(gains.get(place, 0.0), 3)))
            for place, (name, fields) in self._select(terms, where, phrases, max(SELECTED, SELECTED_SHARE * limit))
        ]
        matches.sort(key=lambda match: (-match.score.value, match.id))
        return matches[:limit]

    def score(self, document_id: str, terms: Sequence[QueryTerm]) -> Score | None:
        """Return how well one document answers, without what neighbours of the query add; None where it is not here."""
        hits = self._searcher.search(self._match("id", document_id), limit=1).hits
        return score_fields(self._read_entry(hits[0][1])[1], self._weigh(terms)) if hits else None

    def read_vector(self, document_id: str) -> Vector | None:
        """Return the counts of one document, null where the index does not hold it."""
        hits = self._searcher.search(self._match("id", document_id), limit=1).hits
        return decode_vector(self._searcher.doc(hits[0][1])["vector"][0]) if hits else None

    def _weigh(self, terms: Sequence[QueryTerm]) -> list[WeightedTerm]:
        return [self._weigh_term(item) for item in terms]

    def _weigh_term(self, item: QueryTerm) -> WeightedTerm:
        others = self._list_others(item)
        if not others:
            return WeightedTerm(item.term, self.weigh_rarity(item.term) * item.weight, make_needle(item.term))
        # As often as the most frequent form, so that a rare form is no rarer than its word.
        rarity = min(map(self.weigh_rarity, others if not self.count_documents(item.term) else (item.term, *others)))
        return WeightedTerm(item.term, rarity * item.weight, make_needle(item.term), tuple(map(make_needle, others)))

    def _list_others(self, item: QueryTerm) -> tuple[str, ...]:
        """Return the terms of this index that are as good as a term; the head of a compound where there is no other."""
        if not item.forms:
            return ()
        forms = tuple(form for form in item.forms if form != item.term and self.count_documents(form))
        if forms or self.count_documents(item.term):
            return forms
        return next(((head,) for head in item.heads if self.count_documents(head)), ())

    def _select(
        self, terms: Sequence[QueryTerm], where: Filter, phrases: Sequence[Sequence[str]], selected: int
    ) -> list[tuple[Place, Entry]]:
        wanted: list[Clause] = []
        for term in dict.fromkeys(term for item in terms for term in (item.term, *self._list_others(item))):
            wanted.append((Occur.Should, self._match("text", term)))
            wanted.append((Occur.Should, Query.boost_query(self._match("name", term), NAME_BOOST)))
        clauses: list[Clause] = [(Occur.Must, Query.boolean_query(wanted)), *self._bound(where)]
        if phrases:
            runs: list[Clause] = [(Occur.Should, self._match_run(phrase, 0)) for phrase in phrases]
            clauses.append((Occur.Must, Query.const_score_query(Query.boolean_query(runs), 0.0)))
        hits = self._searcher.search(Query.boolean_query(clauses), limit=selected, count=False).hits
        return [((address.segment_ord, address.doc), self._read_entry(address)) for _, address in hits]

    def _read_entry(self, address: tantivy.DocAddress) -> Entry:
        """Return a document as ranking needs it; the same ones answer many queries of one run."""
        place = (address.segment_ord, address.doc)
        entry = self._entries.get(place)
        if entry is None:
            document: Any = self._searcher.doc(address)
            vector = decode_vector(document["vector"][0])
            if len(self._entries) >= KEPT_ENTRIES:
                self._entries.clear()
            entry = self._entries[place] = (document["id"][0], weigh_fields(vector, self.statistics, self._fields))
        return entry

    def _bound(self, where: Filter) -> list[Clause]:
        wanted = {"origin": where.origin, "location": where.location, "kind": where.kind}
        unwanted = {"location": where.without_location, "kind": where.without_kind}
        musts = [(Occur.Must, Query.const_score_query(self._match(*item), 0.0)) for item in wanted.items() if item[1]]
        if where.ids:
            named: list[Clause] = [(Occur.Should, self._match("id", name)) for name in where.ids]
            musts.append((Occur.Must, Query.const_score_query(Query.boolean_query(named), 0.0)))
        return musts + [(Occur.MustNot, self._match(*item)) for item in unwanted.items() if item[1]]

    def _find_neighbours(
        self, terms: Sequence[QueryTerm], weighted: Sequence[WeightedTerm], where: Filter
    ) -> dict[Place, float]:
        """Return what documents gain by having neighbours of the query as neighbours."""
        words = [item for term, item in zip(terms, weighted, strict=True) if term.weight == 1.0]
        pairs: list[Clause] = [
            (
                Occur.Should,
                Query.const_score_query(
                    self._match_run((left.term, right.term), NEIGHBOUR_SLOP),
                    NEIGHBOUR_SHARE * min(left.weight, right.weight),
                ),
            )
            for left, right in pairwise(words)
        ]
        if not pairs:
            return {}
        query = Query.boolean_query([(Occur.Must, Query.boolean_query(pairs)), *self._bound(where)])
        hits = self._searcher.search(query, limit=NEIGHBOURS, count=False).hits
        return {(address.segment_ord, address.doc): gain for gain, address in hits}

    def _match(self, field: str, term: str) -> Any:
        option = "freq" if field in {"text", "name"} else "basic"
        return Query.term_query(self._schema, field, term, index_option=option)

    def _match_run(self, run: Sequence[str], slop: int) -> Any:
        return Query.phrase_query(self._schema, "text", list(run), slop=slop)
