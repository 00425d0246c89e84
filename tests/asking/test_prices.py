"""Prices: what tokens cost, by model, by the size of the prompt, and in a batch."""

from dataclasses import replace
from pathlib import Path

import pytest

from florilegium.asking.prices import Tier, check_models, load_prices, price_usage
from florilegium.asking.replies import Usage
from florilegium.errors import ParamsError
from florilegium.project.params import PriceParams, load_params

CLAUDE = load_params(Path(__file__).resolve().parents[2] / "params.yaml").claude
MILLION = 1_000_000


@pytest.mark.parametrize(
    ("model", "usage", "usd"),
    [
        pytest.param("claude-sonnet-5-5", Usage(MILLION, 0), 2.0, id="input"),
        pytest.param("claude-sonnet-5-5", Usage(0, MILLION), 10.0, id="output"),
        pytest.param("claude-sonnet-5-5", Usage(0, 0, MILLION, 0), 0.10, id="cache_read"),
        pytest.param("claude-sonnet-5-5", Usage(0, 0, 0, MILLION), 2.50, id="cache_write"),
        pytest.param("claude-sonnet-4-6", Usage(0, 0, MILLION, 0), 0.3, id="cache_read_by_rule"),
        pytest.param("claude-sonnet-4-6", Usage(0, 0, 0, MILLION), 3.75, id="cache_write_by_rule"),
        pytest.param("claude-haiku-5-5", Usage(100_000, 0), 0.01, id="largest_of_the_cheap_tier"),
        pytest.param("claude-haiku-5-5", Usage(100_001, 0), 0.0500005, id="smallest_of_the_dear_tier"),
        pytest.param("claude-haiku-5-5", Usage(1, 0, 50_000, 50_000), 0.0337505, id="the_cache_counts_for_the_size"),
        pytest.param("claude-haiku-5-5", Usage(), 0.0, id="nothing"),
    ],
)
def test_tokens_have_a_price(model: str, usage: Usage, usd: float) -> None:
    """A batch costs half of it."""
    prices = load_prices({})
    assert prices.price(model, usage) == pytest.approx(usd)
    assert prices.price(model, usage, batch=True) == pytest.approx(usd / 2)


def test_a_price_of_your_own_counts_first() -> None:
    """Also for a model that the list knows: prices change."""
    prices = load_prices({"own": PriceParams(0, 0), "claude-opus-5-5": PriceParams(1, 2, cache_read=0.5)})
    assert prices.price("own", Usage(MILLION, MILLION)) == 0
    assert prices.price("claude-opus-5-5", Usage(MILLION, MILLION, MILLION)) == pytest.approx(3.5)


def test_the_models_of_the_params_have_prices() -> None:
    """The defaults can be used as they are."""
    assert check_models(CLAUDE).dated


@pytest.mark.parametrize("role", ["planner", "researcher", "gap_analyst", "reranker", "summariser", "distiller"])
def test_an_unknown_model_of_any_role_is_told(role: str) -> None:
    """With the names that are known, and the way to name another."""
    models = replace(CLAUDE.models, **{role: replace(CLAUDE.models.planner, model="gpt")})
    with pytest.raises(ParamsError, match="'gpt' has no price") as caught:
        check_models(replace(CLAUDE, models=models))
    assert "claude-sonnet-5-5" in caught.value.hint
    assert "claude.prices" in caught.value.hint


def test_the_last_tier_holds_every_prompt() -> None:
    """A prompt larger than all limits has the price of the tier without one."""
    assert price_usage([Tier(1, 1, up_to=10), Tier(2, 2)], Usage(MILLION, 0)) == 2.0
