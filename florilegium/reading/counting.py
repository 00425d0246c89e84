"""What sources have of a question: read from their texts, or looked up in kept terms."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from ..memory.folder import Memory
from .fields import FIELDS, read_fields
from .matches import Source
from .question import Question, TermCounter
from .term_index import KeptTerms

FindTerms = Callable[[Memory, Sequence[str]], KeptTerms | None]  # None where the texts are to be read


@dataclass(frozen=True)
class Counts:
    """What one source has of the question, by field."""

    source: Source
    terms: Mapping[str, Mapping[str, int]]  # only of the fields that have any
    lengths: Mapping[str, int]  # in bytes, which treats scripts alike that write words with one sign or with many
    has_sequence: Callable[[str, Sequence[str]], bool]  # whether a field has these terms side by side

    def has(self, term: str) -> bool:
        """Tell whether any field has the term."""
        return any(term in counts for counts in self.terms.values())

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

    def look_up(self, sources: Sequence[Source], kept: KeptTerms) -> None:
        """Count the sources of one memory by its kept terms, which number them as its catalogue does."""
        numbers = {entry.id: number for number, entry in enumerate(sources[0].memory.index.entries)}
        by_number = {numbers[source.entry.id]: source for source in sources}
        self.sources += len(sources)
        for at, name in enumerate(FIELDS):
            self.lengths[name] += sum(kept.lengths[number * len(FIELDS) + at] for number in by_number)
        postings = kept.postings
        counts: dict[int, dict[str, dict[str, int]]] = {}
        for slot in sorted({slot for found in postings.values() for slot in found.starts}):
            number, at = divmod(slot, len(FIELDS))
            if number in by_number:
                here = {term: found.count(slot) for term, found in postings.items() if slot in found.starts}
                counts.setdefault(number, {})[FIELDS[at]] = here
        for number, terms in counts.items():
            first = number * len(FIELDS)
            lengths = dict(zip(FIELDS, kept.lengths[first : first + len(FIELDS)], strict=True))

            def has_sequence(name: str, phrase: Sequence[str], first: int = first) -> bool:
                slot = first + FIELDS.index(name)
                places = [set(postings[term].places(slot)) for term in phrase]
                return any(all(at + step in later for step, later in enumerate(places)) for at in places[0])

            self.found.append(Counts(by_number[number], terms, lengths, has_sequence))


def tally_sources(sources: Sequence[Source], question: Question, find_terms: FindTerms) -> Tally:
    """Return what the sources have of a question; raises ArtifactError where a layer cannot be read."""
    counter: TermCounter | None = None
    tally = Tally()
    for _, group in groupby(sources, key=lambda source: id(source.memory)):
        members = list(group)
        # The kept terms are without stop words: a question that has nothing else is asked of the texts.
        kept = None if question.stop_words else find_terms(members[0].memory, sorted(question.terms))
        if kept is not None:
            tally.look_up(members, kept)
            continue
        counter = counter or TermCounter(question)
        for source in members:
            tally.add(source, read_fields(source.memory, source.entry), counter)
    return tally
