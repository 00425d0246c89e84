"""A link says as little as leads to its note and to no other."""

import json
from pathlib import Path

import pytest

from florilegium.linking.targets import LinkFormat, TargetChooser, read_link_format

PATHS = (
    "Home.md",
    "Notes/Tea.md",
    "A/Plan.md",
    "B/Plan.md",
    "A/Deep/Plan.md",
    "Notes/v1.2.md",
    "Notes/cup.png.md",
    "cup.png",
    "Board.canvas",
    "A/Notes/List.md",
    "Notes/List.md",
    "List.md",
    "C# notes.md",
    "Notes/tea party.md",
)


@pytest.mark.parametrize(
    ("form", "note", "target", "expected"),
    [
        pytest.param("shortest", "Home.md", "Notes/Tea.md", "Tea", id="a name that one file has"),
        pytest.param("shortest", "Home.md", "A/Plan.md", "A/Plan", id="a name of several has its folder"),
        pytest.param("shortest", "Home.md", "A/Deep/Plan.md", "Deep/Plan", id="as few folders as tell it"),
        pytest.param("shortest", "Home.md", "Notes/v1.2.md", "v1.2", id="a dot is no extension"),
        pytest.param("shortest", "Home.md", "Notes/cup.png.md", "cup.png.md", id="a note named as a picture"),
        pytest.param("shortest", "Home.md", "Board.canvas", "Board.canvas", id="a canvas keeps its extension"),
        pytest.param("shortest", "Home.md", "List.md", "List", id="the root's own before others of its name"),
        pytest.param("shortest", "Home.md", "A/Notes/List.md", "A/Notes/List", id="the end of another path is no name"),
        pytest.param("shortest", "Home.md", "C# notes.md", None, id="a name that no link can hold"),
        pytest.param("shortest", "Home.md", "Gone.md", None, id="a note that is not there"),
        pytest.param("absolute", "Home.md", "Notes/Tea.md", "Notes/Tea", id="absolute"),
        pytest.param("relative", "A/Plan.md", "Notes/Tea.md", "../Notes/Tea", id="relative"),
        pytest.param("relative", "A/Deep/Plan.md", "A/Plan.md", "../Plan", id="relative, one up"),
        pytest.param(
            "relative", "Notes/Tea.md", "Notes/List.md", "./List", id="relative beside, where the root has one"
        ),
        pytest.param("relative", "Notes/Tea.md", "Notes/tea party.md", "tea party", id="relative beside"),
    ],
)
def test_the_shortest_text_that_leads_there(form: LinkFormat, note: str, target: str, expected: str | None) -> None:
    assert TargetChooser(PATHS, form).choose(target, note) == expected


def test_every_note_but_the_unlinkable_can_be_reached_from_every_other() -> None:
    """Whatever the format, a target that is written leads to its note and to no other."""
    for form in ("shortest", "relative", "absolute"):
        chooser = TargetChooser(PATHS, form)
        for note in PATHS:
            for target in PATHS:
                written = chooser.choose(target, note)
                if target != note and "#" not in target:
                    assert written is not None, (form, note, target)
                    assert chooser.leads(written, target, note)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param({"newLinkFormat": "relative"}, "relative", id="relative"),
        pytest.param({"newLinkFormat": "absolute"}, "absolute", id="absolute"),
        pytest.param({}, "shortest", id="not said"),
        pytest.param({"newLinkFormat": 3}, "shortest", id="nonsense"),
        pytest.param([1], "shortest", id="no object"),
    ],
)
def test_the_format_of_the_vault_is_read(tmp_path: Path, content: object, expected: str) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian" / "app.json").write_text(json.dumps(content), encoding="utf-8")
    assert read_link_format(tmp_path) == expected


def test_a_vault_without_settings_has_obsidians_default(tmp_path: Path) -> None:
    assert read_link_format(tmp_path) == "shortest"
