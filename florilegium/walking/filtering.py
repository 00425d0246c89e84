"""Which links are followed: all of them, or those that lead to something about the question."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from ..search.analysis import extract_terms
from ..vault.model import VaultModel
from .depth import DECAY, Judgement
from .reached import DIGITS, Step
from .relevance import Question

FOLLOWED = 0.35  # of the relevance of the note that answers best, at the end of the way
AROUND_SHARE = 0.25  # what the words around a link count: too little for a note that has nothing of the question
_SENTENCE = re.compile(r"[^.!?]*(?:[.!?](?!\s)[^.!?]*)*[.!?]?")


@dataclass(frozen=True)
class FollowAll:
    """Follows every link, as a walk does that is blind to the question."""

    def judge(self, route: Sequence[Step], targets: Collection[str]) -> Mapping[str, Judgement]:
        """Return the same judgement for every note."""
        why = f"{route[-1].path} leads to it."
        return {path: Judgement(1.0, why) for path in targets}


@dataclass(frozen=True)
class FollowQuestion:
    """Follows a link by how much the note that it leads to has to do with the question."""

    question: Question
    model: VaultModel
    read_text: Callable[[str], str]

    def judge(self, route: Sequence[Step], targets: Collection[str]) -> Mapping[str, Judgement]:
        """Return for each note the relevance of its own words, raised by the words around the link."""
        relevance = self.question.judge(targets)
        least = FOLLOWED / DECAY ** len(route)  # the longer the way, the more must be there
        around = self._weigh_around(route[-1].path, targets)
        judged: dict[str, Judgement] = {}
        for path in targets:
            value = round(min(1.0, relevance[path].value + AROUND_SHARE * around.get(path, 0.0)), DIGITS)
            why = relevance[path].explain()
            if around.get(path, 0.0) > 0.0:
                why += " The words around the link are about the question."
            judged[path] = Judgement(value, why, "" if value >= least else "not_about")
        return judged

    def _weigh_around(self, source: str, targets: Collection[str]) -> dict[str, float]:
        """Return for each note that a note links to which share of the question stands in the same sentence."""
        wanted = frozenset(targets)
        links = [link for link in self.model.notes[source].links if link.path in wanted and link.line > 0]
        if not links:
            return {}
        rows = self.read_text(source).split("\n")
        found: dict[str, float] = {}
        for link in links:
            if link.path is not None and link.line <= len(rows):
                share = self.question.weigh_words(extract_terms(find_sentence(rows[link.line - 1], link.target)))
                found[link.path] = max(share, found.get(link.path, 0.0))
        return found


def find_sentence(row: str, target: str) -> str:
    """Return the sentence of a line in which a link stands, without the name of what it leads to."""
    at = row.find(target)
    for match in _SENTENCE.finditer(row):
        if match.start() <= at < match.end():
            return match.group().replace(target, " ")
    return ""
