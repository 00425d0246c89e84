"""Link predictions measured: a tenth of a vault's links is taken out, and each must be among the first ten again."""

import logging
import tempfile
import time
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, replace
from pathlib import Path

import click

from florilegium.discovering.gathering import gather
from florilegium.discovering.kinds import name_exclusion
from florilegium.discovering.likeness import Vocabulary
from florilegium.discovering.predictions import rank_partners
from florilegium.vault.model import VaultModel
from florilegium.vault.opening import open_vault
from florilegium.vault.rules import VaultRules

from .drawing import draw_number

FOLDS = 10
FIRST = 10

Pair = tuple[str, str]  # paths of two notes that are linked, in alphabetical order


@dataclass(frozen=True)
class Recall:
    """How many of the links taken out one system had among its first ten."""

    system: str
    found: int
    wanted: int

    @property
    def share(self) -> float:
        """Recall within the first ten."""
        return self.found / max(1, self.wanted)


def list_pairs(model: VaultModel) -> list[Pair]:
    """Return the pairs of notes that are linked, sorted, without templates, daily notes and indexes."""
    known = {path for path, note in model.notes.items() if not name_exclusion(note, model)}
    return sorted(
        {(min(path, other), max(path, other)) for path in known for other in model.out_links[path] if other in known}
    )


def take_out(model: VaultModel, pairs: Set[Pair]) -> VaultModel:
    """Return a vault without the links between these pairs."""

    def keeps(path: str, other: str | None) -> bool:
        return other is None or (min(path, other), max(path, other)) not in pairs

    notes = {
        path: replace(note, links=tuple(link for link in note.links if keeps(path, link.path)))
        for path, note in model.notes.items()
    }
    return VaultModel(model.source, notes, model.files)


def measure(model: VaultModel, vocabulary: Vocabulary) -> tuple[Recall, ...]:
    """Return the recall of links and words together, of either alone; each link is taken out once, a tenth at a time.

    A link counts as found where either of its notes has the other among its first ten.
    """
    folds: dict[int, set[Pair]] = {}
    for pair in list_pairs(model):
        folds.setdefault(draw_number("\n".join(pair), FOLDS), set()).add(pair)
    found = {"links and words": 0, "links alone": 0, "words alone": 0}
    bare = take_out(model, {pair for pairs in folds.values() for pair in pairs})
    for pairs in folds.values():
        rest = take_out(model, pairs)
        found["links and words"] += count_found(rank_partners(rest, vocabulary), pairs)
        found["links alone"] += count_found(rank_partners(rest, {}), pairs)
        found["words alone"] += count_found(rank_partners(_forget_links(bare), vocabulary), pairs)
    wanted = sum(map(len, folds.values()))
    return tuple(Recall(system, count, wanted) for system, count in found.items())


def count_found(partners: Mapping[str, tuple[str, ...]], pairs: Iterable[Pair]) -> int:
    """Return how many pairs stand among the first ten of either note."""
    return sum(other in partners.get(one, ())[:FIRST] or one in partners.get(other, ())[:FIRST] for one, other in pairs)


def _forget_links(model: VaultModel) -> VaultModel:
    notes = {path: replace(note, links=()) for path, note in model.notes.items()}
    return VaultModel(model.source, notes, model.files)


@click.command()
@click.argument("vaults", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, file_okay=False))
def main(vaults: tuple[Path, ...]) -> None:
    """Print recall within the first ten for each of VAULTS."""
    click.echo("| vault | links | links and words | links alone | words alone |")
    click.echo("|---|---|---|---|---|")
    for root in vaults:
        with tempfile.TemporaryDirectory() as state:
            log = logging.getLogger("predictions")
            opened = open_vault(root, Path(state), VaultRules(), log, started_ns=time.time_ns())
            rows = measure(opened.model, gather(opened.model, opened.read_text).vocabulary)
        figures = " | ".join(f"{row.share:.2f}" for row in rows)
        click.echo(f"| {root.name} | {rows[0].wanted} | {figures} |")


if __name__ == "__main__":
    main()
