"""A summary is whole sentences of the document."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from libraries import make_note

from florilegium.drafts import make_document
from florilegium.local.summariser import MOST_CHARACTERS, LocalSummariser, keep_summary, shorten

LONG = """---
tags: [memory]
---
# The forgetting budget

[[Home]] | [[Index]]

![[drawer.png]]

> [!note] Status
> Draft.

I was on the train to Lund when it rained and the heating failed. An agent that keeps every note finds
nothing, e.g. the key of the allotment. The forgetting budget gives an agent two hundred notes, and each
new note must push an old note out. That is hard. Notes that nobody opened in 90 days were used in 3.5 % of
the answers, says Dr. Rehn of Malmö. So the budget costs the agent little and saves its notes from noise.

| year | notes |
|------|-------|
| 2025 | 412   |

```
print("budget budget budget budget budget budget")
```
"""


def summarise(title: str, text: str) -> str:
    draft = make_note(title, text)
    return LocalSummariser().summarise(make_document(draft, source="vault", text=text, highlights=""), text)


def test_summary_says_what_the_document_is_about() -> None:
    """Not merely the first lines, which are about a train."""
    summary = summarise("The forgetting budget", LONG)
    assert (
        "The forgetting budget gives an agent two hundred notes, and each new note must push an old note out."
        in summary
    )
    for foreign in ("train", "print", "412", "Home", "drawer", "Draft", "tags"):
        assert foreign not in summary


def test_sentences_are_whole() -> None:
    """Abbreviations and decimals end no sentence."""
    summary = summarise(
        "Rehn", "Notes in a cold folder, e.g. old plans, were used in 3.5 % of answers, says Dr. Rehn of Malmö."
    )
    assert summary == "Notes in a cold folder, e.g. old plans, were used in 3.5 % of answers, says Dr. Rehn of Malmö."


def test_full_stops_of_chinese_and_japanese_end_sentences() -> None:
    text = (
        "機械学習は大量のデータから規則を見つける技術である。猫は昼に寝る動物だ。機械学習のデータは人が集めて整える。"
    )
    summary = summarise("機械学習", text)
    assert summary.startswith("機械学習は大量のデータから規則を見つける技術である。")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", "", id="empty"),
        pytest.param("---\ntags: x\n---\n", "", id="front matter alone"),
        pytest.param("```\ncode\n```", "", id="code alone"),
        pytest.param("![[a.png]]", "", id="an image alone"),
        pytest.param("- milk\n- eggs\n- flour", "milk; eggs; flour", id="a list"),
        pytest.param("Just a line", "Just a line", id="a line"),
        pytest.param("# Title\n\n## Part one\n## Part two", "Part one; Part two", id="headings alone"),
    ],
)
def test_texts_without_sentences(text: str, expected: str) -> None:
    assert summarise("Title", text) == expected


NOTICES = "We use cookies on this site to improve your experience. Subscribe to our newsletter to read on every week."
LOG = "2026-03-01 08:14:02 INFO queue: the worker of the weir gauge started and waits.\n" * 3
ABOUT = "The gauge at the weir reads too low whenever ice blocks its inlet."


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{NOTICES}\n\n{ABOUT}\n\n© 2026 The publishers of this site and of many others.", id="notices"),
        pytest.param(f"{LOG}\n{ABOUT}\n\n{LOG}", id="log"),
        pytest.param(f"- [ ] Send the figures of the gauge to the council.\n\n{ABOUT}", id="tasks"),
        pytest.param(f"Present: Ravi Menon, Hana Brandt, Tomas Rehn.\n\n{ABOUT}", id="minutes"),
        pytest.param(f"Host: Is it so?\n\nGuest (00:12): {ABOUT}\n\nHost: I see.\n\nGuest: Yes.", id="transcript"),
        pytest.param(f"| day | what |\n|---|---|\n| Mon | The gauge was read at noon. |\n\n{ABOUT}", id="table"),
    ],
)
def test_what_stands_around_a_text_is_no_summary(text: str) -> None:
    assert summarise("Gauge at the weir", text) == ABOUT


def test_a_third_sentence_must_bear_on_the_others() -> None:
    """Where two sentences say what a note is about, no aside fills the room that is left."""
    more = "Heating the inlet keeps the gauge right through the frost."
    assert summarise("Gauge", f"My neighbour bought four yellow chairs. {ABOUT} {more}") == f"{ABOUT} {more}"


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        pytest.param("An essay on what agents should forget.", "An essay on what agents should forget.", id="kept"),
        pytest.param(
            "An essay on what agents should forget. And th", "An essay on what agents should forget.", id="cut off"
        ),
        pytest.param("Posted in: misc", "", id="no sentence"),
        pytest.param("Read more.", "", id="says nothing"),
        pytest.param("", "", id="none"),
    ],
)
def test_summary_of_the_source(summary: str, expected: str) -> None:
    assert keep_summary(summary) == expected


def test_text_is_cut_between_words_and_marked() -> None:
    assert shorten("one two three", 9) == "one two…"
    assert shorten("one two", 7) == "one two"
    assert shorten("x" * 20, 5) == "xxxx…"


@settings(derandomize=True, max_examples=150, deadline=None)
@given(st.text(alphabet="abc ABC.!?。\n#->`|東", max_size=900))
def test_any_text_has_a_short_summary(text: str) -> None:
    summary = summarise("abc", text)
    assert len(summary) <= MOST_CHARACTERS
    assert "\n" not in summary
    assert summary == summarise("abc", text)
