"""The researcher of the embedded engine: from one query to findings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from ..drafts import split_highlights
from ..findings import Dropped, Finding, Harvest, Hit
from ..library import Library
from ..plans import Query, Theme
from ..roles import Reading, Summariser
from ..sameness.fingerprints import make_content_key, make_numbers, make_phrases, make_signature
from ..search.index import LibraryIndex
from ..search.recipe import WHOLE, Recipe
from ..wording.prose import strip_markup, strip_quotes
from .answers import Answer, Answerer, explain_answer
from .key_terms import find_key_terms
from .summariser import keep_summary
from .walking import Step, walk_links

LISTED = 30  # documents beyond the limit that are named
DESCRIBED = 2_000  # documents whose findings stay in memory, a kilobyte or two each


class LocalResearcher:
    """Searches a library by several phrasings; keeps nothing of a query, so that many may run at once."""

    def __init__(
        self,
        library: Library,
        index: LibraryIndex,
        read: Reading,
        summariser: Summariser,
        *,
        recipe: Recipe = WHOLE,
        neighbours: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._documents = library.documents
        self._searcher = index.open()
        self._read = read
        self._summariser = summariser
        self._neighbours = neighbours or {}  # ids one link away; empty where links are not walked
        self._answerer = Answerer(self._documents, self._searcher, recipe)
        # Several queries of a run bring back the same documents, and to describe one takes longer than to find it.
        self._describe = lru_cache(DESCRIBED)(self._describe_anew)

    def research(self, query: Query, theme: Theme, *, limit: int) -> Harvest:
        """Return at most `limit` unique findings, best first; nothing that does not bear on the query."""
        answer = self.rank(query, theme)
        findings = []
        for rank, name in enumerate(answer.ids[:limit], start=1):
            why = explain_answer(answer, name)
            hit = Hit(query.id, query.theme, rank, "search", why)
            findings.append(replace(self._describe(name), hits=(hit,)))
        room = limit - len(findings)
        for rank, step in enumerate(self._walk(answer, limit)[:room], start=len(findings) + 1):
            hit = Hit(query.id, query.theme, rank, f"link: {step.leader}", step.why)
            findings.append(replace(self._describe(step.id), hits=(hit,)))
        beyond = answer.ids[limit : limit + LISTED]
        cut = [Dropped(name, f"{query.id}: beyond the {limit} best") for name in beyond]
        shadowed = answer.overshadowed[:LISTED]
        cut += [Dropped(name, f"{query.id}: far behind the best matches") for name in shadowed]
        same = [Dropped(name, f"{query.id}: same path as {other}") for name, other in answer.twins]
        return Harvest(tuple(findings), (*cut, *same))

    def _walk(self, answer: Answer, limit: int) -> list[Step]:
        if not self._neighbours:
            return []
        return walk_links(answer, answer.ids[:limit], self._neighbours, self._documents, self._searcher)

    def describe(self, document_id: str) -> Finding:
        """Return all that later stages will know of a document; no query has found it yet."""
        return self._describe(document_id)

    def rank(self, query: Query, theme: Theme) -> Answer:
        """Return the documents that bear on the query, best first, without opening any."""
        return self._answerer.answer(query.text, theme.terms)

    def _describe_anew(self, document_id: str) -> Finding:
        """Return all that later stages will know of a document; its text is opened here and nowhere later."""
        document = self._documents[document_id]
        text = self._read.read_text(document_id)
        marked, _ = split_highlights(self._read.read_highlights(document_id))
        plain = strip_markup(text)
        said = strip_markup(strip_quotes(text))  # what is not quoted
        summary = keep_summary(document.summary) or self._summariser.summarise(document, text)
        if not summary and marked:
            summary = self._summariser.summarise(document, marked)
        vector = self._searcher.read_vector(document_id)
        named = "\n".join((document.title, *document.headings, plain, marked))
        return Finding(
            document=replace(document, summary=summary),
            hits=(),
            key_terms=find_key_terms(vector, named, self._searcher) if vector else (),
            content_key=make_content_key(plain),
            signature=make_signature(said),
            phrases=make_phrases(said),
            numbers=make_numbers(plain),
        )
