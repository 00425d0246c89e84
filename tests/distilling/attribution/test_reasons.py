"""The reason of a decision is one readable line for each part."""

from florilegium.distilling.articles import parse_article
from florilegium.distilling.attribution.clues import Clue
from florilegium.distilling.attribution.paragraphs import Weighed
from florilegium.distilling.attribution.reasons import explain_weight

ARTICLE = parse_article("One.\n\nTwo.\n\nThree.\n", name="a.md")
TITLES = {"b": "Lids"}


def explain(*clues: Clue, verdict: str = "used", rival: str = "", draft: bool = False) -> list[str]:
    return explain_weight(Weighed(0.9, True, clues, rival, draft), verdict, ARTICLE, TITLES).split("\n")


def test_each_part_has_its_line_with_its_places() -> None:
    clues = [
        Clue("a", "title", True, 0.9, 0, 4),
        Clue("a", "phrase", False, 0.8, 6, 10),
        Clue("a", "phrase", False, 0.7, 12, 18),
        Clue("a", "title", False, 0.2, 12, 18, doubt="Named in order to say that it was not used"),
    ]
    assert explain(*clues, rival="b") == [
        "Named by its title: line 1.",
        "Shares 2 phrases: lines 3 and 5.",
        "Named in order to say that it was not used: line 5.",
        "“Lids” explains part of this better.",
    ]


def test_many_places_are_counted() -> None:
    long = parse_article("\n\n".join(["Tea."] * 8), name="a.md")
    clues = tuple(Clue("a", "term", False, 0.6, 6 * at, 6 * at + 4) for at in range(7))
    lines = explain_weight(Weighed(0.6, False, clues, "", False), "used", long, {})
    assert lines == "Shares 7 terms: lines 1, 3, 5, 7 and 3 more."


def test_an_unused_source_names_its_nearest_miss_or_none() -> None:
    assert explain(Clue("a", "paraphrase", False, 0.1, 6, 10), verdict="unused") == [
        "Too little in common; the nearest is line 3."
    ]
    assert explain(verdict="unused") == ["Nothing in common."]


def test_a_draft_is_told() -> None:
    assert "draft" in explain(draft=True)[0]
