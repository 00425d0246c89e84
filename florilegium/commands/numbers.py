"""Numbers on the command line: finite ones within their limits."""

import math
from typing import Any

import click


class FiniteRange(click.FloatRange):
    """A range of numbers without NaN, which is neither below nor above any limit, and without the infinite."""

    name = "number range"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; fails as a usage error."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is no finite number.", param, ctx)
        return number


SCORE = FiniteRange(0, 1)
