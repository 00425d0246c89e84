"""An inquiry: what a query asks for, beside the words to look for."""

from dataclasses import dataclass
from datetime import date

from .dates import Span, find_span
from .leanings import Leanings, find_leanings
from .parts import find_names, split_question
from .phrasings import NAME_WEIGHT, Phrasing, QueryTerm, parse_query
from .recipe import WHOLE, Recipe


@dataclass(frozen=True)
class Inquiry:
    """A query as read; its date expression, where it has one, is no longer among its words."""

    text: str
    parts: tuple[str, ...]  # of a question that asks for several things; empty where it asks for one
    names: tuple[QueryTerm, ...]  # which "he" and "it" of a part may stand for
    span: Span | None
    leanings: Leanings

    def list_parts(self) -> tuple[Phrasing, ...]:
        """Return a phrasing for each part: its own words, and behind them the names of the whole question."""
        phrasings = []
        for number, part in enumerate(self.parts, start=1):
            terms = parse_query(part)
            known = {item.term for item in terms}
            names = (item for item in self.names if item.term not in known)
            behind = tuple(QueryTerm(item.term, item.surface, NAME_WEIGHT * item.weight) for item in names)
            phrasings.append(Phrasing(f"part {number}", (*terms, *behind), 1.0))
        return tuple(phrasings)


def read_inquiry(text: str, today: date | None, recipe: Recipe = WHOLE) -> Inquiry:
    """Return what a query asks for; dates are relative to `today`, the newest day that the library knows."""
    parts = split_question(text) if recipe.parts else (text,)
    span = None
    if recipe.dates and today is not None:
        # A date in one part of a question says nothing of the others.
        spans = [find_span(part, today) for part in parts]
        agreed = {(found[0].first, found[0].last) for found in spans if found is not None}
        if len(agreed) == 1 and all(spans):
            found = find_span(text, today)
            span = found[0] if found else None
            texts = [part[1] for part in spans if part is not None]
            text, parts = " ".join(texts), tuple(texts)
    return Inquiry(
        text=text,
        parts=parts if len(parts) > 1 else (),
        names=find_names(text) if len(parts) > 1 else (),
        span=span,
        leanings=find_leanings(text),
    )
