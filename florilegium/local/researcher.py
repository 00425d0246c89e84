"""The researcher of the embedded engine: from one query to findings."""

from dataclasses import replace

from ..drafts import split_highlights
from ..findings import Dropped, Finding, Harvest, Hit
from ..library import Library
from ..plans import Query, Theme
from ..roles import Reading, Summariser
from ..sameness.fingerprints import make_content_key, make_signature
from ..search.fusion import fuse_rankings
from ..search.index import LibraryIndex
from ..search.phrasings import Phrasing, make_phrasings
from ..search.searcher import Match
from ..wording.prose import strip_markup
from .key_terms import find_key_terms
from .selection import POOLS, explain_match, list_overshadowed, part_twins, select_worthy, weigh_matches
from .summariser import keep_summary

LISTED = 30  # documents beyond the limit that are named
MATCHED = 50  # documents that one pool brings back for one phrasing


class LocalResearcher:
    """Searches a library by several phrasings; keeps nothing of a query, so that many may run at once."""

    def __init__(self, library: Library, index: LibraryIndex, read: Reading, summariser: Summariser) -> None:
        self._documents = library.documents
        self._searcher = index.open()
        self._read = read
        self._summariser = summariser

    def research(self, query: Query, theme: Theme, *, limit: int) -> Harvest:
        """Return at most `limit` unique findings, best first; nothing that does not bear on the query."""
        phrasings = make_phrasings(query.text, theme.terms)
        if not phrasings:
            return Harvest((), ())
        matches = {phrasing.name: self._search(phrasing) for phrasing in phrasings}
        terms = phrasings[0].terms
        # The plain phrasing decides who is worthy; the others only say more about the order.
        worthy = select_worthy(matches[phrasings[0].name], terms, self._documents)
        rankings = [(item.weight, weigh_matches(matches[item.name], worthy, self._documents)) for item in phrasings]
        unique, twins = part_twins(fuse_rankings(rankings), self._documents)
        exact = {match.id for match in matches.get("phrase", ())}
        findings = []
        for rank, name in enumerate(unique[:limit], start=1):
            why = explain_match(worthy[name], terms, exact=name in exact)
            findings.append(self._capture(name, Hit(query.id, query.theme, rank, "search", why)))
        cut = [Dropped(name, f"{query.id}: beyond the {limit} best") for name in unique[limit : limit + LISTED]]
        shadowed = list_overshadowed(matches[phrasings[0].name], worthy)[:LISTED]
        cut += [Dropped(name, f"{query.id}: far behind the best matches") for name in shadowed]
        same = [Dropped(name, f"{query.id}: same path as {other}") for name, other in twins]
        return Harvest(tuple(findings), (*cut, *same))

    def _search(self, phrasing: Phrasing) -> list[Match]:
        return [
            match
            for pool in POOLS
            for match in self._searcher.search(
                phrasing.terms, where=pool.where, phrases=phrasing.phrases, limit=MATCHED
            )
            if match.id in self._documents
        ]

    def _capture(self, document_id: str, hit: Hit) -> Finding:
        """Return all that later stages will know of a document; its text is opened here and nowhere later."""
        document = self._documents[document_id]
        text = self._read.read_text(document_id)
        marked, _ = split_highlights(self._read.read_highlights(document_id))
        plain = strip_markup(text)
        summary = keep_summary(document.summary) or self._summariser.summarise(document, text)
        if not summary and marked:
            summary = self._summariser.summarise(document, marked)
        vector = self._searcher.read_vector(document_id)
        named = "\n".join((document.title, *document.headings, plain, marked))
        return Finding(
            document=replace(document, summary=summary),
            hits=(hit,),
            key_terms=find_key_terms(vector, named, self._searcher) if vector else (),
            content_key=make_content_key(plain),
            signature=make_signature(plain),
        )
