"""Stand-ins: typical answers, so that a forecast asks on as a run would; where none is needed, only their length."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..asking.askers import Failure
from ..asking.replies import Reply, TextBlock, ToolUse, Usage
from ..asking.requests import Part, Request, ToolResult
from .egress import find_shown
from .estimates import estimate_tokens

# Tokens of answers as the schemas want them: ids of some fifteen tokens, reasons of some twenty words.
LENGTHS = {"planner": 350, "gap_analyst": 350, "summariser": 110, "distiller": 160}
FINDING = 55  # an id with its reason
SCORE = 75  # an id with outcome, score, themes and reason
BEARING = 20  # an id
READ_TURN = 1
UNSURE_EVERY = 3  # of how many documents one is not settled by its metadata
REASON = "It bears on the query in more than one place and says something of its own about it."

_ORIGIN = re.compile(r"^([a-z ]+): (\d+)$", re.MULTILINE)
_QUERY = re.compile(r"The query is:\s+<data-([0-9a-f]{16})>\n(.*?)\n</data-\1>", re.DOTALL)
_LIMIT = re.compile(r"at most (\d+) documents")


@dataclass(frozen=True)
class Played:
    """What a stand-in makes of a request."""

    answer: Reply | Failure  # a failure hands the item to the local role, which goes on from there
    tokens: int  # of the answer


def play_typical(request: Request) -> Played:
    """Return what a model would typically answer, and how long that is without what it thinks."""
    if request.role == "researcher":
        return _play_researcher(request)
    cards = sorted(item.name for item in find_shown(request) if item.part == "metadata")
    if request.role == "reranker":
        return _play_reranker(request, cards)
    is_coverage = request.role == "gap_analyst" and "findings" in json.dumps(request.schema)
    tokens = BEARING * len(cards) if is_coverage else LENGTHS[request.role]
    return Played(Failure("this is a forecast"), max(tokens, 1))


def _play_reranker(request: Request, cards: Sequence[str]) -> Played:
    """Settle most documents by their metadata, and all of them by head and tail."""
    is_first = not any(item.part == "text" for item in find_shown(request))
    scores: list[Mapping[str, Any]] = [
        {
            "id": name,
            "outcome": "need_more" if is_first and place % UNSURE_EVERY == 0 else "score",
            "score": 0.5,
            "themes": [],
            "reason": REASON,
        }
        for place, name in enumerate(cards)
    ]
    return Played(_say(request, json.dumps({"scores": scores})), SCORE * len(cards))


def _play_researcher(request: Request) -> Played:
    """Search each origin in two phrasings, read one document, then answer with what was shown."""
    turn = sum(item.speaker == "assistant" for item in request.turns)
    text = "\n".join(block.text for block in request.turns[0].blocks if isinstance(block, Part))
    if turn == 0:
        words = _find_words(text)
        origins = [name for name, count in _ORIGIN.findall(text) if int(count)]
        calls = [{"origin": name, "text": words} for name in origins]
        return _call(request, [("search", item) for item in calls])
    shown = _list_found(request)
    if turn == READ_TURN and shown:
        return _call(request, [("read", {"id": shown[0], "part": "1"})])
    limit = int(next(iter(_LIMIT.findall(text)), "15"))
    findings = [{"id": name, "reason": REASON} for name in shown[:limit]]
    return Played(_say(request, json.dumps({"findings": findings})), FINDING * max(1, len(findings)))


def _find_words(text: str) -> str:
    found = _QUERY.search(text)
    return " ".join(found[2].split())[:200] if found else "topic"


def _list_found(request: Request) -> list[str]:
    """Return the ids that searches have shown, those of different searches in turn: each origin has its best."""
    blocks = [block for turn in request.turns[1:] for block in turn.blocks if isinstance(block, ToolResult)]
    lists = [re.findall(r"^id: (\S+)$", block.text, re.MULTILINE) for block in blocks]
    longest = max(map(len, lists), default=0)
    turns = [names[place] for place in range(longest) for names in lists if place < len(names)]
    return list(dict.fromkeys(turns))


def _call(request: Request, calls: Sequence[tuple[str, Mapping[str, Any]]]) -> Played:
    uses = tuple(ToolUse(f"forecast_{place}", name, inputs) for place, (name, inputs) in enumerate(calls))
    tokens = sum(estimate_tokens(json.dumps(dict(item.input))) + 25 for item in uses)
    return Played(Reply(uses, "tool_use", Usage(), request.model), tokens)


def _say(request: Request, text: str) -> Reply:
    return Reply((TextBlock(text),), "end_turn", Usage(), request.model)
