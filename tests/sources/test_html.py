"""HTML becomes Markdown that reads well and that nothing can run."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.sources.html import (
    add_title,
    convert_content,
    convert_html,
    list_headings,
    neutralise_html,
    tidy_markdown,
)
from florilegium.sources.page_meta import PageMeta, read_page_meta
from florilegium.sources.soup import escape_unclosed

FENCE = "```"
LIVE_TAG = re.compile(r"<(?=[A-Za-z/!?])")


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param("<h1>A</h1><h3>B &amp; C</h3><p>d</p>", "# A\n\n### B & C\n\nd", id="headings"),
        pytest.param("<p>a\n   b</p><p>c<br>d</p>", "a b\n\nc\nd", id="white_space"),
        pytest.param("<p>40&nbsp;tokens &lt; 50&#8239;&euro;</p>", "40 tokens < 50 €", id="entities"),
        pytest.param("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c", id="nested_list"),
        pytest.param('<ol start="3"><li>a</li><li>b</li></ol>', "3. a\n4. b", id="numbered_list"),
        pytest.param('<ol start="²"><li>a</li></ol>', "1. a", id="number_that_is_no_int"),
        pytest.param("<p>a<p>b<ul><li>c<li>d</ul>", "a\n\nb\n\n- c\n- d", id="end_tags_left_out"),
        pytest.param(
            "<table><tr><th>a</th><th>b</th></tr><tr><td>1|2</td><td>x<br>y</td></tr></table>",
            "| a | b |\n| --- | --- |\n| 1\\|2 | x y |",
            id="table",
        ),
        pytest.param(
            "<table><tr><td>a<td>b<tr><td>c<td>d</table>",
            "| a | b |\n| --- | --- |\n| c | d |",
            id="table_without_head",
        ),
        pytest.param(
            '<pre><code class="language-py">x = "&lt;b&gt;"\n\n\ny</code></pre>',
            f'{FENCE}py\nx = "<b>"\n\n\ny\n{FENCE}',
            id="code_keeps_blank_lines",
        ),
        pytest.param("<pre>a\n```\nb</pre>", "````\na\n```\nb\n````", id="code_that_holds_a_fence"),
        pytest.param(
            "<p>use <code>a`b</code> and <code>&lt;b&gt;</code> c`</p>",
            "use `` a`b `` and `&lt;b>` c&#96;",
            id="code_span_with_backtick",
        ),
        pytest.param(
            '<p>see <a href="https://e.org/a">this\npage</a>.</p>', "see [this page](https://e.org/a).", id="link"
        ),
        pytest.param('<a href="https://e.org/a_(b)">x</a>', "[x](https://e.org/a_%28b%29)", id="link_with_brackets"),
        pytest.param('<a href="javascript:alert(1)">x</a> <a href="/r">y</a>', "x y", id="links_that_lead_nowhere"),
        pytest.param('<p><img src="a.png" alt="a blue bowl"></p>', "a blue bowl", id="image_as_its_words"),
        pytest.param("<p>snake_case * 2 ** 3</p>", "snake_case * 2 ** 3", id="no_needless_escapes"),
        pytest.param("<p># no heading</p>", "\\# no heading", id="prose_that_begins_like_a_heading"),
        pytest.param("<p>&lt;script&gt;x&lt;/script&gt;</p>", "&lt;script>x&lt;/script>", id="tag_in_prose"),
        pytest.param("no tags, just text", "no tags, just text", id="plain_text"),
        pytest.param("", "", id="empty"),
        pytest.param("<?xml version='1.0'?><note>a</note>", "a", id="xml"),
        pytest.param("<![CDATA[a]]><!-- b --><!DOCTYPE x><p>c", "c", id="declarations"),
    ],
)
def test_converts(html: str, expected: str) -> None:
    assert convert_html(html).text == expected
    assert convert_html(html).diagnostics == ()


@pytest.mark.parametrize(
    "junk",
    [
        "<script>alert(1)</script>",
        "<style>p{}</style>",
        "<nav><a href='https://e.org'>home</a><!-- a --><![CDATA[b]]></nav>",
        "<footer>imprint</footer>",
        "<aside>most read</aside>",
        "<form><input value='x'><button>go</button></form>",
        "<svg><text>logo</text></svg>",
        "<iframe src='https://e.org'>frame</iframe>",
        "<div hidden>secret order</div>",
        "<div style='display: none'>secret order</div>",
        "<div role='navigation'>menu</div>",
        "<ul class='menu'><li>home</li></ul>",
        "<noscript>turn it on</noscript>",
    ],
)
def test_leaves_out_what_is_no_text(junk: str) -> None:
    assert convert_html(f"<p>before</p>{junk}<p>after</p>").text == "before\n\nafter"


def test_takes_the_main_part_where_it_holds_most_words() -> None:
    page = "<header><p>Site name</p></header><main><p>The long text of the page.</p></main>"
    assert convert_html(page).text == "The long text of the page."
    assert "long text" in convert_html("<p>A long text outside of everything.</p><main><p>x</p></main>").text


def test_keeps_a_form_that_wraps_the_whole_page() -> None:
    assert convert_html("<form><h1>T</h1><p>All of it.</p></form>").text == "# T\n\nAll of it."


def test_very_deep_nesting_gives_plain_text_with_a_remark() -> None:
    converted = convert_html("<div>" * 3000 + "<p>deep &lt;b&gt;</p>" + "</div>" * 3000)
    assert converted.text == "deep &lt;b>"
    assert converted.diagnostics == ("HTML nested too deep: kept as plain text",)


@pytest.mark.parametrize(
    "piece",
    ["<", "<a", "<!--", "<![CDATA[", "<!", "<?", "</", "&", '<a x="', "<script>", "<b>", "<p>x", "<li>x", "<br>x</p>"],
)
def test_survives_thousands_of_unclosed_pieces(piece: str) -> None:
    """Parsers look for the end of each anew, or nest them all."""
    text = convert_html(piece * 4000).text
    assert text.count("x") in (0, 4000)
    assert read_page_meta(piece * 4000).canonical_url is None


def test_escapes_only_what_never_ends() -> None:
    assert escape_unclosed("<!-- a --> <!-- b") == "<!-- a --> &lt;!-- b"
    assert escape_unclosed("<p>a</p> 1 < 2") == "<p>a</p> 1 &lt; 2"


_PIECES = st.lists(
    st.sampled_from(
        [
            *"<p> </p> <div> </div> <ul> <ol> <li> <table> <tr> <td> <th> <pre> <code> </pre> </code> <a> </a>".split(),
            *"<h1> </h1> <b> <script> </script> <!-- --> <![CDATA[ ]]> &lt; &#0; &#xD800; &#99999999999; ` ```".split(),
            *"# <br> <nav> </nav> <blockquote> <dl> <dt> <dd> <q> <caption> <main> <article> <form> <tbody>".split(),
            "<title>",
            "<a href='x:y'>",
            "<img alt='<x>'>",
        ]
    )
    | st.text(max_size=4),
    max_size=25,
).map("".join)


@settings(derandomize=True, max_examples=300, deadline=None)
@given(_PIECES)
def test_never_raises_and_leaves_no_live_tag(html: str) -> None:
    converted = convert_html(html)
    converted.text.encode("utf-8")
    assert neutralise_html(converted.text) == converted.text
    read_page_meta(html)
    assert tidy_markdown(converted.text) == converted.text


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.text(alphabet="ab<>/!`#\n ~&;", max_size=60))
def test_prose_of_a_page_never_becomes_a_tag(text: str) -> None:
    """Escaped text of a page stays text, whatever it looks like."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert not LIVE_TAG.search(convert_html(f"<p>{escaped}</p>").text)


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.text(alphabet="ab<>/!`#\n ~", max_size=60))
def test_neutralising_is_stable(text: str) -> None:
    once = neutralise_html(text)
    assert neutralise_html(once) == once


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param("<p>a</p><p>b</p>", "a\n\nb", id="html"),
        pytest.param("# A\n\na <script>x</script>", "# A\n\na &lt;script>x&lt;/script>", id="markdown_with_a_tag"),
        pytest.param(f"{FENCE}\n<script>\n{FENCE}", f"{FENCE}\n<script>\n{FENCE}", id="markdown_code"),
        pytest.param("a `<q>\nb` <q>", "a `&lt;q>\nb` &lt;q>", id="span_that_closes_on_another_line"),
        pytest.param("<https://e.org> <i>", "<https://e.org> &lt;i>", id="bare_address"),
        pytest.param(
            f"- a\n  {FENCE}\n<i>\n  {FENCE}", f"- a\n  {FENCE}\n&lt;i>\n  {FENCE}", id="fence_that_its_list_closes"
        ),
        pytest.param("if a < b `<q>`", "if a < b `<q>`", id="code_span"),
    ],
)
def test_converts_content_of_unknown_form(content: str, expected: str) -> None:
    assert convert_content(content).text == expected


def test_lists_headings_outside_code() -> None:
    assert list_headings(f"# A\n\n{FENCE}\n# no\n{FENCE}\n\n### B  b ##\n#tag\n") == ("A", "B b")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a", "# T\n\na\n", id="added"),
        pytest.param("# t\n\na", "# T\n\na\n", id="there_already"),
        pytest.param("# U\n\na", "# T\n\n# U\n\na\n", id="another_heading"),
        pytest.param("", "# T\n", id="nothing_else"),
    ],
)
def test_adds_a_title_once(text: str, expected: str) -> None:
    assert add_title("T", text) == expected


PAGE = """<html><head><title>Files &amp; folders | The Quiet Machine</title>
<meta property="og:site_name" content="The Quiet Machine"><meta name="author" content="Noor Adeyemi and Bo Tesfaye">
<meta property="article:published_time" content="2026-01-14T09:00:00+02:00">
<link rel="canonical" href="https://quietmachine.example.org/files"></head><body><h1>Other</h1></body></html>"""
LINKED = """<script type="application/ld+json">{"@graph": [{"@type": "WebSite", "name": "x"}, {"@type": "Article",
"headline": "Shade", "author": [{"name": "Ilse Varga"}], "publisher": {"name": "Canopy"},
"datePublished": "2025-08-19"}]}</script>"""


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param(
            PAGE,
            PageMeta(
                "Files & folders",
                ("Noor Adeyemi", "Bo Tesfaye"),
                "The Quiet Machine",
                "2026-01-14",
                "https://quietmachine.example.org/files",
            ),
            id="meta_tags",
        ),
        pytest.param(LINKED, PageMeta("Shade", ("Ilse Varga",), "Canopy", "2025-08-19", None), id="json_ld"),
        pytest.param("<h1>Only a heading</h1>", PageMeta("Only a heading"), id="heading"),
        pytest.param('<link rel="canonical" href="javascript:x">', PageMeta(), id="canonical_that_is_none"),
        pytest.param('<meta name="author" content="https://e.org/me">', PageMeta(), id="author_that_is_an_address"),
        pytest.param('<script type="application/ld+json">{"headline":</script>', PageMeta(), id="broken_json_ld"),
        pytest.param(
            '<time itemprop="datePublished" datetime="2025-02-03">x</time>', PageMeta(published="2025-02-03"), id="time"
        ),
        pytest.param("", PageMeta(), id="empty"),
        pytest.param(f"<title>T</title><body>{'<b>' * 5000}", PageMeta("T"), id="body_too_deep"),
        pytest.param("<b>" * 5000, PageMeta(), id="all_too_deep"),
    ],
)
def test_reads_what_a_page_says_about_itself(html: str, expected: PageMeta) -> None:
    assert read_page_meta(html) == expected
