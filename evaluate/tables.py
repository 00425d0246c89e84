"""Results as Markdown tables."""

from collections.abc import Sequence

from .measures import MEASURES
from .results import EVERY, Evaluation, Figure, Group
from .saturation import Saturation, Step
from .systems import BASELINE

HALF_NAMES = {"tune": "tuning half", "test": "test half", EVERY: "both halves"}
STEP_NAMES = {
    "asked": "queries",
    "found": "found",
    "new_relevant": "new relevant",
    "recall": "recall",
    "all10_fused": "all@10 fused",
    "all10_reranked": "all@10 reranked",
}


def render_evaluation(result: Evaluation) -> str:
    """Return all tables of a set; the timings stand apart, since they differ from run to run."""
    halves = {group.half for group in result.groups}
    shown = {"test", EVERY} if EVERY in halves else halves
    parts = [render_group(result, group) for group in result.groups if group.half in shown and _is_told(group)]
    parts += [
        render_saturation(result, half)
        for half in dict.fromkeys(row.half for row in result.saturation)
        if half in shown
    ]
    return "\n\n".join([*parts, render_timings(result)])


def _is_told(group: Group) -> bool:
    """Tell whether a group has a table: both halves together are not told by kinds."""
    return group.half != EVERY or group.kind == EVERY


def render_group(result: Evaluation, group: Group) -> str:
    """Return the table of one group: means with their 95 % intervals, and p against plain BM25."""
    kind = "" if group.kind == EVERY else f", {group.kind}"
    names = list(MEASURES)
    lines = [
        f"**{result.set}, {HALF_NAMES[group.half]}{kind}: {_count(group.questions, 'query', 'queries')}**",
        "",
        *_head(["system", *names, "p (nDCG@10)", "p (all@10)"], left=1),
    ]
    for row in group.rows:
        figures = {figure.measure: figure for figure in row.figures}
        tests = [_show_p(figures[name], row.system) for name in ("nDCG@10", "all@10")]
        lines.append(_line([row.system, *(_show(figures[name]) for name in names), *tests]))
    return "\n".join(lines)


def render_saturation(result: Evaluation, half: str) -> str:
    """Return the curve of one half, with and without early stop."""
    rows = [row for row in result.saturation if row.half == half]
    count = _count(rows[0].questions, "query", "queries")
    title = f"**{result.set}, {HALF_NAMES[half]}, round by round: {count} with several answers**"
    lines = [title, "", *_head(["early stop", "round", *STEP_NAMES.values()], left=1)]
    lines += [_line(["yes" if row.early_stop else "no", str(row.round), *_list_steps(row)]) for row in rows]
    return "\n".join(lines)


def render_timings(result: Evaluation) -> str:
    """Return what each system took on the machine that measured it."""
    lines = [f"**{result.set}, timings**", "", *_head(["system", "index s", "p50 ms", "p95 ms"], left=1)]
    for item in result.timings:
        index_s = "" if item.index_s is None else f"{item.index_s:.2f}"
        lines.append(_line([item.system, index_s, f"{item.p50_ms:.1f}", f"{item.p95_ms:.1f}"]))
    return "\n".join(lines)


def _show(figure: Figure) -> str:
    return f"{_digits(figure.mean)} [{_digits(figure.low)}, {_digits(figure.high)}]"


def _show_p(figure: Figure, system: str) -> str:
    if figure.p is None or system == BASELINE:
        return ""
    return "<.001" if figure.p < 0.001 else _digits(figure.p)


def _list_steps(row: Saturation) -> list[str]:
    step: Step = row.means
    shares = [_digits(getattr(step, name)) for name in ("recall", "all10_fused", "all10_reranked")]
    return [f"{step.asked:.1f}", f"{step.found:.1f}", f"{step.new_relevant:.2f}", *shares]


def _digits(value: float) -> str:
    """Return three digits without the leading nought, as the field writes shares."""
    return f"{value:.3f}".removeprefix("0")


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _head(names: Sequence[str], *, left: int) -> list[str]:
    return [_line(names), "|" + "|".join(["---"] * left + ["---:"] * (len(names) - left)) + "|"]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
