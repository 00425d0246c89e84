"""The records of an append log."""

import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.vectors import records
from florilegium.vectors.records import read_records, split_records

A, B = '"smart_sources:A.md": {"n": 1}', '"smart_blocks:A.md#x: y": {"n": 2}'

LOGS = [
    pytest.param(f"\n{A},\n{B},\n", ["A.md", "A.md#x: y"], {}, id="one_a_line"),
    pytest.param(f"{A},{B},", ["A.md", "A.md#x: y"], {}, id="several_on_a_line"),
    pytest.param(f"{A}\n{B}{A}", ["A.md", "A.md#x: y", "A.md"], {}, id="commas_missing"),
    pytest.param(f"\ufeff{A},", ["A.md"], {}, id="byte_order_mark"),
    pytest.param('"smart_sources:A.md": null,', ["A.md"], {}, id="null"),
    pytest.param(f'{A},\n"smart_sources:B.md": {{"n": [1,', ["A.md"], {"half_written": 1}, id="half_written_tail"),
    pytest.param(f'"smart_sources:B.md": {{{A},\n{B}', ["A.md", "A.md#x: y"], {"broken_record": 1}, id="cut_then_more"),
    pytest.param(f'"smart_sources:B.md": {{"p": "te{A}', ["A.md"], {"broken_record": 1}, id="cut_within_a_string"),
    pytest.param(f'"smart_sources:B.md": 7,{A}', ["A.md"], {"broken_record": 1}, id="number_for_a_value"),
    pytest.param(f'"nothing": {{}},{A}', ["A.md"], {"broken_record": 1}, id="key_without_collection"),
    pytest.param("[" * 90_000 + A, ["A.md"], {"broken_record": 1}, id="brackets_without_end"),
    pytest.param('"smart_sources:B.md": ' + '{"a":' * 90_000 + A, ["A.md"], {"broken_record": 1}, id="deep_nesting"),
    pytest.param(
        '"smart_sources:B.md": {"n": ' + "9" * 5000 + "}" + A, ["A.md"], {"broken_record": 1}, id="long_number"
    ),
    pytest.param("", [], {}, id="empty"),
]


@pytest.mark.parametrize(("text", "keys", "expected"), LOGS)
@pytest.mark.parametrize("length", [7, 1 << 20])
def test_records_are_read_and_damage_is_counted(
    text: str, keys: list[str], expected: dict[str, int], length: int
) -> None:
    problems: Counter[str] = Counter()
    pieces = [text[place : place + length] for place in range(0, len(text), length)]

    assert [record.key for record in split_records(pieces, problems)] == keys
    assert +problems == expected


def test_text_that_looks_like_a_record_within_a_value_is_none() -> None:
    text = r'"smart_sources:A.md": {"text": "\"smart_sources:B.md\": {}"},' + '"smart_sources:C.md": {"cut'

    assert [record.key for record in split_records([text], Counter())] == ["A.md"]


def test_what_never_ends_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "LONGEST_RECORD", 100)
    problems: Counter[str] = Counter()
    pieces = ['"smart_sources:B.md": {"text": "', *["x" * 50] * 40, A]

    assert [record.key for record in split_records(pieces, problems)] == ["A.md"]
    assert problems["broken_record"] >= 1


@settings(max_examples=100, deadline=None)
@given(st.text(), st.integers(1, 9))
def test_no_text_raises(text: str, length: int) -> None:
    whole = A + text + B
    pieces = [whole[place : place + length] for place in range(0, len(whole), length)]

    assert list(split_records(pieces, Counter())) == list(split_records([whole], Counter()))


def test_a_pipe_in_place_of_a_log_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.ajson")

    with pytest.raises(OSError, match="pipe"):
        list(read_records(tmp_path / "a.ajson", Counter()))
