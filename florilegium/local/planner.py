"""The local planner: themes from a brief's own angles, or else from its key phrases."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import chain

from ..brief.briefs import Brief
from ..plans import Query, Theme
from .key_phrases import KeyPhrases, read_key_phrases
from .query_book import QueryBook, iter_exact, iter_framed
from .terms import Phrase, find_phrases, find_words, make_phrase

LEAST_THEMES, MOST_THEMES = 3, 5
MOST_ANGLES = 200  # every pair is compared; those beyond speak as prose
LEAST_TERMS, MOST_TERMS = 4, 10
NAME_LENGTH = 72
_FRAMED_ANGLES = (("experience", "study", "history"), ("criticism", "limit", "failure"))
_QUESTION_STOPS = ("? ", "？")
_SENTENCE_STOPS = (*_QUESTION_STOPS, ": ", "：", "; ", ". ", "。")
_CLAUSE_STOPS = (" (", ", ", "，")


@dataclass(frozen=True)
class _Sketch:
    """A theme before its id: a name, and phrases with the best first."""

    name: str
    phrases: tuple[Phrase, ...]

    @property
    def stems(self) -> frozenset[str]:
        """The stems of all its phrases."""
        return frozenset(chain.from_iterable(phrase.key for phrase in self.phrases))


class LocalPlanner:
    """From brief to themes and first queries, by term statistics alone."""

    def plan_themes(self, brief: Brief, *, themes: int) -> tuple[Theme, ...]:
        """Return the brief's own angles where it writes three to five, else `themes` angles found in its prose."""
        prose = read_key_phrases(brief)
        angles = [_sketch_angle(angle, prose) for angle in (brief.themes or brief.angles)[:MOST_ANGLES]]
        sketches = _merge_sketches([angle for angle in angles if angle.phrases])
        if len(sketches) < LEAST_THEMES:
            wanted = min(max(themes, LEAST_THEMES), MOST_THEMES) - len(sketches)
            sketches += _sketch_prose(prose, sketches, wanted=wanted)
        sketches = sketches or [_Sketch(brief.title, (make_phrase(brief.title),))]
        sketches += _sketch_frames(sketches[0])[: max(0, LEAST_THEMES - len(sketches))]
        return tuple(
            Theme(f"t{number}", sketch.name, _list_terms(sketch, prose)) for number, sketch in enumerate(sketches, 1)
        )

    def plan_queries(self, brief: Brief, themes: Sequence[Theme], *, queries: int) -> tuple[Query, ...]:
        """Return that many queries, theme by theme, so that each has one before any has two."""
        context = find_words(brief.title)
        book = QueryBook()
        planned: list[Query] = []
        for number in range(queries):
            for theme in _rotate(themes, number):
                chosen = book.choose([("first", iter_exact(theme, context)), ("first", iter_framed(theme, context))])
                if chosen is not None:
                    reason, text = chosen
                    planned.append(Query(f"r0-q{len(planned) + 1}", theme.id, text, reason))
                    break
        return tuple(planned)


def _rotate(themes: Sequence[Theme], number: int) -> Iterator[Theme]:
    start = number % len(themes)
    yield from themes[start:]
    yield from themes[:start]


def _sketch_angle(angle: str, prose: KeyPhrases) -> _Sketch:
    found = {phrase.key: phrase for phrase in reversed(find_phrases(prose.strip_paths(angle)))}
    ranked = sorted(reversed(found.values()), key=lambda phrase: -prose.score_within(phrase))
    return _Sketch(_shorten_name(angle), tuple(ranked))


def _shorten_name(angle: str) -> str:
    """Return the angle up to its first stop, where that names something; always words of the brief in their order."""
    name = angle
    for stops, longest, least_words in (_SENTENCE_STOPS, 0, 1), (_CLAUSE_STOPS, NAME_LENGTH, 2):
        for stop in stops:
            head, found, _ = name.partition(stop)
            if found and len(name) > longest and len(find_words(head)) >= least_words:
                name = head + (stop.strip() if stop in _QUESTION_STOPS else "")
    if len(name) > NAME_LENGTH:
        name = name[:NAME_LENGTH].rsplit(" ", 1)[0]
    return name.strip(" .;:,")


def _merge_sketches(sketches: list[_Sketch]) -> list[_Sketch]:
    """Return at most five: the two with the most stems in common become one; a tie takes the later ones."""
    alive = dict(enumerate(sketches))
    stems = [sketch.stems for sketch in sketches]
    pairs = [_rank_pair(left, right, stems) for right in alive for left in range(right)]
    heapify(pairs)
    while len(alive) > MOST_THEMES:
        pair = heappop(pairs)
        left, right = -pair[1], -pair[2]
        if left not in alive or right not in alive or pair != _rank_pair(left, right, stems):
            continue  # one of the two has been merged since
        phrases = {phrase.key: phrase for phrase in (*alive[left].phrases, *alive.pop(right).phrases)}
        alive[left] = _Sketch(alive[left].name, tuple(phrases.values()))
        stems[left] = alive[left].stems
        for other in filter(left.__ne__, alive):
            heappush(pairs, _rank_pair(min(left, other), max(left, other), stems))
    return list(alive.values())


def _rank_pair(left: int, right: int, stems: Sequence[frozenset[str]]) -> tuple[float, int, int]:
    """Return what sorts the pair with the most in common first."""
    common = len(stems[left] & stems[right]) / min(len(stems[left]), len(stems[right]))
    return (-common, -left, -right)


def _sketch_prose(prose: KeyPhrases, known: Sequence[_Sketch], *, wanted: int) -> list[_Sketch]:
    """Return angles found in the prose: strong phrases that stand apart, each with those that stand near it."""
    taken = frozenset(stem for sketch in known for stem in sketch.stems)
    heads = prose.choose_heads(wanted, taken=taken)
    groups = prose.gather(heads, taken=taken)
    return [_Sketch(head.text, (head, *groups[head.key])) for head in heads]


def _sketch_frames(head: _Sketch) -> list[_Sketch]:
    """Return general angles on one subject, for a brief of a word or two."""
    return [
        _Sketch(f"{head.name}: {frames[0]}", (*head.phrases[:1], *map(make_phrase, frames)))
        for frames in _FRAMED_ANGLES
    ]


def _list_terms(sketch: _Sketch, prose: KeyPhrases) -> tuple[str, ...]:
    """Return 4 to 10 terms: the sketch's own, then words of its phrases, then what stands near them in the brief."""
    phrases = list(sketch.phrases[:MOST_TERMS])
    if len(phrases) < LEAST_TERMS:
        near = [*find_words(" ".join(phrase.text for phrase in phrases)), *prose.find_near(sketch.stems)]
        known = {phrase.key for phrase in phrases}
        phrases += list({phrase.key: phrase for phrase in near if phrase.key not in known}.values())
        phrases = phrases[: max(LEAST_TERMS, len(sketch.phrases))]
    return tuple(dict.fromkeys(prose.spell(phrase) for phrase in phrases))
