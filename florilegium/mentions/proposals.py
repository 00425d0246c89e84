"""Links that a vault's notes might have: for each note the others that it names, each with confidence and reason."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ..discovering.kinds import name_exclusion
from ..vault.model import VaultModel, VaultNote
from .confidence import DEFAULT_CONFIDENCE, Confidence, Evidence, weigh_mention
from .context import find_context, find_place, is_in_longer_name
from .finding import Mention, list_mentions
from .names import Name, NameTable, NoteNames, build_names

Weigh = Callable[[Mention, str], Confidence]


@dataclass(frozen=True)
class Proposal:
    """One link that a note might have."""

    path: str  # of the note that would hold it
    target: str  # path of the note that it would lead to
    start: int  # offsets in the note's text, front matter included
    end: int
    line: int  # counted from 1
    text: str  # as it stands there
    name: str  # as the other note has it
    kind: str  # title, alias, variant, plural
    confidence: float
    reason: str  # a sentence
    context: str  # the sentence around, on one line


@dataclass(frozen=True)
class ProposalList:
    """All proposals of a vault; equal vaults give equal lists."""

    proposals: tuple[Proposal, ...]  # the surest first, then by path and place
    ambiguous: tuple[Name, ...]  # names that several notes share, for which nothing is proposed


def list_names(model: VaultModel) -> NameTable:
    """Return the table of names of the notes that others may link to."""
    return build_names(_name_note(note) for note in model.notes.values() if not name_exclusion(note, model))


def propose_links(
    model: VaultModel, read_text: Callable[[str], str], *, least: float = DEFAULT_CONFIDENCE
) -> ProposalList:
    """Return the links that reach the confidence `least`: of each note and target the first mention that does."""
    table = list_names(model)
    found: dict[str, list[Mention]] = {}
    for path, note in model.notes.items():
        if note.kind != "canvas" and name_exclusion(note, model) not in ("template", "generated"):
            found[path] = list_mentions(path, read_text(path), table, frozenset(model.out_links[path]))
    naming, spelled = _count_notes(found, lambda mention: True), _count_notes(found, _is_spelled)
    proposals: list[Proposal] = []
    for path, mentions in found.items():
        if mentions:
            text = read_text(path)
            proposals += _choose(path, text, mentions, _make_weigher(model, naming, spelled), least)
    proposals.sort(key=lambda item: (-item.confidence, item.path, item.start))
    return ProposalList(tuple(proposals), table.ambiguous)


def _name_note(note: VaultNote) -> NoteNames:
    heading = next((item.text for item in note.headings if item.level == 1), "")
    return NoteNames(note.path, note.title, note.aliases, heading)


def _is_spelled(mention: Mention) -> bool:
    return mention.kind in ("title", "alias") and mention.text == mention.name


def _count_notes(found: Mapping[str, list[Mention]], counts: Callable[[Mention], bool]) -> Counter[str]:
    """Return how many notes hold such a mention of each target."""
    return Counter(target for mentions in found.values() for target in {m.target for m in mentions if counts(m)})


def _make_weigher(model: VaultModel, naming: Mapping[str, int], spelled: Mapping[str, int]) -> Weigh:
    def weigh(mention: Mention, text: str) -> Confidence:
        evidence = Evidence(
            name=mention.name,
            text=mention.text,
            kind=mention.kind,
            is_weak=mention.is_weak,
            place=find_place(text, mention.start, mention.end),
            is_part=is_in_longer_name(text, mention.start, mention.end),
            naming=naming[mention.target],
            notes=len(model.notes),
            links=len(model.back_links[mention.target]),
            spelled=spelled[mention.target],
        )
        return weigh_mention(evidence)

    return weigh


def _choose(path: str, text: str, mentions: Iterable[Mention], weigh: Weigh, least: float) -> list[Proposal]:
    """Return the first mention of each target that is sure enough."""
    chosen: dict[str, Proposal] = {}
    for mention in mentions:
        if mention.target in chosen:
            continue
        confidence = weigh(mention, text)
        if confidence.value >= least:
            chosen[mention.target] = Proposal(
                path,
                mention.target,
                mention.start,
                mention.end,
                text.count("\n", 0, mention.start) + 1,
                mention.text,
                mention.name,
                mention.kind,
                confidence.value,
                confidence.reason,
                find_context(text, mention.start, mention.end),
            )
    return list(chosen.values())
