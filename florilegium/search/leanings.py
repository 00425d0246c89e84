"""What a question leans to beside its words: the reader's own notes, or what is recent."""

import math
import re
from dataclasses import dataclass
from datetime import date

from ..documents import Document
from .dates import find_day

OWN_GAIN = 1.3
RECENT_GAIN = 0.25  # on the newest day
RECENT_DAYS = 180.0  # after which it has fallen to a third

_OWN = re.compile(
    r"\b(?:my (?:own )?(?:notes?|words|writing|diary|journal|thoughts|ideas)"
    r"|(?:did|have) I (?:write|written|note|noted|say|said|think|thought)|I (?:wrote|noted|thought|said)"
    r"|meine (?:eigenen )?notizen|mes (?:propres )?notes|mis (?:propias )?notas|mina (?:egna )?anteckningar)\b",
    re.IGNORECASE,
)
_RECENT = re.compile(
    r"\b(?:recent|recently|latest|lately|newest|most recent|neueste[nrs]?|récent\w*|reciente\w*)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Leanings:
    """Weak evidence that a question asks for; without it every document gains 1.0."""

    own: bool = False
    recent: bool = False

    def __bool__(self) -> bool:
        return self.own or self.recent

    def weigh(self, document: Document, today: date) -> float:
        """Return what a document's score is multiplied by."""
        gain = OWN_GAIN if self.own and document.authorship == "own" else 1.0
        day = find_day(document) if self.recent else None
        return gain * (1.0 + RECENT_GAIN * math.exp(-max((today - day).days, 0) / RECENT_DAYS) if day else 1.0)

    def explain(self, document: Document) -> list[str]:
        """Return why a document gained, a line each."""
        day = find_day(document) if self.recent else None
        own = ["your own words, as the query asks"] if self.own and document.authorship == "own" else []
        return [*own, f"of {day.isoformat()}, and the query asks for what is recent"] if day else own


def find_leanings(text: str) -> Leanings:
    """Return what a question leans to."""
    return Leanings(own=_OWN.search(text) is not None, recent=_RECENT.search(text) is not None)
