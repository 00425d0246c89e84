"""Outcomes: what a distiller decided on each source of a case, beside what the gold says of it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from florilegium.decisions import Decision
from florilegium.distilling.articles import parse_article
from florilegium.distilling.attribution.corpus import make_source
from florilegium.distilling.deciding import decide_all
from florilegium.local.distiller import LocalDistiller

from ..intervals import Interval, find_interval
from .cases import Case
from .planting import EXPLICIT

USED, BORDERLINE = 0.6, 0.35  # as params.yaml has them
BYSTANDER = "bystander"


@dataclass(frozen=True)
class Outcome:
    """One source of one case."""

    case: str
    kind: str  # of the plant; bystander where nothing was planted
    expected: str  # used, borderline, unused
    verdict: str
    how: str  # explicit, traceable, "" for unused
    shown: bool  # whether the evidence quotes the planted words


def judge_cases(cases: Iterable[Case]) -> list[Outcome]:
    """Return the outcomes of all sources of all cases, by the local engine as the stage runs it."""
    return [outcome for case in cases for outcome in _judge_case(case)]


def _judge_case(case: Case) -> Iterator[Outcome]:
    article = parse_article(case.text, name=f"{case.name}.md")
    sources = [make_source(item.entry, text=item.full, highlights=item.highlights) for item in case.sources]
    distiller = LocalDistiller(article, sources, used=USED, borderline=BORDERLINE)
    decisions = decide_all(case.name, article, case.sources, distiller, used=USED, borderline=BORDERLINE)
    plants = {plant.source: plant for plant in case.plants}
    for decision in decisions.decisions:
        plant = plants.get(decision.id)
        kind, expected, text = (plant.kind, plant.expected, plant.text) if plant else (BYSTANDER, "unused", "")
        shown = any(_is_quoted(text, quote) for quote in _list_quotes(decision))
        yield Outcome(case.name, kind, expected, decision.verdict, decision.how, shown)


def _list_quotes(decision: Decision) -> list[str]:
    return [evidence.article_quote for evidence in decision.evidence]


def _is_quoted(planted: str, quote: str) -> bool:
    """Tell whether a quotation and the planted words have one in the other."""
    return bool(planted) and (planted in quote or quote in planted)


@dataclass(frozen=True)
class Rate:
    """One figure: of so many, so many."""

    name: str
    hits: int
    of: int
    interval: Interval | None  # null where there is nothing to count


def measure_outcomes(outcomes: Sequence[Outcome]) -> list[Rate]:
    """Return precision and recall, over all and by how a source was used."""
    used = [item for item in outcomes if item.verdict == "used"]
    gold = [item for item in outcomes if item.expected == "used"]
    rates = [_rate("precision", used, _is_right)]
    for how in ("explicit", "traceable"):
        rates.append(_rate(f"precision, {how}", [item for item in used if item.how == how], _is_right))
    rates.append(_rate("recall", gold, _is_found))
    groups: dict[str, Callable[[Outcome], bool]] = {
        "recall, explicit use": lambda item: item.kind in EXPLICIT,
        "recall, traceable use": lambda item: item.kind not in EXPLICIT,
        "recall, paraphrased use": lambda item: item.kind.startswith("paraphrase") or item.kind == "claim",
    }
    rates += [_rate(name, list(filter(belongs, gold)), _is_found) for name, belongs in groups.items()]
    return [rate for rate in rates if rate.of]


def measure_kind(outcomes: Sequence[Outcome], kind: str) -> Rate:
    """Return the recall of one kind of use."""
    return _rate(kind, [item for item in outcomes if item.kind == kind and item.expected == "used"], _is_found)


def _rate(name: str, items: Sequence[Outcome], hit: Callable[[Outcome], bool]) -> Rate:
    values = [float(hit(item)) for item in items]
    return Rate(name, int(sum(values)), len(values), find_interval(values) if values else None)


def _is_right(item: Outcome) -> bool:
    return item.expected == "used"


def _is_found(item: Outcome) -> bool:
    return item.verdict == "used"
