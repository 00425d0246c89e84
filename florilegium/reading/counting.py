"""What sources have of a question: read from their texts, or looked up in kept terms."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from ..memory.folder import Memory
from .fields import FIELDS, read_fields
from .matches import Source
from .question import Question, TermCounter
from .term_index import KeptTerms

FindTerms = Callable[[Memory], KeptTerms | None]  # None where the texts are to be read


@dataclass(frozen=True)
class Counts:
    """What one source has of the question, by field."""

    source: Source
    terms: Mapping[str, Mapping[str, int]]  # only of the fields that have any
    lengths: Mapping[str, int]  # in bytes, which treats scripts alike that write words with one sign or with many
    has_sequence: Callable[[str, Sequence[str]], bool]  # whether a field has these terms side by side

    @cached_property
    def present(self) -> Set[str]:
        """All terms that any field has."""
        return frozenset().union(*self.terms.values())

    def has_phrase(self, phrase: Sequence[str]) -> bool:
        """Tell whether one field has these terms side by side; only a field that has them all is looked at closely."""
        wanted = set(phrase)
        return any(wanted <= counts.keys() and self.has_sequence(name, phrase) for name, counts in self.terms.items())


@dataclass
class Tally:
    """What all sources together have of the question."""

    sources: int = 0
    lengths: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FIELDS, 0))
    found: list[Counts] = field(default_factory=list)  # those that have any of its terms

    def add(self, source: Source, texts: Mapping[str, str], counter: TermCounter) -> None:
        """Count a source by its texts."""
        lengths = {name: len(text.encode("utf-8")) for name, text in texts.items()}
        self.sources += 1
        for name, length in lengths.items():
            self.lengths[name] += length
        counts = {name: counter.count(text) for name, text in texts.items()}
        counts = {name: found for name, found in counts.items() if found}
        if counts:
            self.found.append(
                Counts(source, counts, lengths, lambda name, phrase: counter.has_sequence(texts[name], phrase))
            )

    def look_up(self, sources: Sequence[Source], question: Question, kept: KeptTerms) -> None:
        """Count the sources of one memory by its kept terms, which number them as its catalogue does."""
        numbers = {entry.id: number for number, entry in enumerate(sources[0].memory.index.entries)}
        by_number = {numbers[source.entry.id]: source for source in sources}
        self.sources += len(sources)
        for at, name in enumerate(FIELDS):
            self.lengths[name] += sum(kept.lengths[number * len(FIELDS) + at] for number in by_number)
        fields: dict[int, dict[str, dict[str, int]]] = {}  # by number
        for term in sorted(question.terms):
            for slot, count in kept.count(term).items():
                number, at = divmod(slot, len(FIELDS))
                if number in by_number:
                    fields.setdefault(number, {}).setdefault(FIELDS[at], {})[term] = count
        self.found += [_take_kept(by_number[number], number, fields[number], kept) for number in sorted(fields)]


def _take_kept(source: Source, number: int, fields: Mapping[str, Mapping[str, int]], kept: KeptTerms) -> Counts:
    first = number * len(FIELDS)
    lengths = dict(zip(FIELDS, kept.lengths[first : first + len(FIELDS)], strict=True))
    terms = {name: fields[name] for name in FIELDS if name in fields}

    def has_sequence(name: str, phrase: Sequence[str]) -> bool:
        return kept.has_sequence(first + FIELDS.index(name), phrase)

    return Counts(source, terms, lengths, has_sequence)


def tally_sources(sources: Sequence[Source], question: Question, find_terms: FindTerms) -> Tally:
    """Return what the sources have of a question; raises ArtifactError where a layer cannot be read."""
    counter: TermCounter | None = None
    tally = Tally()
    for _, group in groupby(sources, key=lambda source: id(source.memory)):
        members = list(group)
        # The kept terms are without stop words: a question that has nothing else is asked of the texts.
        kept = None if question.stop_words else find_terms(members[0].memory)
        if kept is not None:
            tally.look_up(members, question, kept)
            continue
        counter = counter or TermCounter(question)
        for source in members:
            tally.add(source, read_fields(source.memory, source.entry), counter)
    return tally
