"""The Markdown of Readwise's plugin and exports."""

import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.drafts import Draft, Highlight, render_highlights
from florilegium.errors import SourceUnavailableError
from florilegium.project.params import PrivateParams, SnapshotSourcesParams, SourceParams
from florilegium.sources.account_files import AccountFiles
from florilegium.sources.reader import InputFile, Reading, Unit
from florilegium.sources.readwise_markdown import ReadwiseMarkdownReader

EXAMPLES = Path(__file__).parents[2] / "examples" / "vault" / "Readwise"
READER = ReadwiseMarkdownReader(AccountFiles("notes", Path("nowhere")))
NOTE = """# Field Notes

![rw-book-cover](https://example.org/c.png)

## Metadata
- Author: [[R. Okafor]] and [[Ilse Varga|I. Varga]]
- Full Title: Field Notes on Pricing
- Category: #articles
- Document Note: compare w/ Atlas
  and: with Borea
- Document Tags: #pricing #b2b
- Summary: One line.
- URL: https://example.org/p

## Full Document
[[Full Document Contents/Field Notes.md|See full document content →]]

## Highlights
- Buyers anchor on the first number. ([View Highlight](https://read.readwise.io/read/01jbbb))
    - Note: check against deals
    - Tags: [[anchor]] #anchor
- They forget
    the second. ([Page 12](https://readwise.io/open/7002))
    - **Note:** .h2 true: since 10:30
      and later
    - **Tags:** [[two words]]
## New highlights added January 7, 2026 at 9:12 AM
- Later highlight. ([Location 123](https://readwise.io/to_kindle?action=open&asin=B000&location=123))
"""
FULL = """# Field Notes
## Metadata
- Author: [[R. Okafor]]
- Published: 2026-01-02

## Full Document
Buyers anchor.

## Highlights
of the year: none.
"""


def _read(text: str, path: str = "Articles/Field Notes.md", **more: str) -> Reading:
    contents = {
        path: text.encode(),
        **{name.replace("__", "/") + ".md": value.encode() for name, value in more.items()},
    }
    return READER.read(Unit(path, ()), contents)


def _draft(text: str, path: str = "Articles/Field Notes.md", **more: str) -> Draft:
    (draft,) = _read(text, path, **more).drafts
    return draft


def test_reads_the_plugins_form() -> None:
    assert _draft(NOTE) == Draft(
        origin="readwise",
        original_path="Articles/Field Notes.md",
        title="Field Notes on Pricing",
        text=(
            "# Field Notes on Pricing\n\nOne line.\n\n- Buyers anchor on the first number.\n"
            "- They forget\n  the second.\n\n- Later highlight.\n"
        ),
        location="library",
        kind="article",
        authorship="other",
        aliases=("Field Notes",),
        authors=("R. Okafor", "I. Varga"),
        tags=("pricing", "b2b"),
        summary="One line.",
        source_url="https://example.org/p",
        document_note="compare w/ Atlas\nand: with Borea",
        highlights=(
            Highlight("Buyers anchor on the first number.", "check against deals", ("anchor",), key="01jbbb"),
            Highlight(
                "They forget\nthe second.", "true: since 10:30\nand later", ("two words",), "page 12", key="7002"
            ),
            Highlight("Later highlight.", location="location 123"),
        ),
        diagnostics=("no full text stored",),
    )


def test_takes_the_text_from_the_file_of_full_text() -> None:
    """Headings of the article are no sections of Readwise."""
    reading = _read(NOTE, **{"Full Document Contents__Field Notes": FULL})
    (draft,) = reading.drafts
    assert draft.text == "# Field Notes on Pricing\n\nBuyers anchor.\n\n## Highlights\nof the year: none.\n"
    assert (draft.headings, draft.published, draft.diagnostics) == (("Highlights",), "2026-01-02", ())
    assert len(draft.highlights) == 3
    assert [(row.path, row.outcome) for row in reading.rows] == [
        ("Articles/Field Notes.md", "taken"),
        ("Full Document Contents/Field Notes.md", "taken"),
    ]


def test_takes_the_text_from_a_section() -> None:
    text = NOTE.replace(
        "[[Full Document Contents/Field Notes.md|See full document content →]]", "All.\n\n## What\n\nof it"
    )
    assert _draft(text).text == "# Field Notes on Pricing\n\nAll.\n\n## What\n\nof it\n"
    assert len(_draft(text).highlights) == 3


def test_a_full_text_alone_is_a_document() -> None:
    draft = _draft(FULL, "Full Document Contents/Books/Field Notes.md")
    assert draft.text == "# Field Notes\n\nBuyers anchor.\n\n## Highlights\nof the year: none.\n"
    assert (draft.kind, draft.highlights, draft.published) == ("book", (), "2026-01-02")


def test_what_the_reader_wrote_stays_apart_from_the_text() -> None:
    draft = _draft(NOTE)
    for own in ("check against deals", "since 10:30", "Atlas", "Borea"):
        assert own not in draft.text and own in render_highlights(draft)


@pytest.mark.parametrize(
    ("metadata", "name", "expected"),
    [
        pytest.param("- Author: R. Okafor", "authors", ("R. Okafor",), id="author_as_text"),
        pytest.param("- **Author:** [[A B]], [[C D]]", "authors", ("A B", "C D"), id="bold_field"),
        pytest.param("- Category: #tweets", "kind", "tweet", id="category"),
        pytest.param("- Document Tags: [[a]] #b ", "tags", ("a", "b"), id="tags_of_both_forms"),
        pytest.param("- Document Note: a\nb\n\nc: d", "document_note", "a\nb\n\nc: d", id="note_of_several_lines"),
        pytest.param("- Document Note: a\n- [ ] b: c", "document_note", "a\n- [ ] b: c", id="check_box_in_a_note"),
        pytest.param("- Priority: high", "document_note", "", id="unknown_field"),
        pytest.param("- Published: 2026-01", "published", "2026-01", id="published"),
        pytest.param("- Publisher: Harrow Press", "publication", "Harrow Press", id="publisher"),
        pytest.param("- URL: about:blank", "source_url", None, id="address_that_is_none"),
        pytest.param("- Full Title: A: B", "title", "A: B", id="title_with_colon"),
        pytest.param("", "title", "Field Notes", id="nothing"),
    ],
)
def test_reads_metadata_in_every_form(metadata: str, name: str, expected: object) -> None:
    assert getattr(_draft(f"# Field Notes\n\n## Metadata\n{metadata}\n\n## Highlights\n- a\n"), name) == expected


def test_prose_is_never_metadata() -> None:
    """Transcript times, check boxes and prose bullets are not read as metadata."""
    text = "# T\n\n- Author: nobody\n- [ ] 10:30 URL: https://example.org\n\n## Highlights\n- Category: #books\n- a\n"
    draft = _draft(text)
    assert (draft.authors, draft.source_url, draft.kind, draft.tags) == ((), None, "article", ())
    assert [item.text for item in draft.highlights] == ["Category: #books", "a"]
    assert "- Author: nobody" in draft.text


def test_reads_front_matter_instead_of_the_section() -> None:
    text = (
        "---\ntitle: The Budget\nauthor: '[[Tomas Rehn]]'\ncategory: books\nurl: https://example.org/b\n"
        "published: 2025-11-03\ntags: [a, b]\nnote: mine\nsummary: short\nsite: Slow Systems\n"
        "created: 2025-12-01\n---\n\n- a ([View Highlight](https://read.readwise.io/read/01x))\n"
    )
    draft = _draft(text)
    assert (draft.title, draft.authors, draft.kind) == ("The Budget", ("Tomas Rehn",), "book")
    assert (draft.source_url, draft.published, draft.saved) == ("https://example.org/b", "2025-11-03", "2025-12-01")
    assert (draft.tags, draft.document_note, draft.summary) == (("a", "b"), "mine", "short")
    assert (draft.publication, draft.highlights) == ("Slow Systems", (Highlight("a", key="01x"),))


def test_broken_front_matter_is_told_and_costs_nothing() -> None:
    """Broken YAML never raises; the body is kept and the record says what was wrong."""
    reading = _read("---\ntitle: a: b\n---\n## Highlights\n- x\n")
    assert [(row.outcome, row.reason) for row in reading.rows] == [("taken", "repaired")]
    assert reading.drafts[0].highlights == (Highlight("x"),)


@pytest.mark.parametrize(
    ("heading", "saved"),
    [
        pytest.param("## Highlights first synced by [[Readwise]] [[2024-05-03]]", "2024-05-03", id="first_synced"),
        pytest.param("### Highlights", None, id="deeper"),
        pytest.param("# Highlights", None, id="higher"),
        pytest.param("## New highlights added [[2024-05-03]] at 9:12 AM", None, id="later"),
    ],
)
def test_knows_every_heading_of_highlights(heading: str, saved: str | None) -> None:
    draft = _draft(f"# T\n\n## Metadata\n- Author: A B\n\n{heading}\n- a\n    - Note: b\n")
    assert draft.highlights == (Highlight("a", "b"),)
    assert draft.saved == saved


def test_highlights_with_one_link_stay_apart() -> None:
    """All passages of a tweet link to the tweet: a link is no id."""
    link = "([View Tweet](https://micro.example.net/1))"
    draft = _draft(f"# T\n\n## Highlights\n- a {link}\n- b {link}\n- a {link}\n    - Note: n\n")
    assert draft.highlights == (Highlight("a", "n"), Highlight("b"))


def test_a_block_id_is_an_id() -> None:
    assert _draft("# T\n\n## Highlights\n- a ^rw7001\n").highlights == (Highlight("a", key="7001"),)


def test_a_list_inside_a_highlight_belongs_to_it() -> None:
    draft = _draft("# T\n\n## Highlights\n- a:\n    - b\n    - c\n    - Tags: x, y\n\n- d\n")
    assert draft.highlights == (Highlight("a:\n- b\n- c", tags=("x", "y")), Highlight("d"))


def test_chapters_hold_highlights_and_own_sections_do_not() -> None:
    """What the reader wrote below the highlights is kept, and makes the text mixed."""
    link = "([View Highlight](https://read.readwise.io/read/01x))"
    text = f"# T\n\n## Highlights\n- a\n\n## Chapter 2\n- b {link}\n\n## My view\n- c\n\nBecause.\n"
    draft = _draft(text)
    assert [item.text for item in draft.highlights] == ["a", "b"]
    assert draft.authorship == "mixed"
    assert draft.text == "# T\n\n- a\n\n## Chapter 2\n- b\n\n## My view\n- c\n\nBecause.\n"
    full = _draft(text, **{"Full Document Contents__Field Notes": FULL})
    assert full.authorship == "mixed" and full.text.endswith("## My view\n- c\n\nBecause.\n")


@pytest.mark.parametrize(("path", "category"), [("Supplementals/T.md", "books"), ("Articles/T.md", "#supplementals")])
def test_what_readwise_supplied_is_not_the_readers_mark(path: str, category: str) -> None:
    draft = _draft(f"# T\n\n## Metadata\n- Category: {category}\n\n## Highlights\n- a\n", path)
    assert (draft.kind, draft.authorship, draft.highlights) == ("supplemental", "other", ())
    assert "- a" in draft.text


@pytest.mark.parametrize(
    ("path", "kind"),
    [("Books/T.md", "book"), ("Podcasts/x/T.md", "podcast"), ("T.md", "article"), ("Tweets/T.md", "tweet")],
)
def test_the_folder_names_the_kind(path: str, kind: str) -> None:
    assert _draft("# T\n\n## Highlights\n- a\n", path).kind == kind


@pytest.mark.parametrize(("content", "reason"), [(b"", "empty"), (b" \n", "empty"), (b"\x00\x01\x02" * 99, "binary")])
def test_a_file_without_text_gives_a_row(content: bytes, reason: str) -> None:
    reading = READER.read(Unit("a.md", ()), {"a.md": content})
    assert reading.drafts == () and [row.reason for row in reading.rows] == [reason]


def test_an_unreadable_note_leaves_its_full_text() -> None:
    full = "Full Document Contents/a.md"
    reading = READER.read(Unit("a.md", ()), {"a.md": b"", full: FULL.encode()})
    assert [draft.original_path for draft in reading.drafts] == [full]


_LINES = st.lists(
    st.sampled_from(
        [*NOTE.split("\n"), *FULL.split("\n"), "---", "## Mine", "text", "    - Note:", "  - Tags: #", "- "]
    )
    | st.text(max_size=8),
    max_size=20,
).map("\n".join)


@settings(derandomize=True, max_examples=300, deadline=None)
@given(_LINES, _LINES)
def test_never_raises_on_any_text(text: str, full: str) -> None:
    contents = {
        "a.md": text.encode("utf-8", "surrogatepass"),
        "Full Document Contents/a.md": full.encode("utf-8", "surrogatepass"),
    }
    reading = READER.read(Unit("a.md", ()), contents)
    assert len(reading.rows) == 2
    for draft in reading.drafts:
        (draft.title + draft.text + render_highlights(draft)).encode("utf-8")


@settings(derandomize=True, max_examples=100, deadline=None)
@given(st.binary(max_size=60))
def test_never_raises_on_any_bytes(content: bytes) -> None:
    assert READER.read(Unit("a.md", ()), {"a.md": content}).rows


def _params(source: SourceParams) -> SnapshotSourcesParams:
    return SnapshotSourcesParams((source,), (), (), (), PrivateParams((), (), ""), False)


def _scan(root: Path, *paths: str) -> tuple[list[list[str]], list[tuple[str, str]]]:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x")
    source = SourceParams("notes", "readwise_markdown", str(root))
    scan = ReadwiseMarkdownReader.from_params(source, _params(source), root).scan()
    units = [[file.path for file in unit.inputs] for unit in scan.units]
    return units, [(row.path, row.reason) for row in scan.rows]


FDC = "Full Document Contents"


@pytest.mark.parametrize(
    ("paths", "units"),
    [
        pytest.param(
            ["Articles/T.md", f"{FDC}/Articles/T.md"], [["Articles/T.md", f"{FDC}/Articles/T.md"]], id="same_path"
        ),
        pytest.param(["Articles/T.md", f"{FDC}/T.md"], [["Articles/T.md", f"{FDC}/T.md"]], id="same_name"),
        pytest.param(["Articles/t.MD", f"{FDC}/T.md"], [["Articles/t.MD", f"{FDC}/T.md"]], id="other_case"),
        pytest.param(
            ["Articles/T.md", "Books/T.md", f"{FDC}/T.md"],
            [["Articles/T.md"], ["Books/T.md"], [f"{FDC}/T.md"]],
            id="two_notes_of_one_name",
        ),
        pytest.param(
            ["Articles/T.md", "Books/T.md", f"{FDC}/Books/T.md"],
            [["Articles/T.md"], ["Books/T.md", f"{FDC}/Books/T.md"]],
            id="two_notes_and_a_path",
        ),
        pytest.param([f"{FDC}/T.md"], [[f"{FDC}/T.md"]], id="alone"),
    ],
)
def test_pairs_highlights_with_full_texts(tmp_path: Path, paths: list[str], units: list[list[str]]) -> None:
    assert _scan(tmp_path, *paths)[0] == units


def test_pairs_names_of_either_unicode_form(tmp_path: Path) -> None:
    """File names in NFC and NFD are the same name."""
    nfd, nfc = unicodedata.normalize("NFD", "Café.md"), unicodedata.normalize("NFC", "Café.md")
    assert _scan(tmp_path, f"Articles/{nfd}", f"{FDC}/{nfc}")[0] == [[f"Articles/{nfd}", f"{FDC}/{nfc}"]]


def test_accounts_for_every_file(tmp_path: Path) -> None:
    units, rows = _scan(
        tmp_path, "Readwise Syncs.md", "a.md", "cover.png", ".obsidian/plugins/readwise-official/data.json"
    )
    assert units == [["a.md"]]
    assert rows == [(".obsidian/", "dot_folder"), ("Readwise Syncs.md", "sync_log"), ("cover.png", "attachment")]


def test_a_missing_folder_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(SourceUnavailableError):
        ReadwiseMarkdownReader(AccountFiles("notes", tmp_path / "gone")).scan()


def test_reads_the_example_folder() -> None:
    reader = ReadwiseMarkdownReader(AccountFiles("notes", EXAMPLES))
    found: dict[str, Any] = {}
    for unit in reader.scan().units:
        assert all(isinstance(file, InputFile) for file in unit.inputs)
        for draft in reader.read(unit, {file.path: reader.load(file) for file in unit.inputs}).drafts:
            found[draft.original_path] = draft
    assert len(found["Articles/Files Beat Databases for Agent Memory.md"].highlights) == 6
    assert found["Books/The Weather Between Houses.md"].authors == ("Ludmila Harcourt", "Bo Tesfaye")
    assert found["Books/The Weather Between Houses.md"].highlights[2].tags == ("trees", "planning")
    assert len(found["Tweets/Tweets From @ninefathoms.md"].highlights) == 2
    assert len(found["Podcasts/Ep. 41 What a Filing Clerk Knows.md"].highlights) == 3
    assert found["Supplementals/Throwing Away on Purpose.md"].highlights == ()
    assert len(found["Articles/The Forgetting Budget.md"].highlights) == 4
