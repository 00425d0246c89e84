"""A request to a model, and the key under which its answer is stored."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from .replies import OtherBlock, TextBlock, ToolUse


@dataclass(frozen=True)
class Part:
    """One block of text that is sent."""

    text: str
    cached: bool = False  # what comes before and including this repeats from request to request


@dataclass(frozen=True)
class ToolResult:
    """What a tool gave, sent back to the model that called it."""

    tool_use_id: str
    text: str
    is_error: bool = False


@dataclass(frozen=True)
class Turn:
    """One message of a conversation."""

    speaker: Literal["user", "assistant"]
    blocks: tuple[Part | TextBlock | ToolUse | ToolResult | OtherBlock, ...]


@dataclass(frozen=True)
class Tool:
    """One tool that the model may call."""

    name: str
    description: str
    schema: Mapping[str, Any]  # JSON Schema of its input


@dataclass(frozen=True)
class Request:
    """One request: nothing in it depends on the machine, the clock or the folder."""

    role: str  # planner, researcher, gap_analyst, reranker, summariser, distiller; for the ledger only
    model: str
    system: tuple[Part, ...]
    turns: tuple[Turn, ...]
    max_tokens: int
    tools: tuple[Tool, ...] = ()
    schema: Mapping[str, Any] | None = None  # of the answer, None where it is prose or a tool's call
    effort: str | None = None


def make_key(request: Request) -> str:
    """Return the SHA-256 of all that decides the answer; who asks and what a server may cache are not part of it."""
    record = asdict(request, dict_factory=_keep_deciding)
    text = json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _keep_deciding(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: value for name, value in pairs if name not in ("role", "cached")}
