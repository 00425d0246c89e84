"""Measure which sources of a memory distilling finds: on generated articles, or on real claims with --data."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from .articles.abstracts import load_cases
from .articles.cases import ARTICLES, SEED, Case, generate_cases
from .articles.decoys import DECOYS
from .articles.outcomes import BYSTANDER, Outcome, Rate, judge_cases, measure_kind, measure_outcomes
from .articles.planting import EXPLICIT, TRACED
from .tables import format_table

HALVES = ("test", "tune", "all")
EVERY = "all"


def render_outcomes(name: str, cases: Sequence[Case], outcomes: Sequence[Outcome]) -> str:
    """Return the tables of one set: the measures, recall by kind of use, and what is no use."""
    sizes = [len(case.sources) for case in cases]
    count = "1 article" if len(cases) == 1 else f"{len(cases)} articles"
    head = f"**{name}: {count}, memories of {min(sizes)} to {max(sizes)} sources**"
    parts = [head, format_table(["measure", "value", "of"], map(_write_rate, measure_outcomes(outcomes)), left=1)]
    kinds = [kind for kind in (*EXPLICIT, *TRACED) if any(item.kind == kind for item in outcomes)]
    if kinds:
        rows = [_write_kind(outcomes, kind) for kind in kinds]
        columns = ["kind of use", "recall", "planted", "used", "borderline", "unused", "planted words shown"]
        parts.append(format_table(columns, rows, left=1))
    decoys = [kind for kind in (*DECOYS, BYSTANDER) if any(item.kind == kind for item in outcomes)]
    columns = ["no use, or none that can be decided", "sources", "used", "borderline", "unused"]
    parts.append(format_table(columns, [_write_decoy(outcomes, kind) for kind in decoys], left=1))
    return "\n\n".join(parts)


def _write_rate(rate: Rate) -> list[str]:
    return [rate.name, _show(rate), str(rate.of)]


def _write_kind(outcomes: Sequence[Outcome], kind: str) -> list[str]:
    found = [item for item in outcomes if item.kind == kind]
    shown = sum(item.shown for item in found if item.verdict == "used")
    used = sum(item.verdict == "used" for item in found)
    place = f"{shown} of {used}" if used else ""
    return [kind.replace("_", " "), _show(measure_kind(outcomes, kind)), str(len(found)), *_count(found), place]


def _write_decoy(outcomes: Sequence[Outcome], kind: str) -> list[str]:
    found = [item for item in outcomes if item.kind == kind]
    return [kind.replace("_", " "), str(len(found)), *_count(found)]


def _count(found: Sequence[Outcome]) -> list[str]:
    verdicts = Counter(item.verdict for item in found)
    return [str(verdicts[name]) for name in ("used", "borderline", "unused")]


def _show(rate: Rate) -> str:
    if rate.interval is None:
        return ""
    values = (rate.interval.mean, rate.interval.low, rate.interval.high)
    mean, low, high = (f"{value:.3f}".removeprefix("0") for value in values)
    return f"{mean} [{low}, {high}]"


def _list_cases(data: Path | None, articles: int, seed: int) -> Iterator[Case]:
    return generate_cases(articles, seed=seed) if data is None else load_cases(data)


@click.command(help=__doc__)
@click.option("--data", type=click.Path(path_type=Path), help="Folder with docs.jsonl, queries.jsonl and qrels.tsv.")
@click.option("--half", type=click.Choice(HALVES), default="test", show_default=True, help="Articles to measure.")
@click.option("--articles", default=ARTICLES, show_default=True, help="Articles to generate, both halves together.")
@click.option("--seed", default=SEED, show_default=True, help="What all draws begin with.")
def main(data: Path | None, half: str, articles: int, seed: int) -> None:
    """Print the tables of one set."""
    cases = [case for case in _list_cases(data, articles, seed) if half in (EVERY, case.half)]
    name = "generated articles" if data is None else f"articles of the claims of {data.name}"
    title = f"{name}, {'both halves' if half == EVERY else f'{half} half'}"
    click.echo(render_outcomes(title, cases, judge_cases(cases)))


if __name__ == "__main__":
    main()
