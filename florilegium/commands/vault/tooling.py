"""`florilegium vault tooling`: whether Smart Connections is there, and what its vectors are worth."""

import dataclasses
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import ParamsError, SourceUnavailableError
from ...tooling.checking import Tooling
from ...tooling.plugin import find_plugin
from ...tooling.settings import SETTINGS, Wishes, format_settings, merge_settings, read_bytes, read_object
from ...tooling.surveying import survey_tooling
from .opening import open_named, state_option, vault_argument

if TYPE_CHECKING:
    from ...tooling.releases import Release

_MARKS = {"good": "ok  ", "warning": "warn", "failure": "FAIL"}


@click.command("tooling")
@vault_argument
@state_option
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
@click.option("--configure", is_flag=True, help="Write settings of Smart Connections where there are none yet.")
@click.option("--model", metavar="KEY", help="With --configure: the model to embed with, one that runs locally.")
@click.option(
    "--least-length", type=click.IntRange(0, 100_000), help="With --configure: letters of a note that gets a vector."
)
@click.option("--without", multiple=True, metavar="FOLDER", help="With --configure: a folder that gets no vectors.")
@click.option(
    "--install", "archive", type=click.Path(path_type=Path, dir_okay=False), help="Install a release archive (ZIP)."
)
@click.option("--download", "url", metavar="URL", help="Install a release archive that lies at this https address.")
@click.option("--allow-local", is_flag=True, help="With --download: allow plain http and addresses of this network.")
@click.option("--yes", is_flag=True, help="Write what is shown without asking.")
@click.pass_context
def tooling(  # noqa: PLR0913 (one argument an option)
    ctx: click.Context,
    vault_path: Path,
    state: Path | None,
    as_json: bool,
    configure: bool,
    model: str | None,
    least_length: int | None,
    without: tuple[str, ...],
    archive: Path | None,
    url: str | None,
    allow_local: bool,
    yes: bool,
) -> None:
    """Check whether notes of VAULT can be compared by the vectors of Smart Connections.

    Ends with 0 where they can, with 1 where they cannot.
    With --configure, --install or --download it shows what it would write, and writes it after a yes.
    """
    wishes = Wishes(model, least_length, without)
    _refuse_strangers(
        {"--json": as_json, "--configure": configure, "--install": bool(archive), "--download": bool(url)},
        [("--configure", wishes != Wishes() and not configure), ("--download", allow_local and not url)],
    )
    if configure or archive or url:
        if not vault_path.is_dir():
            raise SourceUnavailableError(f"{vault_path}: no such folder", hint="give the folder of a vault")
        if configure:
            _configure(vault_path, wishes, yes=yes)
        else:
            _install(vault_path, _find_release(archive, url, allow_local=allow_local), yes=yes)
        return
    opened = open_named(vault_path, state)
    found = survey_tooling(opened.root, opened.model.notes.keys())
    if as_json:
        click.echo(json.dumps(dataclasses.asdict(found), ensure_ascii=False, indent=1))
    else:
        _show(found)
    ctx.exit(0 if found.usable else 1)


def _refuse_strangers(chosen: Mapping[str, bool], lonely: Sequence[tuple[str, bool]]) -> None:
    """Raise ParamsError for options that exclude each other, and for those that stand without the one they need."""
    if sum(chosen.values()) > 1:
        raise ParamsError(f"one of {', '.join(chosen)} at a time", hint="call it once for each")
    for name, is_missing in lonely:
        if is_missing:
            raise ParamsError(f"an option was given that belongs to {name}", hint=f"add {name}")


def _find_release(archive: Path | None, url: str | None, *, allow_local: bool) -> "Release":
    from ...tooling import releases

    if archive:
        return releases.read_release_file(archive)
    from ...tooling.fetching import Limits, fetch_archive

    content = fetch_archive(url or "", Limits(releases.MOST_ARCHIVE_BYTES, allows_local=allow_local))
    return releases.read_release(content, url or "")


def _show(found: Tooling) -> None:
    for check in found.checks:
        click.echo(f"{_MARKS[check.verdict]}  {check.name}: {check.message}")
        if check.next_step:
            click.echo(f"      next: {check.next_step}")
    click.echo("usable: yes" if found.usable else "usable: no; context falls back to words and links")


def _configure(root: Path, wishes: Wishes, *, yes: bool) -> None:
    """Show which keys of the settings would change, and write them after a yes."""
    from ...tooling.writing import replace_bytes

    before = read_bytes(root)
    merged, changes = merge_settings(read_object(root), wishes)
    if not changes:
        click.echo(f"{SETTINGS}: all of it is set already, nothing to write")
        return
    click.echo(f"{SETTINGS}: {'is there, other keys stay as they are' if before else 'is new'}")
    for change in changes:
        name = ".".join(change.place)
        if change.before:
            click.echo(f"- {name}: {change.before}")
        click.echo(f"+ {name}: {change.after}")
    after = format_settings(merged, before)
    if _may_write(yes):
        replace_bytes(root, SETTINGS, before, after)
        click.echo(f"written: {SETTINGS}; restart Obsidian, so that the plugin reads it")


def _install(root: Path, release: "Release", *, yes: bool) -> None:
    """Show what a release would write, and write it after a yes."""
    from ...tooling.writing import count_kept, install_release, plan_installation, show_changes

    changes = plan_installation(root, release)
    before = find_plugin(root)
    click.echo(f"there: {before.version or 'no version'} ({before.state}); in the archive: {release.version}")
    for line in show_changes(changes):
        click.echo(line)
    click.echo(f"other files of the plugin's folder, which stay: {count_kept(root, release.files)}")
    if release.ignored:
        click.echo(f"files of the archive that are no part of a plugin, left out: {release.ignored}")
    if all(change.is_same for change in changes):
        click.echo("nothing to write")
    elif _may_write(yes):
        install_release(root, release, changes)
        click.echo(f"installed: Smart Connections {release.version}")
        click.echo("next: turn it on in Obsidian under Settings, Community plugins")


def _may_write(yes: bool) -> bool:
    """Ask whether to write; where nobody can answer, click ends the command."""
    if yes or click.confirm("Write this?", default=False):
        return True
    click.echo("nothing was written")
    return False
