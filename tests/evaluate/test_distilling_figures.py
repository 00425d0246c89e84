"""Distilling reaches its floors on generated articles; the command prints the tables."""

import pytest
from click.testing import CliRunner

from evaluate.articles.cases import Case, generate_cases
from evaluate.articles.outcomes import Outcome, judge_cases, measure_outcomes
from evaluate.distilling import main, render_outcomes


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return list(generate_cases(6))


@pytest.fixture(scope="module")
def outcomes(cases: list[Case]) -> list[Outcome]:
    return judge_cases(cases)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("measure", "floor"),
    [
        ("precision", 0.93),
        ("recall, explicit use", 0.9),
        ("recall, traceable use", 0.75),
        ("recall, paraphrased use", 0.6),
    ],
)
def test_six_articles_reach_the_floor(outcomes: list[Outcome], measure: str, floor: float) -> None:
    """The figures of all articles stand in docs/evaluation.md; these floors hold with a margin."""
    rates = {rate.name: rate.hits / rate.of for rate in measure_outcomes(outcomes)}
    assert rates[measure] >= floor


@pytest.mark.slow
def test_what_nobody_can_decide_is_listed_and_not_used(outcomes: list[Outcome]) -> None:
    verdicts = [item.verdict for item in outcomes if item.expected == "borderline"]
    assert len(verdicts) >= 12
    assert "used" not in verdicts


@pytest.mark.slow
def test_the_tables_tell_every_kind(cases: list[Case], outcomes: list[Outcome]) -> None:
    text = render_outcomes("six", cases, outcomes)
    assert text.startswith("**six: 6 articles, memories of ")
    for row in ("| precision |", "| paraphrase heavy |", "| shared quotation |", "| bystander |"):
        assert row in text


def test_the_command_measures_the_half_that_is_asked_for() -> None:
    done = CliRunner().invoke(main, ["--articles", "1", "--half", "tune"])
    assert done.exit_code == 0
    assert "**generated articles, tune half: 1 article," in done.stdout
