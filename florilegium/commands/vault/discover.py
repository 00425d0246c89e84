"""`florilegium vault discover`: hubs, unlinked mentions, orphans, clusters, dangling links and probable links."""

import json
from pathlib import Path

import click

from ...discovering.gathering import gather
from ...discovering.pages import TITLES, render_page, render_pages
from ...discovering.report import MODES, Discovery, discover_vault
from ...discovering.wikilinks import LinkWriter
from ...errors import ParamsError
from ...project.artifacts import write_json, write_text
from ...project.records import to_record
from ...vault.opening import OpenVault
from .opening import open_named, state_option, vault_argument

REPORT_FILE = "discovery.json"


@click.command("discover")
@vault_argument
@state_option
@click.option(
    "--out",
    "out",
    type=click.Path(path_type=Path, file_okay=False),
    help=f"Folder for {REPORT_FILE} and the pages, outside the vault.",
)
@click.option("--mode", "mode", type=click.Choice(MODES), help="Look for this alone, and show all of it.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def discover(vault_path: Path, state: Path | None, out: Path | None, mode: str | None, as_json: bool) -> None:
    """Tell what the links and words of VAULT, an Obsidian vault's folder, do not say of themselves.

    Finds hubs, unlinked mentions, orphans, clusters that want a map of content, dangling links with what was
    probably meant, and links that are probably missing. Nothing is written into the vault.
    """
    if out is not None and out.resolve().is_relative_to(vault_path.resolve()):
        raise ParamsError(f"{out}: nothing is written into the vault", hint="name another folder by --out")
    opened = open_named(vault_path, state)
    found = discover_vault(gather(opened.model, opened.read_text), (mode,) if mode else MODES)
    if out is not None:
        _write(found, opened, out)
    if as_json:
        click.echo(json.dumps(to_record(found), ensure_ascii=False, indent=1))
    elif mode and out is None:
        click.echo(render_page(mode, found, LinkWriter(opened.model)), nl=False)
    else:
        click.echo("\n".join(summarise(found)))


def summarise(found: Discovery) -> list[str]:
    """Return one line for each mode looked at."""
    counts = {
        "hubs": len(found.hubs),
        "mentions": sum(len(item.places) for item in found.mentions),
        "orphans": len(found.orphans),
        "clusters": len(found.clusters),
        "dangling": len(found.dangling),
        "predictions": len(found.predictions),
    }
    return [f"{TITLES[mode]}: {counts[mode]}" for mode in found.modes]


def _write(found: Discovery, opened: OpenVault, out: Path) -> None:
    """Write the record and the pages."""
    write_json(out / REPORT_FILE, to_record(found), "discovery")
    for name, text in render_pages(found, opened.model).items():
        write_text(out / name, text)
