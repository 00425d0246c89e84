"""Pins and vetoes: checked when read, honoured for every copy, never lost in silence."""

from pathlib import Path

import pytest

from florilegium.candidates import Candidate, Duplicate, Ranked
from florilegium.choices.choices import (
    Choice,
    Choices,
    apply_choices,
    find_unknown,
    load_choices,
    parse_choices,
    read_choices,
    store_choices,
)
from florilegium.drafts import Draft, make_document
from florilegium.errors import ParamsError

CUPS, LIDS = Choice("cups-0a1b2c3d", "leaks"), Choice("lids-0a1b2c3d", "an advertisement")
BOTH = """
# written by hand
pin:
  - id: cups-0a1b2c3d
    reason: leaks
veto:
  - {id: lids-0a1b2c3d, reason: an advertisement}
"""


def make_ranked(title: str, *copies: str) -> Ranked:
    documents = [
        make_document(Draft("obsidian", f"{name}.md", name, "x"), source="s", text="x", highlights="")
        for name in (title, *copies)
    ]
    also_in = tuple(Duplicate(document, "same_url", 1.0) for document in documents[1:])
    return Ranked(Candidate(documents[0], False, (), (), also_in), 0.1, "full", (), "because")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(BOTH, Choices((CUPS,), (LIDS,)), id="both"),
        pytest.param("", Choices(), id="empty"),
        pytest.param("# nothing yet\n", Choices(), id="comment"),
        pytest.param("pin:\nveto: []\n", Choices(), id="empty_blocks"),
        pytest.param("veto: [{id: lids-0a1b2c3d, reason: an advertisement}]", Choices((), (LIDS,)), id="one_block"),
    ],
)
def test_what_is_written_is_read(text: str, expected: Choices) -> None:
    assert parse_choices(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("pin: [", r"choices\.yaml: this is not YAML", id="no_yaml"),
        pytest.param("pin: [{id: cups-0a1b2c3d}]", r"\$\.pin\[0\]: 'reason' is a required", id="no_reason"),
        pytest.param("pin: [{id: cups-0a1b2c3d, reason: ''}]", r"\$\.pin\[0\]\.reason", id="empty_reason"),
        pytest.param("veto: [cups]", r"\$\.veto\[0\]: 'cups' is not of type 'object'", id="bare_id"),
        pytest.param("pins: []", r"'pins' was unexpected", id="misspelt_block"),
        pytest.param("- a", r"\$: \['a'\] is not of type 'object'", id="list"),
        pytest.param("pin: 2026-13-45", "not YAML|is not", id="no_date"),
        pytest.param(
            BOTH.replace("lids", "cups"), r"\$\.pin\[0\] and \$\.veto\[0\]: cups-0a1b2c3d is chosen twice", id="twice"
        ),
    ],
)
def test_a_mistake_is_told_with_its_place_and_a_hint(text: str, message: str) -> None:
    with pytest.raises(ParamsError, match=message) as caught:
        parse_choices(text)
    assert caught.value.hint


def test_no_file_is_no_choice(tmp_path: Path) -> None:
    assert read_choices(tmp_path / "choices.yaml") == Choices()


@pytest.mark.parametrize("damage", ["bytes", "folder"])
def test_a_file_that_cannot_be_read_is_the_reader_s_to_mend(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "choices.yaml"
    if damage == "folder":
        path.mkdir()
    else:
        path.write_bytes(b"pin: \xff\xfe")
    with pytest.raises(ParamsError, match="cannot be read"):
        read_choices(path)


def test_each_topic_has_a_file_and_dropped_topics_have_none(tmp_path: Path) -> None:
    folder = tmp_path / "choices"
    store_choices({"tea": Choices((CUPS,), ()), "bread": Choices()}, folder)
    (folder / ".tea.json.partial").write_text("half", encoding="utf-8")
    first = (folder / "tea.json").read_bytes()
    store_choices({"tea": Choices((CUPS,), ())}, folder)
    assert [path.name for path in folder.iterdir()] == ["tea.json"]
    assert (folder / "tea.json").read_bytes() == first
    assert load_choices(folder / "tea.json") == Choices((CUPS,), ())


def test_a_choice_of_one_copy_holds_for_its_candidate() -> None:
    """The survivor of a merge may change from one run to the next; what the reader said stays."""
    ranked = [make_ranked("Cups", "Mugs"), make_ranked("Lids", "Caps"), make_ranked("Pots")]
    copies = [item.candidate.also_in[0].document.id for item in ranked[:2]]
    chosen = apply_choices(ranked, Choices((Choice(copies[0], "mine"),), (Choice(copies[1], "no"),)))
    assert [(item.candidate.document.title, item.pinned) for item in chosen.ranked] == [("Cups", "mine"), ("Pots", "")]
    assert [(item.title, item.reason) for item in chosen.vetoed] == [("Lids", "no")]
    assert chosen.contested == ()


def test_a_veto_is_stronger_than_a_pin_of_another_copy_and_that_is_told() -> None:
    ranked = make_ranked("Cups", "Mugs")
    name, copy = ranked.candidate.document.id, ranked.candidate.also_in[0].document.id
    chosen = apply_choices([ranked], Choices((Choice(name, "mine"),), (Choice(copy, "no"),)))
    assert (chosen.ranked, chosen.contested) == ((), (name,))


def test_what_is_nowhere_is_found() -> None:
    choices = Choices((CUPS,), (LIDS,))
    assert find_unknown(choices, [CUPS.id]) == [("veto", LIDS)]
    assert find_unknown(choices, [CUPS.id, LIDS.id]) == []
