"""The example library holds every form that readers must know, so that a first run meets them all."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest
import yaml

from florilegium.brief.briefs import read_brief
from florilegium.drafts import Draft
from florilegium.project.params import load_params
from florilegium.sameness.works import split_title
from florilegium.sources.reader import Row
from florilegium.sources.registry import list_sources
from florilegium.vault.notes import Note, parse_note

ROOT = Path(__file__).resolve().parent.parent
VAULT = ROOT / "examples" / "vault"
FEWEST_NOTES = 60
FEWEST_FOLDERS = 5


@cache
def read_all() -> tuple[Sequence[Draft], Sequence[Row]]:
    """Read every source of the shipped params."""
    drafts: list[Draft] = []
    rows: list[Row] = []
    for source in list_sources(load_params(ROOT / "params.yaml").snapshot_sources, ROOT):
        reader = source.open()
        scan = reader.scan()
        rows += scan.rows
        for unit in scan.units:
            reading = reader.read(unit, {file.path: reader.load(file) for file in unit.inputs})
            drafts += reading.drafts
            rows += reading.rows
    return drafts, rows


@cache
def parse_vault() -> Sequence[Note]:
    paths = [path for path in sorted(VAULT.rglob("*.md")) if "Readwise" not in path.parts]
    return [parse_note(path.relative_to(VAULT).as_posix(), path.read_text("utf-8", errors="replace")) for path in paths]


def any_name(holds: Callable[[str], bool]) -> bool:
    return any(holds(path.name) for path in VAULT.rglob("*"))


def any_link(holds: Callable[[str, str, str], bool]) -> bool:
    return any(holds(link.target, link.subpath, link.kind) for note in parse_vault() for link in note.links)


def any_text(pattern: str) -> bool:
    return any(re.search(pattern, note.body) for note in parse_vault())


def any_row(**facts: str) -> bool:
    return any(all(getattr(row, name) == value for name, value in facts.items()) for row in read_all()[1])


def any_draft(**facts: object) -> bool:
    return any(all(getattr(draft, name) == value for name, value in facts.items()) for draft in read_all()[0])


def is_latin_1(path: Path) -> bool:
    try:
        path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return True
    return False


@pytest.mark.parametrize(
    "holds",
    [
        pytest.param(lambda: any_link(lambda target, sub, kind: "/" in target), id="link_by_path"),
        pytest.param(lambda: any_text(r"\[\[[^\]|\n]+\|[^\]\n]+\]\]"), id="link_with_text"),
        pytest.param(lambda: any_link(lambda target, sub, kind: "^" in sub), id="link_to_a_block"),
        pytest.param(lambda: any_link(lambda target, sub, kind: sub != "" and "^" not in sub), id="link_to_a_heading"),
        pytest.param(lambda: any_link(lambda target, sub, kind: target == "" and sub != ""), id="link_inside_the_note"),
        pytest.param(lambda: any_link(lambda target, sub, kind: kind == "embed"), id="embed"),
        pytest.param(lambda: any_link(lambda target, sub, kind: kind == "markdown"), id="markdown_link"),
        pytest.param(lambda: any_link(lambda target, sub, kind: kind == "front_matter"), id="link_in_front_matter"),
        pytest.param(lambda: any(note.aliases for note in parse_vault()), id="aliases"),
        pytest.param(lambda: any(note.headings for note in parse_vault()), id="headings"),
        pytest.param(lambda: any(note.block_ids for note in parse_vault()), id="block_ids"),
        pytest.param(lambda: any_row(outcome="taken", reason="repaired"), id="broken_front_matter"),
        pytest.param(lambda: any_row(reason="template"), id="templates"),
        pytest.param(lambda: any_row(reason="excalidraw"), id="drawing"),
        pytest.param(lambda: any_row(reason="attachment"), id="attachment"),
        pytest.param(lambda: any_row(reason="private"), id="private_notes"),
        pytest.param(lambda: any_row(reason="trash"), id="trash"),
        pytest.param(lambda: any_row(reason="ignored_by_obsidian"), id="excluded_files"),
        pytest.param(lambda: any_draft(kind="daily"), id="daily_notes"),
        pytest.param(lambda: any_draft(kind="canvas"), id="canvas"),
        pytest.param(lambda: any_draft(kind="clipping"), id="clipping"),
        pytest.param(lambda: any_name(lambda name: any("\u3040" <= sign <= "\u9fff" for sign in name)), id="cjk_name"),
        pytest.param(lambda: any_name(lambda name: any(ord(sign) > 0xFFFF for sign in name)), id="emoji_name"),
        pytest.param(lambda: any_name(lambda name: name != unicodedata.normalize("NFC", name)), id="nfd_name"),
        pytest.param(lambda: any(is_latin_1(path) for path in VAULT.rglob("*.md")), id="latin_1"),
        pytest.param(lambda: any_draft(origin="readwise", location="library"), id="readwise_library"),
        pytest.param(lambda: any_draft(origin="readwise", location="feed"), id="readwise_feed"),
        pytest.param(lambda: any_draft(origin="readwise", kind="supplemental"), id="supplementals"),
        pytest.param(lambda: any(mark.note for draft in read_all()[0] for mark in draft.highlights), id="mark_notes"),
        pytest.param(lambda: any(mark.tags for draft in read_all()[0] for mark in draft.highlights), id="mark_tags"),
        pytest.param(lambda: any(draft.document_note for draft in read_all()[0]), id="document_notes"),
    ],
)
def test_every_form_occurs(holds: Callable[[], bool]) -> None:
    assert holds()


def test_the_vault_is_large_enough() -> None:
    notes = [draft for draft in read_all()[0] if draft.origin == "obsidian"]
    assert len(notes) >= FEWEST_NOTES
    assert len({draft.location.partition("/")[0] for draft in notes} - {""}) >= FEWEST_FOLDERS


def test_there_are_two_notebooks_and_both_interfaces_of_readwise() -> None:
    assert len({draft.notebook for draft in read_all()[0] if draft.notebook}) == 2
    names = sorted(path.name for path in (ROOT / "examples" / "readwise").glob("*.json"))
    assert {name[:2] for name in names} == {"v2", "v3"}
    for name in names:
        assert json.loads((ROOT / "examples" / "readwise" / name).read_text(encoding="utf-8"))["results"]


def test_one_article_lies_under_several_origins() -> None:
    places: dict[tuple[str, ...], set[str]] = {}
    for draft in read_all()[0]:
        if draft.authorship == "other":
            places.setdefault(split_title(draft.title), set()).add(draft.origin)
    assert {"obsidian", "readwise", "notebooklm"} in places.values()


def test_no_file_fails() -> None:
    outcomes = Counter(row.outcome for row in read_all()[1])
    assert outcomes["failed"] == 0
    assert min(outcomes["taken"], outcomes["skipped"]) > 0


def test_two_topics_have_a_brief_and_one_has_an_article_with_its_gold() -> None:
    params = load_params(ROOT / "params.yaml")
    assert len(params.topics) >= 2
    for topic in params.topics:
        assert read_brief(ROOT / "topics" / topic / "brief.md").title
    for topic in params.articles:
        assert (ROOT / "topics" / topic / "article.md").is_file()
        assert yaml.safe_load((ROOT / "examples" / "gold" / f"{topic}.yaml").read_text(encoding="utf-8"))
