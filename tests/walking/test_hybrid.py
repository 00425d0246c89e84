"""Links kept by vectors, and notes near by that no link leads to."""

from collections.abc import Mapping
from pathlib import Path

from vector_stores import source, unit, write_logs
from walking_vault import NOTES, open_planted, walk

from florilegium.vault.opening import OpenVault
from florilegium.vectors.opening import read_store
from florilegium.vectors.store import Store
from florilegium.walking.context import WalkOptions
from florilegium.walking.hybrid import reserve_places
from florilegium.walking.reached import Reached, Step

TEA, CLIENT = unit(1.0, 0.0, 0.1), unit(0.1, 1.0, 0.0)
VECTORS: Mapping[str, list[float]] = {
    path: TEA if path.startswith("Studies/") else unit(0.9, 0.3, 0.2) if path == "Garden/Mint.md" else CLIENT
    for path in NOTES
}
HYBRID = WalkOptions(mode="hybrid", nearest=1)


def make_store(root: Path, vectors: Mapping[str, list[float]]) -> Store:
    write_logs(root, {f"{number}.ajson": source(path, vectors[path]) + ",\n" for number, path in enumerate(vectors)})
    return read_store(root, notes=NOTES)


def test_a_link_to_a_note_unlike_the_entry_is_cut_and_the_nearest_unreached_note_added(
    planted: OpenVault, tmp_path: Path
) -> None:
    context = walk(planted, options=HYBRID, store=make_store(tmp_path, VECTORS))
    assert (context.mode, context.degraded) == ("hybrid", "")
    cut = {item.path: item.reason for item in context.cut}
    assert cut["Clients/Acme Corp.md"] == cut["Family/Anna.md"] == "unlike"
    near = [note for note in context.notes if note.route[-1].by == "near"]
    assert [note.path for note in near] == ["Garden/Mint.md"]
    assert near[0].route == (Step("Studies/Green tea.md", "entry"), Step("Garden/Mint.md", "near"))


def test_a_broad_entry_does_not_drift_where_the_question_is_narrow(planted: OpenVault, tmp_path: Path) -> None:
    """A note like the entry but neither in words nor by vectors like the answers is kept by a blind walk alone."""
    vectors = {**VECTORS, "Studies/Green tea.md": unit(0.7, 0.7, 0.0), "Clients/Acme Corp.md": unit(0.0, 1.0, 0.0)}
    store = make_store(tmp_path, vectors)
    blind = walk(planted, options=WalkOptions(mode="hybrid", nearest=0, filtered=False), store=store)
    aware = walk(planted, options=WalkOptions(mode="hybrid", nearest=0), store=store)
    assert "Clients/Acme Corp.md" in {note.path for note in blind.notes}
    assert "Clients/Acme Corp.md" not in {note.path for note in aware.notes}


def test_a_note_without_a_vector_is_judged_by_its_words(planted: OpenVault, tmp_path: Path) -> None:
    without = {path: vector for path, vector in VECTORS.items() if path != "Studies/Steeping times.md"}
    context = walk(planted, options=HYBRID, store=make_store(tmp_path, without))
    found = next(note for note in context.notes if note.path == "Studies/Steeping times.md")
    assert "has no vector of its present text" in found.why[0]


def test_without_vectors_the_walk_goes_by_words_and_says_why(planted: OpenVault, tmp_path: Path) -> None:
    context = walk(planted, options=HYBRID, store=read_store(tmp_path, notes=NOTES))
    assert context.mode == "depth"
    assert context.degraded == "the vault has no vectors of Smart Connections"
    assert context.notes == walk(planted).notes


def test_a_blind_walk_takes_what_is_near_the_entry(planted: OpenVault, tmp_path: Path) -> None:
    options = WalkOptions(mode="hybrid", nearest=2, filtered=False, hops=0)
    context = walk(planted, options=options, store=make_store(tmp_path, VECTORS))
    near = [note for note in context.notes if note.route[-1].by == "near"]
    assert [note.path for note in near] == ["Studies/Reading list.md", "Studies/Steeping times.md"]
    assert near[0].why[0].endswith("it is near Studies/Green tea.md.")


def test_a_list_that_a_program_wrote_is_not_added_though_it_is_near(tmp_path: Path) -> None:
    notes = {"a.md": "Rust in wheat.\n", "CLAUDE.md": "x\n", "b.md": "y\n"}
    vault = open_planted(tmp_path, notes)
    write_logs(tmp_path / "store", {"x.ajson": ",\n".join(source(path, TEA) for path in notes)})
    store = read_store(tmp_path / "store", notes=notes)
    context = walk(vault, "rust in wheat", HYBRID, store)
    assert [note.path for note in context.notes] == ["a.md", "b.md"]


def test_what_is_near_has_places_of_its_own() -> None:
    walked = [Reached(f"w{number}.md", 1.0, (Step(f"w{number}.md", "entry"),), ()) for number in range(5)]
    near = [Reached("n.md", 0.5, (Step("n.md", "near"),), ())]
    assert [note.path for note in reserve_places(walked, near, 3)] == [
        "w0.md",
        "w1.md",
        "n.md",
        "w2.md",
        "w3.md",
        "w4.md",
    ]
    assert [note.path for note in reserve_places(walked, near, 1)][0] == "w0.md"
