"""Coverage and next queries of the local gap analyst, from metadata alone."""

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.documents import Document
from florilegium.drafts import Draft, make_document
from florilegium.findings import Finding, Hit, Round
from florilegium.local.gap_analyst import LocalGapAnalyst
from florilegium.local.terms import find_stems
from florilegium.plans import Query, Theme

THEMES = (
    Theme("t1", "retire a note", ("retire", "forgetting budget", "cold folder", "archive")),
    Theme("t2", "index files", ("index line", "table of contents", "catalogue", "description")),
    Theme("t3", "who may write", ("write access", "proposal queue", "review", "approve")),
)
ASKED = (Query("r0-q1", "t1", "retire forgetting budget", "first"), Query("r0-q2", "t2", "index line", "first"))
ANALYST = LocalGapAnalyst()


def make_finding(
    title: str,
    *terms: str,
    summary: str = "",
    theme: str = "t1",
    authors: tuple[str, ...] = (),
    text: str = "",
    rank: int = 1,
) -> Finding:
    text = text or f"About {title}."
    draft = Draft("readwise", f"reader/{title}", title, text, kind="article", authorship="other", authors=authors)
    draft = replace(draft, summary=summary)
    document: Document = replace(make_document(draft, source="readwise", text=text, highlights=""), words=500)
    key = hashlib.sha256(text.encode()).hexdigest()
    return Finding(document, (Hit("r0-q1", theme, rank, "search", ""),), terms, key, ())


def make_state(*findings: Finding, number: int = 1, asked: tuple[Query, ...] = ASKED) -> Round:
    ordered = tuple(sorted(findings, key=lambda item: item.document.id))
    return Round("agent-memory", number, THEMES, (), asked, ordered, (), (len(findings),), "")


RETIRED = [make_finding(f"Retire {word}", "forgetting", "budget", word) for word in ("early", "gently", "often")]


def test_coverage_counts_covered_thin_and_missing() -> None:
    state = make_state(*RETIRED, make_finding("A table of contents", "index", "description"))
    coverage = ANALYST.assess(state, state.findings)
    assert [(item.theme, item.state, len(item.findings)) for item in coverage] == [
        ("t1", "covered", 3),
        ("t2", "thin", 1),
        ("t3", "missing", 0),
    ]


@pytest.mark.parametrize(
    ("finding", "bears"),
    [
        pytest.param(make_finding("A cold folder", "notes"), True, id="phrase_in_the_title"),
        pytest.param(make_finding("Letters", "retire", "archive", summary="On a budget."), True, id="key_terms"),
        pytest.param(make_finding("Letters", summary="The forgetting budget retires what is old."), True, id="summary"),
        pytest.param(make_finding("Retire", "tea", "pots"), False, id="one_word_is_not_enough"),
        pytest.param(
            make_finding("Weather", "rain", summary="Found by its query only."), False, id="query_is_not_enough"
        ),
        pytest.param(
            make_finding("Salary talk", "archive", "budget", summary="Pay."), False, id="words_of_a_theme_off_its_topic"
        ),
    ],
)
def test_a_finding_bears_on_a_theme_by_its_metadata(finding: Finding, bears: bool) -> None:
    """Not because a query of the theme found it; peripheral ones do not count."""
    state = make_state(finding)
    assert (ANALYST.assess(state, state.findings)[0].findings == (finding.document.id,)) is bears


def test_copies_of_one_work_are_one_source() -> None:
    copies = [replace(make_finding("The forgetting budget", "retire", text="same"), hits=()) for _ in range(3)]
    copies = [
        replace(
            copy, document=replace(copy.document, id=f"the-forgetting-budget-0000000{n}", original_path=f"reader/{n}")
        )
        for n, copy in enumerate(copies)
    ]
    state = make_state(*copies)
    assert ANALYST.assess(state, state.findings)[0].state == "thin"


@pytest.mark.parametrize("queries", [1, 2, 3, 4, 7, 20])
@pytest.mark.parametrize("number", [1, 2])
def test_exactly_as_many_queries_half_at_gaps_none_repeated(queries: int, number: int) -> None:
    state = make_state(*RETIRED, make_finding("A table of contents", "index", "description"), number=number)
    emergent, asked = ANALYST.ask(state, state.findings, queries=queries)
    assert [query.id for query in asked] == [f"r{number}-q{place}" for place in range(1, queries + 1)]
    assert 2 * sum(query.reason.startswith(("thin", "missing")) for query in asked) >= queries
    assert {query.theme for query in asked} <= {theme.id for theme in (*THEMES, *emergent)}
    sets = [find_stems(query.text) for query in (*ASKED, *asked)]
    assert len(set(sets)) == len(sets)


def test_words_in_another_order_are_a_repetition() -> None:
    state = make_state(*RETIRED, asked=())
    _, first = ANALYST.ask(state, state.findings, queries=6)
    turned = tuple(replace(query, text=" ".join(reversed(query.text.split()))) for query in first)
    _, second = ANALYST.ask(make_state(*RETIRED, asked=turned), state.findings, queries=6)
    assert {find_stems(query.text) for query in first}.isdisjoint(find_stems(query.text) for query in second)


def test_missing_comes_before_thin() -> None:
    state = make_state(*RETIRED, make_finding("A table of contents", "index", "description"))
    _, asked = ANALYST.ask(state, state.findings, queries=2)
    assert [query.theme for query in asked] == ["t3", "t2"]
    assert asked[0].reason == "missing: nothing bears on 'who may write' yet; its own terms"


def test_neighbouring_notions_come_from_the_key_terms_of_what_was_found() -> None:
    state = make_state(make_finding("Retire a cold folder", "attic", "shelf", "retire"))
    _, asked = ANALYST.ask(state, state.findings, queries=6)
    [near] = [query for query in asked if query.theme == "t1" and "neighbouring" in query.reason][:1]
    assert near.text == "retire note attic shelf"


def test_round_two_names_authors_and_titles() -> None:
    found = make_finding("Retire by a kinder clock", "forgetting", "budget", authors=("Tomas Rehn",))
    state = make_state(found, number=2)
    _, asked = ANALYST.ask(state, state.findings, queries=9)
    ways = {query.reason.rsplit("; ", 1)[1]: query.text for query in reversed(asked) if query.theme == "t1"}
    assert ways["an author on it"] == "Tomas Rehn retire note"
    assert ways["a distinctive title"] == "kinder clock retire note"
    _, early = ANALYST.ask(replace(state, number=1), state.findings, queries=9)
    assert not any("Tomas" in query.text for query in early)


def test_the_reader_is_no_author_to_ask_for() -> None:
    found = make_finding("Retire by the forgetting budget", "budget", authors=("Mara Lindqvist",))
    found = replace(found, document=replace(found.document, authorship="own"))
    state = make_state(found, number=2)
    _, asked = ANALYST.ask(state, state.findings, queries=12)
    assert not any("Mara" in query.text for query in asked)


DECAY = [
    make_finding(f"Retire {word}", "budget", "half-life", "forgetting", summary=f"A half-life for {word} notes.")
    for word in ("early", "gently", "often")
]


def test_emergent_theme_is_what_several_works_have_and_no_theme_names() -> None:
    state = make_state(*DECAY)
    emergent, asked = ANALYST.ask(state, state.findings, queries=4)
    assert [(theme.id, theme.name, theme.terms[0]) for theme in emergent] == [("e1", "half-life", "half-life")]
    assert len({term.casefold() for term in emergent[0].terms}) == len(emergent[0].terms)
    assert [query.theme for query in asked if query.reason.startswith("emergent")] == ["e1"]


def test_emergent_themes_count_on_and_never_come_twice() -> None:
    state = make_state(*DECAY)
    emergent, _ = ANALYST.ask(state, state.findings, queries=4)
    known = replace(state, themes=(*THEMES, *emergent))
    assert ANALYST.ask(known, known.findings, queries=4)[0] == ()


def test_at_most_two_themes_emerge_in_a_round() -> None:
    words = ("half-life", "compost", "lantern", "ledger")
    works = [
        make_finding(
            f"Retire {name}", *words, summary=" ".join(f"The {word}." for word in words) + " Forgetting budget."
        )
        for name in ("early", "gently", "often")
    ]
    emergent, _ = ANALYST.ask(make_state(*works), works, queries=4)
    assert len({theme.id for theme in emergent}) == len(emergent) <= 2


def test_nothing_found_asks_on_with_other_terms() -> None:
    state = make_state()
    emergent, asked = ANALYST.ask(state, (), queries=6)
    assert emergent == ()
    assert len(asked) == 6
    assert {query.theme for query in asked} == {"t1", "t2", "t3"}


@given(st.permutations([*RETIRED, *DECAY, make_finding("A table of contents", "index", "description")]))
@settings(derandomize=True, max_examples=20, deadline=None)
def test_order_of_findings_changes_nothing(findings: list[Finding]) -> None:
    state = make_state(*findings)
    assert ANALYST.ask(state, findings, queries=5) == ANALYST.ask(state, state.findings, queries=5)
    assert ANALYST.assess(state, findings) == ANALYST.assess(state, state.findings)


def test_a_missing_theme_that_lists_things_is_asked_for_by_one_of_them() -> None:
    """A note speaks of a trip or of a meeting, seldom of all that an angle lists."""
    theme = Theme("t1", "Keeping a record of trips, meetings and things bought", ("trips", "meetings", "bought"))
    asked = (Query("r0-q1", "t1", "record trips meetings", "first"),)
    state = replace(make_state(asked=asked), themes=(theme,))
    _, queries = ANALYST.ask(state, (), queries=1)
    assert [query.text for query in queries] == ["record trips"]
    assert queries[0].reason.endswith("one thing of it by itself")


def test_the_days_around_a_finding_are_asked_for() -> None:
    """One matter is often written on again soon: the third way to ask is by time."""
    found = make_finding("Retire early", "forgetting", "budget")
    found = replace(found, document=replace(found.document, saved="2026-05-14"))
    asked = tuple(Query(f"r0-q{n}", "t1", text, "first") for n, text in enumerate(("one two three", "four five six")))
    state = replace(make_state(found, asked=asked), themes=THEMES[:1])
    _, queries = ANALYST.ask(state, state.findings, queries=1)
    assert queries[0].text.endswith(" between 2026-05-04 and 2026-05-24")
