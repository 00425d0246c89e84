"""The local reranker: the cheapest signal that suffices, and the reader before all others."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.candidates import Candidate, Duplicate, Ranked
from florilegium.drafts import Draft, make_document
from florilegium.findings import Hit
from florilegium.local.reranker import LocalReranker
from florilegium.plans import Knobs, Plan, Theme

FORGETTING = Theme("t1", "Forgetting", ("forgetting budget", "retire notes", "cold folder"))
INDEXES = Theme("t2", "Index files", ("index line", "table of contents", "progressive disclosure"))
PLAN = Plan("agent-memory", "Agent memory", "What an agent forgets.", Knobs(), (FORGETTING, INDEXES), (), ())
ON_TOPIC = "An agent keeps a forgetting budget. It must retire notes to a cold folder, one index line each. "
OFF_TOPIC = "The soup needs dill, potatoes and patience, and somebody who peels. "


@dataclass
class OpenedTexts:
    """Texts by document id that say which were opened."""

    texts: dict[str, str]
    opened: list[str] = field(default_factory=list)

    def read_text(self, document_id: str) -> str:
        """Return the full text."""
        self.opened.append(document_id)
        return self.texts[document_id]

    def read_highlights(self, document_id: str) -> str:
        """Return no highlights."""
        return ""


def make_hits(*ranks: int, via: str = "search") -> tuple[Hit, ...]:
    return tuple(
        Hit(f"r0-q{number}", f"t{1 + number % 2}", rank, via, "") for number, rank in enumerate(ranks, start=1)
    )


def make_candidate(
    title: str, *, hits: tuple[Hit, ...] = (), key_terms: tuple[str, ...] = (), **values: Any
) -> Candidate:
    draft = Draft("readwise", f"reader/{title}", title, "Text.", kind="article", authorship="other", location="library")
    document = make_document(draft, source="readwise", text=draft.text, highlights="")
    return Candidate(replace(document, **values), False, hits, key_terms, ())


def rank(candidate: Candidate, text: str = "", *, sure: float = 0.25, read: int = 300) -> tuple[Ranked, bool]:
    """Return the ranked candidate and whether it was opened."""
    texts = OpenedTexts({candidate.document.id: text})
    (ranked,) = LocalReranker(sure=sure, read=read).rank([candidate], PLAN, PLAN.themes, texts)
    return ranked, bool(texts.opened)


CLEAR = make_candidate("The forgetting budget", hits=make_hits(1, 2, 1), key_terms=("retire", "notes", "cold", "index"))
OPEN = make_candidate("A budget", hits=make_hits(2, 5), key_terms=("agent", "forget"))
HOPELESS = make_candidate("Fish soup", hits=make_hits(14))


@pytest.mark.parametrize(
    ("candidate", "low", "high"),
    [pytest.param(CLEAR, 0.75, 1.0, id="clear"), pytest.param(HOPELESS, 0.0, 0.25, id="hopeless")],
)
def test_a_clear_case_is_not_opened(candidate: Candidate, low: float, high: float) -> None:
    ranked, opened = rank(candidate)
    assert low <= ranked.score <= high
    assert (ranked.signal, opened) == ("metadata", False)


def test_an_open_case_is_settled_by_head_and_tail() -> None:
    ranked, opened = rank(OPEN, ON_TOPIC * 60)
    assert (ranked.signal, opened) == ("head_tail", True)
    assert ranked.score >= 0.75
    assert ranked.reason.endswith("head and tail were read")


def test_what_stays_open_is_read_as_a_whole() -> None:
    """Head and tail are about something else, as a long frame around the matter."""
    ranked, _ = rank(OPEN, OFF_TOPIC * 20 + ON_TOPIC * 60 + OFF_TOPIC * 20, read=200)
    assert ranked.signal == "full"


def test_a_short_text_is_whole_after_head_and_tail() -> None:
    assert rank(OPEN, "A budget. An agent.", sure=0.5)[0].signal == "head_tail"


def test_a_text_on_something_else_lowers_the_score() -> None:
    before, _ = rank(OPEN, sure=0.0)
    after, _ = rank(OPEN, OFF_TOPIC * 60)
    assert after.score < before.score


def test_the_text_is_opened_for_every_case_only_if_nothing_is_sure() -> None:
    assert rank(CLEAR, ON_TOPIC * 60, sure=0.5)[1]
    assert not rank(OPEN, sure=0.0)[1]


def test_the_readers_own_notes_outrank_other_peoples_documents() -> None:
    """Human signal outranks machine signal: with equal evidence, however much is marked in the other."""
    own = rank(replace(CLEAR, document=replace(CLEAR.document, authorship="own")))[0].score
    marked = rank(replace(CLEAR, document=replace(CLEAR.document, highlights=90, own_notes=40)))[0].score
    assert own > marked > rank(CLEAR)[0].score


def test_the_marks_of_a_merged_copy_count() -> None:
    copy = Duplicate(replace(CLEAR.document, own_notes=3), "same_url", 1.0)
    assert rank(replace(CLEAR, also_in=(copy,)))[0].score > rank(CLEAR)[0].score


def test_what_came_by_itself_ranks_below_what_was_saved() -> None:
    feed = rank(replace(CLEAR, document=replace(CLEAR.document, location="feed")))[0].score
    assert feed < rank(CLEAR)[0].score


def test_feed_does_not_count_where_the_reader_saved_a_copy() -> None:
    feed = replace(CLEAR, document=replace(CLEAR.document, location="feed"))
    saved = replace(feed, also_in=(Duplicate(CLEAR.document, "same_url", 1.0),))
    assert rank(saved)[0].score == rank(CLEAR)[0].score


def test_a_note_reached_by_a_link_counts_less_than_an_answer() -> None:
    linked = replace(OPEN, hits=make_hits(2, 5, via="link: a-00000000"))
    assert rank(linked, sure=0.0)[0].score < rank(OPEN, sure=0.0)[0].score


def test_the_human_signal_alone_makes_nothing_relevant() -> None:
    own = replace(HOPELESS, document=replace(HOPELESS.document, authorship="own", own_notes=9, highlights=9))
    assert rank(own)[0].score < 0.2


def test_the_reason_can_be_read() -> None:
    """Show why this note was chosen."""
    document = replace(CLEAR.document, highlights=4, own_notes=1)
    ranked, _ = rank(replace(CLEAR, document=document))
    assert ranked.reason == (
        "found by 3 queries, best rank 1; terms budget, forgetting in title; 4 highlights; 1 note of yours; "
        "metadata was enough"
    )
    assert ranked.themes == ("t1",)


@settings(derandomize=True, max_examples=40, deadline=None)
@given(
    st.lists(st.integers(1, 15), max_size=6),
    st.integers(1, 15),
    st.integers(0, 5),
    st.sampled_from(["forgetting", "index", "potatoes", "cold folder"]),
)
def test_more_evidence_never_lowers_a_score(ranks: list[int], more: int, marks: int, term: str) -> None:
    candidate = make_candidate("On notes", hits=make_hits(*ranks))
    base = rank(candidate, sure=0.0)[0].score
    for richer in (
        replace(candidate, hits=make_hits(*ranks, more)),
        replace(candidate, key_terms=(term,)),
        replace(candidate, document=replace(candidate.document, highlights=marks)),
        replace(candidate, document=replace(candidate.document, authorship="own")),
    ):
        assert rank(richer, sure=0.0)[0].score >= base


def test_the_order_of_candidates_and_themes_changes_no_score() -> None:
    candidates = [CLEAR, OPEN, HOPELESS]
    texts = OpenedTexts({item.document.id: ON_TOPIC * 20 for item in candidates})
    reranker = LocalReranker(sure=0.25, read=50)
    one = reranker.rank(candidates, PLAN, PLAN.themes, texts)
    other = reranker.rank(candidates[::-1], PLAN, PLAN.themes[::-1], texts)
    assert {item.candidate.document.id: item.score for item in one} == {
        item.candidate.document.id: item.score for item in other
    }
