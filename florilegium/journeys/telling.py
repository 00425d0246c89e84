"""A journey in readable lines, one for each part of it."""

from collections.abc import Iterator

from ..candidates import Candidate, Duplicate
from ..decisions import Decision, Evidence
from ..documents import Document
from ..findings import Hit
from .work import Work, list_ids

SHOWN_EVIDENCE = 5
SHOWN_TITLE = 44
NO_ARTICLE = "there is no article yet, or it was not distilled"
MERGED = {
    "same_path": "two sources read one file",
    "same_url": "the addresses are one",
    "same_content": "the words are the same",
    "near_duplicate": "the texts are nearly the same",
    "cut_short": "one text is a piece of the other",
    "reworded": "one text is the other in other words",
    "same_title_and_author": "title, author and date agree",
}


def tell_all(work: Work) -> Iterator[str]:
    """Yield a table of all candidates, best first, and below it what answered a query and is none."""
    yield f"{len(work.places)} of {len(work.candidates)} candidates are in the memory of {work.plan.topic}"
    yield ""
    yield f"{'memory':<9} {'score':>5}  {'signal':<9} {'article':<10} title"
    for candidate in work.candidates:
        yield _tell_row(candidate, work)
    if work.dropped:
        count = len({item.id for item in work.dropped})
        yield ""
        yield f"{count} more answered a query and were left out at once"
        for item in work.dropped:
            yield f"  {item.id}: {_tell_reason(item.reason, work)}"


def _tell_row(candidate: Candidate, work: Work) -> str:
    name, title = candidate.document.id, candidate.document.title
    ranked, decision = work.ranked.get(name), (work.decisions or {}).get(name)
    if ranked is None:
        state = "vetoed"
    else:
        state = f"{work.places[name]}" if name in work.places else "left out"
    score, signal = (f"{ranked.score:.2f}", ranked.signal) if ranked else ("", "")
    state = f"{state} pinned" if ranked and ranked.pinned else state
    title = title if len(title) <= SHOWN_TITLE else f"{title[: SHOWN_TITLE - 1]}…"
    return f"{state:<9} {score:>5}  {signal:<9} {decision.verdict if decision else '':<10} {title}  {name}"


def tell_candidate(candidate: Candidate, work: Work) -> Iterator[str]:
    """Yield the whole way of one candidate: found, merged, scored, chosen, used."""
    document = candidate.document
    yield f"{document.title}  {document.id}"
    yield f"  is       {_describe_place(document)}"
    if candidate.seed:
        yield "  found    the brief names it"
    for hit in candidate.hits:
        yield f"  found    {_tell_hit(hit, work)}"
    if not candidate.seed and not candidate.hits:
        yield "  found    by no query: it was pinned"
    for copy in candidate.also_in:
        yield f"  merged   {_tell_copy(copy)}"
    yield from _tell_score(document.id, work)
    yield f"  memory   {_tell_fate(document.id, work)}"
    yield from _tell_use(document.id, work)


def tell_dropped(document_id: str, work: Work) -> Iterator[str]:
    """Yield why a document that answered a query is no candidate; nothing for one that answered none."""
    reasons = [item.reason for item in work.dropped if item.id == document_id]
    if reasons:
        yield document_id
    for reason in reasons:
        yield f"  left out {_tell_reason(reason, work)}"


def list_known(work: Work) -> dict[str, str]:
    """Return the titles of all documents that can be asked about by id; of those left out at once only the id."""
    known = {item.id: item.id for item in work.dropped}
    for candidate in work.candidates:
        known |= dict.fromkeys(list_ids(candidate), candidate.document.title)
    return known


def _tell_hit(hit: Hit, work: Work) -> str:
    via = "" if hit.via == "search" else f" by a {hit.via}"
    query = work.queries.get(hit.query)
    why = f" ({query.reason})" if query and query.reason else ""
    theme = work.themes.get(hit.theme, hit.theme)
    return f"{hit.query}{_quote_query(hit.query, work)}{why} for {theme!r}: rank {hit.rank}{via}; {hit.why}"


def _tell_reason(reason: str, work: Work) -> str:
    """Return why a document was dropped, with the words of the query beside its id."""
    query_id, colon, rest = reason.partition(":")
    return f"{query_id}{_quote_query(query_id, work)}{colon}{rest}"


def _quote_query(query_id: str, work: Work) -> str:
    query = work.queries.get(query_id)
    return f" {query.text!r}" if query else ""


def _tell_copy(copy: Duplicate) -> str:
    reason = MERGED.get(copy.reason, copy.reason.replace("_", " "))
    likeness = f", {copy.similarity:.0%} alike" if copy.similarity < 1.0 else ""
    return f"with {copy.document.id}, {_describe_place(copy.document)}: {reason}{likeness}"


def _tell_score(name: str, work: Work) -> Iterator[str]:
    ranked = work.ranked.get(name)
    if ranked is None:
        return
    yield f"  scored   {ranked.score:.2f} by {ranked.signal}: {ranked.reason}"
    themes = [repr(work.themes.get(theme, theme)) for theme in ranked.themes]
    yield f"  bears on {', '.join(themes) if themes else 'no theme'}"
    if ranked.pinned:
        yield f"  pinned   {ranked.pinned}"


def _tell_fate(name: str, work: Work) -> str:
    if name in work.vetoed:
        return f"left out: vetoed, {work.vetoed[name].reason}"
    if name in work.places:
        return f"in it, as number {work.places[name]} of {len(work.places)}"
    return f"left out: {work.left_out[name]}"


def _tell_use(name: str, work: Work) -> Iterator[str]:
    decision = work.decisions.get(name) if work.decisions is not None else None
    if decision is None:
        why = NO_ARTICLE if work.decisions is None else "not in the memory when the article was distilled"
        yield f"  article  {why}"
        return
    first, *others = decision.reason.split("\n")
    yield f"  article  {_describe_verdict(decision)}: {first}"
    yield from (f"           {line}" for line in others)
    for evidence in decision.evidence[:SHOWN_EVIDENCE]:
        yield f"  evidence {_tell_evidence(evidence)}"
    if len(decision.evidence) > SHOWN_EVIDENCE:
        yield f"  evidence {len(decision.evidence) - SHOWN_EVIDENCE} more in work/decisions.json"


def _describe_verdict(decision: Decision) -> str:
    return " ".join(filter(None, (decision.how, decision.verdict, f"({decision.weight:.2f})")))


def _tell_evidence(evidence: Evidence) -> str:
    line = "" if evidence.source_line is None else f" line {evidence.source_line}"
    quote = f" {evidence.source_quote!r}" if evidence.source_quote else ""
    source = f"{evidence.source_layer}{line}{quote}"
    return f"{evidence.rule} {evidence.weight:.2f}: line {evidence.article_line} {evidence.article_quote!r}; {source}"


def _describe_place(document: Document) -> str:
    place = ", ".join(filter(None, (document.origin, document.location)))
    return f"{document.kind} in {place}: {document.source_url or document.original_path}"
