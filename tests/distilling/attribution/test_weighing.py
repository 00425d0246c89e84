"""Which sources count as used: an explicit reference or a traceable idea, and nothing else."""

from collections.abc import Callable
from typing import Any

import pytest

from florilegium.distilling.articles import parse_article
from florilegium.distilling.attribution.corpus import Corpus, Source
from florilegium.distilling.attribution.paragraphs import Weighed
from florilegium.distilling.attribution.verdicts import judge_weight
from florilegium.distilling.attribution.weighing import weigh_sources
from florilegium.entries import AlsoIn

USED, BORDERLINE = 0.6, 0.35

KETTLE = "Copper kettles lose a third of their heat through the spout, and 412 of them were measured."


def weigh(text: str, corpus: Corpus) -> dict[str, Weighed]:
    """Return what was found for each title."""
    weighed = weigh_sources(parse_article(text, name="a.md"), corpus, used=USED)
    return {corpus.find(key).entry.title: value for key, value in weighed.items()}


def judge(text: str, corpus: Corpus) -> dict[str, str]:
    """Return the verdict on each title that is not unused."""
    verdicts = {
        title: judge_weight(value.weight, used=USED, borderline=BORDERLINE)
        for title, value in weigh(text, corpus).items()
    }
    return {title: verdict for title, verdict in verdicts.items() if verdict != "unused"}


EXPLICIT: list[Any] = [
    pytest.param("As “The Lost Heat of Kettles” tells, spouts leak.", {}, "used", id="title"),
    pytest.param("As the lost heat of kettles tells, spouts leak.", {}, "used", id="title_in_plain_prose"),
    pytest.param(
        "Read *The Lost Heat of Kettles* and weep.",
        {"title": "The Lost Heat of Kettles: A Study"},
        "used",
        id="main_part_of_a_title",
    ),
    pytest.param("See [[The Lost Heat of Kettles#Spouts|this]].", {}, "used", id="wikilink_to_a_heading"),
    pytest.param("See [[spout loss]].", {"aliases": "spout loss"}, "used", id="wikilink_to_an_alias"),
    pytest.param(
        "See [[Tea/The Lost Heat of Kettles]].",
        {"original_path": "Tea/The Lost Heat of Kettles.md"},
        "used",
        id="wikilink_with_a_path",
    ),
    pytest.param(
        "See [[Coffee/The Lost Heat of Kettles]].",
        {"original_path": "Tea/The Lost Heat of Kettles.md"},
        None,
        id="wikilink_with_another_path",
    ),
    pytest.param(
        "All is in kettle-notes.txt, page two.",
        {"title": "Kettles", "original_path": "saved/kettle-notes.txt"},
        "used",
        id="file_name",
    ),
    pytest.param(
        "All is [here](../saved/kettle%20notes.txt).",
        {"title": "Kettles", "original_path": "saved/kettle notes.txt"},
        "used",
        id="link_to_a_file",
    ),
    pytest.param(
        "It is on https://www.heat.example.org/kettles?utm_source=x.",
        {"source_url": "http://heat.example.org/kettles/"},
        "used",
        id="address_in_another_spelling",
    ),
    pytest.param(
        "Look for it under /2005/post-481.",
        {"source_url": "https://heat.example.org/2005/post-481"},
        "used",
        id="path_of_an_address",
    ),
    pytest.param("I have not read “The Lost Heat of Kettles”, so I cannot say.", {}, None, id="named_but_not_used"),
    pytest.param(
        "It was late. The lost heat of kettles, as they call it, is a fashion.",
        {"title": "Lost Heat"},
        "borderline",
        id="common_words_of_a_title",
    ),
    pytest.param(
        "It is on https://heat.example.org/.",
        {"source_url": "https://heat.example.org/kettles"},
        None,
        id="front_page_of_its_site",
    ),
    pytest.param(
        "Spouts leak [1].\n\n## References\n\n[1] The lost heat of kettles, 2020.\n", {}, "used", id="citation_by_title"
    ),
    pytest.param(
        "Spouts leak [1].\n\n## References\n\n1. N. N., https://heat.example.org/kettles\n",
        {"source_url": "https://heat.example.org/kettles"},
        "used",
        id="citation_by_address",
    ),
    pytest.param(
        "Spouts leak [1].\n\n## References\n\n1. Drake (2020)\n",
        {"title": "Kettles", "authors": ("Una Drake",), "published": "2020-05-01"},
        "used",
        id="citation_by_author_and_year",
    ),
    pytest.param("Spouts leak.[^k]\n\n[^k]: “The Lost Heat of Kettles”.\n", {}, "used", id="footnote"),
    pytest.param(
        "Other things leak [1].\n\n## References\n\n[1] Something else.\n[2] “The Lost Heat of Kettles”.\n",
        {},
        "borderline",
        id="listed_but_never_cited",
    ),
    pytest.param(
        "Things leak.\n\n## Sources\n\n- “The Lost Heat of Kettles”.\n", {}, "used", id="listed_where_nothing_is_cited"
    ),
    pytest.param(
        "Things leak.\n\n## Further reading\n\n- “The Lost Heat of Kettles”.\n", {}, "borderline", id="further_reading"
    ),
    pytest.param("Una Drake likes her tea.", {"authors": ("Una Drake",)}, "borderline", id="author_without_a_claim"),
    pytest.param(
        "Una Drake found that a kettle loses a third of its heat through the spout.",
        {"authors": ("Una Drake",)},
        "used",
        id="author_with_a_claim",
    ),
    pytest.param(
        "By Una Drake's count, tea is tea.",
        {"title": "X", "authors": ("Ada Una Drake",)},
        None,
        id="surname_without_a_claim",
    ),
    pytest.param(
        "We boil the *Tea Book Shelf* dry.",
        {"title": "Cups", "notebook": "Tea Book Shelf"},
        "borderline",
        id="notebook_alone",
    ),
    pytest.param(
        "In *Tea Book Shelf* I read that copper kettles lose a third of their heat through the spout.",
        {"title": "Cups", "notebook": "Tea Book Shelf"},
        "used",
        id="notebook_beside_a_claim",
    ),
]


@pytest.mark.parametrize(("text", "changes", "expected"), EXPLICIT)
def test_explicit_references(
    text: str,
    changes: dict[str, Any],
    expected: str | None,
    source: Callable[..., Source],
    memory: Callable[..., Corpus],
) -> None:
    title = changes.pop("title", "The Lost Heat of Kettles") if changes else "The Lost Heat of Kettles"
    verdicts = judge(f"# Tea\n\n{text}\n", memory(source(title, KETTLE, **changes)))
    assert verdicts == ({} if expected is None else {title: expected})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("They lose “a third of their heat through the spout”, all of them copper.", "used", id="phrase"),
        pytest.param("Of kettles, 412 were measured, and the copper ones leak at the spout.", "used", id="figure"),
        pytest.param(
            "Through its spout a kettle made of copper loses a third of the heat that it has.", "used", id="paraphrase"
        ),
        pytest.param("I have 412 books.", None, id="the_figure_of_another_thing"),
        pytest.param("Heat is lost, and heat is measured.", None, id="generic_notions"),
        pytest.param("A kettle is a fine thing in the morning.", None, id="the_topic_alone"),
    ],
)
def test_traceable_ideas(
    text: str, expected: str | None, source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    verdicts = judge(f"# Tea\n\n{text}\n", memory(source("Cups", KETTLE)))
    assert verdicts == ({} if expected is None else {"Cups": expected})


def test_a_quotation_of_two_sources_is_listed_and_not_guessed(
    source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    said = "a samovar forgives the barometer and never the vestry"
    corpus = memory(source("Cups", f"They say: {said}."), source("Lids", f"My aunt wrote: {said}."))
    assert judge(f"# Tea\n\nSomebody wrote that {said}.\n", corpus) == {"Cups": "borderline", "Lids": "borderline"}


def test_two_doubts_make_no_proof(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    said = "a samovar forgives the barometer and never the vestry"
    corpus = memory(
        source("Cups", f"They say: {said}.", authors=("Una Drake",)), source("Lids", f"My aunt wrote: {said}.")
    )
    text = f"# Tea\n\nUna Drake likes her tea.\n\nSomebody wrote that {said}.\n"
    assert weigh(text, corpus)["Cups"].weight == pytest.approx(USED - 0.01)


def test_a_paraphrase_with_half_of_its_words_is_traced_among_rivals(
    source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    """The rare words of one claim together are no accident, although each of them stands in another source as well."""
    meant = source("Cups", "Bankrupt vestries pawn the samovar before the barometer falls.")
    rivals = [
        source("Lids", "A samovar hums in the rain."),
        source("Tins", "The barometer is of brass."),
        source("Jugs", "Two vestries were painted."),
    ]
    text = "# Tea\n\nOnce the barometer fell, so the story goes, no bankruptcy of a vestry could save its samovar.\n"
    assert judge(text, memory(meant, *rivals)) == {"Cups": "used"}


def test_what_every_source_says_is_generic(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    """The gate is rarity among the memory's own sources."""
    said = "An assistant should keep its memory in plain files."
    corpus = memory(*(source(f"Note {number}", f"{said} So says number {number}.") for number in range(6)))
    assert judge(f"# Memory\n\n{said}\n", corpus) == {}


def test_shared_evidence_goes_to_the_source_that_explains_more(
    source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    work = source("Cups", f"{KETTLE} A lid saves a ninth, and a cosy of felt the rest.")
    note = source("On cups", "Read about copper kettles: a third of their heat through the spout!", authorship="own")
    text = (
        "# Tea\n\nKettles lose a third of their heat through the spout; 412 were measured, and a cosy of felt helps.\n"
    )
    found = weigh(text, memory(note, work))
    assert judge(text, memory(note, work))["Cups"] == "used"
    assert found["On cups"].weight < USED
    assert found["On cups"].rival == work.entry.id


def test_the_named_source_wins_shared_evidence(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    work = source("Cups", KETTLE)
    note = source("On cups", "Read about copper kettles: a third of their heat through the spout!", authorship="own")
    text = "# Tea\n\nAs [[On cups]] has it, copper kettles lose a third of their heat through the spout.\n"
    assert judge(text, memory(work, note))["On cups"] == "used"
    assert judge(text, memory(work, note)).get("Cups") != "used"


def test_an_author_means_the_work_whose_ideas_stand_beside_the_name(
    source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    meant = source("Cups", KETTLE, authors=("Una Drake",))
    other = source("Lids", "A lid of tin saves a ninth of the fuel.", authors=("Una Drake",))
    text = "# Tea\n\nUna Drake found that copper kettles lose a third of their heat through the spout.\n"
    assert judge(text, memory(other, meant)) == {"Cups": "used"}


def test_the_article_s_own_author_is_no_reference(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    text = "---\nauthor: Una Drake\n---\n# Tea\n\nUna Drake, that is I, drinks tea.\n"
    assert judge(text, memory(source("Cups", KETTLE, authors=("Una Drake",)))) == {}


def test_two_titles_in_one_name_the_longer_one(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    corpus = memory(source("Lost Heat of Kettles", "Spouts."), source("On the Lost Heat of Kettles", "Lids."))
    assert judge("# Tea\n\nI wrote “On the Lost Heat of Kettles” for that.\n", corpus) == {
        "On the Lost Heat of Kettles": "used"
    }


def test_a_link_that_fits_two_notes_is_listed_and_not_guessed(
    source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    """Ambiguity is listed, never guessed."""
    one = source("Cups", "Spouts.", original_path="Tea/Cups.md")
    two = source("Cups", "Lids.", original_path="Kitchen/Cups.md")
    weighed = weigh_sources(parse_article("# Tea\n\nSee [[Cups]].\n", name="a.md"), memory(one, two), used=USED)
    assert {weighed[item.entry.id].weight for item in (one, two)} == {0.45}


def test_a_link_finds_its_note_in_any_normal_form(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    """NFC and NFD file names are one name."""
    corpus = memory(source("Cafe\u0301 Åkerlund", "Spouts."))
    assert list(judge("# Tea\n\nSee [[caf\u00e9 åkerlund]].\n", corpus).values()) == ["used"]


def test_the_article_s_own_draft_is_no_source(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    body = "Copper kettles lose a third of their heat. A lid of tin saves a ninth of it. Felt does the rest for tea."
    body += " In the attic stands a samovar that nobody fills, since its key was lost in the winter of the long strike."
    body += (
        " Grandfather boiled snow in it for the doctor, and the doctor paid in lemons and a barometer without a glass."
    )
    corpus = memory(source("Draft", body), source("Cups", "Copper kettles lose a third of their heat, by 412 trials."))
    found = weigh(f"# Tea\n\n{body}\n", corpus)
    assert found["Draft"].draft
    assert found["Draft"].weight == 0.0


def test_a_copy_in_also_in_names_the_source_too(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    twin = AlsoIn("cups-0a1b2c3d", "readwise", "library", "x1", "https://heat.example.org/kettles", "same_title")
    corpus = memory(source("Cups", KETTLE, also_in=(twin,)))
    assert judge("# Tea\n\nSee https://heat.example.org/kettles for more.\n", corpus) == {"Cups": "used"}


def test_highlights_are_quoted_before_the_full_text(
    source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    cups = source("Cups", KETTLE, highlights=f"# Highlights: Cups\n\n> {KETTLE}\n\n(120, #heat)\n")
    found = weigh("# Tea\n\nCopper kettles lose a third of their heat through the spout.\n", memory(cups))
    assert found["Cups"].clues[0].layer == "highlights"


def test_a_shared_address_is_no_shared_idea(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    link = "[this page](https://code.example.org/docs/editor/userdefinedsnippets)"
    assert judge(f"# Tea\n\nSee {link}.\n", memory(source("Cups", f"Kettles: {link}."))) == {}


def test_seeds_get_no_bonus(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    text = "# Tea\n\nKettles lose heat, and tea is lost.\n"
    plain = weigh(text, memory(source("Cups", KETTLE)))["Cups"].weight
    assert weigh(text, memory(source("Cups", KETTLE, seed=True, relevance_score=1.0)))["Cups"].weight == plain


def test_unused_sources_keep_their_nearest_miss(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    found = weigh("# Tea\n\nA kettle of copper stands on the stove.\n", memory(source("Cups", KETTLE)))
    assert found["Cups"].weight < BORDERLINE
    assert [clue.rule for clue in found["Cups"].clues] == ["paraphrase"]


def test_chinese_phrases_are_traced(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    said = "树荫下的人少受太阳直晒，路面也不会晒得那么烫。"
    assert judge(f"# 树\n\n我读过：{said}\n", memory(source("城市", f"夏天的傍晚。{said}"))) == {"城市": "used"}


def test_the_order_of_the_memory_changes_no_weight(
    source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    text = "# Tea\n\nCopper kettles lose a third of their heat through the spout, and a lid of tin saves a ninth.\n"
    sources = [
        source("Cups", KETTLE),
        source("Lids", "A lid of tin saves a ninth of the fuel."),
        source("Tins", "Tin."),
    ]
    forward, backward = weigh(text, memory(*sources)), weigh(text, memory(*reversed(sources)))
    assert {title: item.weight for title, item in forward.items()} == {
        title: item.weight for title, item in backward.items()
    }
