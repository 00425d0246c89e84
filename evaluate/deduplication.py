"""Deduplication measured: copies that must become one candidate, rivals that must stay, nothing lost."""

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import click

from florilegium.drafts import Draft, make_document
from florilegium.findings import Finding
from florilegium.sameness.duplicates import deduplicate
from florilegium.sameness.fingerprints import make_content_key, make_numbers, make_phrases, make_signature
from florilegium.wording.prose import strip_markup, strip_quotes

from .base_texts import GENERATED, BaseText, generate_articles, load_docs, load_examples
from .copies import KINDS, make_copies, make_original
from .rivals import make_rivals

SIMILARITY = 0.6  # as in params.yaml
LENDERS = 600
ORIGINAL = "original"
SOURCES = {"obsidian": "vault", "readwise": "readwise", "notebooklm": "notebooks"}
VAULT = Path("examples/vault")

Pair = tuple[str, str]  # ids, sorted


@dataclass(frozen=True)
class Item:
    """One document of the set."""

    finding: Finding
    kind: str  # original, a kind of copy, or a kind of rival
    truth: str  # documents with one truth are one document

    @property
    def id(self) -> str:
        """The document's id."""
        return self.finding.document.id


@dataclass(frozen=True)
class Outcome:
    """What became of some items."""

    found: frozenset[Pair]  # in one candidate, and one document
    missed: frozenset[Pair]  # one document, in two candidates
    false: frozenset[Pair]  # in one candidate, and two documents
    lost: int  # ids that are not in exactly one candidate

    @property
    def recall(self) -> float:
        """The share of the pairs that are one document and became one candidate."""
        return len(self.found) / max(1, len(self.found) + len(self.missed))

    @property
    def precision(self) -> float:
        """The share of the pairs in one candidate that are one document."""
        return len(self.found) / max(1, len(self.found) + len(self.false))


def make_items(bases: Sequence[BaseText], lenders: Sequence[BaseText]) -> list[Item]:
    """Return all originals, copies and rivals of some texts; other texts lend the rivals their sentences."""
    items: list[Item] = []
    for base in bases:
        items.append(_make_item(make_original(base), ORIGINAL, base.id))
        items += [_make_item(draft, kind, base.id) for kind, draft in make_copies(base).items()]
        items += [_make_item(draft, kind, f"{kind} {base.id}") for kind, draft in make_rivals(base, lenders).items()]
    return items


def judge_items(items: Sequence[Item], *, similarity: float = SIMILARITY) -> Outcome:
    """Return how well the project's own deduplication tells these items."""
    result = deduplicate([], [item.finding for item in items], similarity=similarity)
    groups = [[one.document.id, *(other.document.id for other in one.also_in)] for one in result.candidates]
    truth = {item.id: item.truth for item in items}
    together = {pair for group in groups for pair in combinations(sorted(group), 2)}
    same = {pair for pair in _pair_truths(truth)}
    counts = Counter(name for group in groups for name in group)
    lost = sum(counts[name] != 1 for name in truth) + len(counts.keys() - truth.keys())
    return Outcome(frozenset(together & same), frozenset(same - together), frozenset(together - same), lost)


def judge_kinds(items: Sequence[Item], *, similarity: float = SIMILARITY) -> dict[str, Outcome]:
    """Return the outcome of each kind of copy beside the originals, so that none is recognised through another."""
    kept = {kind: [item for item in items if item.kind in (ORIGINAL, kind)] for kind in KINDS}
    return {kind: judge_items(some, similarity=similarity) for kind, some in kept.items() if len(some) > 1}


def render_outcomes(name: str, items: Sequence[Item], kinds: Mapping[str, Outcome], whole: Outcome) -> str:
    """Return the figures as Markdown."""
    found = sum(len(outcome.found) for outcome in kinds.values())
    missed = sum(len(outcome.missed) for outcome in kinds.values())
    false = {pair for outcome in kinds.values() for pair in outcome.false}
    rivals = sum(item.kind != ORIGINAL and item.kind not in KINDS for item in items)
    lines = [
        f"**{name}: {sum(item.kind == ORIGINAL for item in items)} texts, {found + missed} copies, {rivals} rivals**",
        "",
        "| what | pairs | precision | recall | lost |",
        "|---|---:|---:|---:|---:|",
        f"| each kind alone | {found + missed} | {_digits(found / max(1, found + len(false)))} "
        f"| {_digits(found / (found + missed))} | {sum(outcome.lost for outcome in kinds.values())} |",
        f"| all kinds together | {len(whole.found) + len(whole.missed)} | {_digits(whole.precision)} "
        f"| {_digits(whole.recall)} | {whole.lost} |",
        "",
        "| kind of copy | copies | recall |",
        "|---|---:|---:|",
    ]
    rows = ((kind, len(outcome.found) + len(outcome.missed), outcome.recall) for kind, outcome in kinds.items())
    lines += [f"| {kind} | {count} | {_digits(recall)} |" for kind, count, recall in rows]
    lines += ["", "| kind of rival | rivals | kept apart |", "|---|---:|---:|"]
    touched = {name for pair in false | whole.false for name in pair}
    counts = Counter(item.kind for item in items if item.kind != ORIGINAL and item.kind not in KINDS)
    apart = Counter(item.kind for item in items if item.id not in touched)
    lines += [f"| {kind} | {count} | {_digits(apart[kind] / count)} |" for kind, count in counts.items()]
    return "\n".join(lines)


def measure_cost(items: Sequence[Item], sizes: Iterable[int]) -> str:
    """Return the processor time that deduplication of so many findings takes here."""
    lines = ["| findings | s |", "|---:|---:|"]
    for size in sizes:
        findings = [item.finding for item in items[:size]]
        start = time.process_time()
        deduplicate([], findings, similarity=SIMILARITY)
        lines.append(f"| {len(findings)} | {time.process_time() - start:.2f} |")
    return "\n".join(lines)


def _make_item(draft: Draft, kind: str, truth: str) -> Item:
    document = make_document(draft, source=SOURCES[draft.origin], text=draft.text, highlights="")
    plain = strip_markup(draft.text)
    said = strip_markup(strip_quotes(draft.text))  # what is not quoted
    finding = Finding(
        document,
        hits=(),
        key_terms=(),
        content_key=make_content_key(plain),
        signature=make_signature(said),
        phrases=make_phrases(said),
        numbers=make_numbers(plain),
    )
    return Item(finding, kind, truth)


def _pair_truths(truth: Mapping[str, str]) -> Iterable[Pair]:
    groups: dict[str, list[str]] = {}
    for name in sorted(truth):
        groups.setdefault(truth[name], []).append(name)
    return (pair for group in groups.values() for pair in combinations(group, 2))


def _digits(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def load_bases(docs: Path | None, limit: int, half: str) -> tuple[list[BaseText], list[BaseText]]:
    """Return the texts of one half, and those that lend sentences: others, which are in no set themselves."""
    if docs:
        rows = load_docs(docs, limit + LENDERS)
        bases, lenders = rows[:limit], rows[limit:]
    else:
        articles = generate_articles(GENERATED + LENDERS)
        bases, lenders = [*load_examples(VAULT), *articles[:GENERATED]], articles[GENERATED:]
    return [base for base in bases if base.half == half], lenders


@click.command()
@click.option("--docs", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A docs.jsonl of any set.")
@click.option("--limit", default=200, show_default=True, help="So many of its documents.")
@click.option("--half", type=click.Choice(["tune", "test"]), default="test", show_default=True, help="Of the texts.")
@click.option("--cost", is_flag=True, help="Measure the time of 60, 500 and 2,000 findings as well.")
def main(docs: Path | None, limit: int, half: str, cost: bool) -> None:
    """Print how well copies are recognised, and whether anything was merged that is not one."""
    items = make_items(*load_bases(docs, limit, half))
    name = f"{docs.parent.name if docs else 'example vault and generated articles'}, {half} half"
    click.echo(render_outcomes(name, items, judge_kinds(items), judge_items(items)))
    if cost:
        click.echo("\n" + measure_cost(items, (60, 500, 2000)))


if __name__ == "__main__":
    main()
