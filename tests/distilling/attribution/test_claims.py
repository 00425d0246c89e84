"""A claim is one source's where it says clearly more of it than any other."""

import pytest

from florilegium.distilling.attribution.claims import Claim, trace_claims, weigh_claims
from florilegium.distilling.attribution.likeness import Likeness
from florilegium.distilling.attribution.scale import Sentence

SENTENCE = Sentence(0, 7, 0, 10, 1, ())


def like(source: str, information: float, words: int = 4) -> Likeness:
    return Likeness(source, information, words, information, ())


def trace(*found: Likeness, named: tuple[str, ...] = (), drafts: tuple[str, ...] = ()) -> dict[str, Claim]:
    blocks = {source: frozenset({7}) for source in named}
    traced = trace_claims([SENTENCE], {0: list(found)}, named=blocks, drafts=drafts)
    return {source: claims[0] for source, claims in traced.items()}


def test_the_strongest_has_the_claim_and_the_others_know_their_rival() -> None:
    traced = trace(like("a", 3.0), like("b", 1.5), like("c", 1.0))
    assert [traced[name].margin for name in "abc"] == [1.5, -1.5, -2.0]
    assert [traced[name].rival for name in "abc"] == ["b", "a", "a"]
    assert [traced[name].clear for name in "abc"] == [True, False, False]
    assert traced["a"].weight > 0.6 > traced["b"].weight


def test_what_two_say_alike_is_neither_s() -> None:
    """A quotation that stands in two sources is listed and not guessed."""
    traced = trace(like("a", 4.0, 8), like("b", 3.9, 8))
    assert {traced[name].weight for name in "ab"} == {0.45}
    assert not traced["a"].clear


def test_a_named_source_has_no_rivals_but_named_ones() -> None:
    traced = trace(like("a", 3.0), like("b", 2.9), like("c", 1.0), named=("b",))
    assert traced["b"].clear
    assert not traced["a"].clear
    assert traced["a"].rival == "b"


def test_the_article_s_own_draft_is_no_rival() -> None:
    assert trace(like("a", 3.0), like("draft", 9.0), drafts=("draft",))["a"].clear


@pytest.mark.parametrize(
    ("information", "words", "clear"),
    [
        pytest.param(1.9, 3, True, id="three_words"),
        pytest.param(1.9, 2, True, id="two_rare_words"),
        pytest.param(1.4, 2, False, id="two_words"),
        pytest.param(1.0, 1, False, id="one_word"),
    ],
)
def test_few_words_are_a_claim_only_where_they_are_rare(information: float, words: int, clear: bool) -> None:
    claim = trace(like("a", information, words))["a"]
    assert claim.clear == clear
    assert clear or claim.weight <= 0.3


def test_a_second_claim_adds_to_the_first_and_faint_ones_never_add_up() -> None:
    def claim(weight: float, margin: float = 1.0) -> Claim:
        return Claim(SENTENCE, like("a", 2.0), margin, "", weight)

    assert weigh_claims([claim(0.5), claim(0.5)]) == pytest.approx(0.75)
    assert weigh_claims([claim(0.39)] * 20) == 0.39
    assert weigh_claims([claim(0.45, margin=0.0)] * 20) == 0.45
    assert weigh_claims([]) == 0.0
