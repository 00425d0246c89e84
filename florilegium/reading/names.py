"""Names of authors, parted as bibliographies need them; what cannot be parted surely stays whole."""

import re
import unicodedata
from dataclasses import dataclass

_PARTICLES = frozenset(
    "af al ap aus ben bin da dal de del della den der di do dos du el ibn la le lo ter ten van vom von zu zum".split()
)
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
# One of these words, and the author is no person.
_BODIES = frozenset(
    "agency association authority bureau center centre college commission committee company corporation council "
    "department editors foundation group inc institute journal lab laboratory labs library limited llc ltd magazine "
    "ministry network news office organisation organization press project research review society staff team "
    "times union university".split()
)
_SIGNS = re.compile(r"[\d@&/|()\[\]{}:;]|\band\b|\bthe\b", re.IGNORECASE)


@dataclass(frozen=True)
class Name:
    """The name of a person in parts, or of a body as a whole."""

    family: str = ""
    given: str = ""
    suffix: str = ""
    literal: str = ""  # the whole, where the name has no parts

    @property
    def inverted(self) -> str:
        """The name as a list sorts it: "Rehn, Tomas"."""
        return self.literal or ", ".join(filter(None, [self.family, self.given, self.suffix]))

    @property
    def natural(self) -> str:
        """The name as it is spoken: "Tomas Rehn"."""
        return self.literal or " ".join(filter(None, [self.given, self.family, self.suffix]))

    @property
    def initialled(self) -> str:
        """The name with initials: "Rehn, T."."""
        if self.literal:
            return self.literal
        return ", ".join(filter(None, [self.family, _take_initials(self.given), self.suffix]))


def read_name(text: str) -> Name:
    """Return the name in parts where it has a given and a family name in letters that are parted by spaces."""
    text = " ".join(text.split())
    parts = [part.strip() for part in text.split(",")]
    if _SIGNS.search(text) or not _is_alphabetic(text) or _BODIES & set(text.casefold().replace(",", " ").split()):
        return Name(literal=text)
    if len(parts) == 2 and all(parts) and not _is_suffix(parts[1]):
        return Name(family=parts[0], given=parts[1])
    words = text.replace(",", " ").split()
    suffix = words.pop() if len(words) > 2 and _is_suffix(words[-1]) else ""
    if len(words) < 2 or len(parts) > 2 or (len(parts) == 2 and not suffix):
        return Name(literal=text)
    start = len(words) - 1
    while start > 1 and words[start - 1] in _PARTICLES:
        start -= 1
    return Name(family=" ".join(words[start:]), given=" ".join(words[:start]), suffix=suffix)


def _is_suffix(word: str) -> bool:
    return word.casefold().rstrip(".") in _SUFFIXES


def _is_alphabetic(text: str) -> bool:
    """Tell whether a name is in a script that writes given name first and marks capitals."""
    return all(
        unicodedata.name(character, "").startswith(("LATIN", "CYRILLIC", "GREEK"))
        for character in text
        if character.isalpha()
    )


def _take_initials(given: str) -> str:
    """Return "J.-L." for "Jean-Luc" and "J. R." for "J.R." or "John Ronald"."""
    words = given.replace(".", ". ").split()
    return " ".join("-".join(f"{part[0]}." for part in word.split("-") if part) for word in words if word != ".")
