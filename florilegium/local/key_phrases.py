"""The key phrases of a brief: how often their words occur, and which stand near each other."""

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..brief.briefs import Brief, strip_fences
from ..wording.sentences import split_sentences
from .terms import Phrase, find_phrases

LENGTH_BONUS = 0.35  # a phrase of two words says more than its words apart
TITLE_BONUS = 1.3
SHARED_SENTENCE = 0.7  # a second head out of one sentence is likely the same angle
GROUP_SIZE = 7
FEWEST_PHRASES = 3

_REFUSED = re.compile(
    r"^\W*(?:(?:i am|i'm|i’m|we are|we're)\s+)?(?:please\s+)?"
    r"(?:not? (?:interest|about|need|more)|skip\b|ignore\b|leave out|nothing (?:on|about)"
    r"|out of scope|exclud|without\b|(?:i |we )?(?:don't|don’t|do not) (?:want|need|care))",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*)$")
_MARK = re.compile(r"^[ \t]*(?:[-*+>]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|[*`~|]+|(?<!\w)_+|_+(?!\w)", re.MULTILINE)


@dataclass(frozen=True)
class KeyPhrases:
    """The phrases of a brief by sentence; headings are sentences too."""

    sentences: tuple[tuple[Phrase, ...], ...]
    title: frozenset[str]  # stems of the title
    paths: tuple[str, ...]  # files and addresses that the brief names: their names are no subject
    names: frozenset[str]  # words that keep their capital wherever they stand

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How often each stem occurs in the brief."""
        return Counter(stem for sentence in self.sentences for phrase in sentence for stem in phrase.key)

    @cached_property
    def _runs(self) -> Mapping[tuple[str, ...], int]:
        keys = [phrase.key for sentence in self.sentences for phrase in sentence]
        return Counter(key[a:b] for key in keys for a in range(len(key)) for b in range(a + 1, len(key) + 1))

    @cached_property
    def phrases(self) -> tuple[Phrase, ...]:
        """Every phrase once, in order of appearance."""
        return tuple(
            {phrase.key: phrase for sentence in reversed(self.sentences) for phrase in reversed(sentence)}.values()
        )[::-1]

    def strip_paths(self, text: str) -> str:
        """Return a text without the files and addresses that the brief names."""
        for path in self.paths:
            text = text.replace(path, "\n")
        return text

    def score(self, phrase: Phrase) -> float:
        """Return how much a phrase stands for the brief: frequent words, several of them, in the title."""
        frequency = sum(math.log2(1 + self.counts.get(stem, 1)) for stem in phrase.key) / len(phrase.key)
        bonus = TITLE_BONUS if self.title.intersection(phrase.key) else 1.0
        # A run that recurs is a name; the same run with a chance word before it is not.
        recurrence = math.log2(1 + self._runs.get(phrase.key, 1))
        return round(frequency * recurrence * (1 + LENGTH_BONUS * (len(phrase.key) - 1)) * bonus, 6)

    def score_within(self, phrase: Phrase) -> float:
        """Return how much a phrase tells its own angle from the rest of the brief: long, and of rare words."""
        common = sum(math.log2(1 + self.counts.get(stem, 1)) for stem in phrase.key) / len(phrase.key)
        return round((1 + LENGTH_BONUS * (len(phrase.key) - 1)) / (1 + common), 6)

    def spell(self, phrase: Phrase) -> str:
        """Return a phrase as a term: a capital that only begins a sentence is none."""
        first, _, rest = phrase.text.partition(" ")
        plain = first if first in self.names or not first.istitle() else first.lower()
        return f"{plain} {rest}".strip()

    def choose_heads(self, wanted: int, *, taken: frozenset[str]) -> list[Phrase]:
        """Return the strongest phrases that share no stem, the strongest first; sharing is second choice."""
        heads: list[Phrase] = []
        used = set(taken)
        while len(heads) < wanted:
            free = [phrase for phrase in self.phrases if not used.intersection(phrase.key)]
            if not free:
                chosen = {head.key for head in heads}
                free = [
                    phrase for phrase in self.phrases if phrase.key not in chosen and not used.issuperset(phrase.key)
                ]
            if not free:
                break
            head = max(free, key=lambda phrase: self._weigh_head(phrase, heads))
            heads.append(head)
            used.update(head.key)
        return heads

    def gather(
        self, heads: Sequence[Phrase], *, taken: frozenset[str] = frozenset()
    ) -> dict[tuple[str, ...], list[Phrase]]:
        """Return for each head the phrases nearer to it than to any other, the nearest first, without taken stems."""
        groups: dict[tuple[str, ...], list[tuple[float, Phrase]]] = {head.key: [] for head in heads}
        for phrase in self.phrases:
            if phrase.key in groups or not heads or taken.intersection(phrase.key):
                continue
            near = [self._measure_nearness(phrase, head) for head in heads]
            best = max(range(len(heads)), key=lambda at: near[at])
            groups[heads[best].key].append((near[best], phrase))
        return {
            key: [phrase for _, phrase in sorted(group, key=lambda pair: (-pair[0], -self.score(pair[1])))[:GROUP_SIZE]]
            for key, group in groups.items()
        }

    def find_near(self, stems: frozenset[str]) -> list[Phrase]:
        """Return the phrases of the sentences that have a stem of these, the most often shared and strongest first."""
        weights: Counter[tuple[str, ...]] = Counter()
        for sentence in self.sentences:
            shared = len(stems.intersection(stem for phrase in sentence for stem in phrase.key))
            for key in {phrase.key for phrase in sentence}:
                weights[key] += shared
        titled = {phrase.key for phrase in self.phrases if self.title.issuperset(phrase.key)}
        return sorted(
            self.phrases, key=lambda phrase: (-weights[phrase.key], phrase.key not in titled, -self.score(phrase))
        )

    def _weigh_head(self, phrase: Phrase, heads: Sequence[Phrase]) -> float:
        places = self._places[phrase.key]
        shared = any(places <= self._places[head.key] for head in heads)
        return self.score(phrase) * (SHARED_SENTENCE if shared else 1.0)

    @cached_property
    def _places(self) -> Mapping[tuple[str, ...], frozenset[int]]:
        places: dict[tuple[str, ...], set[int]] = {}
        for number, sentence in enumerate(self.sentences):
            for phrase in sentence:
                places.setdefault(phrase.key, set()).add(number)
        return {key: frozenset(numbers) for key, numbers in places.items()}

    @cached_property
    def _ordered(self) -> Mapping[tuple[str, ...], Sequence[int]]:
        return {key: sorted(numbers) for key, numbers in self._places.items()}

    def _measure_nearness(self, phrase: Phrase, head: Phrase) -> float:
        """Return common stems, common sentences and, least, the distance in sentences, as one number."""
        ours, theirs = self._places[phrase.key], self._places[head.key]
        distance = min(_find_distance(number, self._ordered[head.key]) for number in ours)
        return 2.0 * len(set(phrase.key) & set(head.key)) + len(ours & theirs) + 1.0 / (1 + distance)


def _find_distance(number: int, ordered: Sequence[int]) -> int:
    at = bisect_left(ordered, number)
    return min(abs(number - near) for near in ordered[max(at - 1, 0) : at + 1])


def read_key_phrases(brief: Brief) -> KeyPhrases:
    """Return the key phrases of a brief, without what it says it does not want."""
    paths = [item for reference in brief.references for item in (reference.reference, reference.saved_file or "")]
    files = sorted({path for path in paths if "/" in path or "." in path}, key=lambda path: (-len(path), path))
    text = strip_fences(brief.text)
    for path in files:
        text = text.replace(path, "\n")
    sentences = [tuple(find_phrases(sentence)) for sentence in _iter_wanted(text)]
    if sum(map(len, sentences)) < FEWEST_PHRASES:
        # A title that only repeats the folder's name is not the reader's words: it helps out where they are few.
        sentences.insert(0, tuple(find_phrases(brief.title)))
    return KeyPhrases(
        sentences=tuple(sentence for sentence in sentences if sentence),
        title=frozenset(stem for phrase in find_phrases(brief.title) for stem in phrase.key),
        paths=tuple(files),
        names=_find_names(text),
    )


def _iter_wanted(text: str) -> list[str]:
    """Return headings and sentences; a refusing heading takes its section with it."""
    wanted: list[str] = []
    refused_level = 0
    for block in re.split(r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]|[ ]{0,3}#)|(?<=#)\n", text):
        heading = _HEADING.match(block.strip("\n").split("\n")[0])
        if heading:
            level = len(heading[1])
            if refused_level and level > refused_level:
                continue
            refused_level = level if _REFUSED.match(heading[2]) else 0
        if not refused_level:
            wanted += _split_block(block)
    return wanted


def _split_block(block: str) -> list[str]:
    lines = [_HEADING.sub(r"\2\n\n", line) for line in block.split("\n")]
    sentences = split_sentences(_MARK.sub("", "\n".join(lines)))
    return [sentence for sentence in sentences if not _REFUSED.match(sentence)]


def _find_names(text: str) -> frozenset[str]:
    """Return the words with a capital inside a sentence: names, which keep it at the start of one as well."""
    return frozenset(re.findall(r"(?<=[a-z,;] )([A-Z][\w'’-]*)", text))
