"""A model's reply as it came, before anybody believes it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class TextBlock:
    """Words of the model."""

    text: str


@dataclass(frozen=True)
class ToolUse:
    """A tool that the model calls."""

    id: str
    name: str
    input: Mapping[str, Any]


@dataclass(frozen=True)
class OtherBlock:
    """Whatever else a server sends, such as thinking; it goes back unread, since some servers insist on it."""

    record: Mapping[str, Any]


@dataclass(frozen=True)
class Usage:
    """Tokens of one call, as the server counted them."""

    input_tokens: int = 0  # neither read from the prompt cache nor written to it
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0


@dataclass(frozen=True)
class Reply:
    """One answer."""

    blocks: tuple[TextBlock | ToolUse | OtherBlock, ...]
    stop_reason: str  # end_turn, max_tokens, tool_use, refusal, model_context_window_exceeded, ...
    usage: Usage
    model: str  # as the server names it

    @property
    def text(self) -> str:
        """All words of the model."""
        return "".join(block.text for block in self.blocks if isinstance(block, TextBlock))
