"""One round: queries to researchers side by side, harvests made one."""

import threading
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest
from libraries import make_note

from florilegium.drafts import make_document
from florilegium.errors import ArtifactError
from florilegium.findings import Dropped, Finding, Harvest, Hit, Round
from florilegium.plans import Query, Theme
from florilegium.project.artifacts import read_json
from florilegium.researching import Yield, gather_harvests, research_round, store_round
from florilegium.texts import TextStore

THEMES = (Theme("t1", "Forgetting", ("forget",)), Theme("t2", "Cost", ("price",)))
QUERIES = (Query("r0-q1", "t1", "forgetting", "first"), Query("r0-q2", "t2", "price", "first"))


def make_finding(title: str, query: str = "r0-q1", rank: int = 1) -> Finding:
    document = make_document(make_note(title, "text"), source="vault", text="text", highlights="")
    return Finding(document, (Hit(query, "t1", rank, "search", "why"),), (), "0" * 64, ())


def make_round(queries: tuple[Query, ...] = QUERIES, known: tuple[Finding, ...] = ()) -> Round:
    return Round("topic", 0, THEMES, queries, (), known, (), (), "")


class FakeResearcher:
    """Finds one document of its own for each query and one that all queries share."""

    def __init__(self) -> None:
        self.threads: set[int] = set()
        self.meeting = threading.Barrier(2)

    def research(self, query: Query, theme: Theme, *, limit: int) -> Harvest:
        self.threads.add(threading.get_ident())
        self.meeting.wait(timeout=30)
        findings = (make_finding("Shared", query.id, limit), make_finding(f"Only {theme.name}", query.id))
        return Harvest(findings, (Dropped(make_finding("Cut").document.id, f"{query.id}: beyond"),))


def test_queries_run_side_by_side() -> None:
    researcher = FakeResearcher()
    with ThreadPoolExecutor(2) as executor:
        found = research_round(make_round(), researcher, executor, limit=7)
    titles = {finding.document.title: [hit.query for hit in finding.hits] for finding in found.findings}
    assert titles == {"Shared": ["r0-q1", "r0-q2"], "Only Forgetting": ["r0-q1"], "Only Cost": ["r0-q2"]}
    assert len(researcher.threads) == 2
    assert [item.reason for item in found.dropped] == ["r0-q1: beyond", "r0-q2: beyond"]


def test_the_order_of_harvests_does_not_show() -> None:
    harvests = [
        Harvest((make_finding("A"), make_finding("B", rank=2)), (Dropped(make_finding("C").document.id, "r0-q1: x"),)),
        Harvest((make_finding("B", "r0-q2"), make_finding("D", "r0-q2", 2)), ()),
        Harvest((), (Dropped(make_finding("A").document.id, "r0-q3: x"),)),
    ]
    assert gather_harvests(harvests, ()) == gather_harvests(harvests[::-1], ())


def test_what_another_query_kept_is_not_dropped() -> None:
    kept, cut = make_finding("Kept"), make_finding("Cut")
    dropped = tuple(Dropped(item.document.id, "r0-q2: beyond") for item in (kept, cut))
    found = gather_harvests([Harvest((kept,), ()), Harvest((), dropped)], ())
    assert [item.id for item in found.dropped] == [cut.document.id]


def test_known_findings_are_reported_but_not_new() -> None:
    old, new = make_finding("Old"), make_finding("New")
    found = gather_harvests([Harvest((old, new), ())], (old,))
    assert len(found.findings) == 2
    assert found.new == 1


def test_a_query_without_its_theme_is_a_broken_round() -> None:
    stray = (Query("r0-q1", "t9", "x", "first"),)
    with ThreadPoolExecutor(1) as executor, pytest.raises(ArtifactError, match="'t9'"):
        research_round(make_round(stray), FakeResearcher(), executor, limit=1)


def test_the_folder_is_replaced_and_the_findings_come_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed run leaves no findings without their texts."""
    finding = make_finding("Note")
    library = TextStore(tmp_path / "library")
    library.write(finding.document.id, text="text", highlights="> marked\n")
    folder = tmp_path / "research-0"
    (folder / "texts").mkdir(parents=True)
    (folder / "texts" / "old.md").write_text("stale")
    (folder / "findings.json").write_text("{}")

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(TextStore, "write", stop)
        with pytest.raises(KeyboardInterrupt):
            store_round(folder, make_round(), Yield((finding,), 1, ()), library)
    assert not (folder / "findings.json").exists()
    store_round(folder, make_round(), Yield((finding,), 1, ()), library)
    assert [path.name for path in sorted(folder.glob("*/*.md"))] == [f"{finding.document.id}.md"] * 2
    assert TextStore(folder).read_highlights(finding.document.id) == "> marked\n"
    assert len(read_json(folder / "findings.json", "findings")["findings"]) == 1


def test_nothing_is_asked_of_an_executor_for_an_empty_round() -> None:
    class NoExecutor(Executor):
        """Refuses all work."""

    assert research_round(make_round(()), FakeResearcher(), NoExecutor(), limit=5) == Yield((), 0, ())
