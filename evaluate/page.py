"""Write the measured parts of docs/evaluation.md again: each between its marks, with the commands that made it."""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

import click

from florilegium.errors import FlorilegiumError, ParamsError
from florilegium.project.artifacts import write_json, write_text
from florilegium.project.records import to_record
from florilegium.project.stage import report_error

from .results import Evaluation
from .retrieval import Wish, evaluate_set, open_encoders
from .sets import DOCUMENTS_NAME, GAINS_NAME, QUESTIONS_NAME, load_set
from .tables import render_evaluation
from .targets import render_targets

PAGE = Path("docs/evaluation.md")
FIGURES = Path("metrics/evaluation")
SETS = ("scifact", "lihua")


@dataclass(frozen=True)
class Command:
    """One run of a module; {data} in its arguments is where the sets lie."""

    with_data: tuple[str, ...] = ()  # arguments where there are sets
    needs_data: bool = False  # whether it says nothing without them


TEXTS = f"scifact/{DOCUMENTS_NAME}"  # what the modules make copies, summaries and articles of
DOCS = ("--docs", f"{{data}}/{TEXTS}")
MODULES: Mapping[str, Sequence[Command]] = {
    "deduplication": (Command(), Command(DOCS, needs_data=True)),
    "summaries": (Command(DOCS),),
    "distilling": (Command(), Command(("--data", "{data}/scifact"), needs_data=True)),
}
PARTS = ("targets", "retrieval", *MODULES)


class Unmeasured(Exception):
    """A part cannot be measured here, and stays as it is."""


@dataclass(frozen=True)
class Bench:
    """Where things are measured; a set is measured once, whatever parts tell of it."""

    data: Path | None
    settings: tuple[str, ...]  # encoders

    @property
    def has_texts(self) -> bool:
        """Whether there are texts from which the modules can make more than they generate themselves."""
        return self.data is not None and (self.data / TEXTS).is_file()

    @cached_property
    def results(self) -> list[Evaluation]:
        """The figures of every set there is; raises Unmeasured where there is none."""
        found: list[Evaluation] = []
        for folder in self.find_sets():
            result = evaluate_set(load_set(folder), Wish(), open_encoders(self.settings))
            write_json(FIGURES / f"{result.set}.json", to_record(result), "evaluation")
            found.append(result)
        return found

    def find_sets(self) -> list[Path]:
        """Return the folders of the sets, those that have targets first."""
        if self.data is None:
            raise Unmeasured(f"name the folder that holds {' and '.join(f'{name}/' for name in SETS)}: DATA=<folder>")
        folders = sorted(path.parent for path in self.data.glob(f"*/{DOCUMENTS_NAME}"))
        if not folders:
            names = ", ".join((DOCUMENTS_NAME, QUESTIONS_NAME, GAINS_NAME))
            raise Unmeasured(f"{self.data}: no folder in it holds {names}")
        missing = [name for name in SETS if name not in {folder.name for folder in folders}]
        if missing:
            click.echo(f"eval: missing in {self.data}: {', '.join(missing)}", err=True)
        return sorted(folders, key=lambda path: (path.name not in SETS, path.name))


def measure_part(part: str, bench: Bench) -> str:
    """Return what stands between the marks of a part; raises Unmeasured where it cannot be measured here."""
    if part == "targets":
        return render_targets(bench.results)
    if part == "retrieval":
        return "\n\n".join(
            f"### {result.set}: {result.documents:,} documents\n\n"
            f"{_show_command(f'make eval-retrieval DATA=$DATA/{result.set}')}\n\n{render_evaluation(result)}"
            for result in bench.results
        )
    return "\n\n".join(iter_outputs(part, bench))


def fill_part(text: str, part: str, content: str) -> str:
    """Return the page with a part written again; raises ParamsError where its marks are missing."""
    pattern = re.compile(rf"(<!-- {part}: written by `make eval` -->\n).*?(<!-- /{part} -->)", re.DOTALL)
    filled, count = pattern.subn(lambda found: f"{found[1]}{content}\n{found[2]}", text, count=1)
    if not count:
        raise ParamsError(f"{PAGE}: the marks of the part {part!r} are missing", hint="restore them from git")
    return filled


def iter_outputs(part: str, bench: Bench) -> Iterator[str]:
    """Yield each command of a module with what it prints; raises Unmeasured where there is no such module."""
    module = f"evaluate.{part}"
    if find_spec(module) is None:
        raise Unmeasured(f"there is no {module}")
    for item in MODULES[part]:
        arguments = item.with_data if bench.has_texts else ()
        shown = " ".join(["python", "-m", module, *(text.format(data="$DATA") for text in arguments)])
        if item.needs_data and not bench.has_texts:
            needed = " ".join(item.with_data).format(data="$DATA")
            click.echo(f"eval: left out, since it needs {TEXTS} in DATA: {shown} {needed}", err=True)
            continue
        click.echo(f"eval: {shown}", err=True)
        command = [sys.executable, "-m", module, *(text.format(data=bench.data) for text in arguments)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False)
        if done.returncode:
            raise ParamsError(f"{shown} ended with {done.returncode}", hint="see the lines above")
        yield f"{_show_command(shown)}\n\n{done.stdout}".strip()


def _show_command(command: str) -> str:
    return f"```sh\n{command}\n```"


@click.command(help=__doc__)
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the sets, such as scifact/ and lihua/.")
@click.option("--part", "parts", multiple=True, type=click.Choice(PARTS), help="A part to measure; may repeat.")
@click.option("--encoder", "settings", multiple=True, help="As rerank.encoder: minilm, none, or an ONNX file.")
def main(data: Path | None, parts: tuple[str, ...], settings: tuple[str, ...]) -> None:
    """Measure every part that can be measured here; the others stay as they are, and are named."""
    bench = Bench(data, settings)
    exit_code = 0
    for part in parts or PARTS:
        try:
            content = measure_part(part, bench)
            write_text(PAGE, fill_part(PAGE.read_text(encoding="utf-8"), part, content))
            click.echo(f"{PAGE}: {part} is written again")
        except Unmeasured as reason:
            click.echo(f"eval: {part} stays as it is: {reason}", err=True)
        except FlorilegiumError as error:
            exit_code = report_error(error, f"eval: {part}")
    sys.exit(exit_code)


if __name__ == "__main__":
    main()
