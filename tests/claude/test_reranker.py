"""A model scores in batches, the cheapest signal first; what it leaves open, the local role scores."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from asking_bench import Bench
from desk import PLAN, THEMES, Desk, open_desk
from players import CARD, list_texts

from florilegium.candidates import Ranked
from florilegium.claude.reranker import METADATA_BATCH
from florilegium.project.metrics import Metrics

Judge = Callable[[str, str], tuple[str, float]]  # from id and depth to outcome and score


def judge_by(bench: Bench, judge: Judge) -> None:
    """Let the model judge each document so."""

    def answer(body: Mapping[str, Any]) -> str:
        text = list_texts(body)
        depth = "metadata" if "the metadata of each" in text else "full" if "the whole text of" in text else "head_tail"
        scores = []
        for found in CARD.finditer(text):
            outcome, score = judge(found[2], depth)
            said = {"id": found[2], "outcome": outcome, "score": score, "themes": ["t2", "t1", "t9"], "reason": depth}
            scores.append(said)
        return json.dumps({"scores": scores})

    bench.server.player = answer


def rank(desk: Desk) -> dict[str, Ranked]:
    ranked = desk.reranker.rank(desk.candidates, PLAN, THEMES, desk.library.texts)
    assert [item.candidate.document.id for item in ranked] == [item.document.id for item in desk.candidates]
    return {item.candidate.document.title: item for item in ranked}


def events(desk: Desk) -> Mapping[str, Any]:
    metrics = Metrics("rerank")
    desk.asker.finish(metrics)  # type: ignore[attr-defined]
    return metrics.roles["reranker"]


def test_metadata_come_first_and_text_only_where_it_is_asked_for(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)

    def judge(name: str, depth: str) -> tuple[str, float]:
        if name.startswith("cold-tea"):
            return ("score", 0.9) if depth == "full" else ("need_more", 0.5)
        if name.startswith("wooden"):
            return ("score", 0.7) if depth == "head_tail" else ("need_more", 0.5)
        return "score", 0.123456

    judge_by(bench, judge)
    found = rank(desk)
    assert (found["Cold tea"].score, found["Cold tea"].signal) == (0.9, "full")
    assert (found["Wooden lids"].score, found["Wooden lids"].signal) == (0.7, "head_tail")
    assert (found["Soup 1"].score, found["Soup 1"].signal) == (0.1235, "metadata")
    assert found["Soup 1"].themes == ("t1", "t2")
    assert found["Cold tea"].reason == "full; the whole text was read"
    texts = [list_texts(entry.body) for entry in bench.server.paid]
    assert len(texts) == 3
    assert ["eleven hours" in text for text in texts] == [True, True, True]
    assert ["text:" in text for text in texts] == [False, True, True]
    assert ["Peel them" in text.split("text:")[-1] for text in texts[1:]] == [False, False]


def test_what_is_unknown_or_never_enough_is_scored_by_the_local_role(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)

    def judge(name: str, depth: str) -> tuple[str, float]:
        if name.startswith("soup-1"):
            return "unknown", 0.0
        return ("need_more", 0.5) if name.startswith("cold-tea") else ("score", 0.4)

    judge_by(bench, judge)
    found = rank(desk)
    local = {
        item.candidate.document.title: item
        for item in desk.reranker.local.rank(desk.candidates, PLAN, THEMES, desk.library.texts)
    }
    for title in ("Soup 1", "Cold tea"):
        assert (found[title].score, found[title].signal) == (local[title].score, local[title].signal)
        assert found[title].reason == f"{local[title].reason}; by the local role, since the model left it open"
    assert events(desk)["replaced"] == 2


def test_what_the_model_forgets_or_invents_changes_nobody_else(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    names = sorted(desk.library.documents)
    said = [{"id": name, "outcome": "score", "score": 0.5, "themes": [], "reason": "r"} for name in names[1:]]
    invented = {**said[0], "id": "invented-00000000", "score": 1.0}
    twice = {**said[0], "score": 1.0}
    bench.server.player = lambda body: json.dumps({"scores": [*said, invented, twice]})
    found = {item.candidate.document.id: item for item in rank(desk).values()}
    assert {found[name].score for name in names[1:]} == {0.5}
    assert "by the local role" in found[names[0]].reason
    assert events(desk)["unknown_ids"] == 1


def test_batches_that_are_too_much_are_halved_until_they_fit(bench: Bench, tmp_path: Path) -> None:
    """Only documents that are too much by themselves go to the local role."""
    desk = open_desk(bench, tmp_path)
    judge_by(bench, lambda name, depth: ("score", 0.5))
    bench.server.script = lambda number, body: "long" if len(CARD.findall(list_texts(body))) > 3 else "good"
    found = rank(desk)
    assert {item.score for item in found.values()} == {0.5}
    sizes = sorted(len(CARD.findall(list_texts(entry.body))) for entry in bench.server.paid)
    assert len(desk.candidates) == METADATA_BATCH == 12
    assert sizes == [3, 3, 3, 3]


def test_the_order_of_candidates_does_not_matter(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    judge_by(bench, lambda name, depth: ("score", len(name) / 100))
    before = desk.reranker.rank(desk.candidates, PLAN, THEMES, desk.library.texts)
    after = desk.reranker.rank(desk.candidates[::-1], PLAN, THEMES, desk.library.texts)
    assert after == before[::-1]
    assert len(bench.server.paid) == 1


def test_a_batch_at_half_the_price_gives_the_same(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    judge_by(bench, lambda name, depth: ("score", 0.5))
    single = rank(desk)
    bench.folder = tmp_path / "batched"
    assert rank(open_desk(bench, tmp_path, batch=True)) == single
