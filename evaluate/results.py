"""What one evaluation gives: the measures of every system by half and kind, and apart from them the timings."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .intervals import SAMPLES, SEED, compare_pairs, find_interval
from .measures import MEASURES, measure_ranking
from .saturation import Saturation
from .sets import HALVES, Question, RetrievalSet
from .systems import BASELINE, System

EVERY, MULTI = "all", "multi-evidence"


@dataclass(frozen=True)
class Figure:
    """One measure of one system."""

    measure: str
    mean: float
    low: float
    high: float
    p: float | None  # against plain BM25 by the paired randomisation test; null for itself and where it was not asked


@dataclass(frozen=True)
class Row:
    """The measures of one system on one group of questions."""

    system: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Group:
    """One group of questions: a half, or both, and of these a kind."""

    half: str  # tune, test, all
    kind: str  # all, multi-evidence, or as the set names it
    questions: int
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Timing:
    """How long one system took; the only part of a result that differs from run to run."""

    system: str
    index_s: float | None  # null where it uses the index of `ours`
    p50_ms: float
    p95_ms: float


@dataclass(frozen=True)
class Evaluation:
    """All that is known of a set after the systems were asked."""

    set: str
    documents: int
    questions: int  # asked
    unanswered: int  # left out, since no document answers them
    seed: int
    samples: int
    groups: tuple[Group, ...]
    saturation: tuple[Saturation, ...]
    timings: tuple[Timing, ...]


@dataclass(frozen=True)
class Asked:
    """What one system answered."""

    system: str
    values: Mapping[str, Mapping[str, float]]  # by question and measure
    timing: Timing


def ask_system(system: System, questions: Sequence[Question]) -> Asked:
    """Put all questions to a system; the first is asked once more beforehand, so that nothing is measured cold."""
    system.answer(questions[0].text)
    times_ms: list[float] = []
    values: dict[str, dict[str, float]] = {}
    for question in questions:
        shared_ms = system.prepare(question.text) if system.prepare else 0.0
        started = time.perf_counter()
        ranking = system.answer(question.text)
        times_ms.append(shared_ms + (time.perf_counter() - started) * 1000.0)
        values[question.id] = measure_ranking(ranking, question.gains)
    times_ms.sort()
    index_s = None if system.index_s is None else round(system.index_s, 2)
    timing = Timing(system.name, index_s, _find_quantile(times_ms, 0.5), _find_quantile(times_ms, 0.95))
    return Asked(system.name, values, timing)


def make_evaluation(
    given: RetrievalSet, questions: Sequence[Question], asked: Sequence[Asked], saturation: Iterable[Saturation]
) -> Evaluation:
    """Return the figures of all groups that have questions."""
    groups = [
        _make_group(half, kind, chosen, asked)
        for half in _list_halves(questions)
        for kind, chosen in _split_kinds([item for item in questions if half in (EVERY, item.half)])
    ]
    return Evaluation(
        set=given.name,
        documents=len(given.documents),
        questions=len(questions),
        unanswered=given.unanswered,
        seed=SEED,
        samples=SAMPLES,
        groups=tuple(groups),
        saturation=tuple(saturation),
        timings=tuple(item.timing for item in asked),
    )


def has_many(question: Question) -> bool:
    """Tell whether more than one document answers."""
    return len(question.gains) > 1


def _list_halves(questions: Sequence[Question]) -> list[str]:
    """Return the halves that were asked, and both together where both were."""
    found = [half for half in reversed(HALVES) if any(item.half == half for item in questions)]
    return [*found, EVERY] if len(found) > 1 else found


def _split_kinds(questions: Sequence[Question]) -> list[tuple[str, list[Question]]]:
    """Return all, those with several documents, and those of each kind; a group that repeats another is left out."""
    kinds = sorted({item.kind for item in questions if item.kind})
    groups = [(EVERY, list(questions)), (MULTI, list(filter(has_many, questions)))]
    groups += [(kind, [item for item in questions if item.kind == kind]) for kind in kinds]
    unique: dict[tuple[str, ...], tuple[str, list[Question]]] = {}
    for name, chosen in groups:
        if chosen:
            unique.setdefault(tuple(item.id for item in chosen), (name, chosen))
    return list(unique.values())


def _make_group(half: str, kind: str, questions: Sequence[Question], asked: Sequence[Asked]) -> Group:
    ids = [question.id for question in questions]
    baseline = next((item for item in asked if item.system == BASELINE), None)
    rows = [Row(item.system, tuple(_make_figure(name, ids, item, baseline) for name in MEASURES)) for item in asked]
    return Group(half, kind, len(ids), tuple(rows))


def _make_figure(measure: str, ids: Sequence[str], asked: Asked, baseline: Asked | None) -> Figure:
    values = [asked.values[name][measure] for name in ids]
    p = None
    if baseline is not None and baseline is not asked:
        p = round(compare_pairs(values, [baseline.values[name][measure] for name in ids]), 4)
    interval = find_interval(values)
    return Figure(measure, round(interval.mean, 4), round(interval.low, 4), round(interval.high, 4), p)


def _find_quantile(ordered: Sequence[float], share: float) -> float:
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2)
