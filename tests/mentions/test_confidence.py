"""How sure a mention is, and why."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from florilegium.mentions.confidence import DEFAULT_CONFIDENCE, Evidence, weigh_mention

EVIDENCE = Evidence(
    name="Zettelkasten",
    text="Zettelkasten",
    kind="title",
    is_weak=False,
    place="prose",
    is_part=False,
    naming=2,
    notes=100,
    links=0,
)
LESS = [
    pytest.param({"text": "zettelkasten"}, id="other_capitals"),
    pytest.param({"text": "Zettelkastens", "name": "Zettelkasten", "kind": "plural"}, id="plural"),
    pytest.param({"naming": 30}, id="common"),
    pytest.param({"is_part": True}, id="part_of_a_longer_name"),
    pytest.param({"is_weak": True}, id="everyday_word"),
    pytest.param({"name": "Sign", "text": "Sign"}, id="short"),
    pytest.param({"name": "sorting", "text": "sorting"}, id="small_letters_tell_nothing"),
]
MORE = [
    pytest.param({"place": "alone"}, id="alone"),
    pytest.param({"place": "pointed"}, id="pointed_to"),
    pytest.param({"links": 9}, id="hub"),
    pytest.param({"name": "Zettelkasten Method", "text": "Zettelkasten Method"}, id="several_words"),
]


@pytest.mark.parametrize("changes", LESS)
def test_what_makes_a_mention_less_sure(changes: dict[str, object]) -> None:
    assert weigh_mention(replace(EVIDENCE, **changes)).value < weigh_mention(EVIDENCE).value  # type: ignore[arg-type]


@pytest.mark.parametrize("changes", MORE)
def test_what_makes_a_mention_surer(changes: dict[str, object]) -> None:
    assert weigh_mention(replace(EVIDENCE, **changes)).value > weigh_mention(EVIDENCE).value  # type: ignore[arg-type]


def test_everyday_word_is_proposed_only_where_it_stands_as_a_name() -> None:
    weak = replace(EVIDENCE, name="Garden", text="Garden", is_weak=True)

    assert weigh_mention(weak).value < DEFAULT_CONFIDENCE
    assert weigh_mention(replace(weak, text="garden", place="alone")).value < DEFAULT_CONFIDENCE
    assert weigh_mention(replace(weak, place="alone")).value >= DEFAULT_CONFIDENCE


def test_reason_is_a_sentence() -> None:
    found = weigh_mention(replace(EVIDENCE, links=4))

    assert found.reason == "One rare word; as the title is written; linked from 4 notes."


@given(
    st.builds(
        Evidence,
        name=st.sampled_from(["Zettelkasten", "a", "Home page", "知識", "C++"]),
        text=st.sampled_from(["Zettelkasten", "a", "home page", "知識", "C++"]),
        kind=st.sampled_from(["title", "alias", "variant", "heading", "plural"]),
        is_weak=st.booleans(),
        place=st.sampled_from(["prose", "alone", "pointed"]),
        is_part=st.booleans(),
        naming=st.integers(0, 1000),
        notes=st.integers(0, 1000),
        links=st.integers(0, 1000),
    )
)
def test_confidence_lies_between_nought_and_one(evidence: Evidence) -> None:
    found = weigh_mention(evidence)

    assert 0 < found.value < 1
    assert found.reason.endswith(".")
