"""Measure the search on a set: plain BM25, ours, ours without each of its parts, and ours with rounds and rerank."""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from florilegium.errors import FlorilegiumError
from florilegium.project.artifacts import write_json
from florilegium.project.records import to_record
from florilegium.project.stage import report_error

from .corpus import index_library, write_library
from .results import EVERY, Evaluation, ask_system, has_many, make_evaluation
from .saturation import Saturation, trace_rounds
from .sets import HALVES, Question, RetrievalSet, load_set
from .systems import BASELINE, Shelf, iter_systems
from .tables import render_evaluation


def evaluate_set(given: RetrievalSet, *, half: str = EVERY, only: Sequence[str] = (), curve: bool = True) -> Evaluation:
    """Return the figures of a set; `only` names systems or parts, and plain BM25 always stands beside."""
    questions = [item for item in given.questions if half in (EVERY, item.half)]

    with tempfile.TemporaryDirectory() as folder:
        library = write_library(given.documents, Path(folder) / "library")
        shelf = Shelf(given, index_library(library, Path(folder) / "index"), Path(folder))
        asked = []
        for system in iter_systems(shelf, lambda name: name == BASELINE or is_wanted(name, only)):
            click.echo(f"{given.name}: {system.name}: {len(questions)} queries", err=True)
            asked.append(ask_system(system, questions))
        saturation = _trace_halves(shelf, questions) if curve else []
    return make_evaluation(given, questions, asked, saturation)


def is_wanted(name: str, only: Sequence[str]) -> bool:
    """Tell whether a system is named, by its name or by the part that it goes with or without."""
    return not only or any(part == name or part == name.partition(" ")[2].partition(" ")[2] for part in only)


def _trace_halves(shelf: Shelf, questions: Sequence[Question]) -> list[Saturation]:
    rows: list[Saturation] = []
    for half in reversed(HALVES):
        several = [item for item in questions if item.half == half and has_many(item)]
        if several:
            click.echo(f"{shelf.given.name}: {half}: rounds on {len(several)} queries", err=True)
            rows += trace_rounds(shelf, several, half=half)
    return rows


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--half", type=click.Choice([*HALVES, EVERY]), default=EVERY, show_default=True, help="Queries to ask.")
@click.option("--only", multiple=True, metavar="NAME", help="A system, or a part of it such as stemming; may repeat.")
@click.option("--curve/--no-curve", default=True, show_default=True, help="Whether to trace rounds.")
@click.option("--json", "target", type=click.Path(path_type=Path), help="File for the figures as JSON.")
def main(folder: Path, half: str, only: tuple[str, ...], curve: bool, target: Path | None) -> None:
    """Print the tables of one set."""
    try:
        result = evaluate_set(load_set(folder), half=half, only=only, curve=curve)
        if target is not None:
            write_json(target, to_record(result), "evaluation")
    except FlorilegiumError as error:
        sys.exit(report_error(error, "eval-retrieval"))
    click.echo(render_evaluation(result))


if __name__ == "__main__":
    main()
