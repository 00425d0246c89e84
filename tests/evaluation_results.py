"""Results of an evaluation, made up."""

from evaluate.results import Evaluation, Figure, Group, Row, Timing
from evaluate.saturation import Saturation, Step

MEASURES = ("nDCG@10", "R@5", "R@10", "R@100", "all@10", "MRR@10")


def make_row(system: str, mean: float, p: float | None) -> Row:
    """Return a row whose measures all have one mean."""
    return Row(system, tuple(Figure(name, mean, mean - 0.05, mean + 0.05, p) for name in MEASURES))


def make_result(name: str, *rows: Row, kind: str = "all") -> Evaluation:
    """Return the result of one query, with one round and two timings."""
    step = Step(asked=3.5, found=12.25, new_relevant=1.5, recall=0.75, all10=0.5, all10_reranked=1.0)
    return Evaluation(
        set=name,
        documents=9,
        questions=1,
        unanswered=0,
        seed=1,
        samples=1000,
        groups=(Group("test", kind, 1, rows),),
        saturation=(Saturation("test", True, 0, 1, step),),
        timings=(Timing("BM25", 0.25, 1.04, 2.0), Timing("ours", None, 3.0, 4.0)),
    )
