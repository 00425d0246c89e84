"""Sets are read whole, or refused with file and line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from evaluate.sets import Question, RetrievalSet, SetDocument, load_set
from florilegium.errors import ParamsError

DOCUMENTS = '{"id": "a", "title": "Tea", "text": "Slow tea."}\n{"id": "b", "text": "Fast\u2028tea."}\n'
QUERIES = '{"id": "1", "text": "tea", "kind": "Single"}\n{"id": "2", "text": "coffee"}\n'
GAINS = "1\ta\t2\n1\tb\t0\n"


@pytest.fixture
def write_set(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a set, with some of its files other than usual; null writes none."""

    def write(**files: str | None) -> Path:
        folder = tmp_path / "tiny"
        folder.mkdir()
        usual = {"docs.jsonl": DOCUMENTS, "queries.jsonl": QUERIES, "qrels.tsv": GAINS}
        for name, text in {**usual, **{key.replace("_", "."): text for key, text in files.items()}}.items():
            if text is not None:
                (folder / name).write_text(text, encoding="utf-8", newline="")
        return folder

    return write


def test_a_set_is_read_in_the_order_of_its_files(write_set: Callable[..., Path]) -> None:
    """A gain of nought is no answer, a question without answers is counted, and U+2028 ends no line."""
    assert load_set(write_set()) == RetrievalSet(
        "tiny",
        (SetDocument("a", "Tea", "Slow tea."), SetDocument("b", "", "Fast\u2028tea.")),
        (Question("1", "tea", "Single", {"a": 2}),),
        unanswered=1,
    )


def test_line_ends_of_windows_and_blank_lines_are_read(write_set: Callable[..., Path]) -> None:
    """The same set in another form is the same set."""
    folder = write_set(docs_jsonl=DOCUMENTS.replace("\n", "\r\n\r\n"), qrels_tsv=GAINS.replace("\n", "\r\n"))
    assert load_set(folder).questions == (Question("1", "tea", "Single", {"a": 2}),)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({"docs_jsonl": None}, "docs.jsonl: this file is missing", id="no_documents"),
        pytest.param({"queries_jsonl": None}, "queries.jsonl: this file is missing", id="no_queries"),
        pytest.param({"qrels_tsv": None}, "qrels.tsv: this file is missing", id="no_gains"),
        pytest.param({"docs_jsonl": ""}, "docs.jsonl: this file is empty", id="empty_documents"),
        pytest.param({"queries_jsonl": "\n"}, "queries.jsonl: this file is empty", id="empty_queries"),
        pytest.param({"qrels_tsv": ""}, "queries.jsonl: no question has an answer", id="empty_gains"),
        pytest.param(
            {"docs_jsonl": DOCUMENTS + DOCUMENTS}, "docs.jsonl:3: $.id: 'a' was taken at ", id="document_twice"
        ),
        pytest.param({"queries_jsonl": QUERIES * 2}, "queries.jsonl:3: $.id: '1' was taken at ", id="query_twice"),
        pytest.param({"qrels_tsv": GAINS * 2}, "qrels.tsv:3: this pair was judged at ", id="pair_twice"),
        pytest.param({"qrels_tsv": "1\tc\t1\n"}, "qrels.tsv:1: there is no document 'c'", id="unknown_document"),
        pytest.param({"qrels_tsv": GAINS + "3\ta\t1\n"}, "qrels.tsv:3: there is no query '3'", id="unknown_query"),
        pytest.param({"qrels_tsv": "1 a 1\n"}, "qrels.tsv:1: not a row", id="spaces_for_tabs"),
        pytest.param({"qrels_tsv": "1\ta\t-1\n"}, "qrels.tsv:1: not a row", id="negative_gain"),
        pytest.param(
            {"queries_jsonl": '{"id": "1", "text": " "}\n'},
            "queries.jsonl:1: $.text: this query is empty",
            id="no_text",
        ),
        pytest.param({"docs_jsonl": '{"id": "a"}\n'}, "docs.jsonl:1: $.text: is missing", id="document_without_text"),
        pytest.param(
            {"docs_jsonl": '{"id": 7, "text": ""}\n'}, "docs.jsonl:1: $.id: 7 is no text", id="number_for_an_id"
        ),
        pytest.param({"docs_jsonl": '{"id": "", "text": ""}\n'}, "docs.jsonl:1: $.id: this is empty", id="empty_id"),
        pytest.param({"docs_jsonl": "[]\n"}, "docs.jsonl:1: this is no JSON object", id="list"),
        pytest.param({"docs_jsonl": DOCUMENTS + "{\n"}, "docs.jsonl:3: this is not JSON: ", id="broken_json"),
    ],
)
def test_bad_input_is_refused_with_file_and_line(
    write_set: Callable[..., Path], files: dict[str, str | None], expected: str
) -> None:
    """The message names the place, and a hint says what to do."""
    with pytest.raises(ParamsError) as caught:
        load_set(write_set(**files))
    assert expected in str(caught.value)
    assert caught.value.hint


def test_bytes_that_are_no_utf8_are_refused(write_set: Callable[..., Path]) -> None:
    """Nothing is guessed."""
    folder = write_set()
    (folder / "qrels.tsv").write_bytes(b"1\t\xff\t1\n")
    with pytest.raises(ParamsError, match="qrels.tsv: cannot be read"):
        load_set(folder)


def test_the_half_of_a_question_follows_from_its_id_alone() -> None:
    """sha256("1") begins with 6b, which is odd, that of "2" with d4, which is even."""
    assert [Question(name, "x", "", {}).half for name in ("1", "2")] == ["test", "tune"]
