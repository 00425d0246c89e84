"""Fences: how text from outside is marked as data in a request."""

import hashlib

TAG = "data-"
DIGITS = 16


def fence(text: str) -> str:
    """Return a text between two marks that it cannot hold, since they are made from its own hash.

    The marks are the same on every machine, and so is the key of the request's stored answer.
    """
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    while digest[:DIGITS] in text:
        digest = hashlib.sha256(f"{digest}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()
    mark = f"{TAG}{digest[:DIGITS]}"
    return f"<{mark}>\n{text}\n</{mark}>"
