"""Measure the search on a set: plain BM25, ours, ours without each of its parts, and ours with rounds and rerank."""

import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from florilegium.encoders.encoder import Encoder
from florilegium.encoders.opening import PACKAGED, open_encoder
from florilegium.errors import FlorilegiumError, ParamsError
from florilegium.project.artifacts import write_json
from florilegium.project.records import to_record
from florilegium.project.stage import report_error

from .corpus import index_library, write_library
from .results import EVERY, Evaluation, ask_system, has_many, make_evaluation
from .saturation import Saturation, trace_rounds
from .sets import HALVES, Question, RetrievalSet, load_set
from .systems import BASELINE, Shelf, iter_systems
from .tables import render_evaluation

VECTORS = Path(".florilegium/vectors")  # where the pipeline keeps them too


@dataclass(frozen=True)
class Wish:
    """What is to be measured of a set."""

    half: str = EVERY
    only: tuple[str, ...] = ()  # systems or parts; plain BM25 always stands beside; none means all
    curve: bool = True  # whether rounds are traced


def evaluate_set(given: RetrievalSet, wish: Wish, encoders: Mapping[str, Encoder]) -> Evaluation:
    """Return the figures of a set."""
    questions = [item for item in given.questions if wish.half in (EVERY, item.half)]
    if not questions:
        raise ParamsError(f"{given.name}: no query belongs to the half {wish.half}", hint="ask for all of them")

    with tempfile.TemporaryDirectory() as folder:
        library = write_library(given.documents, Path(folder) / "library")
        shelf = Shelf(given, index_library(library, Path(folder) / "index"), Path(folder))
        asked = []
        for system in iter_systems(shelf, encoders, lambda name: name == BASELINE or is_wanted(name, wish.only)):
            click.echo(f"{given.name}: {system.name}: {len(questions)} queries", err=True)
            asked.append(ask_system(system, questions))
        saturation = _trace_halves(shelf, questions) if wish.curve else []
    return make_evaluation(given, questions, asked, saturation)


def is_wanted(name: str, only: Sequence[str]) -> bool:
    """Tell whether a system is named, by its name or by the part that it goes with or without."""
    return not only or any(part == name or part == name.partition(" ")[2].partition(" ")[2] for part in only)


def open_encoders(settings: Sequence[str]) -> dict[str, Encoder]:
    """Return encoders by their labels; the packaged one is left out where it is not installed and was not asked for."""
    found: dict[str, Encoder] = {}
    for setting in settings or (PACKAGED,):
        try:
            encoder = open_encoder(setting, root=Path.cwd(), cache=VECTORS)
        except ParamsError as error:
            if settings:
                raise
            click.echo(f"no rows with an encoder: {error}", err=True)
            continue
        if encoder is not None:
            found[Path(setting).stem] = encoder
    return found


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
@click.option("--encoder", "settings", multiple=True, help="As rerank.encoder: minilm, none, or an ONNX file.")
@click.option("--json", "target", type=click.Path(path_type=Path), help="File for the figures as JSON.")
def main(folder: Path, target: Path | None, settings: tuple[str, ...], **wish: Any) -> None:
    """Print the tables of one set."""
    try:
        result = evaluate_set(load_set(folder), Wish(**wish), open_encoders(settings))
        if target is not None:
            write_json(target, to_record(result), "evaluation")
    except FlorilegiumError as error:
        sys.exit(report_error(error, "eval-retrieval"))
    click.echo(render_evaluation(result))


if __name__ == "__main__":
    main()
