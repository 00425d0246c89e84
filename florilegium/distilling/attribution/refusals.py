"""Refusals: where an article names a source in order to say that it did not use it."""

import re

# Only what the writer says of this text: "I have not read", "this essay makes no use of", "ich habe … nicht gelesen".
_WRITER = r"(?:\b(?:I|we|ich|wir|je|nous|yo)\b|\bthis (?:article|text|essay|piece|post|page)\b|\bhere\b)"
_USE = (
    r"(?:read|use[ds]?|using|consult\w*|rel(?:y|ied)|dr[ae]wn?|cite[ds]?|quote[ds]?|open(?:ed)?|borrow\w*|follow\w*"
    r"|seen|know|looked|touch(?:ed)?|gelesen|benutzt|verwendet|lu|utilisé|leído|usado)"
)
_DENIAL = (
    r"(?:\b(?:not|never|neither|without|nicht|nie|jamais|pas|nunca)\b|n['’]t\b"
    r"|\b(?:yet|still|have|had) to\b|\brefused to\b|\bno use\b|\bno\b)"
)
_BEFORE = re.compile(rf"{_WRITER}[^.;:!?]{{0,24}}?{_DENIAL}[^.;:!?]{{0,24}}?(?:\b{_USE}\b|\buse of\b)", re.IGNORECASE)
_AFTER = re.compile(
    rf"\b(?:unread|unopened|aside|untouched|ungelesen)\b|{_DENIAL}[^.;:!?]{{0,12}}\b{_USE}\b", re.IGNORECASE
)
_LEFT = re.compile(rf"{_WRITER}[^.;:!?]{{0,16}}\b(?:left|leave|put|kept|set|lasse|ließ|habe)\b", re.IGNORECASE)
# "I had never used a folder before I read …" denies something else.
_TURN = re.compile(
    r"\b(?:before|until|till|but|since|except|without first|only|bevor|bis|aber|avant|mais)\b", re.IGNORECASE
)


def is_refusal(before: str, after: str) -> bool:
    """Tell whether a sentence says that a source was not used, from what stands before and after its name."""
    denied = list(_BEFORE.finditer(before))
    if denied and not _TURN.search(before, denied[-1].start()):
        return True
    return bool(_LEFT.search(before) and _AFTER.search(after))
