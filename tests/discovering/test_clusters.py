"""Groups of notes that want a map of content."""

from hashlib import sha256

import pytest
from planted_vaults import make_note, make_vault

from florilegium.discovering.clusters import find_clusters
from florilegium.vault.model import VaultModel

TOPICS = {
    "garden": ["compost", "seedling", "mulch", "trellis"],
    "market": ["pricing", "moat", "margin", "churn"],
    "sleep": ["melatonin", "circadian", "apnea", "dream"],
    "music": ["counterpoint", "fugue", "cadence", "ostinato"],
}
SIZE = 12


def plant_vault(*, salt: str = "", mapped: bool = False) -> tuple[VaultModel, dict[str, dict[str, int]]]:
    """Return a vault of four topics; the first note of each is linked by all others, the salt shuffles the notes."""
    notes, vocabulary = [], {}
    for topic, words in TOPICS.items():
        for number in range(SIZE):
            path = f"{topic} {number:02}.md"
            links = [f"{topic} 00.md"] if number else []
            links += [f"{topic} {number - 1:02}.md"] if number % 3 == 2 else []
            links += ["garden 00.md"] if number == 5 else []  # a few links lead across
            notes.append(make_note(path, links))
            chosen = [words[place % 4] for place in range(number, number + 3)]
            vocabulary[path] = {**dict.fromkeys(chosen, 3), "note": 5, f"only{topic}{number}": 1}
    notes.append(make_note("2026-01-01.md", ["garden 00.md", "market 00.md"], kind="daily"))
    if mapped:
        notes.append(make_note("Sleep MOC.md", [f"sleep {number:02}.md" for number in range(8)]))
    if salt:
        notes.sort(key=lambda note: sha256(f"{salt}{note.path}".encode()).digest())
        vocabulary = {note.path: vocabulary[note.path] for note in notes if note.path in vocabulary}
    return make_vault(notes), vocabulary


def test_the_planted_groups_are_found() -> None:
    found = find_clusters(*plant_vault())
    planted = {tuple(f"{topic} {number:02}.md" for number in range(SIZE)) for topic in TOPICS}
    assert {cluster.notes for cluster in found} == planted


def test_groups_are_named_by_their_own_terms_and_held_by_their_hub() -> None:
    for cluster in find_clusters(*plant_vault()):
        topic = cluster.notes[0].split()[0]
        assert set(cluster.terms) == set(TOPICS[topic])
        assert cluster.name == ", ".join(cluster.terms[:3])
        assert cluster.holders[0] == f"{topic} 00.md"
        assert cluster.cohesion > 0.8


@pytest.mark.parametrize("salt", ["a", "b", "c", "d", "e"])
def test_the_order_of_notes_does_not_matter(salt: str) -> None:
    assert find_clusters(*plant_vault(salt=salt)) == find_clusters(*plant_vault())


def test_a_map_that_is_there_is_known() -> None:
    maps = {cluster.notes[-1]: cluster.map for cluster in find_clusters(*plant_vault(mapped=True))}
    assert maps["sleep 11.md"] == "Sleep MOC.md"
    assert maps["garden 11.md"] is None


def test_the_planted_groups_have_no_map_yet() -> None:
    assert all(cluster.wants_map for cluster in find_clusters(*plant_vault()))


def test_an_empty_vault_has_no_groups() -> None:
    assert find_clusters(make_vault([]), {}) == ()


def test_words_alone_make_a_group() -> None:
    _, vocabulary = plant_vault()
    found = find_clusters(make_vault(make_note(path) for path in vocabulary), vocabulary)
    assert {cluster.notes[0].split()[0] for cluster in found} == set(TOPICS)
    assert all(cluster.wants_map and cluster.links == 0 for cluster in found)


def test_links_alone_make_a_group() -> None:
    model, _ = plant_vault()
    assert len(find_clusters(model, {})) == len(TOPICS)


def test_notes_without_ties_make_none() -> None:
    assert find_clusters(make_vault(make_note(f"{number}.md") for number in range(50)), {}) == ()
