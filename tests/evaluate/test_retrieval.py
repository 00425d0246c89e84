"""The whole evaluation on a tiny set: figures by hand, the same each time, told as tables and as JSON."""

import dataclasses
import json
import math
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from evaluate.results import Evaluation, Figure
from evaluate.retrieval import Wish, evaluate_set, is_wanted, main, open_encoders
from evaluate.sets import load_set
from evaluate.systems import list_makers
from evaluate.topics import ROUNDS
from florilegium.encoders.encoder import Kind
from florilegium.project.artifacts import read_json

DOCUMENTS = [
    {"id": "budget", "title": "Forgetting budget", "text": "A forgetting budget makes an agent choose what to keep."},
    {"id": "clerks", "title": "Clerks", "text": "Clerks kept a budget for paper and were paid for forgetting nothing."},
    {"id": "kettle", "title": "", "text": "The kettle sings before the water boils, and the cups are warm by then."},
    {"id": "lost", "title": "Nothing in common", "text": "Quite another wording altogether."},
    *({"id": f"n{n}", "title": f"Day {n}", "text": f"Weather, soup and tram number {n}."} for n in range(20)),
]
# By the first byte of their SHA-256: q1 and q4 belong to the test half, q2 and q3 to the tuning half.
QUERIES = [
    {"id": "q1", "text": "forgetting budget", "kind": "spread"},
    {"id": "q2", "text": "when does the kettle sing?", "kind": "plain"},
    {"id": "q3", "text": "zeppelins", "kind": "plain"},
    {"id": "q4", "text": "clerks with a budget", "kind": "plain"},
]
GAINS = ["q1\tbudget\t1", "q1\tclerks\t2", "q2\tkettle\t1", "q3\tlost\t1", "q4\tbudget\t1"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the tiny set."""
    root = tmp_path_factory.mktemp("sets") / "tiny"
    root.mkdir()
    for name, records in (("docs.jsonl", DOCUMENTS), ("queries.jsonl", QUERIES)):
        (root / name).write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    (root / "qrels.tsv").write_text("\n".join(GAINS) + "\n", encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def result(folder: Path) -> Evaluation:
    """Return the evaluation of the tiny set, all systems asked."""
    return evaluate_set(load_set(folder), Wish(), {})


def find_means(result: Evaluation, system: str, *, half: str = "all", kind: str = "all") -> dict[str, float]:
    (group,) = [group for group in result.groups if (group.half, group.kind) == (half, kind)]
    (row,) = [row for row in group.rows if row.system == system]
    return {figure.measure: figure.mean for figure in row.figures}


def test_the_figures_of_plain_bm25_are_those_computed_by_hand(result: Evaluation) -> None:
    """q1 finds the lesser answer first, q2 its only one, q3 nothing, and q4 its answer second."""
    second = 1 / math.log2(3)
    ndcg = [(1 + 2 * second) / (2 + second), 1.0, 0.0, second]
    assert find_means(result, "BM25") == {
        "nDCG@10": round(sum(ndcg) / 4, 4),
        "R@5": 0.75,
        "R@10": 0.75,
        "R@100": 0.75,
        "all@10": 0.75,
        "MRR@10": (1 + 1 + 0 + 0.5) / 4,
    }
    assert find_means(result, "BM25", half="test")["nDCG@10"] == round((ndcg[0] + ndcg[3]) / 2, 4)
    assert find_means(result, "BM25", half="all", kind="plain")["MRR@10"] == 0.5


def test_groups_are_halves_and_kinds_and_none_stands_twice(result: Evaluation) -> None:
    """What several documents answer is the kind `spread` here, and has one table."""
    assert [(group.half, group.kind, group.questions) for group in result.groups] == [
        ("test", "all", 2),
        ("test", "multi-evidence", 1),
        ("test", "plain", 1),
        ("tune", "all", 2),
        ("all", "all", 4),
        ("all", "multi-evidence", 1),
        ("all", "plain", 3),
    ]


def test_every_system_has_a_row_with_a_test_against_plain_bm25(result: Evaluation) -> None:
    """Plain BM25 is not compared with itself; where a system answers as it does, p is 1."""
    for group in result.groups:
        assert [row.system for row in group.rows] == list(list_makers({}))
        assert {figure.p for figure in group.rows[0].figures} == {None}
    ours = next(row for row in result.groups[-1].rows if row.system == "ours")
    assert ours.figures[1] == Figure("R@5", 0.6667, 0.0, 1.0, 1.0)


def test_two_runs_differ_in_the_timings_alone(folder: Path, result: Evaluation) -> None:
    """Every figure, bound and p value is the same."""
    again = evaluate_set(load_set(folder), Wish(), {})
    assert dataclasses.replace(again, timings=()) == dataclasses.replace(result, timings=())
    assert [item.system for item in again.timings] == [item.system for item in result.timings]


@pytest.mark.slow
def test_two_processes_agree_whatever_their_hash_seed(folder: Path, tmp_path: Path) -> None:
    """The order of Python's sets differs between them, and no figure does."""
    records = []
    for seed in ("1", "2"):
        target = tmp_path / f"{seed}.json"
        command = [sys.executable, "-m", "evaluate.retrieval", str(folder), "--encoder", "none", "--json", str(target)]
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True)
        records.append({**read_json(target, "evaluation"), "timings": []})
    assert records[0] == records[1]


def test_the_curve_has_a_row_a_round_with_and_without_early_stop(result: Evaluation) -> None:
    """Both answers to q1 are found in the first round, and later ones add none."""
    assert [(row.half, row.early_stop, row.round) for row in result.saturation] == [
        ("test", early, number) for early in (True, False) for number in range(ROUNDS)
    ]
    assert [row.means.new_relevant for row in result.saturation] == [2.0, 0.0, 0.0] * 2
    assert {row.means.recall for row in result.saturation} == {1.0}
    asked = [row.means.asked for row in result.saturation]
    assert asked[:ROUNDS] == sorted(asked[:ROUNDS])
    assert asked[ROUNDS - 1] <= asked[-1]


def test_the_command_prints_tables_and_writes_json(folder: Path, tmp_path: Path) -> None:
    """The tables show the half that was asked; the file passes its schema."""
    target = tmp_path / "figures.json"
    arguments = [str(folder), "--half", "tune", "--only", "stemming", "--json", str(target)]
    done = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert "**tiny, tuning half: 2 queries**" in done.stdout
    assert "| BM25 | .500 [.000, 1.000] | .500 [.000, 1.000] |" in done.stdout
    assert "round by round" not in done.stdout
    record = read_json(target, "evaluation")
    assert [row["system"] for row in record["groups"][0]["rows"]] == ["BM25", "ours without stemming"]
    assert record["questions"] == 2


def test_both_halves_are_told_by_the_test_half(folder: Path) -> None:
    """The tuning half by itself stands in the JSON only."""
    done = CliRunner().invoke(main, [str(folder), "--only", "ours"], catch_exceptions=False)
    titles = [line for line in done.stdout.splitlines() if line.startswith("**")]
    assert titles == [
        "**tiny, test half: 2 queries**",
        "**tiny, test half, multi-evidence: 1 query**",
        "**tiny, test half, plain: 1 query**",
        "**tiny, both halves: 4 queries**",
        "**tiny, test half, round by round: 1 query with several answers**",
        "**tiny, timings**",
    ]


@dataclasses.dataclass(frozen=True)
class FakeEncoder:
    """Finds every passage alike."""

    kind: Kind = "bi"

    def compare(self, question: str, passages: Sequence[str]) -> list[float]:
        return [0.5 for _ in passages]


def test_an_encoder_has_rows_of_its_own(folder: Path) -> None:
    """One beside the reranker, and one with rounds as well; one that says nothing changes nothing."""
    wish = Wish(only=("rerank", "rerank and mute", "rounds, rerank and mute"), curve=False)
    found = evaluate_set(load_set(folder), wish, {"mute": FakeEncoder()})
    names = ["ours with rerank", "ours with rerank and mute", "ours with rounds, rerank and mute"]
    assert [row.system for row in found.groups[0].rows] == ["BM25", *names]
    assert find_means(found, names[1]) == find_means(found, names[0])


def test_an_encoder_that_is_asked_for_must_be_there(folder: Path) -> None:
    """Where none was asked for and none is installed, its rows are left out; `none` asks for none."""
    assert open_encoders(["none"]) == {}
    done = CliRunner().invoke(main, [str(folder), "--encoder", "nowhere/model.onnx"])
    assert done.exit_code == 2
    assert "rerank.encoder" in done.stderr


def test_a_half_without_queries_is_refused(folder: Path, tmp_path: Path) -> None:
    """There is nothing to measure."""
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "qrels.tsv").write_text(f"{GAINS[0]}\n", encoding="utf-8")
    done = CliRunner().invoke(main, [str(tmp_path), "--half", "tune", "--encoder", "none"])
    assert done.exit_code == 2
    assert "no query belongs to the half tune" in done.stderr


def test_a_bad_set_ends_with_a_sentence_and_code_2(tmp_path: Path) -> None:
    """No traceback, and the file is named."""
    done = CliRunner().invoke(main, [str(tmp_path)])
    assert done.exit_code == 2
    assert "docs.jsonl: this file is missing" in done.stderr
    assert "hint: name a folder that holds docs.jsonl" in done.stderr


@pytest.mark.parametrize(
    ("only", "expected"),
    [
        pytest.param(["ours"], ["ours"], id="a_system"),
        pytest.param(["rerank"], ["ours with rerank"], id="a_part_it_goes_with"),
        pytest.param(["stemming", "BM25"], ["BM25", "ours without stemming"], id="two"),
        pytest.param([], list(list_makers({})), id="all"),
    ],
)
def test_systems_are_named_by_what_they_go_with_or_without(only: list[str], expected: list[str]) -> None:
    """A part of a longer name does not count."""
    assert [name for name in list_makers({}) if is_wanted(name, only)] == expected
