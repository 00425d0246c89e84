"""Sentences of plain prose, for briefs; articles and notes have the summariser's own splitter."""

import re

TAIL_LENGTH = 16  # longer than any abbreviation with the marks around it
_PARAGRAPH = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
# After a stop, closing quotes and brackets still belong to the sentence; CJK stops need no space after them.
_STOP = re.compile(r"(?<=[。！？])[」』）”’]*|(?<=[.!?…])[\"'”’)\]]*\s+(?=[\"'“‘(\[¿¡]*[\w#@])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|esp|no|nos|vol|fig|eq|ch|pp?|ed|eds|dr|mr|mrs|ms|prof|st|jr|sr|al"
    r"|ca|bzw|z\.\s?B|d\.\s?h|t\.\s?ex|bl\.\s?a)|\b[A-Z])\.$",
    re.IGNORECASE,
)


def split_sentences(text: str) -> list[str]:
    """Return the sentences in order; a paragraph's line breaks are spaces, its end ends a sentence."""
    sentences: list[str] = []
    for paragraph in _PARAGRAPH.split(text):
        sentences += _split_paragraph(" ".join(paragraph.split()))
    return sentences


def _split_paragraph(paragraph: str) -> list[str]:
    parts: list[str] = []
    start = 0
    for stop in _STOP.finditer(paragraph):
        tail = paragraph[max(start, stop.end() - TAIL_LENGTH) : stop.end()].strip()
        if tail and (tail.endswith("etc.") or not _ABBREVIATION.search(tail)):
            parts.append(paragraph[start : stop.end()].strip())
            start = stop.end()
    rest = paragraph[start:].strip()
    return [*parts, rest] if rest else parts
