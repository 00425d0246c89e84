"""The report for a person says for every file what became of it, and survives any name."""

import pytest

from florilegium.snapshot.report import SHOWN_ROWS, count_outcomes, make_report, render_report
from florilegium.snapshot.state import KnownDocument, KnownInput, KnownSource, KnownUnit
from florilegium.sources.reader import Row


def make_source(*rows: Row, state: str = "fresh") -> KnownSource:
    unit = KnownUnit("a.md", (KnownInput("a.md", 1, 1, "0" * 64),), (KnownDocument("a-00000000", 1, 0),), rows)
    return KnownSource("vault", "obsidian", "", state, (), (unit,))


def test_counts_are_of_files_and_reasons_of_what_was_not_taken() -> None:
    rows = (
        Row("vault", "a.md", "taken", "repaired", "It was mended."),
        Row("vault", ".obsidian/", "skipped", "dot_folder", "", 3),
        Row("vault", "b.md", "failed", "unreadable", "no"),
    )
    report = make_report([make_source(*rows)])
    assert report.sources[0].reasons == {"dot_folder": 3, "unreadable": 1}
    assert count_outcomes(report) == {"documents": 1, "taken": 1, "skipped": 3, "failed": 1}
    text = render_report(report)
    assert "### Skipped, dot folder: 3\n\n- `.obsidian/` (3 files)\n" in text
    assert "### Taken, repaired: 1\n\n- `a.md`: It was mended.\n" in text
    assert "### Failed, unreadable: 1\n\n- `b.md`: no\n" in text


def test_private_notes_are_one_row_for_each_rule() -> None:
    one = Row("vault", "(private: tag #x)", "skipped", "private", "by a rule")
    rows = make_report([make_source(one, Row("vault", "z.md", "taken"), one)]).rows
    assert [(row.path, row.files) for row in rows] == [("(private: tag #x)", 2), ("z.md", 1)]


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        pytest.param("a`b.md", "`` a`b.md ``", id="backtick"),
        pytest.param("``a.md", "``` ``a.md ```", id="leading backticks"),
        pytest.param("a\nb.md", "`a b.md`", id="line end"),
        pytest.param("[[a]].md", "`[[a]].md`", id="brackets"),
    ],
)
def test_any_name_stays_a_name(path: str, shown: str) -> None:
    text = render_report(make_report([make_source(Row("vault", path, "failed", "unreadable", "x\n\n# y"))]))
    assert f"- {shown}: x # y\n" in text


def test_a_long_list_is_cut_and_says_where_the_rest_is() -> None:
    rows = [Row("vault", f"{number:03}.md", "skipped", "empty") for number in range(SHOWN_ROWS + 5)]
    text = render_report(make_report([make_source(*rows)]))
    assert text.count("\n- `") == SHOWN_ROWS
    assert "- … and 5 more: see report.json" in text


@pytest.mark.parametrize(("state", "words"), [("kept", "the last snapshot"), ("missing", "no earlier snapshot")])
def test_a_source_that_is_away_is_said_so(state: str, words: str) -> None:
    text = render_report(make_report([make_source(state=state)]))
    assert f"This source could not be reached{',' if state == 'missing' else ';'}" in text
    assert words in text
