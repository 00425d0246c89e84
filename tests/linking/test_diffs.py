"""A change is shown as a person reads it."""

from linking_cases import make_chooser, propose

from florilegium.linking.diffs import render_edit
from florilegium.linking.editing import edit_note


def test_a_diff_has_one_line_around_the_change_with_reasons_before_and_refusals_after() -> None:
    text = "a\nb\nmore tea\nc\nd `Tea`\n"
    wanted = [propose(text, "tea", "Notes/Tea.md"), propose(text, "Tea", "Notes/Tea.md")]
    edit = edit_note("Home.md", text.encode(), wanted, make_chooser())
    assert render_edit(edit).splitlines() == [
        '# Home.md: "tea" -> Notes/Tea.md (0.90, its title)',
        "--- a/Home.md",
        "+++ b/Home.md",
        "@@ -2,3 +2,3 @@",
        " b",
        "-more tea",
        "+more [[Tea|tea]]",
        " c",
        '# Home.md: not "Tea" -> Notes/Tea.md: It does not stand in prose: '
        "code, a link, a heading, a formula or front matter is left alone.",
    ]


def test_signs_that_would_steer_a_terminal_are_not_shown() -> None:
    text = "a \x1b[31m Tea\r\n"
    read = text.replace("\r\n", "\n")
    edit = edit_note("Home.md", text.encode(), [propose(read, "Tea", "Notes/Tea.md")], make_chooser())
    shown = render_edit(edit)
    assert "\x1b" not in shown
    assert "\r" not in shown
    assert "+a \ufffd[31m [[Tea]]\n" in shown


def test_a_note_without_links_shows_nothing() -> None:
    assert render_edit(edit_note("Home.md", b"x", [], make_chooser())) == ""
