"""Links and quotations on the pages of discovery."""

import pytest
from planted_vaults import make_note, make_vault

from florilegium.discovering.wikilinks import LinkWriter, quote_line

PATHS = ["Tea.md", "A/Plan.md", "B/plan.md", "Plan.md", "C/v1.2.md", "Board.canvas", "odd [one].md", "E/Same.md"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("Tea.md", "[[Tea]]", id="one_of_its_name"),
        pytest.param("A/Plan.md", "[[A/Plan|Plan]]", id="several_of_its_name"),
        pytest.param("Plan.md", "[[Plan]]", id="the_one_at_the_root"),
        pytest.param("C/v1.2.md", "[[v1.2]]", id="a_dot_in_the_name"),
        pytest.param("Board.canvas", "[[Board.canvas]]", id="canvas"),
        pytest.param("odd [one].md", "`odd [one].md`", id="no_link_can_be_written"),
        pytest.param("E/cup.png", "[[cup.png]]", id="attachment"),
    ],
)
def test_links_lead_to_one_file(path: str, expected: str) -> None:
    model = make_vault(map(make_note, PATHS), {"E/cup.png": "attachment"})
    assert LinkWriter(model).link(path) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("see [[Tea]] now", r"see \[\[Tea\]\] now", id="link"),
        pytest.param("50 % = half, a == b", r"50 % = half, a =\= b", id="mark"),
        pytest.param("%%hidden%%", r"%\%hidden%\%", id="comment"),
        pytest.param("two\nlines", "two lines", id="line_end"),
    ],
)
def test_quoted_text_is_no_markup(text: str, expected: str) -> None:
    assert quote_line(text) == expected
