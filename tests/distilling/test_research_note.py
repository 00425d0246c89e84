"""research.md stands alone, cannot be broken by what notes hold, and quotes byte for byte."""

import re
from dataclasses import replace

import pytest

from florilegium.decisions import Decision, Decisions, Evidence
from florilegium.distilling.articles import parse_article
from florilegium.distilling.deciding import Layers
from florilegium.distilling.research_note import render_note
from florilegium.drafts import Draft, Highlight, render_highlights
from florilegium.entries import AlsoIn, Entry

QUOTE = "Spouts leak."
ARTICLE = parse_article(f"# Tea\n\n{QUOTE} So does the roof.\n\n## References\n\n[1] Cups.\n", name="a.md")
ENTRY = Entry(
    *("cups-0a1b2c3d", "Cups", ("Una Drake",), "readwise", "library", "article", "other", "Tea Weekly", "2024", None),
    *(("tea",), None, 0.5, False, ("Leaks",), ("why tea is cold",), "full", "", None, "full/cups-0a1b2c3d.md"),
    *("01abc", "https://tea.example.org/cups", (), 2, 0, 0, "0" * 64, ""),
)
EVIDENCE = Evidence("phrase", False, 3, QUOTE, "full", 1, QUOTE, 0.8)
DECISION = Decision(ENTRY.id, "Cups", "used", "traceable", 0.8, "Shares 1 phrase.", (EVIDENCE,), 0)


def render(*pairs: tuple[Layers, Decision], quotes: int = 3) -> str:
    decisions = tuple(decision for _, decision in pairs)
    used, border = (sum(item.verdict == name for item in decisions) for name in ("used", "borderline"))
    record = Decisions("tea", ARTICLE.title, ARTICLE.sha256, len(decisions), used, border, decisions)
    return render_note(ARTICLE, record, [layers for layers, _ in pairs], quotes=quotes)


def render_one(entry: Entry = ENTRY, full: str = QUOTE, highlights: str = "", quotes: int = 3) -> str:
    return render((Layers(entry, full, highlights), DECISION), quotes=quotes)


def strip_fences(note: str) -> str:
    """Return what of a note a renderer reads as markup."""
    shown, fence = [], ""
    for line in note.split("\n"):
        opening = re.match(r"(`{3,})text$", line)
        if fence:
            fence = "" if line == fence else fence
        elif opening:
            fence = opening[1]
        else:
            shown.append(line)
    assert not fence
    return "\n".join(shown)


def test_the_head_counts() -> None:
    other = replace(ENTRY, id="lids-0a1b2c3d", title="Lids")
    named = replace(DECISION, id=other.id, title="Lids", how="explicit")
    note = render((Layers(ENTRY, QUOTE, ""), DECISION), (Layers(other, QUOTE, ""), named))
    assert "- Used 2 of 2 sources: 1 explicit, 1 traceable\n" in note
    assert re.search(r"- About [\d,]+ tokens; the whole memory has about [\d,]+ ", note)


def test_blocks_go_by_descending_score() -> None:
    best = replace(ENTRY, id="lids-0a1b2c3d", title="Lids", relevance_score=0.9)
    note = render(
        (Layers(ENTRY, QUOTE, ""), DECISION), (Layers(best, QUOTE, ""), replace(DECISION, id=best.id, title="Lids"))
    )
    assert re.findall(r"<summary>(\w+)", note) == ["Lids", "Cups"]


def test_a_block_holds_metadata_reason_claims_and_quotations() -> None:
    note = render_one()
    for expected in (
        "- Source: readwise, library, article",
        "- Address: `https://tea.example.org/cups`",
        "- Found by: why tea is cold",
        "**Why it matched.** Shares 1 phrase. Weight 0.8.",
        "- Line 3: Spouts leak.",
        "Full text, line 1:\n\n> Spouts leak.",
        "- The article does not name it; the use is inferred from what they share.",
    ):
        assert expected in note


def test_claims_are_cut_at_thirty_words_and_the_reference_list_is_none() -> None:
    long = " ".join(f"word{number}" for number in range(40))
    claims = (replace(EVIDENCE, article_quote=long), replace(EVIDENCE, article_line=7, article_quote="[1] Cups."))
    note = render((Layers(ENTRY, QUOTE, ""), replace(DECISION, evidence=claims)))
    assert f"- Line 3: {' '.join(long.split()[:30])} …\n" in note
    assert "- Line 7" not in note


def test_the_reader_s_marks_fill_up_the_quotations_and_notes_are_caveats() -> None:
    marks = (Highlight("Lids help.", note=".h2 buy one"), Highlight("Felt helps."), Highlight("Tin helps."))
    highlights = render_highlights(Draft("readwise", "x", "Cups", "t", document_note="cold!", highlights=marks))
    note = render_one(highlights=highlights, quotes=3)
    assert re.findall(r"^> (.*)", note, re.MULTILINE) == [QUOTE, "Lids help.", "Felt helps."]
    assert "- The reader noted: cold!\n- The reader noted: buy one\n" in note


def test_no_more_quotations_than_asked() -> None:
    assert "Quotations**" not in render_one(quotes=0)
    assert "- No passage of it is quoted" in render_one(quotes=0)


def test_other_copies_and_dropped_quotations_are_told() -> None:
    twin = AlsoIn("cups-1a1b2c3d", "obsidian", "Clippings", "Clippings/Cups.md", None, "same_url")
    entry = replace(ENTRY, also_in=(twin,), authorship="own")
    note = render((Layers(entry, QUOTE, ""), replace(DECISION, dropped_quotes=2)))
    assert "- Also in obsidian, Clippings: `Clippings/Cups.md` (same\\_url)." in note
    assert "- 2 quotations were not found in it and were dropped." in note
    assert "- These are the reader's own words." in note


def test_borderline_cases_stand_apart_with_their_best_evidence() -> None:
    note = render((Layers(ENTRY, QUOTE, ""), replace(DECISION, verdict="borderline", weight=0.4)))
    assert "<details>" not in note
    assert "## Sources used\n\nNone.\n" in note
    tail = note.split("## Borderline, left out")[1]
    assert "### Cups" in tail
    assert "> Spouts leak." in tail


def test_nothing_at_all_is_said_so() -> None:
    assert render((Layers(ENTRY, QUOTE, ""), replace(DECISION, verdict="unused"))).count("None.") == 2


@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param("</details>", id="closing_tag"),
        pytest.param("a </summary></details> b", id="two_tags"),
        pytest.param("```\n</details>\n```", id="fence"),
        pytest.param("````text\n</details>", id="longer_fence"),
        pytest.param("one\n\n# two\n</details>", id="lines"),
        pytest.param("![x](https://spy.example.org/p.png)", id="remote_image"),
        pytest.param("<script>x</script> &lt;", id="script"),
        pytest.param("> quoted", id="quote_mark"),
        pytest.param("one\r\ntwo", id="windows_lines"),
    ],
)
def test_no_text_breaks_a_block_and_quotations_stay_byte_exact(hostile: str) -> None:
    entry = replace(ENTRY, title=hostile, authors=(hostile,), tags=(hostile,), original_path=hostile)
    evidence = replace(EVIDENCE, source_quote=hostile, article_quote=hostile)
    note = render((Layers(entry, hostile, f"Note: {hostile}"), replace(DECISION, evidence=(evidence,), reason=hostile)))
    assert hostile in note
    markup = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", strip_fences(note))  # code spans show their text as it is
    assert re.findall(r"<[^>]*>", markup) == ["<details>", "<summary>", "</summary>", "</details>"]
    assert "](" not in markup.replace("\\](", "")
