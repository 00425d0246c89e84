"""The mark on a page of ours: a comment with the hash of what follows, so that a person's change is seen."""

import re
from hashlib import sha256

_MARK = re.compile(rb"<!-- Made by florilegium vault map; a page that you change is yours\. ([0-9a-f]{16}) -->\n")


def mark_page(text: str) -> str:
    """Return a page with its mark as first line."""
    return f"<!-- Made by florilegium vault map; a page that you change is yours. {_hash(text.encode())} -->\n{text}"


def is_ours(content: bytes) -> bool:
    """Tell whether a file is a page of ours that nobody changed; line ends that a sync changed do not matter."""
    plain = content.replace(b"\r\n", b"\n")
    match = _MARK.match(plain)
    return match is not None and match[1].decode() == _hash(plain[match.end() :])


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()[:16]
