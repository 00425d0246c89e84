"""From findings and seeds to candidates: one for each document, however many places it lies in."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from ..candidates import Candidate, Duplicate
from ..documents import Document
from ..findings import Finding, Hit, merge_findings
from ..plans import Fingerprint
from .facts import Facts
from .fingerprints import FEWEST_COMPARED
from .judging import REASONS, Reason, find_contradiction, find_reason

# Pairs whose signatures agree in fewer places than this share are not looked at: but for a lower `similarity`, no rule
# takes less.
LOOKED_AT = 0.25
LEAST_SHARED = 0.12  # of the phrases kept of the shorter text: the same
MOST_HOLDERS = 200  # documents that have one mark: beyond, it is the wording of a form, not of a text
NO_FULL_TEXT = "no full text"  # as the readers say it in a document's diagnostics
FULL_SHARE = 0.5  # of the longest copy's words: what has less is a summary, a stub or highlights only

Pair = tuple[str, str]  # ids, sorted


@dataclass(frozen=True)
class Apart:
    """Two documents that have a reason to be one and yet are not, since their groups contradict each other."""

    one: str
    other: str
    reason: str
    contradiction: str


@dataclass(frozen=True)
class Deduplication:
    """What came of it."""

    candidates: tuple[Candidate, ...]  # sorted by id
    apart: tuple[Apart, ...]


def deduplicate(
    seeds: Sequence[Document],
    findings: Sequence[Finding],
    *,
    similarity: float,
    fingerprints: Sequence[Fingerprint] = (),
) -> Deduplication:
    """Return the candidates of all seeds and findings; every document is in exactly one, whatever the order given.

    `fingerprints` are those of the seeds: a finding has its own.
    """
    marks = {mark.id: mark for mark in fingerprints}
    found = {finding.document.id: finding for finding in merge_findings(list(findings))}
    named = {document.id: document for document in sorted(seeds, key=lambda document: document.id)}
    facts = {key: _collect_facts(key, named, found, marks) for key in sorted({*named, *found})}
    reasons = _find_reasons(facts, similarity)
    groups, apart = _group(facts, reasons)
    candidates = [
        _make_candidate([facts[key] for key in group], reasons, found, seed=any(key in named for key in group))
        for group in groups
    ]
    return Deduplication(tuple(sorted(candidates, key=lambda candidate: candidate.document.id)), apart)


def count_reasons(candidates: Sequence[Candidate]) -> dict[str, int]:
    """Return how many documents were merged for each reason, also for those that merged none."""
    counts = Counter(item.reason for candidate in candidates for item in candidate.also_in)
    return {reason: counts[reason] for reason in REASONS}


def _collect_facts(
    key: str, named: dict[str, Document], found: dict[str, Finding], marks: dict[str, Fingerprint]
) -> Facts:
    finding = found.get(key)
    if finding is None:
        mark = marks.get(key, Fingerprint(key, content_key="", signature=()))
        return _make_facts(named[key], mark)
    return _make_facts(finding.document, finding)


def _make_facts(document: Document, mark: Fingerprint | Finding) -> Facts:
    return Facts(document, mark.content_key, mark.signature, mark.phrases, mark.numbers)


def _find_reasons(facts: dict[str, Facts], similarity: float) -> dict[Pair, Reason]:
    reasons: dict[Pair, Reason] = {}
    for one, other in sorted(_list_pairs(facts, min(LOOKED_AT, similarity))):
        reason = find_reason(facts[one], facts[other], similarity=similarity)
        if reason is not None:
            reasons[one, other] = reason
    return reasons


def _list_pairs(facts: dict[str, Facts], looked_at: float) -> set[Pair]:
    """Return the pairs that share anything by which two documents can be one."""
    blocks: defaultdict[tuple[str, object], list[str]] = defaultdict(list)
    for key, fact in facts.items():
        for name, value in (
            ("path", fact.path.rpartition("/")[2]),
            ("url", fact.url),
            ("text", fact.document.sha256),
            ("content", fact.content),
            ("title", fact.title),
        ):
            if value:
                blocks[name, value].append(key)
    pairs = {pair for block in blocks.values() for pair in combinations(block, 2)}
    return pairs | set(_list_near_pairs(facts, looked_at)) | set(_list_sharing_pairs(facts))


def _list_near_pairs(facts: dict[str, Facts], looked_at: float) -> Iterator[Pair]:
    """Yield the pairs whose signatures agree in enough places, without comparing all with all."""
    marks = {key: list(enumerate(fact.signature)) for key, fact in facts.items()}
    for (one, other), count in _count_common(marks).items():
        if count >= looked_at * len(facts[one].signature):
            yield one, other


def _list_sharing_pairs(facts: dict[str, Facts]) -> Iterator[Pair]:
    """Yield the pairs that share phrases enough for a piece or a text in other words."""
    for (one, other), count in _count_common({key: fact.phrases for key, fact in facts.items()}).items():
        fewest = LEAST_SHARED * min(len(facts[one].phrases), len(facts[other].phrases))
        if count >= max(FEWEST_COMPARED, fewest):
            yield one, other


def _count_common(marks: Mapping[str, Iterable[Hashable]]) -> Counter[Pair]:
    """Return how many marks each two have in common; a mark that many have says nothing of two."""
    holders: defaultdict[Hashable, list[str]] = defaultdict(list)
    for key, found in marks.items():
        for mark in found:
            holders[mark].append(key)
    counts: Counter[Pair] = Counter()
    for keys in holders.values():
        if 1 < len(keys) <= MOST_HOLDERS:
            counts.update(combinations(keys, 2))
    return counts


def _group(facts: dict[str, Facts], reasons: dict[Pair, Reason]) -> tuple[list[list[str]], tuple[Apart, ...]]:
    """Join pairs, the strongest reason first, unless that would bring together what is known to be different."""
    groups = {key: [key] for key in facts}
    apart: list[Apart] = []
    for (one, other), reason in sorted(reasons.items(), key=lambda item: (item[1].strength, item[0])):
        mine, theirs = groups[one], groups[other]
        if mine is theirs:
            continue
        contradiction = _contradict(mine, theirs, facts, reasons)
        if contradiction:
            apart.append(Apart(one, other, reason.name, contradiction))
            continue
        joined = sorted(mine + theirs)
        groups.update(dict.fromkeys(joined, joined))
    unique = {id(group): group for group in groups.values()}
    kept = [item for item in apart if groups[item.one] is not groups[item.other]]
    return sorted(unique.values()), tuple(sorted(kept, key=lambda item: (item.one, item.other)))


def _contradict(mine: list[str], theirs: list[str], facts: dict[str, Facts], reasons: dict[Pair, Reason]) -> str:
    longest = max(facts[key].document.words for key in (*mine, *theirs))
    for one, other in product(mine, theirs):
        if _sort_pair(one, other) in reasons:
            continue
        contradiction = find_contradiction(facts[one], facts[other], longest=longest)
        if contradiction:
            return f"{one}, {other}: {contradiction}"
    return ""


def _make_candidate(
    group: list[Facts], reasons: dict[Pair, Reason], found: dict[str, Finding], *, seed: bool
) -> Candidate:
    longest = max(fact.document.words for fact in group)
    documents = sorted((fact.document for fact in group), key=lambda document: _rank_survivor(document, longest))
    survivor, *others = documents
    known = [found[document.id] for document in documents if document.id in found]
    return Candidate(
        document=survivor,
        seed=seed,
        hits=_unite_hits(known),
        key_terms=next((finding.key_terms for finding in known if finding.key_terms), ()),
        also_in=tuple(
            sorted((_make_duplicate(other, documents, reasons) for other in others), key=lambda item: item.document.id)
        ),
    )


def _rank_survivor(document: Document, longest: int) -> tuple[int | str | bool, ...]:
    """Return what sorts the survivor first: human signal, then whole text, then the place where the reader works.

    The kind of the signal comes before its amount: of two copies that the reader annotated, the one with its text.
    The marks of the others are not lost: build_index unites the highlights of a candidate.
    """
    signal = 2 if document.own_notes else 1 if document.highlights else 0
    whole = document.words >= longest * FULL_SHARE and not any(NO_FULL_TEXT in line for line in document.diagnostics)
    return (
        -signal,
        document.authorship != "own",
        not whole,
        -document.own_notes,
        -document.highlights,
        document.location == "feed",
        document.origin != "obsidian",
        -document.words,
        document.id,
    )


def _make_duplicate(document: Document, members: list[Document], reasons: dict[Pair, Reason]) -> Duplicate:
    """Return a document with the strongest reason that ties it to any other of its group."""
    pairs = (_sort_pair(document.id, member.id) for member in members)
    reason = min((reasons[pair] for pair in pairs if pair in reasons), key=lambda item: item.strength)
    return Duplicate(document, reason=reason.name, similarity=reason.similarity)


def _unite_hits(findings: Iterable[Finding]) -> tuple[Hit, ...]:
    best: dict[tuple[str, str], Hit] = {}
    for finding in findings:
        for hit in finding.hits:
            known = best.get((hit.query, hit.via))
            if known is None or (hit.rank, hit.why) < (known.rank, known.why):
                best[hit.query, hit.via] = hit
    return tuple(sorted(best.values(), key=lambda hit: (hit.query, hit.rank, hit.via)))


def _sort_pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)
