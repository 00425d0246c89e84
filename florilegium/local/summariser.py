"""The summariser of the embedded engine: the whole sentences that best stand for a document."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ..documents import Document
from ..search.analysis import extract_terms, is_unspaced
from ..wording.boilerplate import find_speakers, is_boilerplate, strip_speaker
from ..wording.prose import Block, iter_blocks
from ..wording.sentences import split_sentences

MOST_CHARACTERS = 480
MOST_WORDS = 60  # a sentence
MOST_SENTENCES = 3
FEWEST_TERMS = 4  # a sentence with fewer says little
FEWEST_KEPT_TERMS = 3  # "Read more." is no summary
_READ_SENTENCES = 400  # a book is known by its first pages
_ALIKE = 0.6  # two sentences that share so much of the shorter one say the same
FEWEST_SENTENCES = 2
# How alike two sentences may be, and whether each must share a word with the title or another, until two are found.
_TRIES = ((_ALIKE, True), (0.9, True), (_ALIKE, False))
_WEIGHTS = {"paragraph": 1.0, "item": 0.8}
_ELLIPSIS = "…"

# A sentence that begins so leans on the one before it, and says less alone.
_LEANS = re.compile(r"(?:and|but|he|however|it|she|so|that|then|there|these|they|this|those|thus)\b", re.IGNORECASE)
_ENDS = re.compile(r"[.!?…。！？][\"'”’»)\]」』）]*$")


@dataclass(frozen=True)
class _Sentence:
    """One candidate."""

    place: int
    text: str
    terms: frozenset[str]
    weight: float  # of the block that it stands in


class LocalSummariser:
    """Picks two or three sentences by how central they are, how near to the title, and how early they come."""

    def summarise(self, document: Document, text: str) -> str:
        """Return what the document is about, at most 480 characters of its own words; "" for an empty one."""
        blocks = list(iter_blocks(text))
        sentences = _collect_sentences(blocks)
        title = frozenset(extract_terms(document.title))
        chosen: list[_Sentence] = []
        for alike, related in _TRIES:
            if len(chosen) < FEWEST_SENTENCES:
                chosen = _choose(sentences, title, alike=alike, related=related)
        if chosen:
            return " ".join(sentence.text for sentence in chosen)
        return _quote_lines(blocks, document.title)

    def summarise_all(self, pairs: Sequence[tuple[Document, str]]) -> list[str]:
        """Return what each document is about, in their order."""
        return [self.summarise(document, text) for document, text in pairs]


def keep_summary(summary: str) -> str:
    """Return a source's own summary where it has a whole sentence, shortened to whole sentences; else ""."""
    kept = ""
    for sentence in split_sentences(" ".join(summary.split())):
        if not _ENDS.search(sentence) or len(f"{kept} {sentence}".strip()) > MOST_CHARACTERS:
            break
        kept = f"{kept} {sentence}".strip()
    return kept if len(extract_terms(kept)) >= FEWEST_KEPT_TERMS else ""


def _collect_sentences(blocks: Sequence[Block]) -> list[_Sentence]:
    """Return the sentences that may stand in a summary; tasks, notices and fields say what is to do or around it."""
    sentences: list[_Sentence] = []
    speakers = find_speakers([block.text for block in blocks])
    for block in blocks:
        if block.kind in _WEIGHTS and len(sentences) < _READ_SENTENCES:
            said = strip_speaker(block.text, speakers)
            for text in split_sentences(said):
                terms = frozenset(extract_terms(text))
                if _is_fit(text) and len(terms) >= FEWEST_TERMS:
                    sentences.append(_Sentence(len(sentences), text, terms, _WEIGHTS[block.kind]))
    return sentences


def _is_fit(text: str) -> bool:
    """Tell whether a sentence is whole, not too long, and none of those that stand around any text."""
    fits = len(text.split()) <= MOST_WORDS and len(text) <= MOST_CHARACTERS
    return fits and _ENDS.search(text) is not None and not is_boilerplate(text)


def _choose(sentences: Sequence[_Sentence], title: frozenset[str], *, alike: float, related: bool) -> list[_Sentence]:
    """Return the best sentences that fit together, in the order of the text."""
    counts = Counter(term for sentence in sentences for term in sentence.terms)
    scores = {sentence.place: _score(sentence, counts, title, len(sentences)) for sentence in sentences}
    chosen: list[_Sentence] = []
    known = [title]
    room = MOST_CHARACTERS
    for sentence in sorted(sentences, key=lambda item: (-scores[item.place], item.place)):
        if len(chosen) == MOST_SENTENCES:
            break
        bears = not chosen or not related or any(sentence.terms & terms for terms in known)
        if bears and len(sentence.text) <= room and not any(_share(sentence, other) > alike for other in chosen):
            chosen.append(sentence)
            known.append(sentence.terms)
            room -= len(sentence.text) + 1
    return sorted(chosen, key=lambda item: item.place)


def _score(sentence: _Sentence, counts: Counter[str], title: frozenset[str], total: int) -> float:
    """Return centrality (how common its terms are here), nearness to the title, and earliness, weighed."""
    central = sum((counts[term] - 1) / total for term in sentence.terms) / (len(sentence.terms) + 12) * 10
    named = len(sentence.terms & title) / (len(title) or 1)
    early = 1.0 / (1.0 + 0.5 * sentence.place)
    leaning = 0.8 if _LEANS.match(sentence.text) else 1.0
    return sentence.weight * leaning * (central + 0.5 * named + 0.8 * early)


def _share(left: _Sentence, right: _Sentence) -> float:
    return len(left.terms & right.terms) / min(len(left.terms), len(right.terms))


def _quote_lines(blocks: Sequence[Block], title: str) -> str:
    """Return the first lines of a text without sentences, such as a list, cut at a word."""
    lines = [block.text for block in blocks if block.kind != "heading"]
    lines = lines or [block.text for block in blocks if block.text.casefold() != title.casefold()]
    whole = "; ".join(line.rstrip(";,") for line in lines[:8])
    return shorten(whole, MOST_CHARACTERS)


def shorten(text: str, limit: int) -> str:
    """Return a text of at most `limit` characters, cut between words and marked where it is cut."""
    if len(text) <= limit:
        return text
    head, seam = text[: limit - 1], text[limit - 2 : limit]
    if not is_unspaced(seam) and not any(map(str.isspace, seam)):
        cut = head.rstrip().rpartition(" ")[0]
        head = cut or head
    return head.rstrip(" ,;:") + _ELLIPSIS
