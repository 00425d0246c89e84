"""Pins: what the reader wants in a memory, beside what the queries found."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..documents import Document
from ..findings import Finding
from ..project.artifacts import read_json, write_json
from ..project.folders import clear_folder
from ..project.records import from_record, to_record
from ..texts import TextStore

PINS_NAME = "pins.json"


@dataclass(frozen=True)
class Pins:
    """What work/pins/pins.json holds."""

    topic: str
    findings: tuple[Finding, ...]  # found by no query, so without hits and key terms; sorted by id


def store_pins(folder: Path, topic: str, findings: Sequence[Finding], texts: TextStore) -> None:
    """Replace the folder of pins by these and their texts."""
    clear_folder(folder)
    for layer in ("texts", "highlights"):
        (folder / layer).mkdir(parents=True)
    store = TextStore(folder)
    for finding in findings:
        name = finding.document.id
        store.write(name, text=texts.read_text(name), highlights=texts.read_highlights(name))
    write_json(folder / PINS_NAME, to_record(Pins(topic, tuple(findings))), "pins")


def load_pins(folder: Path) -> tuple[Finding, ...]:
    """Return the pinned findings of a topic; raises ArtifactError."""
    return from_record(read_json(folder / PINS_NAME, "pins"), Pins).findings


def add_pins(findings: Sequence[Finding], pins: Sequence[Finding], seeds: Iterable[Document]) -> tuple[Finding, ...]:
    """Return the findings with the pins that are neither among them nor seeds."""
    known = {*(finding.document.id for finding in findings), *(document.id for document in seeds)}
    return (*findings, *(pin for pin in pins if pin.document.id not in known))
