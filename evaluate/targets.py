"""What the search should reach, and whether it does: by the test half, since nothing was tuned on it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .results import EVERY, MULTI, Evaluation, Figure
from .systems import BASELINE, OURS
from .tables import format_figure, format_table

HALF = "test"


@dataclass(frozen=True)
class Target:
    """One figure that is asked for; chosen before anything was measured."""

    set: str
    system: str
    measure: str
    least: float
    kind: str = EVERY


TARGETS = (
    Target("scifact", OURS, "nDCG@10", 0.685),
    Target("scifact", f"{OURS} with rerank and minilm", "nDCG@10", 0.72),
    Target("lihua", OURS, "nDCG@10", 0.83),
    Target("lihua", f"{OURS} with rounds", "all@10", 0.65, kind=MULTI),
)


def render_targets(results: Sequence[Evaluation]) -> str:
    """Return one table: the targets, and for every set whether ours is as good as plain BM25."""
    rows = [row for result in results for row in (*_iter_targets(result), *_iter_comparisons(result))]
    return format_table(["set", "system", "measure", "asked", "measured", "reached"], rows, left=4)


def find_figure(result: Evaluation, system: str, measure: str, *, kind: str = EVERY) -> Figure | None:
    """Return a figure of the test half, null where it was not measured."""
    figures = (
        figure
        for group in result.groups
        if (group.half, group.kind) == (HALF, kind)
        for row in group.rows
        if row.system == system
        for figure in row.figures
        if figure.measure == measure
    )
    return next(figures, None)


def _iter_targets(result: Evaluation) -> Iterator[list[str]]:
    for target in TARGETS:
        if target.set == result.set:
            figure = find_figure(result, target.system, target.measure, kind=target.kind)
            asked = f"at least {target.least:.3f}".replace(" 0.", " .")
            yield _write_row(target, asked, figure, is_reached=figure is not None and figure.mean >= target.least)


def _iter_comparisons(result: Evaluation) -> Iterator[list[str]]:
    """Yield a row a measure on which ours must not be worse than plain BM25."""
    for measure in ("nDCG@10", "R@10", "R@100", "all@10"):
        figure, plain = (find_figure(result, system, measure) for system in (OURS, BASELINE))
        if figure is not None and plain is not None:
            asked = f"no worse than plain BM25, {format_figure(plain)}"
            target = Target(result.set, OURS, measure, plain.mean)
            yield _write_row(target, asked, figure, is_reached=figure.mean >= plain.mean)


def _write_row(target: Target, asked: str, figure: Figure | None, *, is_reached: bool) -> list[str]:
    name = target.measure if target.kind == EVERY else f"{target.measure}, {target.kind}"
    measured = "not measured" if figure is None else format_figure(figure)
    return [
        target.set,
        target.system,
        name,
        asked,
        measured,
        "" if figure is None else "yes" if is_reached else "**no**",
    ]
