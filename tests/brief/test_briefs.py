"""A brief of any shape is read, or refused with the place and the next step."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.brief.briefs import Brief, Reference, parse_brief
from florilegium.brief.front import KNOBS
from florilegium.errors import ParamsError
from florilegium.plans import Knobs
from florilegium.project.schemas import load_schema

PATH = Path("topics/slow-tea/brief.md")


def parse(text: str) -> Brief:
    return parse_brief(text, PATH)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("# Slow tea\n\nWords.", "Slow tea", id="first_heading"),
        pytest.param("Words.\n\n## The *pot*\n", "The pot", id="later_heading_without_marks"),
        pytest.param("```\n# not this\n```\n# This", "This", id="heading_in_a_fence_is_none"),
        pytest.param("Words only.", "slow tea", id="folder_name"),
        pytest.param("---\ntitle: 2026-01-02\n---\n# Other", "2026-01-02", id="front_matter_first_and_never_a_date"),
        pytest.param("\ufeff---\r\ntitle: With mark\r\n---\r\nWords", "With mark", id="byte_order_mark_and_crlf"),
        pytest.param("---\ntopic: green-tea\n---\nWords", "green tea", id="topic_of_the_front_matter"),
    ],
)
def test_title(text: str, expected: str) -> None:
    assert parse(text).title == expected


def test_knobs_override_and_say_nothing_where_empty() -> None:
    brief = parse("---\nrounds: 3\nqueries: 6\nfindings:\nlimit: 12\n---\nTea.")
    assert brief.knobs == Knobs(rounds=3, queries=6, findings=None, limit=12)
    assert brief.text == "Tea."


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        pytest.param("round: 2", "brief.md:2: round: no such key", id="unknown_key"),
        pytest.param(
            "title: x\nrounds: many", "brief.md:3: rounds: 'many' is not a whole number from 1 to 3", id="word"
        ),
        pytest.param("rounds: 4", "rounds: '4' is not", id="too_many_rounds"),
        pytest.param("queries: 0", "queries: '0' is not", id="zero"),
        pytest.param("findings: -1", "findings: '-1' is not", id="negative"),
        pytest.param("limit: 1.5", "limit: '1.5' is not", id="fraction"),
        pytest.param("limit: [1]", "limit: one value is wanted", id="list_for_number"),
        pytest.param("themes: {a: b}", "themes: a list of plain words", id="group_for_list"),
        pytest.param("themes: [a, b, c, d, e, f]", "themes: 6 are too many", id="six_themes"),
        pytest.param("rounds: 1\nrounds: 2", "brief.md:3: rounds: given twice", id="twice"),
        pytest.param("title: [", "the front matter is not YAML", id="broken_yaml"),
        pytest.param("a sentence", "no `key: value` lines", id="no_mapping"),
        pytest.param("seeds: [{url: 'https://a.example', page: x}]", "seeds: an entry is none of these", id="odd_seed"),
        pytest.param("x: " + "[" * 15_000, "not YAML", id="deep_nesting"),
        pytest.param("title: " + "x" * 30_000, "30008 letters", id="endless"),
    ],
)
def test_bad_front_matter_names_file_line_and_known_keys(front: str, expected: str) -> None:
    with pytest.raises(ParamsError) as caught:
        parse(f"---\n{front}\n---\nTea.")
    assert expected in str(caught.value)
    assert str(PATH) in str(caught.value)
    assert "rounds, queries, findings, limit, title" in caught.value.hint


def test_every_problem_of_the_front_matter_is_told_at_once() -> None:
    with pytest.raises(ParamsError) as caught:
        parse("---\nround: 2\nqueries: x\nlimit: y\n---\nTea.")
    assert [line.count(":") > 1 for line in str(caught.value).split("\n")] == [True, True, True]


def test_knob_limits_are_those_of_the_params_schema() -> None:
    properties = load_schema("params")["properties"]
    research, gap = properties["research"]["properties"], properties["gap_analysis"]["properties"]
    assert KNOBS["rounds"] == research["rounds"]["maximum"]
    assert KNOBS["findings"] == research["findings"]["maximum"]
    assert KNOBS["queries"] == gap["queries"]["maximum"]


@pytest.mark.parametrize(
    "text", ["", "   \n\n", "---\nrounds: 2\n---\n\n", "<!-- later -->", "%% later %%", "# \n- \n"]
)
def test_empty_brief_is_refused(text: str) -> None:
    with pytest.raises(ParamsError, match="this brief is empty"):
        parse(text)


URL = "https://a.example/x"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"See {URL}.", [Reference(URL, "url")], id="bare_url_without_full_stop"),
        pytest.param(f"(see {URL}), and", [Reference(URL, "url")], id="bracket_of_the_sentence"),
        pytest.param("https://a.example/T_(x)", [Reference("https://a.example/T_(x)", "url")], id="bracket_of_the_url"),
        pytest.param(f"<{URL}> and **{URL}**", [Reference(URL, "url")], id="angle_brackets_emphasis_and_twice"),
        pytest.param(f"[x]({URL} 'T')", [Reference(URL, "url")], id="link_with_title"),
        pytest.param("看https://a.example/x。好", [Reference(URL, "url")], id="cjk_full_stop"),
        pytest.param("[a][1]\n\n[1]: https://a.example/x", [Reference(URL, "url")], id="reference_style_link"),
        pytest.param("www.a.example/x", [Reference("www.a.example/x", "url")], id="www"),
        pytest.param(f"`{URL}` and\n```\n{URL}\n[[N]]\n```\n", [], id="code_names_nothing"),
        pytest.param("<!-- [[N]] --> %% saved/x.md %%", [], id="comments_name_nothing"),
        pytest.param("mailto:a@b.example [m](mailto:a@b.example) [h](#top)", [], id="other_addresses"),
        pytest.param(
            "[[N]] ![[M#H|shown]] [[Dir/K^b]]", [Reference(n, "note") for n in ("N", "M", "Dir/K")], id="notes"
        ),
        pytest.param("[[ ]] [[#H]] [[a||b]]", [Reference("a", "note")], id="malformed_notes"),
        pytest.param("| [[N\\|shown]] |", [Reference("N", "note")], id="note_in_a_table"),
        pytest.param("notebook: My book", [Reference("My book", "notebook")], id="notebook_line"),
        pytest.param('- **Notebook:** "My book"', [Reference("My book", "notebook")], id="notebook_item_in_quotes"),
        pytest.param("[t](a%20b.md#h)", [Reference("a b.md", "file")], id="link_to_a_file_decoded"),
        pytest.param("[t](<a b.md>)", [Reference("a b.md", "file")], id="link_in_angle_brackets"),
        pytest.param("file: a b.md", [Reference("a b.md", "file")], id="file_line"),
        pytest.param("- saved/a b.txt", [Reference("saved/a b.txt", "file")], id="item_that_is_a_path"),
        pytest.param("notes.txt", [Reference("notes.txt", "file")], id="line_that_is_a_name"),
        pytest.param("They are in saved/q.txt, sadly.", [Reference("saved/q.txt", "file")], id="path_in_prose"),
        pytest.param("One and/or two, e.g. a/b, v1.2/x", [], id="slashes_that_are_no_paths"),
        pytest.param(f"{URL} (saved: saved/p.html)", [Reference(URL, "url", "saved/p.html")], id="saved_in_brackets"),
        pytest.param(
            f"[{URL}](saved/p.html)", [Reference(URL, "url", "saved/p.html")], id="url_that_links_to_its_copy"
        ),
        pytest.param(f"- {URL}\n  - saved: p.html", [Reference(URL, "url", "p.html")], id="saved_line_below"),
        pytest.param(
            f"From {URL} (down, so I kept a copy in saved/p.html).",
            [Reference(URL, "url", "saved/p.html")],
            id="copy_told_in_prose",
        ),
        pytest.param(
            f"{URL} and, of another kind, docs/other.md",
            [Reference(URL, "url"), Reference("docs/other.md", "file")],
            id="a_file_after_a_url_is_no_copy",
        ),
        pytest.param(
            f"{URL}\n\nsaved/p.html", [Reference(URL, "url"), Reference("saved/p.html", "file")], id="far_file"
        ),
        pytest.param(
            f"---\nseeds: [{{url: '{URL}', saved: p.html}}, '[[N]]', [[M]], {{notebook: B}}, q.md]\n---\n{URL} [[n]]",
            [
                Reference(URL, "url", "p.html"),
                Reference("N", "note"),
                Reference("M", "note"),
                Reference("B", "notebook"),
                Reference("q.md", "file"),
            ],
            id="front_matter_seeds_first_and_each_once",
        ),
        pytest.param("---\nnotebooks: [A, B]\n---\nx", [Reference(n, "notebook") for n in "AB"], id="notebooks"),
    ],
)
def test_references(text: str, expected: list[Reference]) -> None:
    brief = parse(text + "\n\nSome words about tea.")
    assert list(brief.references) == expected


def test_text_shows_what_a_reader_sees() -> None:
    brief = parse("See [[Dir/Tea|the note]], [a page](https://a.example) and <https://b.example>.\n\nnotebook: Pots\n")
    assert brief.text == "See the note, a page and https://b.example."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("## Angles\n\n- one *pot*\n- two\n1. three", ("one pot", "two", "three"), id="heading"),
        pytest.param("Things I want answered:\n\n- one\n- two\n- three", ("one", "two", "three"), id="line_with_colon"),
        pytest.param("## What I want to know\n- long\n  line\n- b\n- c", ("long line", "b", "c"), id="continuation"),
        pytest.param("## Shopping\n- milk\n- tea", (), id="another_list"),
        pytest.param("Not interested in these questions:\n- milk\n- tea", (), id="refused_list"),
        pytest.param(
            "## Any\n- Is it hot?\n- Is it old?\n- tea", ("Is it hot?", "Is it old?"), id="questions_in_a_list"
        ),
        pytest.param("Tea is old. Is it hot? I wonder.", ("Is it hot?",), id="question_in_prose"),
        pytest.param("## Questions\n- a\n- b\n- c\n\nIs it hot?", ("a", "b", "c"), id="enough_without_prose"),
        pytest.param("```\n## Angles\n- a\n```\nTea.", (), id="list_in_code"),
    ],
)
def test_angles(text: str, expected: tuple[str, ...]) -> None:
    assert parse(text).angles == expected


def test_front_matter_themes() -> None:
    assert parse("---\nthemes: [the pot, the leaf]\n---\nTea.").themes == ("the pot", "the leaf")


FRAGMENTS = st.sampled_from(
    [
        "---\n",
        "rounds: 2\n",
        "seeds:\n",
        "- ",
        "[[",
        "]]",
        "](",
        "[a",
        ")",
        "`",
        "```\n",
        "<",
        ">",
        "https://a.b/",
        "\n",
    ]
    + [
        "# ",
        "Angles\n",
        "? ",
        "saved: ",
        "x.html",
        "notebook: ",
        "%%",
        "<!--",
        "&a",
        "*a",
        "{",
        "}",
        "|",
        "\ud800",
        "\0",
    ]
)


@given(st.one_of(st.text(), st.lists(st.one_of(FRAGMENTS, st.text(max_size=5)), max_size=30).map("".join)))
@settings(derandomize=True, max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        brief = parse(text)
    except ParamsError:
        return
    assert brief.title
    assert len({(item.kind, item.reference) for item in brief.references}) == len(brief.references)
