"""One hop along links: to notes that bear on the query, with the way told, and no further."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from libraries import make_note, write_library

from florilegium.drafts import Draft
from florilegium.findings import Harvest
from florilegium.local.answers import Answerer
from florilegium.local.researcher import LocalResearcher
from florilegium.local.summariser import LocalSummariser
from florilegium.local.walking import WALKED, walk_links
from florilegium.plans import Query, Theme
from florilegium.project.records import to_record
from florilegium.project.schemas import find_problems
from florilegium.search.index import LibraryIndex

QUERY = "forgetting budget of agents"
HUB = make_note(
    "Hub", "The forgetting budget of agents keeps two hundred notes. A forgetting budget makes agents choose."
)
FILLER = [make_note(f"Daily {number}", f"Weather, soup and tram number {number}.") for number in range(20)]
# It says a little of the query among much else, so that a search alone leaves it out.
LONG = "The timetable, the soup and the weather came late. " * 10
WEAK = make_note("Old habits", f"Agents of the railway. {LONG}A budget.")
STRANGE = make_note("Recipe", "Soup of leeks, for four.")


def ask(
    root: Path, drafts: Sequence[Draft], links: Mapping[str, Sequence[str]] | None = None, *, limit: int = 15
) -> tuple[Harvest, dict[str, str]]:
    library = write_library(root / "library", [*FILLER, *drafts])
    index = LibraryIndex(root / "index")
    index.update(library)
    ids = {document.title: name for name, document in library.documents.items()}
    neighbours = {ids[title]: tuple(ids[other] for other in others) for title, others in (links or {}).items()}
    researcher = LocalResearcher(library, index, library.texts, LocalSummariser(), neighbours=neighbours)
    theme = Theme("t1", "Forgetting", ("retention",))
    return researcher.research(Query("r0-q1", "t1", QUERY, "first"), theme, limit=limit), ids


def list_titles(harvest: Harvest) -> list[str]:
    return [finding.document.title for finding in harvest.findings]


def test_a_search_alone_leaves_the_weak_note_out(tmp_path: Path) -> None:
    harvest, _ = ask(tmp_path, [HUB, WEAK, STRANGE])
    assert list_titles(harvest) == ["Hub"]


def test_a_linked_note_that_bears_on_the_query_is_found_with_its_path(tmp_path: Path) -> None:
    harvest, ids = ask(tmp_path, [HUB, WEAK, STRANGE], {"Hub": ["Old habits", "Recipe"]})
    assert list_titles(harvest) == ["Hub", "Old habits"]
    hit = harvest.findings[1].hits[0]
    assert hit.via == f"link: {ids['Hub']}"
    assert hit.rank == 2
    assert hit.why == "one link from 'Hub'; budget, agents in text"
    assert not find_problems(to_record(harvest.findings[1]), "finding")


def test_a_walk_goes_one_hop_and_only_from_what_was_found(tmp_path: Path) -> None:
    harvest, _ = ask(tmp_path, [HUB, WEAK, STRANGE], {"Hub": ["Recipe"], "Recipe": ["Old habits"]})
    assert list_titles(harvest) == ["Hub"]


def test_a_walk_never_displaces_what_was_found_and_keeps_to_the_limit(tmp_path: Path) -> None:
    harvest, _ = ask(tmp_path, [HUB, WEAK], {"Hub": ["Old habits"]}, limit=1)
    assert list_titles(harvest) == ["Hub"]


def test_a_hub_with_many_links_adds_the_best_few(tmp_path: Path) -> None:
    many = [make_note(f"Old habit {number}", f"Agents {number}. {LONG}A budget.") for number in range(2 * WALKED)]
    library = write_library(tmp_path / "library", [*FILLER, HUB, WEAK, *many])
    index = LibraryIndex(tmp_path / "index")
    index.update(library)
    hub = next(name for name, document in library.documents.items() if document.title == "Hub")
    answer = replace(Answerer(library.documents, index.open()).answer(QUERY, ()), ids=(hub,), twins=())
    others = [name for name in library.documents if name != hub]
    steps = walk_links(answer, [hub], {hub: others}, library.documents, index.open())
    assert len(steps) == WALKED
    assert {step.leader for step in steps} == {hub}
    scores = [index.open().score(step.id, answer.terms) for step in steps]
    values = [score.value for score in scores if score is not None]
    assert values == sorted(values, reverse=True)
    assert steps == walk_links(answer, [hub], {hub: others[::-1]}, library.documents, index.open())
