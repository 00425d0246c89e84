"""Targets by the test half."""

from evaluation_results import make_result, make_row

from evaluate.targets import render_targets


def test_targets_are_reached_or_not() -> None:
    """A mean that is asked for is enough; what was not measured is neither; ours must not fall behind plain BM25."""
    result = make_result("scifact", make_row("BM25", 0.69, None), make_row("ours", 0.685, 0.5))
    lines = render_targets([result]).split("\n")[2:]
    assert lines[:2] == [
        "| scifact | ours | nDCG@10 | at least .685 | .685 [.635, .735] | yes |",
        "| scifact | ours with rerank and minilm | nDCG@10 | at least .720 | not measured |  |",
    ]
    behind = "no worse than plain BM25, .690 [.640, .740] | .685 [.635, .735] | **no** |"
    assert lines[2:] == [f"| scifact | ours | {name} | {behind}" for name in ("nDCG@10", "R@10", "R@100", "all@10")]


def test_a_target_of_a_kind_is_measured_on_that_kind() -> None:
    """Figures of all queries do not count for it."""
    spread = make_result("lihua", make_row("ours with rounds", 0.7, None), kind="multi-evidence")
    whole = make_result("lihua", make_row("ours with rounds", 0.7, None))
    assert "| lihua | ours with rounds | all@10, multi-evidence | at least .650 | .700 [.650, .750] | yes |" in (
        render_targets([spread])
    )
    assert "| all@10, multi-evidence | at least .650 | not measured |" in render_targets([whole])
