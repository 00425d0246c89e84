"""Decoys: what looks like use of a source and is none, and what nobody could decide."""

from collections.abc import Callable, Iterator, Sequence

from .banks import Bank, load_shared
from .draws import Draws
from .memories import Made
from .planting import WHOLE_TITLE_WORDS, Plant, write_reference

DECOYS = (
    "common_title", "other_work", "common_number", "refused", "generic", "shared_quotation", "further_reading",
    "listed_only",
)  # fmt: skip
UNDECIDABLE = ("shared_quotation", "further_reading", "listed_only")


def plant_decoys(bank: Bank, free: list[Made], memory: Sequence[Made], draws: Draws) -> Iterator[Plant]:
    """Yield the decoys of one article; a source that one is made for is taken out of `free`."""
    frames = load_shared()
    for made in _take(free, 2, lambda item: bool(item.plain)):
        yield Plant(made.id, "common_title", "unused", made.plain)
    for made in _take(free, 1, lambda item: bool(item.authors)):
        yield Plant(made.id, "other_work", "unused", draws.pick(frames["other_works"]).format(author=made.authors[0]))
    for made in _take(free, 2, lambda item: bool(item.common)):
        yield Plant(made.id, "common_number", "unused", made.common[0][1])
    for made in _take(free, 1, _has_long_title):
        yield Plant(made.id, "refused", "unused", draws.pick(frames["refusals"]).format(title=made.title))
    said = draws.pick([item for item in memory if item.shared]).sayings[0]
    quoted = draws.pick(frames["phrase_uses"]).format(said=said.rstrip(".").lower(), Said=said.rstrip("."))
    holders = _take(free, 2, lambda item: said in item.sayings)
    if len(holders) == 2:
        yield Plant(holders[0].id, "shared_quotation", "borderline", quoted)
        yield Plant(holders[1].id, "shared_quotation", "borderline", "")
    for made in _take(free, 1, lambda item: bool(item.generic)):
        yield Plant(made.id, "generic", "unused", bank.generic[made.generic[0][0]][0])


def plant_listed(kind: str, free: list[Made], key: str, draws: Draws) -> Plant | None:
    """Return a source that only stands in a list: of further reading, or of references without being cited."""
    for made in _take(free, 1, lambda item: bool(item.authors) and _has_long_title(item)):
        return Plant(made.id, kind, "borderline", "", write_reference(made, draws), key)
    return None


def _take(free: list[Made], count: int, fits: Callable[[Made], bool]) -> list[Made]:
    taken = [item for item in free if fits(item)][:count]
    free[:] = [item for item in free if item not in taken]
    return taken


def _has_long_title(made: Made) -> bool:
    return len(made.title.split()) > WHOLE_TITLE_WORDS
