"""The summariser played by a model: two or three sentences, held to length and form."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..asking.requests import Request
from ..asking.structured import Answered, ask_structured_all
from ..documents import Document
from ..project.schemas import load_schema
from ..relevance.evidence import cut_text
from ..roles import Summariser
from ..wording.sentences import split_sentences
from .cards import describe_document
from .voice import Voice

PROMPT = "summariser.md"
MOST_CHARACTERS = 480
FEWEST_CHARACTERS = 20
MOST_SENTENCES = 4  # three, and one for a splitter that errs
READ_WORDS = 1_500  # of head and of tail

_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]{8,})[\"”“»]")
_MARKUP = re.compile(r"\]\(|https?://|^[#>*-] |`|<[a-z/]|\*\*|\[\[")


@dataclass(frozen=True)
class ClaudeSummariser:
    """Asks a model what a document says; where its answer does not hold, the local role's sentences stand."""

    voice: Voice
    local: Summariser

    def summarise(self, document: Document, text: str) -> str:
        """Return what the document is about."""
        return self.summarise_all([(document, text)])[0]

    def summarise_all(self, pairs: Sequence[tuple[Document, str]]) -> list[str]:
        """Return what each document is about, asked side by side."""
        asked = [number for number, (_, text) in enumerate(pairs) if text.strip()]
        requests = [self._write_request(*pairs[number]) for number in asked]
        checks = [_Check(pairs[number][1]) for number in asked]
        outcomes = ask_structured_all(self.voice.asker, requests, checks) if requests else []
        found: dict[int, str] = {}
        for number, outcome in zip(asked, outcomes, strict=True):
            if isinstance(outcome, Answered):
                found[number] = _flatten(outcome.value["summary"])
            else:
                self.voice.replace_failed(pairs[number][0].id, outcome)
        return [found.get(number) or self.local.summarise(*pair) for number, pair in enumerate(pairs)]

    def _write_request(self, document: Document, text: str) -> Request:
        shown, is_whole = cut_text(text, READ_WORDS)
        values = {
            "card": self.voice.enclose(describe_document(document)),
            "characters": str(MOST_CHARACTERS),
            "cut": "" if is_whole else ", of which head and tail are shown",
            "text": self.voice.enclose(shown),
        }
        return self.voice.write_request(PROMPT, load_schema("answer_summary"), values)


@dataclass(frozen=True)
class _Check:
    """What a summary of one text is held to."""

    text: str

    def __call__(self, answer: Mapping[str, Any]) -> Sequence[str]:
        summary = _flatten(answer["summary"])
        problems = []
        if not FEWEST_CHARACTERS <= len(summary) <= MOST_CHARACTERS:
            problems.append(f"$.summary: {len(summary)} characters, not {FEWEST_CHARACTERS} to {MOST_CHARACTERS}")
        if len(split_sentences(summary)) > MOST_SENTENCES:
            problems.append("$.summary: more than three sentences")
        if _MARKUP.search(summary):
            problems.append("$.summary: holds Markdown, code or a link")
        words = _flatten(self.text).casefold()
        invented = [quote for quote in _QUOTED.findall(summary) if quote.strip(" .,;").casefold() not in words]
        problems += [f"$.summary: the text does not say {quote[:60]!r}" for quote in invented]
        return problems


def _flatten(text: str) -> str:
    return " ".join(text.split())
