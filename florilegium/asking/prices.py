"""What models cost: the dated list of this package, and what params.yaml adds to it."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..errors import ParamsError
from ..project.artifacts import read_yaml
from ..project.params import ClaudeParams, PriceParams
from ..project.records import from_record
from .replies import Usage

LIST = Path(__file__).parent.parent / "prices.yaml"
BATCH_SHARE = 0.5  # what a batch costs of the list price
CACHE_READ_SHARE = 0.1  # of the price of input, where the list names no other
CACHE_WRITE_SHARE = 1.25


@dataclass(frozen=True)
class Tier:
    """Prices in US dollars per million tokens for prompts up to a size."""

    input: float
    output: float
    cache_read: float | None = None
    cache_write: float | None = None
    up_to: int | None = None


@dataclass(frozen=True)
class Prices:
    """The list."""

    dated: str
    models: Mapping[str, tuple[Tier, ...]]

    def price(self, model: str, usage: Usage, *, batch: bool = False) -> float:
        """Return what a call cost in US dollars; raises ParamsError for a model without a price."""
        if model not in self.models:
            raise ParamsError(f"$.claude.models: {model!r} has no price", hint=self._advise())
        return price_usage(self.models[model], usage, batch=batch)

    def _advise(self) -> str:
        return f"name one of {', '.join(self.models)}, or give its price under claude.prices (0 for your own server)"


def load_prices(extra: Mapping[str, PriceParams]) -> Prices:
    """Return the list of the package with the prices that params.yaml gives; those count where both name a model."""
    listed = from_record(read_yaml(LIST, "prices"), Prices)
    added = {name: (Tier(item.input, item.output, item.cache_read, item.cache_write),) for name, item in extra.items()}
    return Prices(listed.dated, {**listed.models, **added})


def check_models(params: ClaudeParams) -> Prices:
    """Return the prices; raises ParamsError that lists the known models where a role's has none."""
    prices = load_prices(params.prices)
    models = params.models
    roles = (models.planner, models.researcher, models.gap_analyst, models.reranker, models.summariser)
    for role in (*roles, models.distiller):
        prices.price(role.model, Usage())
    return prices


def price_usage(tiers: Iterable[Tier], usage: Usage, *, batch: bool = False) -> float:
    """Return what tokens cost in US dollars, by the first tier that holds the whole prompt."""
    prompt = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens
    tier = next(tier for tier in tiers if tier.up_to is None or prompt <= tier.up_to)
    read = tier.input * CACHE_READ_SHARE if tier.cache_read is None else tier.cache_read
    write = tier.input * CACHE_WRITE_SHARE if tier.cache_write is None else tier.cache_write
    parts = (
        usage.input_tokens * tier.input,
        usage.output_tokens * tier.output,
        usage.cache_read_tokens * read,
        usage.cache_write_tokens * write,
    )
    return math.fsum(parts) / 1_000_000 * (BATCH_SHARE if batch else 1.0)
