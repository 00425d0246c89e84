"""`florilegium vault tooling`: whether Smart Connections is there, and what its vectors are worth."""

import dataclasses
import json
from pathlib import Path

import click

from ...tooling.checking import Tooling
from ...tooling.surveying import survey_tooling
from .opening import open_named, state_option, vault_argument

_MARKS = {"good": "ok  ", "warning": "warn", "failure": "FAIL"}


@click.command("tooling")
@vault_argument
@state_option
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
@click.pass_context
def tooling(ctx: click.Context, vault_path: Path, state: Path | None, as_json: bool) -> None:
    """Check whether notes of VAULT can be compared by the vectors of Smart Connections.

    Ends with 0 where they can, with 1 where they cannot.
    """
    opened = open_named(vault_path, state)
    found = survey_tooling(opened.root, opened.model.notes.keys())
    if as_json:
        click.echo(json.dumps(dataclasses.asdict(found), ensure_ascii=False, indent=1))
    else:
        _show(found)
    ctx.exit(0 if found.usable else 1)


def _show(found: Tooling) -> None:
    for check in found.checks:
        click.echo(f"{_MARKS[check.verdict]}  {check.name}: {check.message}")
        if check.next_step:
            click.echo(f"      next: {check.next_step}")
    click.echo("usable: yes" if found.usable else "usable: no; context falls back to words and links")
