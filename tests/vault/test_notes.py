"""What one note holds, told from its text alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.drafts import Link
from florilegium.vault.notes import find_stem, parse_note


def list_links(text: str) -> list[tuple[str, str, str]]:
    return [(link.target, link.subpath, link.kind) for link in parse_note("a.md", text).links]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[[Note]]", [("Note", "", "wikilink")], id="note"),
        pytest.param("[[Note.md]]", [("Note.md", "", "wikilink")], id="extension"),
        pytest.param("[[folder/Note]]", [("folder/Note", "", "wikilink")], id="path"),
        pytest.param("[[Note|text]]", [("Note", "", "wikilink")], id="display_text"),
        pytest.param("| [[Note\\|text]] |", [("Note", "", "wikilink")], id="escaped_bar_in_table"),
        pytest.param("[[Note|`code` $x$]]", [("Note", "", "wikilink")], id="code_in_display_text"),
        pytest.param("[[Note#Heading]]", [("Note", "#Heading", "wikilink")], id="heading"),
        pytest.param("[[Note#H1#H2|x]]", [("Note", "#H1#H2", "wikilink")], id="nested_heading"),
        pytest.param("[[Note#^id-1]]", [("Note", "#^id-1", "wikilink")], id="block"),
        pytest.param("[[#Heading]]", [("", "#Heading", "wikilink")], id="heading_of_the_same_note"),
        pytest.param("[[#^id]]", [("", "#^id", "wikilink")], id="block_of_the_same_note"),
        pytest.param("[[Note#]]", [("Note", "", "wikilink")], id="empty_subpath"),
        pytest.param("[[ Note ]]", [("Note", "", "wikilink")], id="spaces"),
        pytest.param("![[Note]]", [("Note", "", "embed")], id="embed"),
        pytest.param("![[i.png|100x145]]", [("i.png", "", "embed")], id="picture_with_size"),
        pytest.param("![[x.pdf#page=3]]", [("x.pdf", "#page=3", "embed")], id="pdf_page"),
        pytest.param("[[a]][[b]]", [("a", "", "wikilink"), ("b", "", "wikilink")], id="two"),
        pytest.param("[[d/[Java] t.md|x →]]", [("d/[Java] t.md", "", "wikilink")], id="single_brackets_inside"),
        pytest.param("[[[Java] t]]", [("[Java] t", "", "wikilink")], id="single_brackets_first"),
        pytest.param("[[t [Java]]]", [("t [Java]", "", "wikilink")], id="single_brackets_last"),
        pytest.param("[[[Note]]]", [("Note", "", "wikilink")], id="link_in_brackets"),
        pytest.param("[[a [[b]]", [("b", "", "wikilink")], id="open_link_before"),
        pytest.param("[[a\nb]]", [], id="line_end_inside"),
        pytest.param("\\[[a]]", [], id="escaped"),
        pytest.param("\\\\[[a]]", [("a", "", "wikilink")], id="escaped_backslash"),
        pytest.param("[t](Note.md)", [("Note.md", "", "markdown")], id="markdown"),
        pytest.param("[t](a%20b.md#H)", [("a%20b.md", "#H", "markdown")], id="markdown_encoded"),
        pytest.param("[t](<a b.md>)", [("a b.md", "", "markdown")], id="markdown_in_angles"),
        pytest.param("[t](../a.md 'title')", [("../a.md", "", "markdown")], id="markdown_title"),
        pytest.param("[t](a(b).md)", [("a(b).md", "", "markdown")], id="markdown_parentheses"),
        pytest.param("[t](a\\(b.md)", [("a(b.md", "", "markdown")], id="markdown_escape"),
        pytest.param("![t](a.png)", [("a.png", "", "markdown")], id="markdown_picture"),
        pytest.param("[![t](a.png)](b.md)", [("b.md", "", "markdown"), ("a.png", "", "markdown")], id="linked_picture"),
        pytest.param("[t](#H)", [("", "#H", "markdown")], id="markdown_to_the_same_note"),
        pytest.param("[t](https://example.org/a.md)", [], id="web_address"),
        pytest.param("[t](//example.org/a)", [], id="web_address_without_scheme"),
        pytest.param("[t](mailto:a@example.org)", [], id="mail"),
        pytest.param("[t]()", [], id="markdown_to_nothing"),
        pytest.param("t](a.md)", [], id="no_opening_bracket"),
        pytest.param("t] x](a.md)", [], id="no_partner_bracket"),
        pytest.param("[t](a b.md)", [], id="bare_space_is_no_link"),
        pytest.param("[[a|b]](c.md)", [("a", "", "wikilink")], id="wikilink_before_parentheses"),
        pytest.param("```\n[[a]]\n```", [], id="in_fence"),
        pytest.param("`[[a]]` `[t](b.md)`", [], id="in_code"),
        pytest.param("%%[[a]]%%", [], id="in_comment"),
        pytest.param("<!-- [[a]] -->", [], id="in_html_comment"),
        pytest.param("$$[[a]]$$", [], id="in_formula"),
        pytest.param("[[a||b]]", [], id="two_bars"),
        pytest.param("[[ ]] [[|x]] [[#]]", [], id="names_no_note"),
        pytest.param(
            "---\nup: '[[A|a]]'\n---\n[[b]]", [("A", "", "front_matter"), ("b", "", "wikilink")], id="front_matter"
        ),
        pytest.param(
            "---\nup: [[A]] [[B]]\n---\n",
            [("A", "", "front_matter"), ("B", "", "front_matter")],
            id="broken_front_matter",
        ),
        pytest.param("---\n# [[A]]\nx: 1\n---\n", [], id="comment_in_front_matter"),
    ],
)
def test_links(text: str, expected: list[tuple[str, str, str]]) -> None:
    """Links inside code and malformed ones are flagged or ignored, never edges."""
    assert list_links(text) == expected


def test_links_know_their_lines() -> None:
    note = parse_note("a.md", "---\nx: 1\nup: '[[A]]'\n---\n# t\n\n[[b]] [c](d.md)\n```\n[[no]]\n```\n[[e]]")
    assert note.links == (
        Link("A", "", "front_matter", 3),
        Link("b", "", "wikilink", 7),
        Link("d.md", "", "markdown", 7),
        Link("e", "", "wikilink", 11),
    )


def test_malformed_links_are_told_with_their_lines() -> None:
    note = parse_note("a.md", "---\nx: 1\n---\n[[a||b]]\n\n[[ ]]")
    assert note.diagnostics == (
        "Line 4: The link [[a||b]] has two bars in a row; it leads nowhere.",
        "Line 6: The link [[]] names no note.",
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("#a and #b/c", ("a", "b/c"), id="plain_and_nested"),
        pytest.param("#1984 #y1984", ("y1984",), id="digits"),
        pytest.param("#a_b-c", ("a_b-c",), id="joiners"),
        pytest.param("#日本語 #🍞 #räksmörgås", ("räksmörgås", "日本語", "🍞"), id="any_script"),
        pytest.param("#👩‍🌾", ("👩‍🌾",), id="joined_emoji"),
        pytest.param("#Tag #tag #TAG", ("Tag",), id="first_seen_case"),
        pytest.param("# Heading", (), id="heading"),
        pytest.param("## a #b", ("b",), id="tag_in_a_heading"),
        pytest.param("a#b (#c) ##d", (), id="no_space_before"),
        pytest.param("#a, #b. #c!", ("a", "b", "c"), id="punctuation_ends"),
        pytest.param("#标签，#x", ("标签",), id="wide_punctuation_ends"),
        pytest.param("#a/ #/b", ("a", "b"), id="slashes_at_the_edge"),
        pytest.param("#- #_ #/", (), id="joiners_alone"),
        pytest.param("`#a` %%#b%% <!-- #c -->", (), id="in_code_and_comments"),
        pytest.param("https://example.org/#a", (), id="in_address"),
        pytest.param("[[Note #a]] [[b|c #d]]", (), id="in_link"),
        pytest.param('<span style="color: #fff">x</span>', (), id="in_html"),
        pytest.param("> #a\n- #b\n| #c |", ("a", "b", "c"), id="in_blocks"),
        pytest.param("---\ntags: [z, A]\n---\n#a #m", ("A", "m", "z"), id="merged_with_front_matter"),
        pytest.param("status:: #done", ("done",), id="dataview_field_is_text"),
    ],
)
def test_tags(text: str, expected: tuple[str, ...]) -> None:
    assert parse_note("a.md", text).tags == expected


def test_tags_in_comments_are_kept_apart() -> None:
    assert parse_note("a.md", "%% #Secret %% <!-- #b --> `#c`").hidden_tags == ("b", "Secret")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("# A\n\n## B #\ntext\n###### C", [("A", 1, 1), ("B", 2, 3), ("C", 6, 5)], id="hash_signs"),
        pytest.param("#A\n####### B", [], id="no_space_or_too_many"),
        pytest.param("# A `b` [[c]]", [("A `b` [[c]]", 1, 1)], id="kept_as_written"),
        pytest.param("```\n# A\n```\n# B", [("B", 1, 4)], id="not_in_code"),
        pytest.param("---\nx: 1\n---\n# A", [("A", 1, 4)], id="after_front_matter"),
        pytest.param("A\n===\n\nB\n---\n", [("A", 1, 1), ("B", 2, 4)], id="underlined"),
        pytest.param("- a\n---\n", [], id="list_before_a_rule"),
        pytest.param("a\n\n---\n", [], id="rule"),
        pytest.param("#\n", [("", 1, 1)], id="empty"),
        pytest.param("C#\n\n## C# #", [("C#", 2, 3)], id="hash_in_the_title"),
    ],
)
def test_headings(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert [(item.text, item.level, item.line) for item in parse_note("a.md", text).headings] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a ^one\n\n| t |\n\n^two", ("one", "two"), id="end_of_line_and_alone"),
        pytest.param("a^b\nx ^not here\n`^c`", (), id="elsewhere"),
        pytest.param("a ^id-1  ", ("id-1",), id="spaces_after"),
        pytest.param("a ^å", (), id="latin_letters_only"),
    ],
)
def test_block_ids(text: str, expected: tuple[str, ...]) -> None:
    assert parse_note("a.md", text).block_ids == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a ==b c== d", ("b c",), id="one"),
        pytest.param("==a== ==b==", ("a", "b"), id="two"),
        pytest.param("==a `x==y` b==", ("a `x==y` b",), id="code_inside_kept"),
        pytest.param("a == b == c", (), id="comparison"),
        pytest.param("==a\nb==", ("a\nb",), id="over_a_line_end"),
        pytest.param("==a\n\nb==", (), id="not_over_paragraphs"),
        pytest.param("`==a==`", (), id="in_code"),
        pytest.param("A\n=====\n", (), id="underline"),
        pytest.param("==x=1==", ("x=1",), id="equals_sign_inside"),
    ],
)
def test_marks(text: str, expected: tuple[str, ...]) -> None:
    assert parse_note("a.md", text).marks == expected


CLIPPING = "---\ntitle: The Page\nsource: https://example.org/p\nauthor: Ann Bee\npublished: 2026-01-01\n---\n"
OWN = "---\ntitle: On the page\nsource: https://example.org/p\nauthor: Ann Bee\n---\n"


@pytest.mark.parametrize(
    ("path", "text", "title", "aliases"),
    [
        pytest.param("x/Note.md", "# Other", "Note", (), id="file_name"),
        pytest.param(
            "x/Note.md", "---\ntitle: Other\naliases: [N]\n---\n", "Note", ("N", "Other"), id="property_is_alias"
        ),
        pytest.param("x/Note.md", "---\ntitle: Note\n---\n", "Note", (), id="property_says_the_same"),
        pytest.param("x/page.md", CLIPPING, "The Page", ("page",), id="clipping"),
        pytest.param("x/v1.2.md", "", "v1.2", (), id="dot_in_the_name"),
    ],
)
def test_title_and_aliases(path: str, text: str, title: str, aliases: tuple[str, ...]) -> None:
    note = parse_note(path, text)
    assert (note.title, note.aliases) == (title, aliases)


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        pytest.param("a.md", CLIPPING, True, id="web_clipper"),
        pytest.param("a.md", OWN, False, id="own_note_on_a_page"),
        pytest.param("Clippings/a.md", OWN, True, id="folder_of_clippings"),
        pytest.param("a.md", "---\nurl: https://example.org\ntags: clippings\n---\n", True, id="tagged"),
        pytest.param("Clippings/a.md", "text", False, id="no_address"),
    ],
)
def test_a_saved_page_is_told_from_a_note_on_it(path: str, text: str, expected: bool) -> None:
    assert parse_note(path, text).is_clipping is expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("---\na: 1\nbody", "never closed", id="never_closed"),
        pytest.param("\n---\na: 1\n---\nb", "first line", id="blank_line_before"),
        pytest.param("---\n\nafter a rule", "", id="rule_is_no_front_matter"),
        pytest.param("- [ ] task\n00:12 Ann: hello\nkey: value\n- note: x", "", id="prose_is_no_metadata"),
    ],
)
def test_what_only_looks_like_front_matter(text: str, problem: str) -> None:
    """Transcript timestamps, check boxes and prose bullets are no metadata."""
    note = parse_note("a.md", text)
    assert dict(note.front_matter.values) == {}
    assert note.body == text
    assert problem in " ".join(note.diagnostics) and bool(problem) == bool(note.diagnostics)


@pytest.mark.parametrize(
    ("path", "stem"),
    [("a/b.md", "b"), ("b.MD", "b"), ("b.canvas", "b"), ("b.base", "b.base"), (".md", ".md"), ("a.b/c", "c")],
)
def test_find_stem(path: str, stem: str) -> None:
    assert find_stem(path) == stem


PIECES = [
    "[[",
    "]]",
    "](",
    "a",
    "|",
    "#",
    "`",
    "```\n",
    "%%",
    "$",
    "---\n",
    "\n",
    "==",
    "^",
    " ",
    "<!--",
    "-->",
    ":",
    "\\",
    ")",
]


@given(st.one_of(st.text(max_size=150), st.lists(st.sampled_from(PIECES), max_size=40).map("".join)))
@settings(derandomize=True, max_examples=500)
def test_parsing_never_raises_and_stays_inside_the_note(text: str) -> None:
    note = parse_note("a.md", text)
    lines = text.count("\n") + 1
    assert all(1 <= link.line <= lines for link in note.links)
    assert all(1 <= heading.line <= lines for heading in note.headings)
    assert all(mark in text for mark in note.marks)
    assert all(link.target or link.subpath for link in note.links)


@pytest.mark.parametrize(
    "piece",
    [
        "[[a",
        "]] ",
        "](a",
        "](a]",
        "[x](y(",
        "#a[",
        "==a ",
        "\\[[",
        "<a #b ",
        "a ^b",
        "\n===",
        "[",
        "[](a)](",
        "](a ",
        "\n#  #",
    ],
)
def test_hostile_texts_are_parsed_in_linear_time(piece: str) -> None:
    """A quadratic pass would not come back from these within the patience of any test run."""
    assert parse_note("a.md", piece * 60_000).title == "a"


@pytest.mark.parametrize(
    "start", ["# a", "[a](", "[a](b", "---\nx: [\na", "---\nx: [[a]] [[", "a ==b", "    ", "> ```"]
)
def test_long_white_space_is_parsed_in_linear_time(start: str) -> None:
    assert parse_note("a.md", start + " " * 150_000 + "b\n---\n").title == "a"
