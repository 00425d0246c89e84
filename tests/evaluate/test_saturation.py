"""What stopping early leaves of a curve."""

import pytest

from evaluate.saturation import Step, stop_early


def make_step(asked: float, found: float, recall: float = 0.0) -> Step:
    return Step(asked, found, new_relevant=1.0, recall=recall, all10=0.0, all10_reranked=0.0)


@pytest.mark.parametrize(
    ("found", "asked"),
    [
        pytest.param([5, 8, 9], [4, 8, 12], id="every_round_adds"),
        pytest.param([5, 5, 9], [4, 8, 8], id="the_second_adds_nothing"),
        pytest.param([5, 8, 8], [4, 8, 12], id="the_last_adds_nothing"),
        pytest.param([0, 3, 9], [4, 4, 4], id="nothing_at_all"),
    ],
)
def test_a_round_that_adds_nothing_is_the_last_one_that_asks(found: list[int], asked: list[int]) -> None:
    """What it knew stays, and no document is new from then on."""
    steps = [make_step(4 * number, count, count / 10) for number, count in enumerate(found, 1)]
    kept = stop_early(steps)
    assert [step.asked for step in kept] == asked
    last = asked.index(max(asked))
    assert kept[: last + 1] == steps[: last + 1]
    assert all(
        (step.found, step.recall, step.new_relevant) == (found[last], found[last] / 10, 0) for step in kept[last + 1 :]
    )
