"""A voice tells what became of answers, in the same words each time."""

import json
import logging
from pathlib import Path

import pytest
from asking_bench import Bench
from desk import PLAN, THEMES, open_desk

from florilegium.asking.askers import Failure
from florilegium.asking.structured import Answered, Outcome, Refused, Truncated, Unusable
from florilegium.claude.voice import explain_outcome, is_too_much
from florilegium.project.metrics import Metrics


@pytest.mark.parametrize(
    ("outcome", "words", "too_much"),
    [
        (Answered({}), "the model left it open", False),
        (Refused(), "the model refused", False),
        (Truncated(), "the model's answer was cut off", True),
        (Unusable(("$: bad",)), "the model's answer was of no use", False),
        (Failure("server error: 500 at 12:04"), "no answer came", False),
        (Failure("too long", is_too_large=True), "no answer came", True),
    ],
    ids=["open", "refused", "cut_off", "unusable", "failed", "too_large"],
)
def test_reasons_are_words_of_ours(outcome: Outcome | Failure, words: str, too_much: bool) -> None:
    """What a server said, which differs from time to time, stands in no artifact."""
    assert (explain_outcome(outcome), is_too_much(outcome)) == (words, too_much)


def test_each_item_that_the_local_role_does_is_counted_and_told(
    bench: Bench, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    desk = open_desk(bench, tmp_path)
    bench.server.script = lambda number, body: "refused"
    with caplog.at_level(logging.WARNING, "desk"):
        ranked = desk.reranker.rank(desk.candidates, PLAN, THEMES, desk.library.texts)
    metrics = Metrics("rerank")
    desk.asker.finish(metrics)  # type: ignore[attr-defined]
    assert metrics.roles["reranker"]["replaced"] == len(ranked) == 12
    assert all(item.reason.endswith("; by the local role, since the model refused") for item in ranked)
    assert caplog.messages == [
        f"LOCAL ROLE for reranker of 12 candidate(s) from {min(desk.library.documents)} on: the model refused"
    ]


def test_what_is_redacted_is_counted(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    bench.server.player = lambda body: json.dumps({"summary": "Cold tea steeps for eleven hours."})
    text = f"Cold tea.\nThe key is ghp_{'Ab3dEf6h' * 5}.\nAnd password: hunter22x."
    desk.summariser.summarise(desk.documents["Cold tea"], text)
    metrics = Metrics("research")
    desk.asker.finish(metrics)  # type: ignore[attr-defined]
    assert metrics.roles["summariser"]["redacted"] == 2
    assert "ghp_" not in json.dumps(bench.server.paid[0].body)
