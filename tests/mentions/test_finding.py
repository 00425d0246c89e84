"""Where a note names other notes."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from florilegium.mentions.finding import find_mentions
from florilegium.mentions.forms import fold_name
from florilegium.mentions.names import NoteNames, build_names
from florilegium.mentions.prose import mask_prose
from florilegium.vault.links import find_markdown_links, find_wikilinks
from florilegium.vault.mask import find_opaque, mask_opaque

NOTES = [
    NoteNames("Evergreen notes.md", "Evergreen notes"),
    NoteNames("Evergreen.md", "Evergreen"),
    NoteNames("Zettelkasten.md", "Zettelkasten", ("slip box",)),
    NoteNames("C++.md", "C++"),
    NoteNames("Templater C++.md", "Templater C++"),
    NoteNames("NASA.md", "NASA"),
    NoteNames("知識管理.md", "知識管理"),
    NoteNames("アイ.md", "アイデ"),
    NoteNames("a/Hegel.md", "Hegel"),
    NoteNames("b/Hegel.md", "Hegel"),
]
TABLE = build_names(NOTES)

PLACES = [
    pytest.param("I keep Evergreen notes.", ["Evergreen notes"], id="longest_wins"),
    pytest.param("One evergreen note here.", ["evergreen note"], id="singular_and_case"),
    pytest.param("My slip box.", ["slip box"], id="alias"),
    pytest.param("The Zettelkasten's use.", ["Zettelkasten"], id="possessive"),
    pytest.param("Zettelkasten, again Zettelkasten.", ["Zettelkasten"], id="first_only"),
    pytest.param("Use Templater C++ now", ["Templater C++"], id="signs_at_the_end"),
    pytest.param("Nasa is a word, NASA flies.", ["NASA"], id="acronym_in_capitals"),
    pytest.param("彼は知識管理をする。", ["知識管理"], id="han_without_breaks"),
    pytest.param("アイデア", [], id="katakana_is_one_word"),
    pytest.param("Hegel wrote.", [], id="ambiguous"),
    pytest.param("---\ntopic: Zettelkasten\n---\nText", [], id="front_matter"),
    pytest.param("`Zettelkasten` and $Zettelkasten$ and %%Zettelkasten%%", [], id="code_math_comment"),
    pytest.param("# Zettelkasten\n\nZettelkasten\n====\n", [], id="headings"),
    pytest.param("[[Other|Zettelkasten]] ![[Zettelkasten.png]]", [], id="links_and_embeds"),
    pytest.param("[Zettelkasten](https://a.b/c) [the ![Zettelkasten](x)](https://a.b)", [], id="external_links"),
    pytest.param("[Zettelkasten][1]\n\n[1]: https://a.b/Zettelkasten", [], id="reference_links"),
    pytest.param("https://a.b/Zettelkasten <a title='Zettelkasten'> me@zettelkasten.de", [], id="addresses_and_html"),
    pytest.param("#Zettelkasten #a/Zettelkasten text ^Zettelkasten", [], id="tags_and_block_ids"),
    pytest.param("zettelkasten-method, my_zettelkasten, zettelkasten.de", [], id="part_of_a_word"),
    pytest.param("zettelkasten:: yes", [], id="inline_field"),
    pytest.param("> [!note] Zettelkasten", ["Zettelkasten"], id="callout_title"),
    pytest.param("| a | b |\n|---|---|\n| Zettelkasten | x |", ["Zettelkasten"], id="table_cell"),
    pytest.param("Templater", [], id="beginning_of_a_longer_name_at_the_end"),
    pytest.param("Evergreen\nnotes", ["Evergreen"], id="not_over_a_line_end"),
]


@pytest.mark.parametrize(("text", "expected"), PLACES)
def test_mention_is_found_in_prose_only(text: str, expected: list[str]) -> None:
    assert [mention.text for mention in find_mentions("x.md", text, TABLE, frozenset())] == expected


def test_own_title_and_linked_note_are_not_proposed() -> None:
    text = "Zettelkasten and Evergreen notes and NASA."

    found = find_mentions("Zettelkasten.md", text, TABLE, {"Evergreen notes.md"})

    assert [mention.target for mention in found] == ["NASA.md"]


PIECES = st.sampled_from(
    [
        *("Evergreen notes", "evergreen note", "Zettelkasten", "C++", "NASA", "知識管理", "slip box", "Hegel"),
        *(" ", " ", "\n", "\n\n", "# ", "`", "```\n", "$", "$$", "%%", "[[", "]]", "|", "![[", "[", "](", ")"),
        *("<", ">", "https://", "#", "^", "---\n", "===\n", "    ", "\t", "- ", "> ", "<!--", "-->", "\\", "é", "::"),
    ]
)


@settings(max_examples=300, deadline=None)
@example("$$\n# $$Evergreen notes")
@given(st.lists(PIECES, max_size=25).map("".join))
def test_spans_lie_in_prose_and_hold_a_known_form(text: str) -> None:
    found = find_mentions("x.md", text, TABLE, frozenset())
    position = 0
    plain = mask_opaque(text)  # "# " inside a formula begins no heading
    for mention in found:
        assert position <= mention.start < mention.end
        position = mention.end
        assert text[mention.start : mention.end] == mention.text
        assert fold_name(mention.text) in TABLE.names
        line = plain[plain.rfind("\n", 0, mention.start) + 1 :].split("\n")[0]
        assert not line.startswith("# ")
    if not text.startswith("---"):
        masked = mask_opaque(text)
        taken = [(span.start, span.end) for span in find_opaque(text)]
        taken += [(link.start, link.end) for find in (find_wikilinks, find_markdown_links) for link in find(masked)]
        assert not [1 for mention in found for start, end in taken if mention.start < end and start < mention.end]


HOSTILE = (
    "a ",
    " ",
    "|",
    "| ",
    "- ",
    "[",
    "](",
    "<",
    "a.",
    "$",
    "> ",
    ":",
    "a@",
    "www.",
    "# ",
    "^",
    "x::",
    "1. ",
    "%%",
)


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_texts_are_masked_in_linear_time(piece: str) -> None:
    """A pattern that goes back over what it has read would take hours for these."""
    text = piece * 300_000
    assert len(mask_prose(text)) == len(text)
