"""Every quotation is found byte for byte, or it is dropped and counted."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.decisions import Decision, Evidence
from florilegium.distilling.quotations import find_line, verify_decision, verify_evidence

ARTICLE = "Head\n\nSpouts leak.\nLids help.\nSpouts leak.\n"
LAYERS = {"highlights": "> a spout leaks\n", "full": "One.\r\nA lid  helps.\n", "summary": "On spouts."}
EVIDENCE = Evidence("phrase", False, 3, "Spouts leak.", "full", 2, "A lid  helps.", 0.8)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, (3, 2), id="found"),
        pytest.param({"article_line": 6, "source_line": 9}, (5, 2), id="lines_put_right"),
        pytest.param({"source_quote": "A lid helps."}, None, id="white_space_differs"),
        pytest.param({"source_quote": "a lid  helps."}, None, id="case_differs"),
        pytest.param({"article_quote": "Spouts “leak”."}, None, id="not_in_the_article"),
        pytest.param({"article_quote": "  "}, None, id="blank"),
        pytest.param({"source_layer": "highlights"}, None, id="in_another_layer"),
        pytest.param({"source_layer": "summary", "source_quote": "On spouts."}, (3, None), id="summary_has_no_lines"),
        pytest.param({"source_layer": "metadata", "source_quote": ""}, (3, None), id="metadata"),
        pytest.param({"source_layer": "metadata"}, None, id="metadata_is_not_quoted"),
        pytest.param({"source_quote": ""}, None, id="text_without_a_quotation"),
    ],
)
def test_evidence_is_verified(changes: dict[str, object], expected: tuple[int, int | None] | None) -> None:
    """References made up by a model: every quotation is found verbatim in the stored source."""
    found = verify_evidence(replace(EVIDENCE, **changes), article=ARTICLE, layers=LAYERS)  # type: ignore[arg-type]
    assert (found and (found.article_line, found.source_line)) == expected


def make_decision(*evidence: Evidence) -> Decision:
    return Decision("x-0a1b2c3d", "X", "used", "traceable", 0.9, "Because.", evidence, 0)


def test_the_weight_falls_to_what_is_left() -> None:
    invented = replace(EVIDENCE, source_quote="Never said.", weight=0.9)
    checked = verify_decision(make_decision(invented, replace(EVIDENCE, weight=0.3)), article=ARTICLE, layers=LAYERS)
    assert checked.dropped_quotes == 1
    assert checked.weight == 0.3
    assert [item.source_quote for item in checked.evidence] == ["A lid  helps."]


def test_nothing_left_weighs_nothing() -> None:
    invented = replace(EVIDENCE, article_quote="Never said.")
    assert verify_decision(make_decision(invented), article=ARTICLE, layers=LAYERS).weight == 0.0


def test_a_sound_decision_stays_as_it_is() -> None:
    decision = make_decision(EVIDENCE)
    assert verify_decision(decision, article=ARTICLE, layers=LAYERS) == decision


@settings(derandomize=True, max_examples=150)
@given(st.text(alphabet="ab \n\r", max_size=40), st.integers(0, 40), st.integers(1, 10))
def test_any_slice_is_found_on_a_line_that_holds_it(text: str, start: int, length: int) -> None:
    quote = text[start : start + length]
    line = find_line(text, quote)
    assert (line is None) == (not quote.strip())
    if line is not None:
        assert "\n".join(text.split("\n")[line - 1 :]).find(quote) >= 0
