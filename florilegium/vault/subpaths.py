"""Whether the heading or block that a link names is in the note: `#Heading`, `#Outer#Inner`, `#^block`."""

import re
import unicodedata
from collections.abc import Sequence

from .headings import Heading

# What Obsidian drops when it makes a link of a heading: these have a meaning of their own in a link.
_DROPPED = re.compile(r"[#|^:%\\\[\]\s]+")


def has_subpath(subpath: str, headings: Sequence[Heading], block_ids: Sequence[str]) -> bool:
    """Tell whether a note with these headings and blocks has the place that a subpath names; "" is the whole note."""
    written = subpath.removeprefix("#")
    if written.startswith("^"):
        return written[1:].strip().casefold() in {block.casefold() for block in block_ids}
    wanted = [part for part in map(fold_heading, written.split("#")) if part]
    if len(wanted) == 1 or not wanted:
        return not wanted or any(fold_heading(heading.text) == wanted[0] for heading in headings)
    return _has_path(wanted, headings) or fold_heading(written) in {fold_heading(item.text) for item in headings}


def fold_heading(text: str) -> str:
    """Return a heading as links compare it: without case, Unicode form and the signs that a link cannot hold."""
    return _DROPPED.sub(" ", unicodedata.normalize("NFC", text).casefold()).strip()


def _has_path(wanted: Sequence[str], headings: Sequence[Heading]) -> bool:
    """Tell whether headings lie in one another as named; levels between them may be left out."""
    above: list[tuple[int, int]] = []  # (level, how many of the wanted are found down to here)
    for heading in headings:
        while above and above[-1][0] >= heading.level:
            above.pop()
        found = above[-1][1] if above else 0
        if fold_heading(heading.text) == wanted[found]:
            found += 1
            if found == len(wanted):
                return True
        above.append((heading.level, found))
    return False
