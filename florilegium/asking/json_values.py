"""The first complete JSON value in a model's words: fences and prose around it do not matter."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MAX_DEPTH = 64  # far more than any answer of ours has, far less than what Python's stack holds
MAX_STARTS = 64  # a text of nothing but opening brackets must not be read over and over
MAX_INTEGER = 2**53  # beyond, parsers of JSON differ about the number


@dataclass(frozen=True)
class Misread:
    """Why a text gave no value."""

    problem: str


class _UnfitError(ValueError):
    """A value that JSON's grammar allows and nobody should send."""


def iter_values(text: str, opening: str = "{[") -> Iterator[Any | Misread]:
    """Yield each complete value that begins with one of the opening brackets, and why the others gave none."""
    place = tries = 0
    while tries < MAX_STARTS:
        starts = [found for found in (text.find(bracket, place) for bracket in opening) if found >= 0]
        if not starts:
            return
        start = min(starts)
        tries += 1
        try:
            value, place = _DECODER.raw_decode(text, start)
            yield _clean(value)
        except json.JSONDecodeError as error:
            yield Misread(f"{error.msg} at character {error.pos}")
            # What lies before the fault belongs to the broken value: its parts are no answer.
            place = max(error.pos, start + 1)
        except _UnfitError as error:
            yield Misread(str(error))
            return
        except (ValueError, RecursionError) as error:
            yield Misread("nested too deep" if isinstance(error, RecursionError) else "a number of too many digits")
            return


def _refuse_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        twin = next(name for name in names if names.count(name) > 1)
        raise _UnfitError(f"the key {twin[:40]!r} is given twice")
    return record


def _refuse_constant(name: str) -> Any:
    raise _UnfitError(f"{name} is no number of JSON")


def _parse_integer(text: str) -> int:
    number = int(text)
    if abs(number) > MAX_INTEGER:
        raise _UnfitError("a number is too large")
    return number


def _parse_float(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise _UnfitError("a number is too large")
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_refuse_twins,
    parse_constant=_refuse_constant,
    parse_int=_parse_integer,
    parse_float=_parse_float,
)


def _clean(value: Any, depth: int = 0) -> Any:
    """Return the value with characters that no text file can hold replaced; raises _UnfitError where it is deep."""
    if depth > MAX_DEPTH:
        raise _UnfitError("nested too deep")
    if isinstance(value, str):
        return replace_surrogates(value)
    if isinstance(value, dict):
        return {replace_surrogates(key): _clean(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_clean(item, depth + 1) for item in value]
    return value


def replace_surrogates(text: str) -> str:
    """Return a text that UTF-8 can hold: half a pair of surrogates becomes U+FFFD."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
