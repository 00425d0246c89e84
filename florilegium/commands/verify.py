"""`florilegium verify`: whether a memory or a research note is what it says."""

import json
from pathlib import Path

import click

from ..errors import ParamsError
from ..memory.folder import INDEX_NAME, load_memory
from ..project.records import to_record
from ..project.regular_files import read_regular
from ..reading.display import clean_text
from ..verifying.faults import Verdict
from ..verifying.memory import verify_memory
from ..verifying.note import verify_note

CLEAN, FAULTY = 0, 3


@click.command("verify")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--memory", "memory_path", type=click.Path(path_type=Path), help="Memory of a note [default: beside it].")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
@click.pass_context
def verify(ctx: click.Context, path: Path, memory_path: Path | None, as_json: bool) -> None:
    """Check PATH, a memory's folder or a research.md, and list every fault with its place.

    A memory: index and files are one set, hashes match, counts are right, references resolve, nothing leads outside.
    A research.md: every source is of the memory, every quotation stands in its source byte for byte.

    Ends with 0 where all is well, 3 where something is not, 2 on misuse.
    """
    verdict = _verify_path(path, memory_path)
    if as_json:
        click.echo(json.dumps({"path": str(path), **to_record(verdict)}, ensure_ascii=False, indent=1))
    else:
        for line in render_verdict(verdict, str(path)):
            click.echo(clean_text(line))
    ctx.exit(FAULTY if verdict.faults else CLEAN)


def render_verdict(verdict: Verdict, path: str) -> list[str]:
    """Return the report as lines: each quotation with where it stands, each fault, and the sum."""
    lines = [f"line {item.line}: {item.found or 'found nowhere'}" for item in verdict.quotations]
    lines += [f"{fault.place}: {fault.message}" for fault in verdict.faults]
    if verdict.kind == "memory":
        checked = f"{verdict.sources} sources, {verdict.files} files, {verdict.references} references"
    else:
        found = sum(bool(item.found) for item in verdict.quotations)
        checked = f"{verdict.sources} sources used, {found} of {len(verdict.quotations)} quotations found"
    count = len(verdict.faults)
    return [*lines, f"{path}: {checked}, {count or 'no'} fault{'' if count == 1 else 's'}"]


def _verify_path(path: Path, memory_path: Path | None) -> Verdict:
    root = path.parent if path.name == INDEX_NAME else path
    if root.is_dir():
        if memory_path is not None:
            raise ParamsError("--memory belongs to a research.md", hint="leave it out: PATH is a memory itself")
        if not (root / INDEX_NAME).exists() and not (root / "full").exists():
            raise ParamsError(f"{path}: here is no memory", hint="name a memory's folder or a research.md")
        return verify_memory(root)
    try:
        text = read_regular(path).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ParamsError(f"{path}: cannot be read: {error}", hint="name a memory's folder or a research.md") from error
    if not text.startswith("# Research behind: "):
        raise ParamsError(f"{path}: this is no research.md", hint="name a memory's folder or a research.md")
    memory = load_memory(memory_path or path.parent / "memory")
    return verify_note(text, memory, name=path.name)
