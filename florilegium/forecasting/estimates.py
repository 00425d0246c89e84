"""How many tokens a text has, where nobody is asked to count them."""

import json
from collections.abc import Mapping
from typing import Any

# Measured against the tokenizer of Claude 4.8 and later: English prose has about 2.9 letters a token.
LETTERS = 2.9
OTHERS = 1.1  # signs beyond ASCII: Chinese and Japanese have about one token each


def estimate_tokens(text: str) -> int:
    """Return about how many tokens a text has."""
    plain = sum(character < "\x80" for character in text)
    return round(plain / LETTERS + (len(text) - plain) / OTHERS) + 1


def estimate_body(body: Mapping[str, Any]) -> int:
    """Return about how many tokens the input of a call has."""
    inputs = {name: body[name] for name in ("system", "messages", "tools") if name in body}
    return estimate_tokens(json.dumps(inputs, ensure_ascii=False))
