"""A model's summary is held to length and form; a source's own summary is never asked for."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from asking_bench import Bench
from desk import open_desk
from players import list_texts

from florilegium.local.summariser import LocalSummariser
from florilegium.researching import Yield, retell_findings

GOOD = "Cold tea steeps for eleven hours. It stands in the cellar."
BAD = {
    "too_long": "Cold tea steeps. " * 40,
    "too_short": "Tea.",
    "too_many": "One is cold. Two are hot. Three are warm. Four are old. Five are gone.",
    "link": "Read [this](https://example.org) on cold tea. It is good.",
    "heading": "# Cold tea\n\nIt steeps for long.",
    "invented_quotation": 'The note says "tea must be boiled for a day". It is about tea.',
}


def test_a_good_summary_stands_on_one_line(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    bench.server.player = lambda body: json.dumps({"summary": 'It "stands in the\ncellar" until noon. So it is.'})
    said = desk.summariser.summarise(desk.documents["Cold tea"], desk.read("Cold tea"))
    assert said == 'It "stands in the cellar" until noon. So it is.'


@pytest.mark.parametrize("summary", BAD.values(), ids=BAD)
def test_a_bad_summary_is_sent_back_once_and_then_replaced(bench: Bench, tmp_path: Path, summary: str) -> None:
    desk = open_desk(bench, tmp_path)
    bench.server.player = lambda body: json.dumps({"summary": summary})
    document, text = desk.documents["Cold tea"], desk.read("Cold tea")
    assert desk.summariser.summarise(document, text) == LocalSummariser().summarise(document, text)
    assert len(bench.server.paid) == 2


def test_an_empty_text_asks_nobody(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    assert desk.summariser.summarise(desk.documents["Cold tea"], " \n") == ""
    assert not bench.server.log


def test_what_a_round_found_is_summarised_in_one_go(bench: Bench, tmp_path: Path) -> None:
    """Each document once, all of them together; one with a summary of its own keeps it."""
    desk = open_desk(bench, tmp_path)
    bench.server.player = lambda body: json.dumps({"summary": GOOD})
    own = "This summary came with the source. It has two sentences."
    name = desk.documents["Tea prices"].id
    documents = dict(desk.library.documents)
    documents[name] = replace(documents[name], summary=own)
    desk.library.__dict__["documents"] = documents
    findings = tuple(
        replace(item, document=replace(item.document, summary=own)) if item.document.id == name else item
        for item in desk.findings
    )
    found = retell_findings(Yield(findings, 0, ()), desk.library, desk.summariser)
    summaries = {item.document.title: item.document.summary for item in found.findings}
    assert summaries.pop("Tea prices") == own
    assert set(summaries.values()) == {GOOD}
    assert len(bench.server.paid) == len(findings) - 1
    assert "Tea prices" not in "".join(list_texts(entry.body) for entry in bench.server.paid)
