"""What the commands of the harness share: the argument VAULT, where its state lies, and opening it."""

import logging
import os
import sys
import time
from pathlib import Path

import click

from ...errors import ParamsError
from ...vault.opening import OpenVault, find_state, open_vault
from ...vault.rules import VaultRules

HARNESS_NAME = "harness.yaml"  # of `mapping.harness`

vault_argument = click.argument("vault_path", metavar="VAULT", type=click.Path(path_type=Path))
state_option = click.option(
    "--state",
    "state",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of what is kept of the vault, by default one in your cache; never inside the vault.",
)


def choose_state(vault_path: Path, state: Path | None) -> Path:
    """Return the folder of the state; raises ParamsError where it would lie in the vault."""
    chosen = state or find_state(vault_path)
    if chosen.resolve().is_relative_to(vault_path.resolve()):
        raise ParamsError(f"{chosen}: the state may not lie inside the vault", hint="name another folder by --state")
    return chosen


def open_named(vault_path: Path, state: Path | None) -> OpenVault:
    """Return the vault that a command names, brought up to date; raises SourceUnavailableError, ParamsError."""
    chosen = choose_state(vault_path, state)
    log = logging.getLogger("florilegium.vault")
    if not log.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
        log.addHandler(handler)
        log.setLevel(logging.WARNING)
    return open_vault(vault_path, chosen, _read_rules(chosen), log, started_ns=time.time_ns())


def _read_rules(state: Path) -> VaultRules:
    """Return the rules that the vault's owner set, the usual ones where nobody was asked; raises ParamsError."""
    if not os.path.lexists(state / HARNESS_NAME):
        return VaultRules()
    from ...mapping.harness import read_rules  # with what checks it: not loaded where there is nothing to read

    return read_rules(state)
