"""The saturation curve: what each round adds where the evidence is spread, and what stopping early costs."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from florilegium.local.reranker import LocalReranker

from .measures import measure_recall, measure_whole
from .sets import Question
from .systems import READ, SURE, Shelf
from .topics import ROUNDS, make_topic, rerank_findings, research_topic


@dataclass(frozen=True)
class Step:
    """What is known of one question after a round; of many, the means."""

    asked: float  # queries put so far
    found: float  # documents found so far
    new_relevant: float  # documents found in this round, and not before, that answer
    recall: float  # of all documents found so far
    all10: float  # all@10, what the other queries find behind what the question finds
    all10_reranked: float  # all@10 where all documents found are reranked


@dataclass(frozen=True)
class Saturation:
    """The means after one round, over the questions that several documents answer."""

    half: str
    early_stop: bool  # whether a round that adds nothing ends the research
    round: int
    questions: int
    means: Step


def trace_rounds(shelf: Shelf, questions: Sequence[Question], *, half: str) -> list[Saturation]:
    """Return one row a round, first as the pipeline stops, then as if it never stopped early."""
    traces = [_trace_question(shelf, question) for question in questions]
    return [
        Saturation(half, early, number, len(questions), _find_means([steps[number] for steps in chosen]))
        for early, chosen in ((True, list(map(stop_early, traces))), (False, traces))
        for number in range(ROUNDS)
    ]


def stop_early(steps: Sequence[Step]) -> list[Step]:
    """Return the steps as they are where a round that adds nothing ends the research: what was known then stays."""
    kept: list[Step] = []
    for step in steps:
        last, before = kept[-1:], kept[-2:-1]
        has_stopped = bool(last) and last[0].found == (before[0].found if before else 0)
        kept.append(replace(last[0], new_relevant=0) if has_stopped else step)
    return kept


def _trace_question(shelf: Shelf, question: Question) -> list[Step]:
    reranker, texts = LocalReranker(sure=SURE, read=READ), shelf.corpus.library.texts
    steps: list[Step] = []
    known: set[str] = set()
    for progress in research_topic(make_topic(question.text), shelf.make_researcher(), early=False):
        found = shelf.corpus.name_documents(item.document.id for item in progress.findings)
        reranked = shelf.corpus.name_documents(rerank_findings(progress, reranker, texts))
        fused = shelf.corpus.name_documents(progress.ranking)
        steps.append(
            Step(
                asked=progress.asked,
                found=len(found),
                new_relevant=len((set(found) - known) & question.gains.keys()),
                recall=measure_recall(found, question.gains, depth=len(found)),
                all10=measure_whole(fused, question.gains),
                all10_reranked=measure_whole(reranked, question.gains),
            )
        )
        known.update(found)
    return steps


def _find_means(steps: Sequence[Step]) -> Step:
    columns = ([getattr(step, item.name) for step in steps] for item in fields(Step))
    return Step(*(round(sum(column) / len(column), 4) for column in columns))
