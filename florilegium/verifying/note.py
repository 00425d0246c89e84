"""Verifying a research note: every source is of the memory, every quotation stands in it byte for byte."""

from collections import Counter
from collections.abc import Mapping

from ..distilling.quotations import find_line
from ..entries import Entry
from ..errors import ArtifactError
from ..memory.folder import INDEX_NAME, Memory
from .faults import Fault, Quoted, Verdict, sort_faults
from .note_parts import Part, Parts, Passage, parse_note


def verify_note(text: str, memory: Memory, *, name: str) -> Verdict:
    """Return what is wrong with a research note, given the memory that it was distilled from."""
    parts = parse_note(text)
    entries = {entry.id: entry for entry in memory.index.entries}
    faults = _check_counts(parts, len(entries), name)
    quoted: list[Quoted] = []
    read: set[str] = set()
    for part in parts.parts:
        entry = entries.get(part.facts.get("Id", ""))
        faults += _check_part(part, entry, name)
        if entry is None:
            continue
        layers, problems = _read_layers(memory, entry)
        faults += problems
        read.update(path for path, _ in layers.values() if path != INDEX_NAME)
        for passage in part.passages:
            found, told = _find_passage(passage, layers)
            quoted.append(Quoted(entry.id, passage.line, found))
            faults += [Fault("quotation", name, passage.line, told)] if told else []
    faults += [Fault("quotation", name, item.line, "a quotation outside any source") for item in parts.strays]
    used = sum(not part.border for part in parts.parts)
    return Verdict("research", used, len(read), len(parts.parts), tuple(quoted), sort_faults(faults))


def _check_counts(parts: Parts, sources: int, name: str) -> list[Fault]:
    used = [part for part in parts.parts if not part.border]
    how = Counter(part.how for part in used)
    border = len(parts.parts) - len(used)
    expected = {
        "used": len(used),
        "sources": sources,
        "explicit": how["explicit"],
        "traceable": how["traceable"],
        "borderline": border,
        "unused": sources - len(used) - border,
    }
    faults = []
    for key, number in expected.items():
        told = parts.counts.get(key)
        if told is None:
            faults.append(Fault("count", name, None, f"its head does not count what is {key}"))
        elif told != number:
            faults.append(Fault("count", name, None, f"its head counts {told} {key}, there are {number}"))
    if parts.unclosed is not None:
        faults.append(Fault("quotation", name, parts.unclosed, "a code block that does not end"))
    ids = Counter(part.facts["Id"] for part in parts.parts if "Id" in part.facts)
    twice = [part for part in parts.parts if ids[part.facts.get("Id", "")] > 1]
    return faults + [Fault("count", name, part.line, f"{part.facts['Id']} has several blocks") for part in twice]


def _check_part(part: Part, entry: Entry | None, name: str) -> list[Fault]:
    if "Id" not in part.facts:
        return [Fault("reference", name, part.line, "a source without an id")]
    if entry is None:
        return [Fault("reference", name, part.line, f"{part.facts['Id']} is no source of the memory")]
    told: list[str] = []
    if not part.border:
        path = entry.original_path if entry.original_path != entry.source_url else ""
        expected = {"Address": entry.source_url or "", "Path": path}
        told += [
            f"{entry.id}: its {key.lower()} is {value or 'none'}, not {part.facts.get(key, 'none')}"
            for key, value in expected.items()
            if " ".join(value.split()) != part.facts.get(key, "")
        ]
        if part.score != f"{entry.relevance_score:g}":
            told.append(f"{entry.id}: its score is {entry.relevance_score:g}, not {part.score or 'missing'}")
        if not part.is_closed:
            told.append(f"{entry.id}: its block does not end")
    return [Fault("fact", name, part.line, message) for message in told]


def _read_layers(memory: Memory, entry: Entry) -> tuple[dict[str, tuple[str, str]], list[Fault]]:
    """Return (path, text) of each layer that can be read, and what cannot be."""
    layers, faults = {"summary": (INDEX_NAME, entry.summary)}, list[Fault]()
    for layer, path, read in (
        ("full", entry.uri_full, memory.read_full),
        ("highlights", entry.uri_highlights, memory.read_highlights),
    ):
        if path is None:
            continue
        try:
            layers[layer] = (path, read(entry))
        except ArtifactError as error:
            faults.append(Fault("file", path, None, f"cannot be read: {error}"))
    return layers, faults


def _find_passage(passage: Passage, layers: Mapping[str, tuple[str, str]]) -> tuple[str, str]:
    """Return where a quotation stands, and what is wrong with it, "" where nothing is."""
    if not passage.layer:
        return "", "a quotation without word of where it stands"
    if not passage.text:
        return "", "a quotation is announced here and none follows"
    path, text = layers.get(passage.layer, ("", ""))
    line = find_line(text, passage.text, near=passage.claimed)
    if line is None:
        elsewhere = [name for name, (_, other) in sorted(layers.items()) if find_line(other, passage.text)]
        also = f", but in its {elsewhere[0]}" if elsewhere else ""
        return "", f"this quotation does not stand in {path or f'the {passage.layer}, which the source has not'}{also}"
    place = path if passage.layer == "summary" else f"{path}:{line}"
    if passage.claimed is not None and passage.claimed != line:
        return place, f"this quotation stands in line {line} of {path}, not {passage.claimed}"
    return place, ""
