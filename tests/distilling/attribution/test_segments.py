"""Segments are the sentences of a Markdown text, byte for byte, without its machinery."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.distilling.attribution.segments import MAX_LENGTH, find_front_matter, hide_machinery, split_segments


def cut(text: str) -> list[str]:
    return [item.cut(text) for item in split_segments(hide_machinery(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("One here. Two here.", ["One here.", "Two here."], id="sentences"),
        pytest.param(
            "See Dr. Vik, e.g. Ep. 41 of it. Then go.", ["See Dr. Vik, e.g. Ep. 41 of it.", "Then go."], id="short"
        ),
        pytest.param("It costs 3.5 units. Yes.", ["It costs 3.5 units.", "Yes."], id="decimals"),
        pytest.param('He said "no." Then left.', ['He said "no."', "Then left."], id="quotes"),
        pytest.param("Said so [3]. Next.", ["Said so [3].", "Next."], id="citation_before_the_stop"),
        pytest.param("Said so.[^a] Next.", ["Said so.[^a]", "Next."], id="citation_behind_the_stop"),
        pytest.param("夏天很热。树荫下凉快！", ["夏天很热。", "树荫下凉快！"], id="chinese"),
        pytest.param("- [ ] one\n- two\n3. three", ["one", "two", "three"], id="list_items"),
        pytest.param("> A quote\n> in two lines.", ["A quote\n> in two lines."], id="quote_over_lines"),
        pytest.param("| a cell | b |\n|---|---|\n| c | d |", ["a cell | b", "c | d"], id="table_rows"),
        pytest.param("---\ntitle: x\n---\n# Head\nText.", ["Head", "Text."], id="front_matter"),
        pytest.param("Before\n\n```text\ncode here\n```\n\nAfter", ["Before", "After"], id="code"),
        pytest.param(
            "Before\n\n```\nnever closed", ["Before", "```\nnever closed"], id="a_fence_left_open_hides_nothing"
        ),
        pytest.param(
            "A <!-- hidden --> b %%also%% c", ["A <!-- hidden --> b %%also%% c"], id="comments_stay_in_the_slice"
        ),
        pytest.param("***\n\n---\n", [], id="no_words"),
    ],
)
def test_a_text_is_cut_into_its_sentences(text: str, expected: list[str]) -> None:
    assert cut(text) == expected


def test_lines_and_blocks_are_counted() -> None:
    found = [(item.line, item.block, item.heading) for item in split_segments("# A\n\nOne. Two.\nThree.\n\nFour.\n")]
    assert found == [(1, 0, True), (3, 1, False), (3, 1, False), (4, 1, False), (6, 2, False)]


def test_a_transcript_without_stops_is_cut() -> None:
    text = "word " * 400
    assert all(0 < item.end - item.start <= MAX_LENGTH for item in split_segments(hide_machinery(text)))


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        pytest.param("[words](https://a.example.org/b_(c)) end", "https", id="link"),
        pytest.param("[[Folder/Note|shown]]", "Folder", id="wikilink_target"),
        pytest.param("go to https://a.example.org/x now", "example", id="bare_address"),
        pytest.param("<span class='x'>shown</span>", "span", id="html_tag"),
        pytest.param("a <!-- secret\nlines --> b", "secret", id="comment"),
        pytest.param("a %%secret%% b", "secret", id="obsidian_comment"),
    ],
)
def test_machinery_is_blanked_in_place(text: str, hidden: str) -> None:
    visible = hide_machinery(text)
    assert hidden not in visible
    assert len(visible) == len(text)
    assert visible.count("\n") == text.count("\n")


def test_front_matter_must_be_closed() -> None:
    assert find_front_matter("---\na: b\n") == ("", 0)
    assert find_front_matter("---\na: b\n---\nText") == ("a: b\n", 13)


@settings(derandomize=True, max_examples=200)
@given(st.text(alphabet=st.sampled_from("ab. !?\n#>|-*`[]()<>%1é漢。\r\ufeff"), max_size=200))
def test_cutting_never_raises_and_every_segment_has_its_line(text: str) -> None:
    segments = split_segments(hide_machinery(text))
    assert len(hide_machinery(text)) == len(text)
    for item in segments:
        assert item.line == text.count("\n", 0, item.start) + 1
        assert any(character.isalnum() for character in item.cut(text))
    assert all(one.end <= two.start for one, two in zip(segments, segments[1:], strict=False))


@pytest.mark.parametrize("unit", ["<!--", "%%", "[[", "<a", "....", "A. ", "[", "](", "`"])
def test_hostile_repetition_stays_linear(unit: str) -> None:
    """A note of one mark repeated is cut at about the cost of any other note: the suite would hang otherwise."""
    assert len(hide_machinery(unit * 20_000)) == 20_000 * len(unit)
    split_segments(hide_machinery(unit * 20_000))
