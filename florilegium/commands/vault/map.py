"""`florilegium vault map`: the map of a vault as pages, outside the vault."""

from pathlib import Path

import click

from ...errors import ParamsError
from ...mapping.harness import Harness, read_harness
from ...mapping.installing import find_leftovers, plan_pages, write_page
from ...mapping.pages import build_pages
from ...mapping.surveying import Survey, survey_vault
from ...vault.opening import OpenVault
from .opening import open_named, state_option, vault_argument

MAP_FOLDER = "map"


@click.command("map")
@vault_argument
@state_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the pages, by default one in the state; never inside the vault.",
)
def map(vault_path: Path, state: Path | None, out: Path | None) -> None:  # noqa: A001 (named like its command)
    """Write the map of VAULT: VAULT_INDEX.md, and CLAUDE.md and AGENTS.md for the root and each section.

    The pages lie outside the vault; `florilegium vault install` copies them into it.
    """
    if out and out.resolve().is_relative_to(vault_path.resolve()):
        raise ParamsError(f"{out}: a map is written outside the vault", hint="use `florilegium vault install`")
    opened = open_named(vault_path, state)
    write_map(opened, make_survey(opened), out)


def make_survey(opened: OpenVault) -> Survey:
    """Return the survey of an open vault."""
    return survey_vault(opened.model, {path: opened.read_text(path) for path in opened.model.notes})


def write_map(opened: OpenVault, survey: Survey, out: Path | None) -> dict[str, str]:
    """Write the pages of a map outside the vault, say so, and return them."""
    harness: Harness | None = read_harness(opened.state)
    pages = build_pages(survey, harness)
    folder = out or opened.state / MAP_FOLDER
    if out is None and folder.is_dir():
        for path in find_leftovers(folder, pages):
            (folder / path).unlink()
    left = [
        page.path
        for page in plan_pages(folder, pages)
        if page.state in ("yours", "unsafe") or (page.state != "same" and not write_page(folder, page))
    ]
    for path in left:
        click.echo(f"left as it is, since it is not ours: {folder / path}", err=True)
    click.echo(f"{len(pages) - len(left)} pages in {folder}; begin with {folder / 'VAULT_INDEX.md'}")
    if harness is None:
        click.echo("nobody was asked yet: `florilegium vault init` asks five questions", err=True)
    return pages
