"""Files of Readwise's plugin are known by their structure, and a work's two files find each other."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.sources.reader import InputFile
from florilegium.sources.readwise_folders import is_full, is_readwise_note, is_sync_log, pair_vault

COVER = "![rw-book-cover](https://covers.example.org/1.png)\n"
METADATA = "## Metadata\n- Author: [[Ann Bee]]\n- Full Title: On Tea\n- Category: #articles\n"
PASSAGE = "- Tea cools. ([View Highlight](https://read.readwise.io/read/01k9))\n"
HIGHLIGHTS = f"## Highlights\n{PASSAGE}"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"# On Tea\n\n{COVER}\n{METADATA}\n{HIGHLIGHTS}", id="default_layout"),
        pytest.param(f"# On Tea\n\n{METADATA}\n{HIGHLIGHTS}", id="no_cover"),
        pytest.param(f"# On Tea\n\n{COVER}\n## Highlights\n- Tea cools.\n", id="no_metadata"),
        pytest.param(f"---\ntitle: On Tea\n---\n{COVER}\n{HIGHLIGHTS}", id="front_matter_and_cover"),
        pytest.param(f"---\nreadwise_id: 415\n---\n{HIGHLIGHTS}", id="front_matter_names_readwise"),
        pytest.param(f"## Metadata\n- **Full Title:** On Tea\n\n## Highlights\n{PASSAGE}", id="bold_fields"),
        pytest.param(f"## Metadata\n- Author: Ann Bee\n\n## Highlights\n{PASSAGE}", id="author_and_link_back"),
        pytest.param(f"# On Tea\n{METADATA}\n## New highlights added January 7, 2026 at 9:12 AM\n- Tea.\n", id="added"),
        pytest.param(f"# On Tea\n{METADATA}\n## Full Document\nTea cools in a cup.\n", id="full_text"),
        pytest.param(f"# On Tea\n\n{COVER}\n{PASSAGE}", id="no_sections"),
    ],
)
def test_what_the_plugin_wrote(text: str) -> None:
    assert is_readwise_note(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param(
            "# Readwise\n\nI highlight too much in Readwise.\n\n## Highlights\n- of my week\n", id="on_readwise"
        ),
        pytest.param("## Metadata\n- Author: Ann Bee\n- ISBN: 12\n\n## Highlights\n- mine\n", id="own_book_note"),
        pytest.param(f"I keep this one: {PASSAGE}\n## Highlights of May\n- rain\n", id="own_note_that_quotes"),
        pytest.param(f"The template:\n\n```markdown\n{COVER}{METADATA}{HIGHLIGHTS}```\n", id="template_in_a_fence"),
        pytest.param(f"%%\n{COVER}{METADATA}{HIGHLIGHTS}%%\nMine.\n", id="in_a_comment"),
        pytest.param(f"{COVER}\nA cover that I like.\n", id="cover_alone"),
        pytest.param("The full title is long.\n\n## Highlights\n- mine\n", id="words_in_prose"),
    ],
)
def test_what_the_reader_wrote(text: str) -> None:
    assert not is_readwise_note(text)


def test_full_texts_and_the_log_are_known_by_name() -> None:
    assert is_full("Readwise/Full Document Contents/On Tea.md") and is_full("full document contents/a.md")
    assert not is_full("Readwise/Full Document Contents.md") and not is_full("Ideas/On Tea.md")
    assert is_sync_log("Readwise/Readwise Syncs.md") and not is_sync_log("On Readwise Syncs.md")


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        pytest.param(
            ["R/Articles/t.md", "R/Full Document Contents/Articles/t.md"],
            [["R/Articles/t.md", "R/Full Document Contents/Articles/t.md"]],
            id="same_path",
        ),
        pytest.param(
            ["Ideas/t.md", "R/Articles/t.md", "R/Full Document Contents/t.md"],
            [["Ideas/t.md"], ["R/Articles/t.md", "R/Full Document Contents/t.md"]],
            id="a_note_elsewhere_is_no_rival",
        ),
        pytest.param(
            ["Ideas/t.md", "R/Full Document Contents/t.md"],
            [["Ideas/t.md"], ["R/Full Document Contents/t.md"]],
            id="a_note_elsewhere_is_no_partner",
        ),
        pytest.param(
            ["a.md", "Full Document Contents/t.md", "t.md"],
            [["a.md"], ["t.md", "Full Document Contents/t.md"]],
            id="at_the_top",
        ),
        pytest.param(["a.md", "b/c.canvas"], [["a.md"], ["b/c.canvas"]], id="no_full_texts"),
    ],
)
def test_pairs_works_inside_their_own_folder(paths: list[str], expected: list[list[str]]) -> None:
    units = pair_vault([InputFile(path, 1, 0) for path in paths])
    assert [[file.path for file in unit.inputs] for unit in units] == expected


NAMES = st.lists(st.sampled_from(["R", "Full Document Contents", "Articles", "a.md", "b.md"]), min_size=1, max_size=4)


@settings(derandomize=True, max_examples=150)
@given(st.sets(NAMES.map("/".join), max_size=8))
def test_every_file_is_in_one_unit(paths: set[str]) -> None:
    units = pair_vault([InputFile(path, 1, 0) for path in sorted(paths)])
    assert sorted(file.path for unit in units for file in unit.inputs) == sorted(paths)
    assert [unit.key for unit in units] == sorted(unit.key for unit in units)


@settings(derandomize=True, max_examples=150)
@given(st.lists(st.sampled_from([COVER, METADATA, HIGHLIGHTS, "```\n", "%%\n", "---\n", "readwise: x\n"]), max_size=8))
def test_never_raises(parts: list[str]) -> None:
    assert is_readwise_note("".join(parts)) in (True, False)
