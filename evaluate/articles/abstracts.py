"""Real paraphrases: articles of claims that people wrote from abstracts, with memories of those abstracts and others.

SciFact (Wadden and others, "Fact or Fiction: Verifying Scientific Claims", EMNLP 2020) in the form of docs.jsonl,
queries.jsonl and qrels.tsv: each query is a claim that its author wrote from what a citing paper says of the abstract.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from florilegium.distilling.deciding import Layers

from .cases import Case
from .draws import Draws
from .memories import Made, make_entry
from .planting import Plant

CLAIMS = 8  # an article
DISTRACTORS = 40


def load_cases(folder: Path) -> Iterator[Case]:
    """Yield articles of eight claims each; every second one is of the tuning half."""
    documents = {str(item["id"]): item for item in _read_lines(folder / "docs.jsonl")}
    claims = {str(item["id"]): str(item["text"]) for item in _read_lines(folder / "queries.jsonl")}
    answers: dict[str, list[str]] = {}
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines():
        claim, document, _ = line.split("\t")
        answers.setdefault(claim, []).append(document)
    order = Draws("abstracts").shuffle(claim for claim in sorted(answers) if claim in claims)
    for at in range(0, len(order) - CLAIMS + 1, CLAIMS):
        chosen = order[at : at + CLAIMS]
        yield _make_case(at // CLAIMS, {claim: claims[claim] for claim in chosen}, answers, documents)


def _read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _make_case(
    number: int, claims: Mapping[str, str], answers: Mapping[str, Sequence[str]], documents: Mapping[str, Any]
) -> Case:
    used = {document: claim for claim in claims for document in answers[claim]}
    others = Draws(f"distractors {number}").shuffle(sorted(documents.keys() - used.keys()))[:DISTRACTORS]
    sources = {key: _make_layers(key, documents[key]) for key in sorted([*used, *others])}
    plants = [Plant(sources[key].entry.id, "claim", "used", claims[claim]) for key, claim in sorted(used.items())]
    text = "# What is known\n\n" + "\n\n".join(claims.values()) + "\n"
    half = "test" if number % 2 else "tune"
    return Case(f"abstracts-{number}", half, text, tuple(sources.values()), tuple(plants))


def _make_layers(key: str, document: Mapping[str, Any]) -> Layers:
    made = Made("article", document["title"], path=f"abstracts/{key}")
    text = f"# {document['title']}\n\n{document['text']}\n"
    return Layers(make_entry(made, text, ""), text, "")
