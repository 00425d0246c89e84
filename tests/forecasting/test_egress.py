"""What a request would show is read from the request itself."""

import pytest

from florilegium.asking.replies import ToolUse
from florilegium.asking.requests import Part, Request, ToolResult, Turn
from florilegium.claude.fences import fence
from florilegium.forecasting.egress import Shown, find_shown

CARD = fence("id: elm-1\ntitle: Elm")


def make_request(role: str, text: str, *turns: Turn) -> Request:
    return Request(role, "m", (Part("Rules.", cached=True),), (Turn("user", (Part(text),)), *turns), 100)


@pytest.mark.parametrize(
    ("role", "text", "expected"),
    [
        pytest.param("gap_analyst", CARD, {("elm-1", "metadata")}, id="a_card"),
        pytest.param("gap_analyst", fence("A note.\nid: elm-1"), set(), id="a_line_of_a_note_is_no_card"),
        pytest.param("gap_analyst", "id: elm-1", set(), id="nor_is_one_outside_a_fence"),
        pytest.param("summariser", CARD, {("elm-1", "metadata"), ("elm-1", "text")}, id="a_summariser_reads"),
        pytest.param(
            "reranker",
            f"You are shown the metadata of each document, its id first.\n{CARD}",
            {("elm-1", "metadata")},
            id="a_reranker_looks_at_metadata_first",
        ),
        pytest.param(
            "reranker",
            f"You are shown head and tail of each document.\n{CARD}",
            {("elm-1", "metadata"), ("elm-1", "text")},
            id="and_reads_then",
        ),
        pytest.param("planner", fence("My brief."), {("brief.md", "text")}, id="a_planner_reads_the_brief"),
        pytest.param(
            "distiller",
            fence("title: Elm\nfile: trees/Elm tree.md"),
            {("article.md", "text"), ("trees/Elm tree.md", "text")},
            id="a_distiller_reads_article_and_source",
        ),
    ],
)
def test_what_a_role_is_shown(role: str, text: str, expected: set[tuple[str, str]]) -> None:
    """Cards show metadata; who reads texts shows these as well."""
    assert find_shown(make_request(role, text)) == {Shown(*item) for item in expected}


def test_what_a_researcher_has_read() -> None:
    """Cards of a search are metadata; a document that was read is text; a reading that failed shows nothing."""
    calls = Turn(
        "assistant",
        (ToolUse("a", "search", {}), ToolUse("b", "read", {"id": "elm-1"}), ToolUse("c", "read", {"id": "oak-2"})),
    )
    results = Turn(
        "user",
        (
            ToolResult("a", fence("id: ash-3\ntitle: Ash")),
            ToolResult("b", fence("All of it.")),
            ToolResult("c", "no search has shown it", is_error=True),
        ),
    )
    shown = find_shown(make_request("researcher", "The query.", calls, results))
    assert shown == {Shown("ash-3", "metadata"), Shown("elm-1", "text")}
