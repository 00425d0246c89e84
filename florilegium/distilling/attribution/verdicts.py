"""Verdicts: from the weight of the evidence to a decision that a person can check."""

from collections import Counter
from collections.abc import Mapping, Sequence

from ...decisions import Decision, Evidence
from ...entries import Entry
from ..articles import Article
from .clues import Clue
from .weighing import Weighed

MOST_EVIDENCE = 8
MOST_UNUSED = 2
_PLURALS = {"phrase": "phrases", "number": "numbers", "paraphrase": "paraphrases", "term": "terms"}
_NAMES = {
    "title": "its title",
    "author": "its author",
    "url": "its address",
    "citation": "a numbered citation",
    "file_name": "its file name",
    "notebook": "its notebook",
    "wikilink": "a wikilink",
}


def judge_weight(weight: float, *, used: float, borderline: float) -> str:
    """Return used, borderline or unused."""
    return "used" if weight >= used else "borderline" if weight >= borderline else "unused"


def make_decision(
    entry: Entry,
    weighed: Weighed,
    *,
    article: Article,
    layers: Mapping[str, str],
    titles: Mapping[str, str],
    verdict: str,
) -> Decision:
    """Return the decision on one source with its evidence cut from the texts themselves."""
    limit = MOST_UNUSED if verdict == "unused" else MOST_EVIDENCE
    chosen = _choose_clues(weighed.clues, limit)
    how = "" if verdict == "unused" else "explicit" if weighed.explicit else "traceable"
    return Decision(
        id=entry.id,
        title=entry.title,
        verdict=verdict,
        how=how,
        weight=weighed.weight,
        reason=_explain(weighed, verdict, article, titles),
        evidence=tuple(_make_evidence(clue, article, layers, most=weighed.weight) for clue in chosen),
        dropped_quotes=0,
    )


def _choose_clues(clues: Sequence[Clue], limit: int) -> list[Clue]:
    """Return the strongest clues; the same place by the same rule once."""
    seen: set[tuple[str, int, int]] = set()
    chosen = []
    for clue in clues:
        place = (clue.rule, clue.start, clue.source_start)
        if place not in seen:
            seen.add(place)
            chosen.append(clue)
    return chosen[:limit]


def _make_evidence(clue: Clue, article: Article, layers: Mapping[str, str], *, most: float) -> Evidence:
    """Return the evidence with both quotations; no part weighs more than the whole."""
    return Evidence(
        rule=clue.rule,
        explicit=clue.explicit,
        article_line=article.text.count("\n", 0, clue.start) + 1,
        article_quote=article.text[clue.start : clue.end],
        source_layer=clue.layer,
        source_line=clue.source_line,
        source_quote=layers.get(clue.layer, "")[clue.source_start : clue.source_end],
        weight=min(clue.weight, most),
    )


def _explain(weighed: Weighed, verdict: str, article: Article, titles: Mapping[str, str]) -> str:
    if weighed.draft:
        return "It holds most of the article word for word: the article itself or a draft of it, not a source."
    named = sorted({clue.rule for clue in weighed.clues if clue.rule in _NAMES}, key=list(_NAMES).index)
    counts = Counter(clue.rule for clue in weighed.clues if clue.rule in _PLURALS)
    shared = [_count(rule, counts[rule]) for rule in _PLURALS if counts[rule]]
    rival = f"; “{titles[weighed.rival]}” explains part of this better" if weighed.rival in titles else ""
    if verdict == "unused":
        nearest = weighed.clues[0] if weighed.clues else None
        line = article.text.count("\n", 0, nearest.start) + 1 if nearest else 0
        return f"Too little in common; the nearest is line {line}{rival}." if nearest else "Nothing in common."
    parts = [f"named by {_join([_NAMES[rule] for rule in named])}"] if named else []
    parts += [f"shares {_join(shared)}"] if shared else []
    text = " and ".join(parts)
    return f"{text[:1].upper()}{text[1:]}{rival}."


def _count(rule: str, number: int) -> str:
    return f"1 {rule}" if number == 1 else f"{number} {_PLURALS[rule]}"


def _join(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
