"""What a memory holds: selection, names in words, coverage, united highlights, checked texts."""

from dataclasses import dataclass, field, replace

import pytest

from florilegium.candidates import Candidate, Duplicate, Ranked
from florilegium.documents import Document, hash_text
from florilegium.drafts import Draft, Highlight, make_document, render_highlights
from florilegium.entries import Vetoed
from florilegium.errors import ArtifactError
from florilegium.findings import Hit, Round
from florilegium.memory.contents import build_contents, select_ranked
from florilegium.plans import Knobs, Plan, Query, Theme

THEMES = (Theme("t1", "Forgetting", ("forget",)), Theme("t2", "Index files", ("index",)))
EMERGENT = Theme("e1", "Cost", ("price",))
ASKED = (Query("r0-q1", "t1", "how agents forget", "first"), Query("r1-q1", "t2", "index files", "thin: t2"))
PLAN = Plan("agent-memory", "Agent memory", "What to keep.", Knobs(), THEMES, (), ())
LAST = Round("agent-memory", 3, (*THEMES, EMERGENT), (), ASKED, (), (), (2, 0), "nothing new")


@dataclass
class Texts:
    """A text store in memory."""

    full: dict[str, str] = field(default_factory=dict)
    highlights: dict[str, str] = field(default_factory=dict)

    def read_text(self, document_id: str) -> str:
        return self.full[document_id]

    def read_highlights(self, document_id: str) -> str:
        return self.highlights.get(document_id, "")

    def add(self, title: str, *highlights: Highlight, origin: str = "obsidian", note: str = "") -> Document:
        draft = Draft(origin, f"{title}.md", title, f"Text of {title}.\n", highlights=highlights, document_note=note)  # type: ignore[arg-type]
        marked = render_highlights(draft)
        document = make_document(draft, source="s", text=draft.text, highlights=marked)
        self.full[document.id] = draft.text
        self.highlights |= {document.id: marked} if marked else {}
        return document


def rank(document: Document, score: float = 0.5, *, seed: bool = False, themes: tuple[str, ...] = ("t1",)) -> Ranked:
    hits = () if seed else (Hit("r0-q1", "t1", 1, "search", "w"), Hit("r1-q1", "t2", 2, "search", "w"))
    candidate = Candidate(document, seed, hits, (), ())
    return Ranked(candidate, 1.0 if seed else score, "seed" if seed else "metadata", themes, "because")


def with_copies(ranked: Ranked, *documents: Document) -> Ranked:
    copies = tuple(Duplicate(document, "same_url", 1.0) for document in documents)
    return replace(ranked, candidate=replace(ranked.candidate, also_in=copies))


def select_all(*ranked: Ranked):  # type: ignore[no-untyped-def]
    return select_ranked(ranked, minimum=0.0, limit=100)


def test_seeds_come_first_then_scores_then_ids() -> None:
    texts = Texts()
    b, a, top, seed = (texts.add(title) for title in ("B", "A", "Top", "Seed"))
    ranked = [rank(b), rank(a), rank(top, 0.9), rank(seed, seed=True)]
    expected = [seed.id, top.id, a.id, b.id]
    for given in (ranked, ranked[::-1]):
        assert [item.candidate.document.id for item in select_all(*given).kept] == expected


@pytest.mark.parametrize(
    ("minimum", "limit", "kept", "below", "beyond"),
    [
        pytest.param(0.2, 10, 4, 0, 0, id="the_minimum_itself_is_enough"),
        pytest.param(0.21, 10, 3, 1, 0, id="below_the_minimum"),
        pytest.param(0.0, 1, 2, 0, 2, id="the_limit_counts_beside_the_seeds"),
        pytest.param(0.6, 1, 2, 2, 0, id="below_counts_before_beyond"),
        pytest.param(1.0, 1, 1, 3, 0, id="a_seed_always_stays"),
    ],
)
def test_what_is_left_out_is_counted(minimum: float, limit: int, kept: int, below: int, beyond: int) -> None:
    texts = Texts()
    ranked = [rank(texts.add(str(score)), score) for score in (0.2, 0.5, 0.8)]
    selection = select_ranked([*ranked, rank(texts.add("s"), seed=True)], minimum=minimum, limit=limit)
    assert (len(selection.kept), selection.below, selection.beyond) == (kept, below, beyond)
    assert build_contents(PLAN, LAST, selection, texts).index.left_out == below + beyond


def test_queries_and_themes_are_told_in_words() -> None:
    texts = Texts()
    index = build_contents(PLAN, LAST, select_all(rank(texts.add("A"), themes=("e1", "t1"))), texts).index
    assert index.entries[0].found_by == ("how agents forget", "index files")
    assert index.entries[0].themes == ("Cost", "Forgetting")
    assert (index.rounds, index.sources, index.origins) == (2, 1, {"obsidian": 1})


def test_coverage_counts_the_sources_of_the_memory() -> None:
    texts = Texts()
    ranked = [rank(texts.add(str(n)), themes=("t1", "t2") if n else ("t1",)) for n in range(3)]
    coverage = build_contents(PLAN, LAST, select_all(*ranked), texts).index.coverage
    expected = [("Forgetting", "covered", 3), ("Index files", "thin", 2), ("Cost", "missing", 0)]
    assert [(item.theme, item.state, item.sources) for item in coverage] == expected


def test_a_theme_that_only_emerged_in_the_last_round_is_known() -> None:
    texts = Texts()
    index = build_contents(PLAN, LAST, select_all(rank(texts.add("A"), themes=("e1",))), texts).index
    assert index.coverage[2].sources == 1


def test_no_summary_is_invented() -> None:
    texts = Texts()
    assert build_contents(PLAN, LAST, select_all(rank(texts.add("A"))), texts).index.entries[0].summary == ""


def test_a_source_without_marks_has_no_highlights() -> None:
    texts = Texts()
    document = texts.add("A")
    contents = build_contents(PLAN, LAST, select_all(rank(document)), texts)
    assert contents.highlights == {}
    assert contents.index.entries[0].uri_highlights is None
    assert contents.full == {document.id: "Text of A.\n"}


def test_highlights_of_duplicates_are_united_and_counted() -> None:
    """The same highlights exported two or three times stand once; what only a duplicate held is kept with its place."""
    texts = Texts()
    survivor = texts.add("A", Highlight("One"), note="mine")
    copy = texts.add("B", Highlight("one."), Highlight("Two", note="why"), origin="readwise")
    contents = build_contents(PLAN, LAST, select_all(with_copies(rank(survivor), copy)), texts)
    entry = contents.index.entries[0]
    assert (entry.highlights, entry.own_notes) == (2, 2)
    text = contents.highlights[survivor.id]
    assert text.index("> One") < text.index("## Also marked in readwise: B.md") < text.index("> Two\n\nNote: why")
    assert [(place.id, place.reason) for place in entry.also_in] == [(copy.id, "same_url")]


def test_marks_that_only_a_duplicate_has_give_the_layer() -> None:
    texts = Texts()
    survivor, copy = texts.add("A"), texts.add("B", Highlight("Two"))
    contents = build_contents(PLAN, LAST, select_all(with_copies(rank(survivor), copy)), texts)
    assert contents.index.entries[0].uri_highlights == f"highlights/{survivor.id}.md"


def test_the_text_must_be_the_one_that_was_catalogued() -> None:
    texts = Texts()
    document = texts.add("A")
    texts.full[document.id] = "Another text.\n"
    with pytest.raises(ArtifactError, match=r"A\.md\): its stored full text"):
        build_contents(PLAN, LAST, select_all(rank(document)), texts)


def test_lost_highlights_are_an_error() -> None:
    texts = Texts()
    document = texts.add("A", Highlight("One"))
    texts.highlights.clear()
    with pytest.raises(ArtifactError, match="its stored highlights"):
        build_contents(PLAN, LAST, select_all(rank(document)), texts)


def test_a_query_of_another_run_is_an_error() -> None:
    texts = Texts()
    with pytest.raises(ArtifactError, match="names 'r0-q1'"):
        build_contents(PLAN, replace(LAST, asked=()), select_all(rank(texts.add("A"))), texts)


def test_the_hash_is_of_the_full_text() -> None:
    texts = Texts()
    contents = build_contents(PLAN, LAST, select_all(rank(texts.add("A"))), texts)
    entry = contents.index.entries[0]
    assert hash_text(contents.full[entry.id]) == entry.sha256
    assert entry.highlights_sha256 is None


def test_the_highlights_are_hashed_as_they_are_united() -> None:
    texts = Texts()
    survivor, copy = texts.add("A", Highlight("One")), texts.add("B", Highlight("Two"))
    contents = build_contents(PLAN, LAST, select_all(with_copies(rank(survivor), copy)), texts)
    assert contents.index.entries[0].highlights_sha256 == hash_text(contents.highlights[survivor.id])


def test_a_pin_stays_whatever_its_score_and_takes_no_place_of_others() -> None:
    texts = Texts()
    ranked = [rank(texts.add(str(score)), score) for score in (0.1, 0.5, 0.8)]
    ranked[0] = replace(ranked[0], pinned="mine")
    selection = select_ranked(ranked, minimum=0.2, limit=1)
    assert [item.score for item in selection.kept] == [0.8, 0.1]
    assert (selection.below, selection.beyond) == (0, 1)
    entry = build_contents(PLAN, LAST, selection, texts).index.entries[1]
    assert (entry.pinned, entry.reason, entry.relevance_score) == (True, "pinned: mine; because", 0.1)


def test_what_was_vetoed_is_listed() -> None:
    vetoed = (Vetoed("lids-0a1b2c3d", "Lids", "an advertisement"),)
    assert build_contents(PLAN, LAST, select_all(), Texts(), vetoed).index.vetoed == vetoed
