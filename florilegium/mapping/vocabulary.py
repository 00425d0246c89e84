"""The words of each section: those that many of its notes hold and few others do, and its language."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ..discovering.gathering import find_spellings
from ..mentions.forms import is_everyday
from ..search.analysis import extract_terms, is_unspaced
from ..search.languages import ENGLISH_MARKS, SHARED, STOP_WORDS, find_language, list_stop_words
from ..vault.front_matter import split_front_matter

READ_CHARACTERS = 20_000  # of a note; what follows adds few words
MIN_NOTES = 2  # of a section that hold a word
SHORTEST = 3
LANGUAGE_NOTES = 200  # notes whose language is told
LANGUAGE_SHARE = 0.1  # of them, from which on a language is one of the vault
_NOISE = re.compile(
    r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|<[^<>\n]{0,300}>|\b\w+://[^\s)>\]]+|\.(?:md|png|jpe?g|pdf)\b", re.S
)
_DISTINCT_WORDS = frozenset().union(*(list_stop_words(language) - SHARED for language in STOP_WORDS))


def list_note_terms(text: str) -> frozenset[str]:
    """Return the terms that stand in a note."""
    return frozenset(filter(_is_telling, extract_terms(_read_prose(text))))


def choose_terms(inside: Counter[str], notes: int, everywhere: Counter[str], whole: int, *, limit: int) -> list[str]:
    """Return the terms that tell a section from the vault; `inside` and `everywhere` count the notes that hold one."""
    scores: dict[str, float] = {}
    for term, count in inside.items():
        share = count / notes
        lift = math.log(share * whole / everywhere[term])
        if count >= min(MIN_NOTES, notes) and lift > 0:
            scores[term] = round(share * lift, 9)
    return sorted(scores, key=lambda term: (-scores[term], term))[:limit]


def choose_common(everywhere: Counter[str], whole: int, *, limit: int) -> list[str]:
    """Return the terms of a whole vault: in many notes, but not in most."""
    scores = {
        term: round(count / whole * math.log(whole / count), 9)
        for term, count in everywhere.items()
        if count >= min(MIN_NOTES, whole)
    }
    return sorted(scores, key=lambda term: (-scores[term], term))[:limit]


def spell_words(texts: Iterable[str]) -> dict[str, str]:
    """Return for each term the word that these notes write for it most often, in small letters."""
    return {term: word.removesuffix("'s") for term, word in find_spellings(map(_read_prose, texts)).items()}


def spell_terms(terms: Sequence[str], spellings: Mapping[str, str], *, limit: int) -> tuple[str, ...]:
    """Return terms as they are written, without those that everybody uses every day."""
    words = (spellings.get(term, term) for term in terms)
    return tuple(dict.fromkeys(word for word in words if is_unspaced(word) or not is_everyday(word)))[:limit]


def find_languages(texts: Mapping[str, str]) -> tuple[str, ...]:
    """Return the languages of a vault, that of most notes first; those in few notes are left out."""
    step = max(1, len(texts) // LANGUAGE_NOTES)
    counts = Counter(filter(None, (_tell_language(texts[path]) for path in sorted(texts)[::step])))
    least = LANGUAGE_SHARE * sum(counts.values())
    return tuple(sorted((name for name in counts if counts[name] >= least), key=lambda name: (-counts[name], name)))


def _read_prose(text: str) -> str:
    return _NOISE.sub(" ", split_front_matter(text)[1][:READ_CHARACTERS])


def _is_telling(term: str) -> bool:
    if term[0].isdigit() or term in _DISTINCT_WORDS:
        return False
    return len(term) >= SHORTEST or (len(term) == 2 and is_unspaced(term))


_SCRIPTS = (
    ("japanese", re.compile(r"[\u3040-\u30ff]")),
    ("korean", re.compile(r"[\uac00-\ud7af]")),
    ("chinese", re.compile(r"[\u4e00-\u9fff]")),
    ("russian", re.compile(r"[\u0400-\u04ff]")),
    ("arabic", re.compile(r"[\u0600-\u06ff]")),
)
_SCRIPT_SHARE = 0.2  # of the characters


def _tell_language(text: str) -> str:
    """Return the language of a note, "" where nothing tells."""
    prose = _read_prose(text)[:2000]
    for language, pattern in _SCRIPTS:
        if len(pattern.findall(prose)) > _SCRIPT_SHARE * len(prose):
            return language
    words = set(re.findall(r"[^\W\d_]+", prose.casefold()))
    return find_language(prose) or ("english" if len(words & ENGLISH_MARKS) > 1 else "")
