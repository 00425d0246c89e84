"""The link graph of a vault."""

from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.drafts import Link
from florilegium.vault.graph import Unresolved, build_graph
from florilegium.vault.notes import parse_note
from florilegium.vault.resolve import Resolver

NOTES = {
    "A.md": "[[B]] [[B]] [[C]] [[#x]] [[A]] ![[p.png]]",
    "B.md": "[[A]] [[Nowhere]] `[[C]]` [[a||b]]",
    "C.md": "[[D]]",
    "x/D.md": "",
    "y/D.md": "[t](https://example.org)",
}
PATHS = [*NOTES, "p.png"]


def read_links(notes: dict[str, str]) -> dict[str, tuple[Link, ...]]:
    return {path: parse_note(path, text).links for path, text in notes.items()}


def test_only_resolved_links_are_edges() -> None:
    graph = build_graph(read_links(NOTES), Resolver(PATHS))
    assert graph.out_links == {
        "A.md": ("B.md", "C.md", "p.png"),
        "B.md": ("A.md",),
        "C.md": (),
        "x/D.md": (),
        "y/D.md": (),
    }
    assert graph.back_links == {
        "A.md": ("B.md",),
        "B.md": ("A.md",),
        "C.md": ("A.md",),
        "p.png": ("A.md",),
        "x/D.md": (),
        "y/D.md": (),
    }


def test_what_gives_no_edge_is_listed() -> None:
    graph = build_graph(read_links(NOTES), Resolver(PATHS))
    assert graph.unresolved == (
        Unresolved("B.md", Link("Nowhere", "", "wikilink", 1), "dangling", ()),
        Unresolved("C.md", Link("D", "", "wikilink", 1), "ambiguous", ("x/D.md", "y/D.md")),
    )


@given(st.permutations(list(NOTES)), st.permutations(PATHS))
@settings(derandomize=True, max_examples=40)
def test_the_order_of_notes_does_not_change_the_graph(order: list[str], paths: list[str]) -> None:
    shuffled = build_graph(read_links({path: NOTES[path] for path in order}), Resolver(paths))
    expected = build_graph(read_links(NOTES), Resolver(PATHS))
    assert shuffled == expected
    assert list(shuffled.out_links) == list(expected.out_links)
    assert list(shuffled.back_links) == list(expected.back_links)


@given(st.dictionaries(st.sampled_from(PATHS[:5]), st.lists(st.sampled_from(["A", "B", "C", "D", "Z"]).map(Link))))
@settings(derandomize=True, max_examples=100)
def test_back_links_mirror_out_links(links: dict[str, list[Link]]) -> None:
    graph = build_graph(links, Resolver(PATHS))
    forward = {(path, target) for path, targets in graph.out_links.items() for target in targets}
    backward = {(source, path) for path, sources in graph.back_links.items() for source in sources}
    assert forward == backward
    assert all(source != target for source, target in forward)
