"""Unlinked mentions measured: the wikilinks of an author are taken out of a vault, and must be proposed again."""

import logging
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path

import click

from florilegium.mentions.confidence import DEFAULT_CONFIDENCE
from florilegium.mentions.forms import fold_name, split_words
from florilegium.mentions.proposals import Proposal, propose_links
from florilegium.mentions.prose import mask_prose
from florilegium.vault.front_matter import split_front_matter
from florilegium.vault.links import find_wikilinks
from florilegium.vault.mask import mask_opaque
from florilegium.vault.model import VaultModel
from florilegium.vault.opening import OpenVault, open_vault
from florilegium.vault.rules import VaultRules

STUB = "To be written.\n"
CONTEXT = 100  # characters of the sentence that a list of proposals shows

Pair = tuple[str, str]  # paths of the note that holds a link and of the one that it leads to


@dataclass(frozen=True)
class Score:
    """How well some pairs meet the author's."""

    system: str
    proposed: int
    right: int
    wanted: int

    @property
    def precision(self) -> float:
        """The share of the proposed pairs that the author linked; others may be as good, so it is a lower bound."""
        return self.right / max(1, self.proposed)

    @property
    def recall(self) -> float:
        """The share of the author's pairs that were proposed."""
        return self.right / max(1, self.wanted)

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return 2 * self.right / max(1, self.proposed + self.wanted)


def strip_links(text: str, keep: Set[str] = frozenset()) -> str:
    """Return a note's text with each wikilink replaced by what a reader sees; embeds and links to `keep` stay."""
    _, body, _ = split_front_matter(text)
    shift = len(text) - len(body)
    parts: list[str] = []
    position = 0
    for found in find_wikilinks(mask_opaque(body)):
        if found.link is None or found.link.kind == "embed" or found.link.target in keep:
            continue
        target, _, shown = body[found.start + 2 : found.end - 2].replace("\\|", "|").partition("|")
        parts += [text[position : shift + found.start], shown or target]
        position = shift + found.end
    return "".join([*parts, text[position:]])


def list_wanted(model: VaultModel, stripped: VaultModel) -> set[Pair]:
    """Return which notes the author's wikilinks lead to, but for those that are linked in another way as well."""
    return {
        (path, link.path)
        for path, note in model.notes.items()
        for link in note.links
        if link.kind == "wikilink" and link.state == "resolved" and link.path and link.path in model.notes
        if link.path not in stripped.out_links[path]
    }


def match_titles(vault: OpenVault, *, folds_case: bool) -> set[Pair]:
    """Return the pairs that exact title matching finds in the same prose: each title that stands there as whole words.

    Titles that several notes have are left out, as they are by the proposals.
    """
    titles: dict[str, list[str]] = {}
    for path, note in vault.model.notes.items():
        titles.setdefault(fold_name(note.title) if folds_case else note.title, []).append(path)
    unique = {title: paths[0] for title, paths in titles.items() if len(paths) == 1 and split_words(title)}
    pairs: set[Pair] = set()
    for path in vault.model.notes:
        prose = mask_prose(vault.read_text(path))
        prose = fold_name(prose) if folds_case else prose
        linked = {path, *vault.model.out_links[path]}
        pairs |= {(path, target) for title, target in unique.items() if target not in linked and _holds(prose, title)}
    return pairs


def _holds(text: str, name: str) -> bool:
    """Tell whether a text holds a name that no letter or digit touches."""
    start = text.find(name)
    while start >= 0:
        before, after = text[start - 1 : start], text[start + len(name) : start + len(name) + 1]
        if not before.isalnum() and not after.isalnum():
            return True
        start = text.find(name, start + 1)
    return False


def score_pairs(system: str, pairs: Iterable[Pair], wanted: set[Pair]) -> Score:
    """Return how well some pairs meet those that are wanted."""
    found = set(pairs)
    return Score(system, len(found), len(found & wanted), len(wanted))


def score_vault(vault: OpenVault, room: Path, *, stubs: bool, least: float) -> list[Score]:
    """Return the scores of the proposals and of title matching in a vault whose links are taken out.

    With `stubs` each wikilink that leads nowhere gets a note that it leads to, so that a part of a vault, or one whose
    author links what is not yet written, can be measured as well.
    """
    texts = {path: vault.read_text(path) for path, note in vault.model.notes.items() if note.kind != "canvas"}
    texts |= dict(_list_stubs(vault.model)) if stubs else {}
    whole = _open_copy(texts, room / "whole")
    # A link that leads nowhere stays: its text is the author's link as well, and no right answer can be given for it.
    lost = {
        path: {link.target for link in note.links if link.state not in ("resolved", "self")}
        for path, note in whole.model.notes.items()
    }
    bare = _open_copy({path: strip_links(text, lost.get(path, set())) for path, text in texts.items()}, room / "bare")
    wanted = list_wanted(whole.model, bare.model)
    found = propose_links(bare.model, bare.read_text, least=least).proposals
    return [
        score_pairs("proposals", [(item.path, item.target) for item in found], wanted),
        score_pairs("exact title", match_titles(bare, folds_case=False), wanted),
        score_pairs("exact title, case aside", match_titles(bare, folds_case=True), wanted),
    ]


def _list_stubs(model: VaultModel) -> Iterator[tuple[str, str]]:
    """Yield a note for each target that a wikilink names and that is not there."""
    for note in model.notes.values():
        for link in note.links:
            name = link.target.removesuffix(".md")
            if link.kind == "wikilink" and link.state == "dangling" and name and not set('/\\:*?"<>|^') & set(name):
                yield f"{name}.md", STUB


def _open_copy(texts: Mapping[str, str], room: Path) -> OpenVault:
    for path, text in texts.items():
        target = room / "vault" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return _open(room / "vault", room / "state")


def _open(root: Path, state: Path) -> OpenVault:
    return open_vault(root, state, VaultRules(), logging.getLogger(__name__), started_ns=time.time_ns())


def render_scores(name: str, notes: int, scores: Mapping[str, list[Score]]) -> str:
    """Return the scores of a vault as Markdown, by what was measured."""
    lines = [f"**{name}: {notes} notes**", ""]
    lines += ["| links | system | wanted | proposed | right | precision | recall | F1 |"]
    lines += ["|---|---|---:|---:|---:|---:|---:|---:|"]
    lines += [
        f"| {what} | {score.system} | {score.wanted} | {score.proposed} | {score.right} "
        f"| {_digits(score.precision)} | {_digits(score.recall)} | {_digits(score.f1)} |"
        for what, group in scores.items()
        for score in group
    ]
    return "\n".join(lines)


def render_proposals(name: str, proposals: Iterable[Proposal]) -> str:
    """Return proposals as Markdown, for a reader who judges them."""
    lines = [
        f"**{name}**",
        "",
        "| no. | confidence | note | target | words | sentence |",
        "|---:|---:|---|---|---|---|",
    ]
    for number, item in enumerate(proposals, start=1):
        cells = (item.path, item.target, item.text, item.context[:CONTEXT])
        shown = " | ".join(cell.replace("|", "\\|") for cell in cells)
        lines.append(f"| {number} | {_digits(item.confidence)} | {shown} |")
    return "\n".join(lines)


def _digits(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


@click.command()
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True, help="Vaults.")
@click.option("--confidence", "least", default=DEFAULT_CONFIDENCE, show_default=True, help="The least that counts.")
@click.option("--show", is_flag=True, help="List the proposals for each vault as it is, to be read and judged.")
def main(data: Path, least: float, show: bool) -> None:
    """Print how many of the authors' links are proposed again in each vault of a folder."""
    for root in sorted(path for path in data.iterdir() if path.is_dir()):
        with tempfile.TemporaryDirectory() as folder:
            room = Path(folder)
            vault = _open(root, room / "state")
            if show:
                found = propose_links(vault.model, vault.read_text, least=least).proposals
                click.echo(render_proposals(root.name, found) + "\n")
                continue
            scores = {
                "to notes that are there": score_vault(vault, room / "plain", stubs=False, least=least),
                "and to stubs": score_vault(vault, room / "stubs", stubs=True, least=least),
            }
            click.echo(render_scores(root.name, len(vault.model.notes), scores) + "\n")


if __name__ == "__main__":
    main()
