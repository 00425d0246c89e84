"""Results as Markdown tables."""

from collections.abc import Iterable, Sequence

from .measures import MEASURES
from .results import EVERY, Evaluation, Figure, Group, Row
from .saturation import Saturation, Step
from .systems import BASELINE

TESTED = ("nDCG@10", "all@10")
P_NAMES = tuple(f"p ({name})" for name in TESTED)
HALF_NAMES = {"tune": "tuning half", "test": "test half", EVERY: "both halves"}
STEP_NAMES = {
    "asked": "queries",
    "found": "found",
    "new_relevant": "new relevant",
    "recall": "recall",
    "all10": "all@10",
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
    title = f"**{result.set}, {HALF_NAMES[group.half]}{kind}: {_count(group.questions)}**"
    return f"{title}\n\n{format_table(['system', *MEASURES, *P_NAMES], map(_list_cells, group.rows))}"


def render_saturation(result: Evaluation, half: str) -> str:
    """Return the curve of one half, with and without early stop."""
    rows = [row for row in result.saturation if row.half == half]
    count = _count(rows[0].questions)
    title = f"**{result.set}, {HALF_NAMES[half]}, round by round: {count} with several answers**"
    cells = [["yes" if row.early_stop else "no", str(row.round), *_list_steps(row)] for row in rows]
    return f"{title}\n\n{format_table(['early stop', 'round', *STEP_NAMES.values()], cells)}"


def render_timings(result: Evaluation) -> str:
    """Return what each system took on the machine that measured it."""
    cells = [
        [item.system, _format_seconds(item.index_s), f"{item.p50_ms:.1f}", f"{item.p95_ms:.1f}"]
        for item in result.timings
    ]
    return f"**{result.set}, timings**\n\n{format_table(['system', 'index s', 'p50 ms', 'p95 ms'], cells)}"


def _list_cells(row: Row) -> list[str]:
    figures = {figure.measure: figure for figure in row.figures}
    tests = ["" if row.system == BASELINE else _show_p(figures[name]) for name in TESTED]
    return [row.system, *(format_figure(figures[name]) for name in MEASURES), *tests]


def _format_seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def format_figure(figure: Figure) -> str:
    """Return a mean with its interval."""
    return f"{_digits(figure.mean)} [{_digits(figure.low)}, {_digits(figure.high)}]"


def format_table(names: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1) -> str:
    """Return a Markdown table whose first `left` columns are text, and the others figures."""
    rule = "|" + "|".join(["---"] * left + ["---:"] * (len(names) - left)) + "|"
    return "\n".join([_line(names), rule, *map(_line, rows)])


def _show_p(figure: Figure) -> str:
    if figure.p is None:
        return ""
    return "<.001" if figure.p < 0.001 else _digits(figure.p)


def _list_steps(row: Saturation) -> list[str]:
    step: Step = row.means
    shares = [_digits(getattr(step, name)) for name in ("recall", "all10", "all10_reranked")]
    return [f"{step.asked:.1f}", f"{step.found:.1f}", f"{step.new_relevant:.2f}", *shares]


def _digits(value: float) -> str:
    """Return three digits without the leading nought, as the field writes shares."""
    return f"{value:.3f}".removeprefix("0")


def _count(queries: int) -> str:
    return f"{queries} {'query' if queries == 1 else 'queries'}"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
