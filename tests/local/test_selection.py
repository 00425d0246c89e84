"""What is worth bringing back, and in which order."""

import dataclasses

import pytest
from libraries import make_note

from florilegium.documents import Document
from florilegium.drafts import Draft, make_document
from florilegium.local.selection import (
    FEW,
    explain_match,
    find_telling,
    keep_few,
    list_overshadowed,
    part_twins,
    select_worthy,
    weigh_matches,
    weigh_signal,
)
from florilegium.search.phrasings import parse_query
from florilegium.search.ranking import Score
from florilegium.search.searcher import Match

TERMS = parse_query("agents forget budgets")


def make(title: str = "A", **facts: object) -> Document:
    document = make_document(make_note(title, "text"), source="vault", text="text", highlights="")
    return dataclasses.replace(document, **facts)  # type: ignore[arg-type]


def make_match(
    document: Document, *, value: float = 1.0, share: float = 0.5, coverage: float = 0.7, terms: int = 2, place: int = 6
) -> Match:
    matched = tuple((term.term, (place,)) for term in TERMS[:terms])
    return Match(document.id, Score(value, share, coverage, matched))


@pytest.mark.parametrize(
    ("facts", "score", "expected"),
    [
        pytest.param({}, {}, True, id="good"),
        pytest.param({}, {"share": 0.15}, False, id="low share"),
        pytest.param({}, {"coverage": 0.2}, False, id="few of the terms"),
        pytest.param({}, {"terms": 1, "coverage": 0.4}, False, id="one word of three"),
        pytest.param({}, {"terms": 1, "coverage": 0.7}, True, id="one word that says most"),
        pytest.param({}, {"terms": 1, "coverage": 0.4, "place": 0}, True, id="one word of three in the title"),
        pytest.param({}, {"terms": 1, "coverage": 0.4, "place": 4}, False, id="one word of three in a highlight"),
        pytest.param({"origin": "readwise", "location": "feed"}, {"share": 0.25}, False, id="feed has a higher bar"),
        pytest.param({"origin": "readwise", "location": "library"}, {"share": 0.25}, True, id="library has not"),
    ],
)
def test_bars(facts: dict[str, object], score: dict[str, float], expected: bool) -> None:
    document = make(**facts)
    worthy = select_worthy([make_match(document, **score)], TERMS, {document.id: document})  # type: ignore[arg-type]
    assert (document.id in worthy) is expected


def test_nothing_is_brought_back_just_to_fill_up() -> None:
    best, weak = make("Best"), make("Weak")
    documents = {item.id: item for item in (best, weak)}
    matches = [make_match(best, share=0.9), make_match(weak, share=0.25)]
    assert set(select_worthy(matches, TERMS, documents)) == {best.id}


@pytest.mark.parametrize(
    ("more", "less"),
    [
        pytest.param({"highlights": 2}, {}, id="highlights"),
        pytest.param({"own_notes": 1}, {}, id="notes on it"),
        pytest.param({"authorship": "own"}, {}, id="own words"),
        pytest.param({"own_notes": 1, "highlights": 2}, {"highlights": 2}, id="notes beside highlights"),
        pytest.param({"location": "library"}, {"location": "feed"}, id="library over feed"),
    ],
)
def test_human_signal_outranks_machine_signal(more: dict[str, object], less: dict[str, object]) -> None:
    base = {"origin": "readwise", "authorship": "other", "location": "library"}
    better, worse = make("Z", **{**base, **more}), make("A", **{**base, **less})
    documents = {item.id: item for item in (better, worse)}
    matches = [make_match(worse), make_match(better)]
    worthy = select_worthy(matches, TERMS, documents)
    scores = weigh_matches(matches, worthy, documents)
    assert scores[better.id] > scores[worse.id]
    assert weigh_signal(better) > weigh_signal(worse)


def test_one_path_is_found_once() -> None:
    """Two sources that read one file give one finding; other origins are another matter, for dedup."""
    twins = [Draft("obsidian", "a/b.md", "B", "text"), Draft("obsidian", "a/b.md", "B", "text")]
    other = Draft("notebooklm", "a/b.md", "B", "text")
    made = [make_document(draft, source=str(n), text="", highlights="") for n, draft in enumerate([*twins, other])]
    documents = {document.id: document for document in made}
    unique, left = part_twins([document.id for document in made], documents)
    assert unique == [made[0].id, made[2].id]
    assert left == [(made[1].id, made[0].id)]


def test_why_names_words_and_fields() -> None:
    score = Score(1.0, 0.5, 0.7, (("agent", (6,)), ("forget", (0, 4)), ("budget", (0, 4))))
    assert explain_match(score, TERMS, exact=False) == "agents in text; forget, budgets in title, highlights"
    assert explain_match(score, TERMS, exact=True).startswith("exact phrase; ")


def test_a_word_of_another_phrasing_is_shown_as_its_stem() -> None:
    """A document that answers to one part of a question may match words that the plain query does not have."""
    score = Score(1.0, 0.5, 0.7, (("agent", (0,)), ("archiv", (0,))))
    assert explain_match(score, TERMS, exact=False) == "agents, archiv in title"


def test_one_strong_match_does_not_hide_the_others() -> None:
    """A sentence added to one note once cost a memory four sources, without a word."""
    documents = {document.id: document for document in (make(title) for title in "ABCDE")}
    shares = dict(zip(documents, (1.0, 0.4, 0.4, 0.3, 0.25), strict=True))
    matches = [make_match(document, share=shares[name]) for name, document in documents.items()]
    assert set(select_worthy(matches, TERMS, documents)) == set(documents)


def test_what_better_matches_overshadow_is_listed_best_first() -> None:
    documents = {document.id: document for document in (make(title) for title in "ABCDEF")}
    shares = dict(zip(documents, (1.0, 1.0, 1.0, 0.25, 0.3, 0.1), strict=True))
    matches = [make_match(document, share=shares[name]) for name, document in documents.items()]
    worthy = select_worthy(matches, TERMS, documents)
    a, b, c, d, e, _ = documents
    assert set(worthy) == {a, b, c}
    assert list_overshadowed(matches, worthy) == [e, d]


@pytest.mark.parametrize(
    ("text", "weights", "expected"),
    [
        pytest.param(
            "ivermectin treats onchocerciasis", {"treat": 2.0, "onchocerciasi": 8.0}, {"onchocerciasi"}, id="rarest"
        ),
        pytest.param("sapling census", {"sapl": 7.0, "census": 7.0}, {"sapl", "census"}, id="as rare as another"),
        pytest.param("common words", {"common": 2.0, "word": 3.0}, set(), id="too common"),
        pytest.param("a favourite dinner", {"favourit": 3.0, "dinner": 8.0}, set(), id="everyday word"),
        pytest.param("ivermectin", {}, set(), id="in no document"),
    ],
)
def test_the_rarest_words_of_a_query_tell(text: str, weights: dict[str, float], expected: set[str]) -> None:
    assert find_telling(parse_query(text), lambda term: weights.get(term, 0.0), most=8.0) == expected


@pytest.mark.parametrize(
    ("facts", "score", "telling", "expected"),
    [
        pytest.param({}, {"share": 0.1, "coverage": 0.2}, {"agent"}, True, id="has a telling word"),
        pytest.param({}, {"share": 0.1, "coverage": 0.2}, {"budget"}, False, id="has other words"),
        pytest.param({}, {"share": 0.05, "coverage": 0.2}, {"agent"}, False, id="says it once in a long text"),
        pytest.param({}, {"share": 0.01, "coverage": 0.2}, None, True, id="days tell enough"),
        pytest.param({"origin": "readwise", "location": "feed"}, {}, {"agent"}, False, id="a feed was not chosen"),
    ],
)
def test_the_few_that_are_kept(
    facts: dict[str, object], score: dict[str, float], telling: set[str] | None, expected: bool
) -> None:
    document = make(**facts)
    match = make_match(document, **score)  # type: ignore[arg-type]
    kept = keep_few([match], {document.id: 1.0}, {document.id: document}, telling)
    assert (document.id in kept) is expected


def test_only_the_best_few_are_kept() -> None:
    documents = {item.id: item for item in (make(f"Note {number}") for number in range(FEW + 2))}
    scores = {name: float(number) for number, name in enumerate(documents)}
    kept = keep_few(map(make_match, documents.values()), scores, documents, None)
    assert list(kept) == list(documents)[:1:-1]
