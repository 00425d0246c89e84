"""Emergent themes: what findings have in common that no theme names yet."""

from collections import Counter
from collections.abc import Mapping, Sequence

from ..findings import Finding
from ..plans import Theme
from .terms import Phrase, find_phrases, find_stems, make_phrase, split_phrase

LEAST_FINDINGS = 3  # fewer is one author's word
COMMON_SHARE = 0.5  # what half of the findings have is the topic itself
MOST_TERMS = 8


def find_emergent(themes: Sequence[Theme], works: Sequence[Finding], *, most: int) -> tuple[Theme, ...]:
    """Return at most so many new themes from the key terms of works on the topic, each work given once."""
    chosen = sorted(works, key=lambda work: work.document.id)
    known = {stem for theme in themes for term in (*theme.terms, theme.name) for stem in find_stems(term)}
    known |= {stem for finding in chosen for author in finding.document.authors for stem in find_stems(author)}
    number = sum(theme.id.startswith("e") for theme in themes)
    emergent: list[Theme] = []
    while len(emergent) < most:
        theme = _find_next(chosen, known, f"e{number + len(emergent) + 1}")
        if theme is None:
            break
        emergent.append(theme)
        known |= {stem for term in theme.terms for stem in find_stems(term)}
    return tuple(emergent)


def _find_next(findings: Sequence[Finding], known: set[str], theme_id: str) -> Theme | None:
    terms = _list_fresh(findings, known)
    counts = Counter(key for keys in terms for key in keys)
    limit = max(LEAST_FINDINGS, len(findings) * COMMON_SHARE)
    heads = [key for key, count in counts.items() if LEAST_FINDINGS <= count <= limit]
    for head in sorted(heads, key=lambda key: (-counts[key], key)):
        members = [number for number, keys in enumerate(terms) if head in keys]
        phrases = _find_agreed(head, [findings[number] for number in members])
        if phrases:
            near = Counter(key for number in members for key in terms[number] if key != head)
            companions = sorted((key for key in near if near[key] > 1), key=lambda key: (-near[key], key))
            words = [_spell(key, [terms[number] for number in members]) for key in (head, *companions)]
            spelled: dict[tuple[str, ...], str] = {}
            for text in (phrases[0], *words, *phrases):
                spelled.setdefault(make_phrase(text).key, text)
            return Theme(theme_id, phrases[0], tuple(spelled.values())[:MOST_TERMS])
    return None


def _list_fresh(findings: Sequence[Finding], known: set[str]) -> list[dict[tuple[str, ...], str]]:
    """Return each finding's key terms that no theme has, as written by stem."""
    fresh: list[dict[tuple[str, ...], str]] = []
    for finding in findings:
        phrases = [make_phrase(term) for term in finding.key_terms]
        # Fillers have no words of their own: that many works say "perhaps" is no theme.
        fresh.append({item.key: item.text for item in phrases if split_phrase(item) and known.isdisjoint(item.key)})
    return fresh


def _spell(key: tuple[str, ...], spellings: Sequence[Mapping[tuple[str, ...], str]]) -> str:
    counts = Counter(words[key] for words in spellings if key in words)
    return min(counts, key=lambda text: (-counts[text], text))


def _find_agreed(head: tuple[str, ...], findings: Sequence[Finding]) -> list[str]:
    """Return the phrases around a head in the metadata, most agreed first; none where no two works have one."""
    counts: Counter[tuple[str, ...]] = Counter()
    texts: dict[tuple[str, ...], str] = {}
    for finding in findings:
        found: dict[tuple[str, ...], Phrase] = {}
        for text in (finding.document.title, *finding.document.headings, finding.document.summary):
            found.update({item.key: item for item in find_phrases(text) if set(head) <= set(item.key)})
        for key, phrase in found.items():
            counts[key] += 1
            texts.setdefault(key, phrase.text)
    order = sorted(counts, key=lambda key: (-counts[key], -len(key), key))
    return [texts[key] for key in order] if order and counts[order[0]] > 1 else []
