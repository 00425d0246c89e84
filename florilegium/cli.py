"""The command `florilegium`: a thin group that loads a command's module when the command is called."""

import importlib
import io
import sys
from collections.abc import Mapping
from typing import Any

import click

from . import __version__
from .errors import FlorilegiumError
from .utf8_mode import ensure_utf8

# Each is the function of this name in florilegium/commands/<name>.py; the help stands here, so that it costs nothing.
COMMANDS = {
    "cite": "Cite sources: APA, Chicago, BibTeX, CSL-JSON.",
    "completion": "Print the completion script for a shell.",
    "open": "Open a source of a memory in your editor.",
    "explain": "Tell what became of each document of a topic, and why.",
    "diff": "Tell what changed between two memories of one topic.",
    "plan": "Say what a run would ask models, cost, and show to them.",
    "pin": "Keep a source in a memory whatever its score.",
    "responses": "Count, exchange and prune models' stored answers.",
    "run": "Bring the memory of every topic up to date.",
    "search": "Find sources of memories by metadata and text.",
    "show": "Show sources of a memory, layer by layer.",
    "stats": "Show a memory in figures.",
    "toc": "Show the table of contents of a memory.",
    "vault": "Look into an Obsidian vault: its links, and where they lead.",
    "verify": "Check a memory or a research.md, file by file and quotation by quotation.",
    "veto": "Keep a source out of a memory.",
}
INTERNAL_EXIT = 70


class LazyGroup(click.Group):
    """A group whose commands are imported one by one, and whose errors are a line and an exit code."""

    offered: Mapping[str, str] = COMMANDS  # what each command does, by its name
    room = "commands"  # the package of their modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, sorted."""
        return sorted(self.offered)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, importing its module."""
        if cmd_name not in self.offered:
            return None
        name = cmd_name.replace("-", "_")
        command: click.Command = getattr(importlib.import_module(f"{__package__}.{self.room}.{name}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.offered[name]) for name in self.list_commands(ctx)])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a failure of ours is told in a sentence, with its own exit code."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise  # click tells these, and ends quietly when the reader of a pipe has gone
        except (FlorilegiumError, OSError) as error:
            from .project.stage import explain_system, report_error

            failure = error if isinstance(error, FlorilegiumError) else explain_system(error)
            ctx.exit(report_error(failure, ctx.invoked_subcommand or "florilegium") if failure else _report_fault())
        except Exception:  # noqa: BLE001 (a fault of ours: its traceback is what we need, its exit code is fixed)
            ctx.exit(_report_fault())


def _report_fault() -> int:
    import traceback  # with what it loads it takes as long as all of this package

    traceback.print_exc()
    click.echo("florilegium: this is a fault in florilegium; please report the lines above", err=True)
    return INTERNAL_EXIT


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="florilegium")
def main() -> None:
    """Private deep research over your own notes, highlights and notebooks."""
    ensure_utf8()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without a letter is no reason to stop
