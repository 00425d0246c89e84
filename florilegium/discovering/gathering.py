"""From a vault's model and texts to what discovery looks at: its words and its unlinked mentions."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..mentions.proposals import Proposal, propose_links
from ..mentions.prose import mask_prose
from ..search.analysis import extract_terms
from ..vault.model import VaultModel

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")


@dataclass(frozen=True)
class Gathered:
    """What is known of a vault's texts, gathered once for all modes when first asked for."""

    model: VaultModel
    texts: Mapping[str, str]  # by path

    @cached_property
    def vocabulary(self) -> dict[str, dict[str, int]]:
        """For every note how often it holds each word; forms of one word are counted as its commonest."""
        notes = self.model.notes.values()
        plain = {
            note.path: "\n".join(
                (note.title, *(heading.text for heading in note.headings), mask_prose(self.texts[note.path]))
            )
            for note in notes
        }
        spellings = find_spellings(plain.values())
        return {path: count_words(text, spellings) for path, text in plain.items()}

    @cached_property
    def mentions(self) -> tuple[Proposal, ...]:
        """The unlinked mentions that are sure enough, the surest first."""
        return propose_links(self.model, self.texts.__getitem__).proposals

    @cached_property
    def mentioned(self) -> dict[str, tuple[str, ...]]:
        """For every note that is mentioned the notes that do so, sorted."""
        found: dict[str, list[str]] = {}
        for mention in self.mentions:
            found.setdefault(mention.target, []).append(mention.path)
        return {target: tuple(sorted(found[target])) for target in sorted(found)}


def gather(model: VaultModel, read_text: Callable[[str], str]) -> Gathered:
    """Return what discovery looks at."""
    return Gathered(model, {path: read_text(path) for path in model.notes})


def find_spellings(texts: Iterable[str]) -> dict[str, str]:
    """Return for each term the word that is most often written for it, ties in alphabetical order."""
    written: Counter[str] = Counter()
    for text in texts:
        written.update(_WORD.findall(text.casefold()))
    best: dict[str, tuple[int, str]] = {}
    for word, count in written.items():
        terms = extract_terms(word)
        if len(terms) == 1:
            best[terms[0]] = min(best.get(terms[0], (0, "")), (-count, word))
    return {term: word for term, (_, word) in best.items()}


def count_words(text: str, spellings: Mapping[str, str]) -> dict[str, int]:
    """Return how often each word stands in a text; numbers and single letters are none."""
    counts = Counter(term for term in extract_terms(text) if len(term) > 1 and not term[0].isdigit())
    return {spellings.get(term, term): counts[term] for term in sorted(counts)}
