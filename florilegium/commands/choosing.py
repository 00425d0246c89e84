"""What `florilegium pin` and `florilegium veto` share: which topic, which source, and the file that is written."""

import unicodedata
from pathlib import Path

import click

from ..choices.choices import CHOICES_NAME, Choice, read_choices
from ..choices.choosing import add_choice, remove_choice
from ..errors import ParamsError
from ..library import CATALOG_NAME, Library
from ..memory.folder import INDEX_NAME, load_index
from ..project.artifacts import write_text
from ..project.params import load_params
from ..project.workspace import TopicFiles, Workspace

DONE = {"pin": "pinned", "veto": "vetoed"}
LISTED = 10


def change_choice(kind: str, topic: str, source: str, *, reason: str | None, undo: bool, params: Path) -> list[str]:
    """Write or take back one choice and return what to tell; raises ParamsError."""
    if (reason is None or not reason.strip()) != undo:
        hint = "a choice is written with its reason" if not undo else "--undo takes no --reason"
        raise ParamsError("--reason is missing" if not undo else "--reason and --undo contradict each other", hint=hint)
    workspace = Workspace(params.parent)
    slug = find_topic(topic, load_params(params).topics)
    files = workspace.topic(slug)
    choices = read_choices(files.choices)
    known = _list_known(files, workspace)
    if undo:  # what is nowhere any more can still be taken back
        known |= {choice.id: choice.reason for choice in (*choices.pin, *choices.veto) if choice.id not in known}
    chosen_id = find_source(source, known)
    name = f"topics/{slug}/{CHOICES_NAME}"
    before = files.choices.read_text(encoding="utf-8") if files.choices.exists() else ""
    if undo:
        edit = remove_choice(before, kind, chosen_id, name)
        if not edit.removed:
            raise ParamsError(f"{name}: {chosen_id} is not {DONE[kind]}", hint="the file lists what is")
        told = [f"{chosen_id} is no longer {DONE[kind]}"]
    else:
        edit = add_choice(before, kind, Choice(chosen_id, " ".join((reason or "").split())), name)
        told = [f"{chosen_id} is {DONE[kind]}" + (f" and no longer {DONE[edit.removed]}" if edit.removed else "")]
    write_text(files.choices, edit.text)
    return [*told, f"written: {name}", f"next: florilegium run {slug}"]


def find_topic(topic: str, topics: tuple[str, ...]) -> str:
    """Return the slug that a slug, a topic's folder or its memory names; raises ParamsError."""
    parts = [part for part in Path(topic).parts if part not in ("memory", INDEX_NAME)]
    slug = parts[-1] if parts else ""
    if slug not in topics:
        known = ", ".join(topics) or "none"
        raise ParamsError(f"params.yaml: $.topics has no {topic!r}", hint=f"topics there: {known}")
    return slug


def find_source(wanted: str, known: dict[str, str]) -> str:
    """Return the one id that this is or begins; raises ParamsError that lists those that it may be."""
    wanted = unicodedata.normalize("NFKC", wanted).casefold()
    found = [key for key in known if key.startswith(wanted)] if wanted else []
    if wanted in known or len(found) == 1:
        return wanted if wanted in known else found[0]
    if not found:
        hint = "`florilegium toc` lists the ids of a memory, library/catalog.jsonl those of all sources"
        raise ParamsError(f"no source has the id {wanted!r}", hint=hint)
    listed = [f"{key}  {known[key]}" for key in found[:LISTED]] + (["…"] if len(found) > LISTED else [])
    raise ParamsError("\n  ".join([f"{len(found)} ids begin with {wanted!r}:", *listed]), hint="write more of it")


def _list_known(files: TopicFiles, workspace: Workspace) -> dict[str, str]:
    """Return the titles of all that can be chosen: of the library, of the memory, and of what is vetoed there."""
    known: dict[str, str] = {}
    if (workspace.library / CATALOG_NAME).exists():
        known |= {document.id: document.title for document in Library(workspace.library).documents.values()}
    if (files.memory / INDEX_NAME).exists():
        index = load_index(files.memory)
        known |= {vetoed.id: vetoed.title for vetoed in index.vetoed}
        known |= {entry.id: entry.title for entry in index.entries}
    return known


def show_lines(lines: list[str]) -> None:
    """Print what was done."""
    for line in lines:
        click.echo(line)
