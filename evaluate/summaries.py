"""Summaries measured: against titles and claims of a set, and on notes with planted sentences."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from florilegium.drafts import Draft, make_document
from florilegium.local.summariser import LocalSummariser
from florilegium.search.analysis import extract_terms
from florilegium.wording.prose import iter_blocks, strip_inline
from florilegium.wording.sentences import split_sentences

from .drawing import draw_number, draw_order
from .intervals import find_interval
from .planted_notes import BOILERPLATE, OTHER_BOILERPLATE, PlantedNote, is_tuning, make_notes
from .rouge import score_rouge
from .sets import RetrievalSet, SetDocument, load_set

System = Callable[[str, str], str]  # title, text -> summary

MEASURES = ("ROUGE-1", "ROUGE-2", "ROUGE-L")
FEWEST_SENTENCES = 4  # below, every summary is the text
LEAD = 3


def summarise(title: str, text: str) -> str:
    """Return what the project's summariser makes of a note."""
    draft = Draft("obsidian", "note.md", title, text)
    return LocalSummariser().summarise(make_document(draft, source="vault", text=text, highlights=""), text)


def take_lead(count: int) -> System:
    """Return a baseline: the first sentences, markup stripped."""
    return lambda title, text: " ".join(_list_sentences(text)[:count])


def take_random(title: str, text: str) -> str:
    """Return three sentences drawn by the text."""
    sentences = _list_sentences(text)
    kept = draw_order(text, range(len(sentences)))[:LEAD]
    return " ".join(sentences[place] for place in sorted(kept))


SYSTEMS: Mapping[str, System] = {
    "ours": summarise, "lead-2": take_lead(2), "lead-3": take_lead(LEAD), "random-3": take_random,
}  # fmt: skip


def choose_oracle(text: str, reference: str, count: int = LEAD) -> str:
    """Return the sentences that together hold the reference best, chosen one by one while the F of ROUGE-1 rises."""
    sentences = _list_sentences(text)
    kept: list[int] = []
    best = 0.0
    for _ in range(count):
        scores = [
            (score_rouge(" ".join(sentences[at] for at in sorted({*kept, place})), reference)["ROUGE-1"].f1, -place)
            for place in range(len(sentences))
            if place not in kept
        ]
        if not scores or max(scores)[0] <= best:
            break
        best, place = max(scores)
        kept.append(-place)
    return " ".join(sentences[at] for at in sorted(kept))


def compare_titles(documents: Sequence[SetDocument]) -> str:
    """Return how well summaries hold the title, which no system sees."""
    rows = {name: [system("Untitled", item.text) for item in documents] for name, system in SYSTEMS.items()}
    rows["oracle"] = [choose_oracle(item.text, item.title) for item in documents]
    lines = [f"| summary of {len(documents)} texts | {' | '.join(f'{name} F' for name in MEASURES)} | ROUGE-1 recall |"
             " characters |", "|---|---:|---:|---:|---:|---:|"]  # fmt: skip
    for name, summaries in rows.items():
        scores = [score_rouge(text, item.title) for text, item in zip(summaries, documents, strict=True)]
        cells = [_show([score[measure].f1 for score in scores]) for measure in MEASURES]
        cells.append(_show([score["ROUGE-1"].recall for score in scores]))
        lines.append(f"| {name} | {' | '.join(cells)} | {sum(map(len, summaries)) / len(summaries):.0f} |")
    return "\n".join(lines)


def compare_claims(given: RetrievalSet, half: str) -> str:
    """Return which share of the terms of a claim stands in the summary of the text that bears on it."""
    texts = {item.id: item for item in given.documents}
    pairs = [(ask.text, texts[key]) for ask in given.questions if ask.half == half for key in sorted(ask.gains)]
    lines = [f"| summary of a text that bears on one of {len(pairs)} claims | terms covered | for 100 characters |",
             "|---|---:|---:|"]  # fmt: skip
    for name, system in SYSTEMS.items():
        summaries = [system(item.title, item.text) for _, item in pairs]
        shares = [_cover(summary, claim) for summary, (claim, _) in zip(summaries, pairs, strict=True)]
        dense = [100 * share / max(1, len(text)) for share, text in zip(shares, summaries, strict=True)]
        lines.append(f"| {name} | {_show(shares)} | {_show(dense)} |")
    return "\n".join(lines)


def judge_note(note: PlantedNote, summary: str) -> dict[str, float]:
    """Return what a summary of a planted note does right and wrong, each as 0.0 to 1.0."""
    sentences = split_sentences(summary)
    known = split_sentences(" ".join(strip_inline(note.text).split()))
    flat = " ".join(strip_inline(note.text).split())
    planted = [sentence for sentence in note.subject.about if sentence in note.text]
    junk = [line for line in (*BOILERPLATE, *OTHER_BOILERPLATE, *_JUNK) if line in summary]
    fits = len(sentences) == 1 if len(planted) == 1 else 2 <= len(sentences) <= LEAD
    return {
        "planted": sum(sentence in summary for sentence in planted) / len(planted),
        "boilerplate": float(bool(junk)),
        "whole": float(bool(sentences) and all(item in flat and item[-1] in ".!?。！？" for item in sentences)),
        "length": float(fits or (len(known) == 1 and len(sentences) == 1)),
    }


def compare_notes(notes: Sequence[PlantedNote]) -> str:
    """Return the figures of the planted notes: all systems, then ours by form."""
    lines = [f"| {len(notes)} notes | planted sentences | boilerplate | whole sentences | two or three |",
             "|---|---:|---:|---:|---:|"]  # fmt: skip
    for name, system in SYSTEMS.items():
        lines.append(_render_row(name, [judge_note(note, system(note.subject.title, note.text)) for note in notes]))
    for group in dict.fromkeys(_name_group(note) for note in notes):
        some = [note for note in notes if _name_group(note) == group]
        lines.append(
            _render_row(f"ours, {group}", [judge_note(note, summarise(note.subject.title, note.text)) for note in some])
        )
    return "\n".join(lines)


# What stands in the forms of the planted notes beside prose.
_JUNK = (
    "return starter",
    "INFO queue",
    "WARN queue",
    "ERROR queue",
    "[ ]",
    "Send the minutes",
    "Present:",
    "From: noor",
    "tags:",
    "rating::",
    "The pump was checked",
    "welcome to the show",
    "Thank you very much for being",
    "Best wishes",
    "Book the room",
    "Next meeting",
    "finds you well",
    "hearing from you",
    "#todo",
    "Excused",
)


def _name_group(note: PlantedNote) -> str:
    return note.form if note.subject.language == "en" else note.subject.language


def _render_row(name: str, rows: Sequence[Mapping[str, float]]) -> str:
    cells = (_show([row[key] for row in rows]) for key in ("planted", "boilerplate", "whole", "length"))
    return f"| {name} | {' | '.join(cells)} |"


def _list_sentences(text: str) -> list[str]:
    blocks = (block for block in iter_blocks(text) if block.kind != "heading")
    return [sentence for block in blocks for sentence in split_sentences(block.text)]


def _cover(summary: str, claim: str) -> float:
    asked = set(extract_terms(claim))
    return len(asked & set(extract_terms(summary))) / max(1, len(asked))


def _show(values: Sequence[float]) -> str:
    found = find_interval(values)
    return f"{_digits(found.mean)} [{_digits(found.low)}, {_digits(found.high)}]"


def _digits(value: float) -> str:
    return f"{value:.3f}".removeprefix("0") if value < 1.0 else f"{value:.3f}"


@click.command()
@click.option(
    "--docs", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="docs.jsonl of a set with titles."
)
@click.option("--limit", default=400, show_default=True, help="So many of its texts.")
@click.option("--half", type=click.Choice(["tune", "test"]), default="test", show_default=True)
def main(docs: Path | None, limit: int, half: str) -> None:
    """Print how well summaries say what a text is about: of planted notes, or of the texts of a set."""
    if docs is None:
        notes = [note for note in make_notes() if is_tuning(note.subject) == (half == "tune")]
        click.echo(f"**Planted notes, {half} half**\n\n{compare_notes(notes)}")
        return
    given = load_set(docs.parent)
    long = [item for item in given.documents if item.title and len(_list_sentences(item.text)) >= FEWEST_SENTENCES]
    some = [item for item in long if draw_number(f"half {item.id}", 2) == (half == "test")]
    some.sort(key=lambda item: (draw_number(f"row {item.id}", 1 << 60), item.id))
    click.echo(f"**{given.name}, {half} half: titles**\n\n{compare_titles(some[:limit])}")
    click.echo(f"\n**{given.name}, {half} half: claims**\n\n{compare_claims(given, half)}")


if __name__ == "__main__":
    main()
