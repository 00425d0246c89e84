"""From one query to findings."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from libraries import make_note, write_library

from florilegium.drafts import Draft, Highlight
from florilegium.findings import Harvest
from florilegium.library import Library
from florilegium.local.researcher import LocalResearcher
from florilegium.local.summariser import LocalSummariser
from florilegium.plans import Query, Theme
from florilegium.project.records import to_record
from florilegium.project.schemas import find_problems
from florilegium.search.index import LibraryIndex
from florilegium.search.recipe import Recipe

THEME = Theme("t1", "Forgetting", ("forgetting budget", "retention"))
SENTENCE = "The forgetting budget lets an agent keep two hundred notes and makes it choose."
FILLER = [make_note(f"Daily {number}", f"Weather, soup and tram number {number}.") for number in range(20)]


def make_researcher(root: Path, drafts: list[Draft]) -> tuple[LocalResearcher, Library]:
    library = write_library(root / "library", drafts)
    index = LibraryIndex(root / "index")
    index.update(library)
    return LocalResearcher(library, index, library.texts, LocalSummariser()), library


def ask(researcher: LocalResearcher, text: str, *, limit: int = 15) -> Harvest:
    return researcher.research(Query("r0-q1", "t1", text, "first"), THEME, limit=limit)


def list_titles(harvest: Harvest) -> list[str]:
    return [finding.document.title for finding in harvest.findings]


def test_every_origin_is_searched(tmp_path: Path) -> None:
    drafts = [
        make_note("Note", SENTENCE),
        Draft("readwise", "1", "Saved", SENTENCE, location="library", kind="article", authorship="other"),
        Draft("readwise", "2", "Subscribed", SENTENCE, location="feed", kind="article", authorship="other"),
        Draft("notebooklm", "n/1", "Notebook note", SENTENCE, location="N", kind="notebook_note", notebook="N"),
        Draft("notebooklm", "n/2", "Notebook source", SENTENCE, location="N", kind="article", authorship="other"),
    ]
    researcher, _ = make_researcher(tmp_path, [*FILLER, *drafts])
    harvest = ask(researcher, "forgetting budget")
    assert set(list_titles(harvest)) == {draft.title for draft in drafts}
    assert list_titles(harvest)[-1] == "Subscribed"
    assert [finding.hits[0].rank for finding in harvest.findings] == [1, 2, 3, 4, 5]


def test_a_large_origin_does_not_crowd_out_a_small_one(tmp_path: Path) -> None:
    flood = [
        Draft("readwise", str(n), f"Saved {n}", SENTENCE, location="library", authorship="other") for n in range(80)
    ]
    note = make_note("Mine", f"{SENTENCE} I doubt it, for the tram driver also forgets.")
    researcher, _ = make_researcher(tmp_path, [*flood, note])
    assert "Mine" in list_titles(ask(researcher, "forgetting budget"))


@pytest.mark.parametrize("query", ["quantum chromodynamics garden", "", "?!", "the of and"])
def test_a_query_that_nothing_answers_brings_nothing(tmp_path: Path, query: str) -> None:
    researcher, _ = make_researcher(tmp_path, [*FILLER, make_note("Lattice", "A garden lattice for beans.")])
    assert ask(researcher, query) == Harvest((), ())


def test_one_word_of_the_query_is_enough_in_a_title(tmp_path: Path) -> None:
    """A book named after the clerk was lost, since only one of three words was known of it."""
    researcher, _ = make_researcher(tmp_path, [*FILLER, make_note("The Clerk's Memory", "Cards in a drawer.")])
    assert list_titles(ask(researcher, "clerk leaves office")) == ["The Clerk's Memory"]


def test_at_most_the_limit_and_the_rest_is_named(tmp_path: Path) -> None:
    drafts = [make_note(f"Budget {number}", SENTENCE) for number in range(9)]
    researcher, library = make_researcher(tmp_path, [*FILLER, *drafts])
    harvest = ask(researcher, "forgetting budget", limit=4)
    assert len(harvest.findings) == 4
    assert len(harvest.dropped) == 5
    assert {item.reason for item in harvest.dropped} == {"r0-q1: beyond the 4 best"}
    names = [finding.document.id for finding in harvest.findings] + [item.id for item in harvest.dropped]
    assert sorted(names) == sorted(name for name, item in library.documents.items() if "Budget" in item.title)


def test_metadata_is_captured_while_the_file_is_open(tmp_path: Path) -> None:
    """What later stages know: summary, key terms, fingerprints, and why it was chosen."""
    text = f"---\ntags: [x]\n---\n# Budget\n\n{SENTENCE} " + " ".join(f"word{number}" for number in range(40))
    note = make_note("Forgetting budget", text, highlights=(Highlight("a marked budget"),))
    researcher, _ = make_researcher(tmp_path, [*FILLER, note])
    finding = ask(researcher, "forgetting budget").findings[0]
    assert finding.document.summary == SENTENCE
    assert "budget" in finding.key_terms
    assert len(finding.signature) == 64
    assert finding.hits[0].why == "exact phrase; forgetting in title, text; budget in title, highlights, text"
    assert finding.hits[0].via == "search"
    assert find_problems(to_record(finding), "finding") == []


def test_summary_of_the_source_is_kept_where_it_is_a_sentence(tmp_path: Path) -> None:
    given = "A short essay on what an agent should forget."
    drafts = [
        make_note("Kept", SENTENCE, summary=given),
        make_note("Made", SENTENCE, summary="Posted in: forgetting budget"),
        make_note("Marked only", "", highlights=(Highlight(SENTENCE),)),
    ]
    researcher, _ = make_researcher(tmp_path, [*FILLER, *drafts])
    found = {item.document.title: item.document.summary for item in ask(researcher, "forgetting budget").findings}
    assert found == {"Kept": given, "Made": SENTENCE, "Marked only": SENTENCE}


def test_a_query_of_two_characters_finds_its_note(tmp_path: Path) -> None:
    researcher, _ = make_researcher(tmp_path, [*FILLER, make_note("ノート", "今日は機械学習の本を読んだ。")])
    assert list_titles(ask(researcher, "学習")) == ["ノート"]


def test_theme_orders_but_does_not_admit(tmp_path: Path) -> None:
    drafts = [
        make_note("A plain", "The budget of an agent, in notes."),
        make_note("Z theme", "The budget of an agent, with retention."),
        make_note("Theme only", "Retention, retention, forgetting."),
    ]
    researcher, _ = make_researcher(tmp_path, [*FILLER, *drafts])
    assert list_titles(ask(researcher, "budget agent")) == ["Z theme", "A plain"]


def test_an_unrelated_note_changes_nothing(tmp_path: Path) -> None:
    """No score reaches a finding, so findings stay byte for byte where their order does."""
    drafts = [make_note(f"Budget {number}", f"{SENTENCE} {'Agent. ' * number}") for number in range(5)]
    researcher, _ = make_researcher(tmp_path, [*FILLER, *drafts])
    before = ask(researcher, "forgetting budget")
    other = [make_note("Daily 7", "A wholly other text on trams, with an agent."), make_note("New", "Fennel soup.")]
    researcher, _ = make_researcher(tmp_path, [*FILLER[:7], *FILLER[8:], *drafts, *other])
    assert ask(researcher, "forgetting budget") == before


def test_many_at_once_find_what_one_finds(tmp_path: Path) -> None:
    drafts = [make_note(f"Budget {number}", f"{SENTENCE} Queue {number}.") for number in range(12)]
    researcher, _ = make_researcher(tmp_path, [*FILLER, *drafts])
    queries = ["forgetting budget", "agent notes", "queue", "tram soup"] * 4
    alone = [ask(researcher, query) for query in queries]
    with ThreadPoolExecutor(8) as executor:
        assert list(executor.map(lambda query: ask(researcher, query), queries)) == alone


def test_a_ranking_opens_no_text_and_agrees_with_the_findings(tmp_path: Path) -> None:
    """What `rank` lists is what `research` brings back, and it works with the texts gone."""
    researcher, library = make_researcher(tmp_path, [*FILLER, make_note("A", SENTENCE), make_note("B", SENTENCE)])
    found = [finding.document.id for finding in ask(researcher, "forgetting budget").findings]
    shutil.rmtree(library.root / "texts")
    assert list(researcher.rank(Query("r0-q1", "t1", "forgetting budget", "first"), THEME).ids) == found


def test_a_recipe_without_phrasings_asks_once(tmp_path: Path) -> None:
    """The exact phrase no longer lifts a document."""
    loose = make_note("A", "A budget of sorts. Forgetting is its aim.")
    exact = make_note("B", "Its aim is forgetting budget talk of all sorts and of many other things besides.")
    _, library = make_researcher(tmp_path, [*FILLER, loose, exact])
    index = LibraryIndex(tmp_path / "index")
    query = Query("r0-q1", "t1", "forgetting budget", "first")
    answers = [
        LocalResearcher(library, index, library.texts, LocalSummariser(), recipe=recipe).rank(query, THEME)
        for recipe in (Recipe(), Recipe(phrasings=False))
    ]
    assert [len(answer.exact) for answer in answers] == [1, 0]
    assert {*answers[0].ids} == {*answers[1].ids}
