"""A journey tells every part of a document's way, whatever became of it."""

from dataclasses import replace

from florilegium.candidates import Candidate, Duplicate, Ranked
from florilegium.decisions import Decision, Evidence
from florilegium.documents import Document
from florilegium.drafts import Draft, make_document
from florilegium.entries import Vetoed
from florilegium.findings import Dropped, Hit
from florilegium.journeys.telling import list_known, tell_all, tell_candidate, tell_dropped
from florilegium.journeys.work import Work
from florilegium.plans import Knobs, Plan, Query, Theme

THEME = Theme("t1", "Forgetting", ("retire notes",))
QUERIES = {
    "r0-q1": Query("r0-q1", "t1", "retire notes", "first"),
    "r1-q1": Query("r1-q1", "t1", "cold folder", "thin: one source"),
}


def make(title: str) -> Document:
    draft = Draft("readwise", f"reader/{title}", title, "Text.", kind="article", location="library")
    return make_document(draft, source="readwise", text="Text.", highlights="")


BUDGET, COPY, SOUP, SEED, AD = (make(title) for title in ("Budget", "Copy", "Soup", "Seed", "Advertisement"))
HIT = Hit("r0-q1", "t1", 2, "search", "retire in title")
FOUND = Candidate(BUDGET, False, (HIT, replace(HIT, query="r1-q1", via="link: seed")), (), ())
EVIDENCE = Evidence("phrase", False, 12, "a budget of notes", "full", 30, "the budget of notes", 0.9)
PLACE = "article in readwise, library"
USED = Decision(
    BUDGET.id, "Budget", "used", "traceable", 0.95, "a phrase of it stands there\nit is named", (EVIDENCE,), 0
)


def make_ranked(candidate: Candidate, score: float, signal: str = "metadata", pinned: str = "") -> Ranked:
    return Ranked(candidate, score, signal, ("t1",), "found by 2 queries, best rank 2", pinned)


def make_work(*candidates: Candidate, **values: object) -> Work:
    plan = Plan("agent-memory", "Agent memory", "", Knobs(), (THEME,), (), ())
    ranked = {item.document.id: make_ranked(item, 0.91) for item in candidates}
    places = {name: place for place, name in enumerate(ranked, start=1)}
    work = Work(plan, QUERIES, {"t1": "Forgetting"}, candidates, ranked, {}, places, {}, (), {BUDGET.id: USED})
    return replace(work, **values)  # type: ignore[arg-type]


def test_the_whole_way_of_a_used_source() -> None:
    """Found by which query at which rank and why, scored, in the memory, used with evidence: a line each."""
    lines = list(tell_candidate(FOUND, make_work(FOUND)))
    assert lines == [
        f"Budget  {BUDGET.id}",
        "  is       article in readwise, library: reader/Budget",
        "  found    r0-q1 'retire notes' (first) for 'Forgetting': rank 2; retire in title",
        "  found    r1-q1 'cold folder' (thin: one source) for 'Forgetting': rank 2 by a link: seed; retire in title",
        "  scored   0.91 by metadata: found by 2 queries, best rank 2",
        "  bears on 'Forgetting'",
        "  memory   in it, as number 1 of 1",
        "  article  traceable used (0.95): a phrase of it stands there",
        "           it is named",
        "  evidence phrase 0.90: line 12 'a budget of notes'; full line 30 'the budget of notes'",
    ]


def test_what_a_candidate_stands_for_is_told_with_the_reason() -> None:
    """A near-duplicate says how alike it is, and a reason without words of its own is spelt out."""
    copies = (Duplicate(COPY, "near_duplicate", 0.72), Duplicate(SOUP, "same_taste", 1.0))
    lines = list(tell_candidate(replace(FOUND, also_in=copies), make_work(FOUND)))
    merged = [line for line in lines if line.startswith("  merged")]
    assert merged == [
        f"  merged   with {COPY.id}, {PLACE}: reader/Copy: the texts are nearly the same, 72% alike",
        f"  merged   with {SOUP.id}, {PLACE}: reader/Soup: same taste",
    ]


def test_why_a_candidate_is_not_in_the_memory() -> None:
    """Left out by score, or vetoed by the reader in the reader's words; a vetoed one has no score to tell."""
    left = make_work(FOUND, places={}, left_out={BUDGET.id: "below 0.2"})
    assert "  memory   left out: below 0.2" in list(tell_candidate(FOUND, left))
    vetoed = make_work(FOUND, ranked={}, places={}, vetoed={BUDGET.id: Vetoed(BUDGET.id, "Budget", "an advertisement")})
    lines = list(tell_candidate(FOUND, vetoed))
    assert "  memory   left out: vetoed, an advertisement" in lines
    assert not [line for line in lines if line.startswith("  scored")]


def test_seeds_and_pins_say_who_named_them() -> None:
    """Neither needs a query."""
    seed = Candidate(SEED, True, (), (), ())
    assert "  found    the brief names it" in list(tell_candidate(seed, make_work(seed)))
    pin = Candidate(SOUP, False, (), (), ())
    lines = list(tell_candidate(pin, make_work(pin, ranked={SOUP.id: make_ranked(pin, 0.1, pinned="my own recipe")})))
    assert "  found    by no query: it was pinned" in lines
    assert "  pinned   my own recipe" in lines


def test_without_an_article_nothing_is_said_of_its_use() -> None:
    """Before the article, and for a source that came into the memory after it."""
    assert "  article  there is no article yet, or it was not distilled" in list(
        tell_candidate(FOUND, make_work(FOUND, decisions=None))
    )
    assert "  article  not in the memory when the article was distilled" in list(
        tell_candidate(FOUND, make_work(FOUND, decisions={}))
    )


def test_much_evidence_is_cut_and_counted() -> None:
    """Five pieces are shown."""
    many = replace(USED, evidence=(EVIDENCE,) * 7)
    lines = list(tell_candidate(FOUND, make_work(FOUND, decisions={BUDGET.id: many})))
    assert sum(line.startswith("  evidence phrase") for line in lines) == 5
    assert lines[-1] == "  evidence 2 more in work/decisions.json"


def test_the_table_has_every_candidate_and_what_was_dropped() -> None:
    """In the memory, pinned, left out, vetoed, and never a candidate: each has its line."""
    soup, ad = Candidate(SOUP, False, (HIT,), (), ()), Candidate(AD, False, (HIT,), (), ())
    work = make_work(
        FOUND,
        soup,
        ad,
        ranked={BUDGET.id: make_ranked(FOUND, 0.91, pinned="mine"), SOUP.id: make_ranked(soup, 0.1)},
        places={BUDGET.id: 1},
        left_out={SOUP.id: "below 0.2"},
        vetoed={AD.id: Vetoed(AD.id, "Advertisement", "no")},
        dropped=(Dropped("home-0a1b2c3d", "r0-q1: beyond the 15 best"),),
    )
    assert list(tell_all(work)) == [
        "1 of 3 candidates are in the memory of agent-memory",
        "",
        "memory    score  signal    article    title",
        f"1 pinned   0.91  metadata  used       Budget  {BUDGET.id}",
        f"left out   0.10  metadata             Soup  {SOUP.id}",
        f"vetoed                                Advertisement  {AD.id}",
        "",
        "1 more answered a query and were left out at once",
        "  home-0a1b2c3d: r0-q1 'retire notes': beyond the 15 best",
    ]


def test_what_was_dropped_can_be_asked_about() -> None:
    """Every query that it answered says why it went no further; a stranger has nothing to tell."""
    work = make_work(FOUND, dropped=(Dropped("home-0a1b2c3d", "r9-q9: far behind the best matches"),))
    assert list(tell_dropped("home-0a1b2c3d", work)) == [
        "home-0a1b2c3d",
        "  left out r9-q9: far behind the best matches",
    ]
    assert list(tell_dropped("nobody-0a1b2c3d", work)) == []


def test_copies_are_known_by_the_title_of_what_stands_for_them() -> None:
    """So that the beginning of a copy's id finds the journey that it went."""
    copy = Duplicate(COPY, "same_url", 1.0)
    work = make_work(replace(FOUND, also_in=(copy,)), dropped=(Dropped("home-0a1b2c3d", "r0-q1: beyond"),))
    assert list_known(work) == {BUDGET.id: "Budget", COPY.id: "Budget", "home-0a1b2c3d": "home-0a1b2c3d"}
    assert work.find_candidate(COPY.id) == work.candidates[0]
    assert work.find_candidate("home-0a1b2c3d") is None
