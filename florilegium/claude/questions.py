"""Questions: queries that a model asks, held to what was asked of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..local.terms import find_stems, is_alike
from ..plans import Query, Theme
from .cards import shorten_reason
from .voice import Voice

MOST_TERMS = 10
LONGEST_QUERY = 120


def make_terms(terms: Iterable[str]) -> tuple[str, ...]:
    """Return the terms of a theme, each once, without spare white space."""
    return tuple(dict.fromkeys(" ".join(term.split()) for term in terms if term.strip()))[:MOST_TERMS]


@dataclass(frozen=True)
class Wanted:
    """What queries were asked for."""

    themes: Sequence[Theme]  # at one of which each aims
    asked: Sequence[str]  # texts of earlier queries, none of which is asked again
    round: int
    queries: int


def complete_queries(
    voice: Voice, given: Sequence[Mapping[str, Any]], fill: Sequence[Query], wanted: Wanted
) -> tuple[Query, ...]:
    """Return as many queries as wanted, none of them twice: the model's, then the local role's."""
    known = {theme.id for theme in wanted.themes}
    texts = list(wanted.asked)
    kept: list[Query] = []
    strangers = [item for item in given if item["theme"] not in known]
    voice.refuse_ids(len(strangers))
    for item in given:
        text = " ".join(item["text"].split())
        fits = item["theme"] in known and len(text) <= LONGEST_QUERY and len(kept) < wanted.queries
        if fits and is_fresh(text, texts):
            texts.append(text)
            kept.append(Query("", item["theme"], text, shorten_reason(item["reason"]) or "asked by the model"))
    missing = wanted.queries - len(kept)
    if missing:
        spare = [item for item in fill if is_fresh(item.text, texts)][:missing]
        words = "the model gave too few that are new"
        why = voice.replace(f"{len(spare)} queries", words, items=len(spare)) if spare else ""
        kept += [replace(item, reason=f"{item.reason}; {why}") for item in spare]
    return tuple(replace(item, id=f"r{wanted.round}-q{place}") for place, item in enumerate(kept, start=1))


def is_fresh(text: str, asked: Sequence[str]) -> bool:
    """Tell whether a query says something and repeats none, in whatever order its words stand."""
    return bool(find_stems(text)) and not is_alike(text, asked, share=1.0)
