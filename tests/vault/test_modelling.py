"""The model of a vault: what is in it, where its links lead, and what is kept of it."""

import os
from pathlib import Path

import pytest
from vaults import RULES, VAULT, open_small, write_files

from florilegium.errors import ArtifactError
from florilegium.library import REPORT_NAME, Library
from florilegium.vault.model import VaultModel
from florilegium.vault.modelling import build_model
from florilegium.vault.opening import SOURCE, find_state
from florilegium.vault.parts import PartsKeeper


@pytest.fixture
def model(tmp_path: Path) -> VaultModel:
    """The small vault as a model."""
    return open_small(write_files(tmp_path / "vault", VAULT), tmp_path / "state").model


def test_the_notes_are_those_that_hold_words_and_are_not_private(model: VaultModel) -> None:
    assert list(model.notes) == ["A/Plan.md", "B/Plan.md", "Board.canvas", "Home.md", "Notes/Tea.md"]
    assert [(file.path, file.reason) for file in model.files] == [
        ("Notes/Blank.md", "empty"),
        ("Notes/cup.png", "attachment"),
        ("Templates/Daily form.md", "template"),
    ]
    assert model.notes["Notes/Tea.md"].section == "Notes"
    assert model.notes["Home.md"].section == ""


def test_each_link_is_of_one_state(model: VaultModel) -> None:
    found = [(link.target + link.subpath, link.state, link.path) for link in model.notes["Home.md"].links]
    assert sorted(found) == sorted(
        [
            ("Tea", "resolved", "Notes/Tea.md"),
            ("Tea#Brewing", "resolved", "Notes/Tea.md"),
            ("Tea#Lost", "resolved", "Notes/Tea.md"),
            ("Tea#^cup", "resolved", "Notes/Tea.md"),
            ("#Home", "self", "Home.md"),
            ("cup.png", "resolved", "Notes/cup.png"),
            ("Daily form", "resolved", "Templates/Daily form.md"),
            ("Blank", "resolved", "Notes/Blank.md"),
            ("Nowhere", "dangling", None),
            ("Start", "dangling", None),
            ("Plan", "ambiguous", None),
            ("https://example.org/a", "external", None),
            ("Notes/Tea.md", "resolved", "Notes/Tea.md"),
            ("", "hidden", None),
            ("", "hidden", None),
            ("https://example.org", "external", None),
        ]
    )
    assert [link.line for link in model.notes["Home.md"].links] == [5] * 5 + [6] * 6 + [7] * 5
    plan = next(link for link in model.notes["Home.md"].links if link.state == "ambiguous")
    assert plan.candidates == ("A/Plan.md", "B/Plan.md")


def test_a_place_that_a_note_does_not_have_is_marked(model: VaultModel) -> None:
    broken = [link.subpath for link in model.notes["Home.md"].links if link.is_broken]
    assert broken == ["#Lost"]


def test_the_counts_add_up(model: VaultModel) -> None:
    counts = model.count_links()
    assert counts == {"ambiguous": 1, "dangling": 2, "external": 2, "hidden": 2, "resolved": 11, "self": 1}
    assert sum(counts.values()) == sum(len(note.links) for note in model.notes.values())


def test_the_graph_goes_both_ways(model: VaultModel) -> None:
    linked = ("Notes/Blank.md", "Notes/Tea.md", "Notes/cup.png", "Templates/Daily form.md")
    assert model.out_links["Home.md"] == linked
    assert model.out_links["Board.canvas"] == ("Home.md", "Notes/Tea.md")
    assert model.back_links["Home.md"] == ("Board.canvas", "Notes/Tea.md")
    assert model.back_links["Notes/cup.png"] == ("Home.md",)
    assert model.back_links["A/Plan.md"] == ()


def test_what_is_private_is_named_nowhere(tmp_path: Path) -> None:
    state = tmp_path / "state"
    model = open_small(write_files(tmp_path / "vault", VAULT), state).model
    told = repr(model) + repr((state / "parts.msgpack").read_bytes())
    assert "Diary" not in told
    assert "diary" not in told
    assert "Kept" not in told


@pytest.mark.parametrize("link", ["Two", "Plan", "Secret/Gone", "/secret/gone", "Alone"])
def test_a_link_that_may_lead_to_something_private_names_nothing(tmp_path: Path, link: str) -> None:
    files = {
        "Home.md": f"Words [[{link}]]\n",
        "X/Two.md": "#private a\n",
        "Y/Two.md": "#private b\n",
        "X/Plan.md": "#private c\n",
        "Y/Plan.md": "Open.\n",
        "Secret/Alone.md": "d\n",
        "Templates/Form.md": "e\n",
    }
    model = open_small(write_files(tmp_path / "vault", files), tmp_path / "state").model
    [found] = model.notes["Home.md"].links
    assert (found.state, found.target, found.path, found.candidates) == ("hidden", "", None, ())


def test_the_order_in_which_files_were_written_does_not_matter(tmp_path: Path, model: VaultModel) -> None:
    other = write_files(tmp_path / "other", dict(reversed(VAULT.items())))
    assert open_small(other, tmp_path / "second").model == model


def test_only_a_note_that_changed_is_parsed_again(tmp_path: Path) -> None:
    root, state = write_files(tmp_path / "vault", VAULT), tmp_path / "state"
    open_small(root, state)
    (root / "Notes/Tea.md").write_text("# Tea\n## Lost\n", encoding="utf-8")
    os.utime(root / "Notes/Tea.md", ns=(1, 1))
    library = open_small(root, state).library
    keeper = PartsKeeper(state / "parts.msgpack")
    again = build_model(library, SOURCE, keeper=keeper)
    assert keeper.parsed == 0
    assert [link.subpath for link in again.notes["Home.md"].links if link.is_broken] == ["#Brewing", "#^cup"]


@pytest.mark.parametrize("content", [b"", b"\x80", b"\xff\xfe not msgpack", b"\x82\xa4code\xa1x\xa5parts\x80"])
def test_parts_that_cannot_be_read_are_made_again(tmp_path: Path, content: bytes) -> None:
    root, state = write_files(tmp_path / "vault", VAULT), tmp_path / "state"
    first = open_small(root, state).model
    (state / "parts.msgpack").write_bytes(content)
    keeper = PartsKeeper(state / "parts.msgpack")
    build_model(Library(state / "library"), SOURCE, keeper=keeper)
    assert keeper.parsed == len(first.notes)
    assert open_small(root, state).model == first


def test_a_report_that_is_broken_is_named(tmp_path: Path) -> None:
    library = open_small(write_files(tmp_path / "vault", VAULT), tmp_path / "state").library
    (library.root / REPORT_NAME).write_text("{", encoding="utf-8")
    with pytest.raises(ArtifactError, match="report.json"):
        build_model(library, SOURCE)


def test_nothing_is_written_into_the_vault(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", VAULT)
    before = {path: path.stat().st_mtime_ns for path in sorted(root.rglob("*"))}
    open_small(root, tmp_path / "state")
    assert {path: path.stat().st_mtime_ns for path in sorted(root.rglob("*"))} == before


def test_two_vaults_of_one_name_have_states_of_their_own(tmp_path: Path) -> None:
    assert find_state(tmp_path / "a" / "Notes").name.startswith("notes-")
    assert find_state(tmp_path / "a" / "Notes") != find_state(tmp_path / "b" / "Notes")


def test_the_rules_say_what_is_private(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", VAULT)
    assert "Secret/Diary.md" not in open_small(root, tmp_path / "state", RULES).model.notes
