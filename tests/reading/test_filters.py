"""Filters slice a memory by metadata."""

import dataclasses

import pytest

from florilegium.entries import Entry
from florilegium.errors import ParamsError
from florilegium.reading.filters import Filters, select_entries

PLAIN = Entry(
    id="a-00000000", title="A", authors=(), origin="obsidian", location="", kind="note", authorship="own",
    publication="", published=None, saved=None, tags=(), notebook=None, relevance_score=0.5, seed=False, themes=(),
    found_by=(), signal="metadata", summary="", uri_highlights=None, uri_full="full/a-00000000.md",
    original_path="A.md", source_url=None, also_in=(), words=1, highlights=0, own_notes=0, sha256="0" * 64, reason="",
)  # fmt: skip


def passes(filters: Filters, **facts: object) -> bool:
    return bool(select_entries([dataclasses.replace(PLAIN, **facts)], filters))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("filters", "facts", "expected"),
    [
        pytest.param(Filters(), {}, True, id="no_filter"),
        pytest.param(Filters(origins=("readwise", "obsidian")), {}, True, id="any_of_two_origins"),
        pytest.param(Filters(origins=("readwise",)), {}, False, id="another_origin"),
        pytest.param(Filters(minimum=0.5), {}, True, id="the_score_itself"),
        pytest.param(Filters(minimum=0.51), {}, False, id="a_score_below"),
        pytest.param(Filters(seeds=True), {"seed": True}, True, id="seed"),
        pytest.param(Filters(seeds=True), {}, False, id="no_seed"),
        pytest.param(Filters(locations=("projects",)), {"location": "Projects/Lantern"}, True, id="folder_below"),
        pytest.param(Filters(locations=("Projects/",)), {"location": "Projects"}, True, id="folder_with_slash"),
        pytest.param(Filters(locations=("Project",)), {"location": "Projects"}, False, id="half_a_folder_name"),
        pytest.param(Filters(locations=("feed",)), {"location": "library"}, False, id="feed_is_not_library"),
        pytest.param(Filters(tags=("AI",)), {"tags": ("x", "ai/memory")}, True, id="nested_tag"),
        pytest.param(Filters(tags=("#ai/memory",)), {"tags": ("ai/memory",)}, True, id="tag_with_hash_sign"),
        pytest.param(Filters(tags=("ai/memory",)), {"tags": ("ai",)}, False, id="outer_tag_is_wider"),
        pytest.param(Filters(tags=("ai",)), {"tags": ("aim",)}, False, id="half_a_tag"),
        pytest.param(Filters(tags=("ai",)), {}, False, id="no_tags"),
        pytest.param(Filters(authors=("adeyemi noor",)), {"authors": ("X", "Noor Adeyemi")}, True, id="author_words"),
        pytest.param(Filters(authors=("Lee",)), {"authors": ("Ann Kleeberg",)}, False, id="half_an_author"),
        pytest.param(Filters(authors=("Muller",)), {"authors": ("Jörg Müller",)}, True, id="author_without_accent"),
        pytest.param(Filters(authors=("Müller",)), {"authors": ("Jörg Mu\u0308ller",)}, True, id="decomposed_author"),
        pytest.param(Filters(authors=("村上",)), {"authors": ("村上春樹",)}, True, id="author_without_spaces"),
        pytest.param(Filters(authors=("Noor", "Rehn")), {"authors": ("Tomas Rehn",)}, True, id="any_of_two_authors"),
        pytest.param(Filters(publications=("quietmachine",)), {"publication": "quietmachine.example"}, True, id="site"),
        pytest.param(Filters(notebooks=("agent memory",)), {"notebook": "Agent memory study"}, True, id="notebook"),
        pytest.param(Filters(notebooks=("x",)), {}, False, id="no_notebook"),
        pytest.param(Filters(themes=("forgetting",)), {"themes": ("Cost", "Forgetting well")}, True, id="theme"),
        pytest.param(Filters(themes=("",)), {"themes": ("Cost",)}, False, id="an_empty_name_is_nobody"),
        pytest.param(Filters(tags=("ai",), authors=("Rehn",)), {"tags": ("ai",)}, False, id="all_kinds_must_hold"),
        pytest.param(Filters(after="2026"), {"published": "2026"}, True, id="after_the_same_year"),
        pytest.param(Filters(after="2026-03"), {"published": "2026"}, True, id="a_year_may_reach_into_march"),
        pytest.param(Filters(after="2026-03"), {"published": "2026-02-28"}, False, id="before_march"),
        pytest.param(Filters(after="2026-03"), {"published": "2019", "saved": "2026-03-01"}, True, id="saved_counts"),
        pytest.param(Filters(before="2026-03"), {"saved": "2026-03-31"}, True, id="the_whole_month_is_meant"),
        pytest.param(Filters(before="2026-03"), {"saved": "2026-04-01"}, False, id="the_day_after"),
        pytest.param(Filters(after="2025", before="2025"), {"published": "2025-07"}, True, id="one_year"),
        pytest.param(
            Filters(after="2025", before="2025"),
            {"published": "2024", "saved": "2026-01-01"},
            False,
            id="one_date_before_and_one_after_is_none_within",
        ),
        pytest.param(Filters(after="2025"), {}, False, id="undated"),
    ],
)
def test_select_entries(filters: Filters, facts: dict[str, object], expected: bool) -> None:
    assert passes(filters, **facts) is expected


def test_the_order_stays() -> None:
    entries = [dataclasses.replace(PLAIN, id=f"{letter}-00000000") for letter in "cab"]
    assert select_entries(entries, Filters()) == entries


@pytest.mark.parametrize("text", ["yesterday", "2026-13", "2026-00", "26", "2026-1", "2026-02-30", "2026-01-01x"])
def test_what_is_no_date_is_misuse(text: str) -> None:
    with pytest.raises(ParamsError, match="is no date"):
        select_entries([PLAIN], Filters(after=text))


def test_a_span_that_ends_before_it_begins_is_misuse() -> None:
    with pytest.raises(ParamsError, match="later than"):
        select_entries([PLAIN], Filters(after="2026", before="2025"))
