"""One larger vault with all structure planted together: all of it is found, in any order of the notes."""

from hashlib import sha256

import pytest
from vaults import open_small, write_files

from florilegium.discovering.gathering import Gathered, gather
from florilegium.discovering.report import Discovery, discover_vault
from florilegium.project.records import to_record
from florilegium.project.schemas import find_problems
from florilegium.vault.model import VaultModel
from florilegium.vault.rules import VaultRules

TOPICS = {
    "Compost heap": "mulch worm nitrogen carbon humus bacteria fungus kitchenwaste",
    "Pricing power": "margin churn elasticity discount rival contract invoice retailer",
    "Sleep apnea": "melatonin circadian oxygen airway snoring mask polygraph insomnia",
    "Fugue writing": "counterpoint cadence ostinato stretto episode inversion voice subject",
    "Sail trim": "halyard jib luff leech batten sheet winch reef",
    "Sourdough loaf": "levain hydration gluten autolyse proofing crumb crust baker",
}
SIZE = 25
FOOTER = "\n\nBack to [[Home]]\n"
QUIET = ("Compost heap 03", "Sail trim 07", "Sail trim 09", "Fugue writing 04", "Sleep apnea 06", "Pricing power 12")
ORPHANS = {
    "Lost/Alone.md": ("neither", "note"),
    "Inbox/Thought.md": ("neither", "inbox"),
    "Archive/Old start.md": ("nothing_in", "archive"),
    "Lost/Stub start.md": ("nothing_in", "stub"),
    "Lost/End.md": ("nothing_out", "note"),
    "Lost/unused.png": ("nothing_in", "attachment"),
}


def make_text(name: str) -> str:
    """Return forty words that no other note holds."""
    digits = sha256(name.encode()).hexdigest()
    letters = digits.translate(str.maketrans("0123456789", "ghijklmnop"))
    return " ".join(f"{letters[place : place + 9]}q" for place in range(40)) + "."


def plant_files() -> dict[str, str]:
    """Return the files of a vault of some 160 notes."""
    files = {"Home.md": "A page to begin at.\n" + "\n".join(f"[[{topic}]]" for topic in TOPICS)}
    for topic, words in TOPICS.items():
        files[f"{topic}.md"] = f"All of {words}. [[{topic} 01]]{FOOTER}"
        for number in range(1, SIZE):
            name = f"{topic} {number:02}"
            held = words.split()[number % 5 : number % 5 + 4]
            text = f"Of {' and '.join(held)}, seen the {'again and ' * number}last time, by [[{topic}]].\n"
            text += f"More in [[{topic} {number % (SIZE - 1) + 1:02}]].\n"
            text += "Our Quiet Harbor was near.\n" if name in QUIET else ""
            files[f"{topic.split()[0]}/{name}.md"] = text + FOOTER
    files["Quiet Harbor.md"] = f"A place. [[Home]] {make_text('Quiet')}"
    files["Home.md"] += "\n[[Quiet Harbor]] [[Old/Sail trim 07]] [[Sourdoug loaf]] [[Never written]] [[End]]\n"
    files |= {name: make_text(name) for name in ("Lost/Alone.md", "Inbox/Thought.md", "Lost/End.md")}
    files |= {
        "Archive/Old start.md": f"[[Home]] {make_text('Old')}",
        "Lost/Stub start.md": "[[Home]]",
        "Lost/unused.png": "x",
    }
    files |= {"Daily/2026-01-01.md": make_text("Daily"), "Templates/Form.md": "[[Home]]"}
    return files


@pytest.fixture(scope="module")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Gathered:
    """What is known of the planted vault."""
    root = tmp_path_factory.mktemp("planted")
    rules = VaultRules(templates=("Templates",))
    opened = open_small(write_files(root / "vault", plant_files()), root / "state", rules)
    return gather(opened.model, opened.read_text)


@pytest.fixture(scope="module")
def found(gathered: Gathered) -> Discovery:
    """What is found in it."""
    return discover_vault(gathered)


def test_hubs_are_the_heads_of_the_topics_and_no_footer_comes_before_them(found: Discovery) -> None:
    first = [hub.path for hub in found.hubs[: len(TOPICS)]]
    assert sorted(first) == sorted(f"{topic}.md" for topic in TOPICS)
    assert "Home.md" not in first


def test_a_hub_by_mentions_is_found_with_every_place(found: Discovery) -> None:
    harbor = next(item for item in found.mentions if item.path == "Quiet Harbor.md")
    assert {place.note.rpartition("/")[2] for place in harbor.places} == {f"{name}.md" for name in QUIET}
    assert {place.line for place in harbor.places} == {3}
    assert "Quiet Harbor.md" in {hub.path for hub in found.hubs}


def test_orphans_of_every_class_are_found_and_none_else(found: Discovery) -> None:
    assert {orphan.path: (orphan.lacks, orphan.guess) for orphan in found.orphans} == ORPHANS
    assert {item.path: item.reason for item in found.excluded} == {
        "Daily/2026-01-01.md": "daily",
        "Templates/Form.md": "template",
    }


def test_each_topic_is_a_cluster_held_by_its_head_and_named_by_its_words(found: Discovery) -> None:
    heads = {cluster.holders[0]: cluster for cluster in found.clusters}
    assert set(heads) == {f"{topic}.md" for topic in TOPICS}
    for topic, words in TOPICS.items():
        cluster = heads[f"{topic}.md"]
        numbered = {f"{topic.split()[0]}/{topic} {number:02}.md" for number in range(1, SIZE)}
        assert numbered | {f"{topic}.md"} <= set(cluster.notes)
        assert len(set(cluster.notes) - numbered) <= 6  # its head; Home and what hangs on it belong to one
        assert set(cluster.name.split(", ")) <= {*words.split(), *topic.lower().split()}


def test_lost_links_are_told_with_what_was_meant(found: Discovery) -> None:
    assert {repair.target: [item.path for item in repair.candidates] for repair in found.dangling} == {
        "Old/Sail trim 07": ["Sail/Sail trim 07.md"],
        "Sourdoug loaf": ["Sourdough loaf.md"],
        "Never written": [],
    }


def test_probable_links_stay_within_a_topic_or_lead_to_what_is_mentioned(found: Discovery) -> None:
    pairs = [(item.one, item.other) for item in found.predictions if "Quiet Harbor.md" not in (item.one, item.other)]
    assert len(pairs) >= 30
    for one, other in pairs:
        assert one.rpartition("/")[2].split()[0] == other.rpartition("/")[2].split()[0]


def test_the_record_fits_its_schema(found: Discovery) -> None:
    assert find_problems(to_record(found), "discovery") == []


@pytest.mark.parametrize("salt", ["a", "b", "c"])
def test_the_order_of_notes_does_not_matter(gathered: Gathered, found: Discovery, salt: str) -> None:
    model = gathered.model
    order = sorted(model.notes, key=lambda path: sha256(f"{salt}{path}".encode()).digest())
    turned = VaultModel(model.source, {path: model.notes[path] for path in order}, model.files)
    again = discover_vault(gather(turned, gathered.texts.__getitem__))
    assert to_record(again) == to_record(found)
