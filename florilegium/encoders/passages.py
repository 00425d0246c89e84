"""Passages: a text in parts that a small model can read whole, and which of them are worth reading."""

import math
import re
from collections.abc import Collection, Iterator, Sequence

from ..search.analysis import UNSPACED, extract_terms
from ..wording.prose import strip_markup
from ..wording.sentences import split_sentences

PASSAGE_WORDS = 160  # with a title about the 256 tokens that the packaged model reads
READ_PASSAGES = 3  # of one document

_WORD = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+")


def split_passages(title: str, text: str) -> tuple[str, ...]:
    """Return a document's passages, about equally long, cut between sentences and each led by the title."""
    pieces = [piece for sentence in split_sentences(strip_markup(text)) for piece in _cut_sentence(sentence)]
    lengths = [len(_WORD.findall(piece)) for piece in pieces]
    total = sum(lengths)
    share = total / max(1, math.ceil(total / PASSAGE_WORDS))
    passages: list[list[str]] = [[]]
    read = 0
    for piece, length in zip(pieces, lengths, strict=True):
        # The passage in whose share the middle of the sentence falls has it.
        if passages[-1] and read + length / 2 > share * len(passages):
            passages.append([])
        passages[-1].append(piece)
        read += length
    found = ("\n".join(filter(None, (title, " ".join(passage)))) for passage in passages)
    return tuple(passage for passage in found if passage)


def choose_passages(passages: Sequence[str], stems: Collection[str], *, most: int = READ_PASSAGES) -> tuple[str, ...]:
    """Return the passages that have most of the stems, in the order of the text; of equal ones the first."""
    if len(passages) <= most:
        return tuple(passages)
    wanted = frozenset(stems)
    shares = [len(wanted.intersection(extract_terms(passage))) for passage in passages]
    best = sorted(range(len(passages)), key=lambda place: (-shares[place], place))[:most]
    return tuple(passages[place] for place in sorted(best))


def _cut_sentence(sentence: str) -> Iterator[str]:
    """Yield a sentence, in parts where it is longer than a passage: tables and code have no full stops."""
    starts = [found.start() for found in _WORD.finditer(sentence)][::PASSAGE_WORDS]
    for start, end in zip([0, *starts[1:]], [*starts[1:], len(sentence)], strict=True) if starts else ():
        yield sentence[start:end].strip()
