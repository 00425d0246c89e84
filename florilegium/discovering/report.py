"""All that discovery finds in one vault, as one record."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ..mentions.proposals import Proposal
from .clusters import Cluster, find_clusters
from .gathering import Gathered
from .hubs import Hub, find_hubs
from .orphans import Excluded, Orphan, find_orphans
from .predictions import Prediction, find_predictions
from .repairs import Repair, find_repairs

MODES = ("hubs", "mentions", "orphans", "clusters", "dangling", "predictions")


@dataclass(frozen=True)
class MentionPlace:
    """One place where a note names another without a link."""

    note: str
    line: int  # of the note's file, counted from 1
    start: int  # offsets in the note's text, front matter included
    end: int
    text: str  # as it stands there
    kind: str  # title, alias, variant, heading, plural
    confidence: float
    reason: str  # a sentence
    context: str  # the sentence around; empty where its line links something private


@dataclass(frozen=True)
class Mentioned:
    """One note that others name without a link."""

    path: str
    places: tuple[MentionPlace, ...]  # one a note, the surest first


@dataclass(frozen=True)
class Discovery:
    """What the links and words of a vault tell."""

    modes: tuple[str, ...]  # what was looked for; the lists of the others are empty
    notes: int
    links: Mapping[str, int]  # by state
    hubs: tuple[Hub, ...]  # best first
    mentions: tuple[Mentioned, ...]  # the most often mentioned first
    orphans: tuple[Orphan, ...]
    excluded: tuple[Excluded, ...]  # no orphans, though they have no links
    clusters: tuple[Cluster, ...]  # the largest first
    dangling: tuple[Repair, ...]  # the most wanted first
    predictions: tuple[Prediction, ...]  # best first


def discover_vault(gathered: Gathered, modes: Collection[str] = MODES) -> Discovery:
    """Return what these modes find in a vault; equal vaults give equal records in any order of notes."""
    model = gathered.model
    orphans = find_orphans(model) if "orphans" in modes else None
    return Discovery(
        modes=tuple(mode for mode in MODES if mode in modes),
        notes=len(model.notes),
        links=model.count_links(),
        hubs=find_hubs(model, gathered.mentioned, gathered.texts) if "hubs" in modes else (),
        mentions=list_mentioned(gathered) if "mentions" in modes else (),
        orphans=orphans.orphans if orphans else (),
        excluded=orphans.excluded if orphans else (),
        clusters=find_clusters(model, gathered.vocabulary) if "clusters" in modes else (),
        dangling=find_repairs(model) if "dangling" in modes else (),
        predictions=find_predictions(model, gathered.vocabulary) if "predictions" in modes else (),
    )


def list_mentioned(gathered: Gathered) -> tuple[Mentioned, ...]:
    """Return every note that is mentioned and not linked, with the places."""
    found: dict[str, list[MentionPlace]] = {}
    for mention in gathered.mentions:
        private = {link.line for link in gathered.model.notes[mention.path].links if link.state == "hidden"}
        found.setdefault(mention.target, []).append(_make_place(mention, private))
    mentioned = [Mentioned(path, tuple(places)) for path, places in found.items()]
    return tuple(sorted(mentioned, key=lambda item: (-len(item.places), item.path)))


def _make_place(mention: Proposal, private: Collection[int]) -> MentionPlace:
    return MentionPlace(
        note=mention.path,
        line=mention.line,
        start=mention.start,
        end=mention.end,
        text=" ".join(mention.text.split()),
        kind=mention.kind,
        confidence=mention.confidence,
        reason=mention.reason,
        # A context never goes beyond its line, so what it may tell of a private note stands in a link of that line.
        context="" if mention.line in private else mention.context,
    )
