"""`florilegium vault install`: copies the map into the vault, after showing what would change."""

from pathlib import Path

import click

from ...mapping.harness import read_rules
from ...mapping.installing import PlannedPage, find_leftovers, plan_pages, render_diff, write_page
from ...vault.privacy import PrivacyRules
from .map import make_survey, write_map
from .opening import open_named, state_option, vault_argument


@click.command("install")
@vault_argument
@state_option
@click.option("--yes", is_flag=True, help="Write what is shown without asking.")
@click.option("--force", is_flag=True, help="Write over files too that a person made or changed.")
@click.pass_context
def install(ctx: click.Context, vault_path: Path, state: Path | None, yes: bool, force: bool) -> None:
    """Copy the map of VAULT into it, page by page, after showing each change.

    The answers stay outside, since they name what is private.
    Ends with 1 where a page was not written.
    """
    opened = open_named(vault_path, state)
    pages = write_map(opened, make_survey(opened), None)
    planned = plan_pages(opened.root, pages)
    wanted = [page for page in planned if page.state in ("new", "changed") or (force and page.state == "yours")]
    left = [page for page in planned if page.state == "unsafe" or (page.state == "yours" and not force)]
    for page in wanted:
        for line in render_diff(page):
            click.echo(line)
    _tell_left(opened.root, pages, left, read_rules(opened.state).private_folders)
    if wanted and (yes or click.confirm(f"Write {len(wanted)} pages into {opened.root}?")):
        gone = [page for page in wanted if not write_page(opened.root, page)]
        for page in gone:
            click.echo(f"{page.path}: changed while it was shown, and is left as it is", err=True)
        click.echo(f"{len(wanted) - len(gone)} pages written into {opened.root}")
        left += gone
    elif not wanted:
        click.echo("nothing to write")
    ctx.exit(1 if left else 0)


def _tell_left(root: Path, pages: dict[str, str], left: list[PlannedPage], private: tuple[str, ...]) -> None:
    for page in left:
        why = "a link or no plain file stands there" if page.state == "unsafe" else "a person made or changed it"
        hint = "" if page.state == "unsafe" else "; --force writes over it"
        click.echo(f"{page.path}: left as it is: {why}{hint}", err=True)
    rules = PrivacyRules(folders=private)
    leftovers = find_leftovers(root, pages)
    shown = [path for path in leftovers if rules.find_folder(path) is None]
    for path in shown:
        click.echo(f"{path}: of an earlier map; remove it if you like", err=True)
    if len(shown) < len(leftovers):
        click.echo(f"{len(leftovers) - len(shown)} pages of an earlier map lie in private folders", err=True)
