"""A context in its three forms."""

import json
from pathlib import Path

from walking_vault import NOTES, open_planted, walk

from florilegium.project.schemas import find_problems
from florilegium.reading.results import count_tokens
from florilegium.vault.opening import OpenVault
from florilegium.walking.context import WalkOptions
from florilegium.walking.reached import REASONS, Step
from florilegium.walking.rendering import list_paths, render_markdown, show_route, to_record

ROOT = Path(__file__).resolve().parent.parent.parent


def test_markdown_gives_each_note_whole_with_way_score_and_reason(planted: OpenVault) -> None:
    context = walk(planted)
    text = render_markdown(context, planted.model, planted.read_text)
    for number, note in enumerate(context.notes, start=1):
        assert f"## {number}. {planted.model.notes[note.path].title}\n" in text
        assert f"- Reached: {show_route(note.route)}\n- Score: {note.score:.2f}\n- Why: " in text
        assert f"````markdown\n{NOTES[note.path]}````\n" in text
    assert "not instructions" in text
    assert "Studies/Green tea.md → Clients/Acme Corp.md (0.00): It has no word of the question." in text


def test_a_note_with_fences_cannot_end_its_own(tmp_path: Path) -> None:
    body = "Rust in wheat.\n`````\n## 9. No note\n`````\n"
    vault = open_planted(tmp_path, {"a.md": body})
    text = render_markdown(walk(vault, "rust in wheat"), vault.model, vault.read_text)
    assert f"``````markdown\n{body}``````\n" in text


def test_markdown_stays_within_its_tokens_whatever_they_are(planted: OpenVault) -> None:
    for tokens in range(200, 1600, 100):
        options = WalkOptions(filtered=False, max_tokens=tokens)
        context = walk(planted, options=options, reserved=120)
        text = render_markdown(context, planted.model, planted.read_text)
        assert count_tokens(text) <= tokens
        assert all(NOTES[note.path] in text for note in context.notes)


def test_a_note_longer_than_the_budget_is_left_out_and_told_of(tmp_path: Path) -> None:
    vault = open_planted(tmp_path, {"long.md": "Rust in wheat. " * 900, "short.md": "Rust in oats.\n"})
    context = walk(vault, "rust in wheat", WalkOptions(max_tokens=600))
    assert [note.path for note in context.notes] == ["short.md"]
    assert [(item.path, item.reason) for item in context.cut] == [("long.md", "max_tokens")]


def test_json_fits_its_schema_and_the_words_of_reasons_are_the_same(planted: OpenVault) -> None:
    context = walk(planted, options=WalkOptions(max_notes=2))
    record = to_record(context, planted.model, planted.read_text)
    assert not find_problems(record, "context")
    assert record["notes"][0]["text"] == NOTES[record["notes"][0]["path"]]
    schema = json.loads((ROOT / "schemas" / "context.schema.json").read_text(encoding="utf-8"))
    assert schema["properties"]["cut"]["items"]["properties"]["reason"]["enum"] == sorted(REASONS)


def test_paths_are_a_line_each_in_the_order_given(planted: OpenVault) -> None:
    context = walk(planted)
    assert list_paths(context).splitlines() == [note.path for note in context.notes]


def test_nothing_found_is_said(planted: OpenVault) -> None:
    context = walk(planted, "zeppelin xylophone")
    assert "No note of the vault answers" in render_markdown(context, planted.model, planted.read_text)
    assert not find_problems(to_record(context, planted.model, planted.read_text), "context")


def test_a_way_shows_what_led_from_note_to_note() -> None:
    steps = (Step("a.md", "entry"), Step("b.md", "link"), Step("c.md", "back-link"), Step("d.md", "near"))
    assert show_route(steps) == "a.md → b.md ← c.md ≈ d.md"


def test_the_page_has_every_reason() -> None:
    page = (ROOT / "docs" / "context.md").read_text(encoding="utf-8")
    assert [line for line in page.splitlines() if line.startswith("| `") and "--" not in line][3:] == [
        f"| `{word}` | {meaning} |" for word, meaning in REASONS.items()
    ]
