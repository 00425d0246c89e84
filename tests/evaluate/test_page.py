"""docs/evaluation.md: its parts are written again, or stay as they are and are named."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evaluate import page
from evaluate.page import MODULES, PARTS, Bench, Command, Unmeasured, fill_part, iter_outputs, main
from florilegium.errors import ParamsError
from florilegium.project.artifacts import read_json

ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENTS = [{"id": f"d{n}", "text": f"Note number {n} on tea."} for n in range(12)]
QUERIES = [{"id": f"q{n}", "text": f"number {n}"} for n in range(4)]


def make_page(folder: Path) -> Path:
    """Write a page with empty parts below a folder."""
    parts = "\n\n".join(f"<!-- {part}: written by `make eval` -->\nold {part}\n<!-- /{part} -->" for part in PARTS)
    path = folder / "docs" / "evaluation.md"
    path.parent.mkdir(parents=True)
    path.write_text(f"# Title\n\n{parts}\n\nThe end.\n", encoding="utf-8")
    return path


def make_set(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, records in (("docs.jsonl", DOCUMENTS), ("queries.jsonl", QUERIES)):
        (folder / name).write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    (folder / "qrels.tsv").write_text("".join(f"q{n}\td{n}\t1\n" for n in range(4)), encoding="utf-8")


def run_page(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--encoder", "none"], catch_exceptions=False)


def test_the_page_in_the_project_has_all_parts() -> None:
    """Each has its marks once, so that `make eval` finds them."""
    text = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")
    for part in PARTS:
        assert text.count(f"<!-- {part}: written by `make eval` -->\n") == text.count(f"<!-- /{part} -->\n") == 1


def test_a_part_is_written_between_its_marks_alone() -> None:
    """What stands around it stays, a backslash is one, and writing again changes nothing."""
    text = "a\n<!-- x: written by `make eval` -->\nold\n<!-- /x -->\nb\n"
    filled = fill_part(text, "x", r"new \1")
    assert filled == "a\n<!-- x: written by `make eval` -->\nnew \\1\n<!-- /x -->\nb\n"
    assert fill_part(filled, "x", r"new \1") == filled


def test_missing_marks_are_told() -> None:
    """The part is named."""
    with pytest.raises(ParamsError, match="the marks of the part 'retrieval' are missing"):
        fill_part("# Empty\n", "retrieval", "x")


def test_sets_give_targets_and_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command is shown without the path of this machine, the JSON lies aside, and missing sets are named."""
    monkeypatch.chdir(tmp_path)
    path = make_page(tmp_path)
    make_set(tmp_path / "data" / "lihua")
    done = run_page("--data", str(tmp_path / "data"), "--part", "targets", "--part", "retrieval")
    assert done.exit_code == 0, done.output
    text = path.read_text(encoding="utf-8")
    assert "| lihua | ours | nDCG@10 | at least .830 | 1.000 [1.000, 1.000] | yes |" in text
    assert "| lihua | ours with rounds | all@10, multi-evidence | at least .650 | not measured |  |" in text
    assert "### lihua: 12 documents\n\n```sh\nmake eval-retrieval DATA=$DATA/lihua\n```" in text
    assert str(tmp_path) not in text
    assert "old deduplication" in text
    assert f"missing in {tmp_path / 'data'}: scifact" in done.stderr
    assert read_json(tmp_path / "metrics" / "evaluation" / "lihua.json", "evaluation")["documents"] == 12


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param([], "name the folder that holds scifact/ and lihua/: DATA=<folder>", id="no_data"),
        pytest.param(["--data", "."], "no folder in it holds docs.jsonl, queries.jsonl, qrels.tsv", id="no_sets"),
    ],
)
def test_without_data_the_parts_that_need_it_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], expected: str
) -> None:
    """What is missing is said, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    path = make_page(tmp_path)
    before = path.read_bytes()
    done = run_page(*arguments, "--part", "targets", "--part", "retrieval")
    assert done.exit_code == 0
    assert done.stderr.count(expected) == 2
    assert "targets stays as it is" in done.stderr
    assert path.read_bytes() == before


@pytest.mark.slow
def test_modules_run_as_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their output stands below their command, one that needs the data waits for it, and a failure is named."""
    monkeypatch.chdir(tmp_path)
    needy = Command(("{data}/x",), needs_data=True)
    monkeypatch.setattr(page, "MODULES", {"sets": (Command(("{data}",)),), "targets": (needy,), "nowhere": (needy,)})
    bench = Bench(None, ())
    assert list(iter_outputs("sets", bench)) == ["```sh\npython -m evaluate.sets\n```"]
    assert list(iter_outputs("targets", bench)) == []
    with pytest.raises(Unmeasured, match="there is no evaluate.nowhere"):
        list(iter_outputs("nowhere", bench))
    monkeypatch.setattr(page, "MODULES", {"retrieval": (needy,)})
    (tmp_path / "scifact").mkdir()
    (tmp_path / "scifact" / "docs.jsonl").touch()
    with pytest.raises(ParamsError, match=r"python -m evaluate.retrieval \$DATA/x ended with 2"):
        list(iter_outputs("retrieval", Bench(tmp_path, ())))


def test_a_part_without_marks_fails_and_the_others_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code tells of it."""
    monkeypatch.chdir(tmp_path)
    path = make_page(tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace("<!-- /targets -->", ""), encoding="utf-8")
    make_set(tmp_path / "data" / "tiny")
    done = run_page("--data", "data", "--part", "targets", "--part", "retrieval")
    assert done.exit_code == 2
    assert "eval: targets: docs/evaluation.md: the marks of the part 'targets' are missing" in done.stderr
    assert "### tiny: 12 documents" in path.read_text(encoding="utf-8")


def test_every_module_of_the_page_is_a_part() -> None:
    """None is measured without a place to stand."""
    assert set(MODULES) < set(PARTS)
