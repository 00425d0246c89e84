"""The measures of distilling, by hand."""

from evaluate.articles.cases import make_case
from evaluate.articles.outcomes import Outcome, judge_cases, measure_kind, measure_outcomes

OUTCOMES = [
    Outcome("a", "title", "used", "used", "explicit", True),
    Outcome("a", "title", "used", "borderline", "explicit", True),
    Outcome("a", "paraphrase_light", "used", "used", "traceable", False),
    Outcome("a", "paraphrase_heavy", "used", "unused", "", False),
    Outcome("b", "refused", "unused", "used", "explicit", False),
    Outcome("b", "bystander", "unused", "unused", "", False),
    Outcome("b", "shared_quotation", "borderline", "borderline", "traceable", False),
]


def test_precision_and_recall_by_hand() -> None:
    """What nobody could decide counts against precision where it was decided, and never towards recall."""
    rates = {rate.name: (rate.hits, rate.of) for rate in measure_outcomes(OUTCOMES)}
    assert rates == {
        "precision": (2, 3),
        "precision, explicit": (1, 2),
        "precision, traceable": (1, 1),
        "recall": (2, 4),
        "recall, explicit use": (1, 2),
        "recall, traceable use": (1, 2),
        "recall, paraphrased use": (1, 2),
    }


def test_a_mean_comes_with_its_bounds_and_nothing_with_none() -> None:
    title, absent = measure_kind(OUTCOMES, "title"), measure_kind(OUTCOMES, "url")
    assert title.interval is not None
    assert (title.interval.low, title.interval.mean, title.interval.high) == (0.0, 0.5, 1.0)
    assert (absent.of, absent.interval) == (0, None)


def test_every_source_of_a_case_has_its_outcome() -> None:
    case = make_case("choirs", 0)
    outcomes = judge_cases([case])
    assert len(outcomes) == len(case.sources)
    planted = {item.kind for item in outcomes} - {"bystander"}
    assert planted == {plant.kind for plant in case.plants}
    assert all(item.shown for item in outcomes if item.kind == "phrase" and item.verdict == "used")
