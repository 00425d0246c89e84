"""Planned calls add up to what a run would cost."""

from dataclasses import replace
from pathlib import Path

from florilegium.asking.prices import Prices, Tier
from florilegium.forecasting.egress import Shown
from florilegium.forecasting.planned_calls import (
    Forecast,
    PlannedCall,
    add_forecasts,
    append_calls,
    list_egress,
    price_calls,
    read_calls,
)

PRICES = Prices("2026-01-01", {"m": (Tier(input=1.0, output=10.0),)})
CALL = PlannedCall(
    stage="rerank elms",
    role="reranker",
    model="m",
    key="1",
    stored=False,
    batch=False,
    input_tokens=1_000_000,
    prefix_tokens=400_000,
    prefix_key="p",
    output_tokens=100_000,
    max_tokens=200_000,
    shown=(Shown("elm-1", "metadata"),),
)


def test_what_is_remembered_costs_less() -> None:
    """The first call writes the prefix at 1.25 of the price, the second reads it at a tenth."""
    calls = [CALL, replace(CALL, key="2")]
    first, second = 0.6 + 0.4 * 1.25 + 1.0, 0.6 + 0.4 * 0.1 + 1.0
    assert price_calls(calls, PRICES) == {
        "rerank": Forecast(2, 0, 2_000_000, 200_000, round(first + second, 6), round(2 * (1.25 + 2.0), 6))
    }


def test_a_batch_costs_half() -> None:
    """A call of a batch costs half of one by itself, at worst as well."""
    single, half = (price_calls([replace(CALL, batch=batch)], PRICES)["rerank"] for batch in (False, True))
    assert (half.usd, half.most_usd) == (single.usd / 2, single.most_usd / 2)


def test_what_is_stored_costs_and_shows_nothing() -> None:
    """A stored answer is counted apart, and nothing leaves for it."""
    stored = replace(CALL, stored=True)
    assert price_calls([stored], PRICES) == {"rerank": Forecast(0, 1, 0, 0, 0.0, 0.0)}
    assert list_egress([stored]) == []


def test_text_outweighs_metadata() -> None:
    """A document whose text leaves in any call is listed once, as text."""
    other = replace(CALL, key="2", shown=(Shown("elm-1", "text"), Shown("ash-3", "metadata")))
    assert list_egress([other, CALL]) == [Shown("ash-3", "metadata"), Shown("elm-1", "text")]


def test_stages_add_up() -> None:
    """The last line of the table is the sum of the others."""
    row = Forecast(1, 2, 3, 4, 0.5, 0.75)
    assert add_forecasts([row, row]) == Forecast(2, 4, 6, 8, 1.0, 1.5)


def test_a_file_gives_back_its_calls(tmp_path: Path) -> None:
    """Calls come back sorted by stage and key, each key once."""
    path = tmp_path / "calls.jsonl"
    second = replace(CALL, key="0", stage="distill elms")
    append_calls(path, [CALL, second])
    append_calls(path, [CALL])
    assert read_calls(path) == [second, CALL]
    assert read_calls(tmp_path / "nothing.jsonl") == []
