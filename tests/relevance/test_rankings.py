"""The order of a ranking, and what an engine's answer is held to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest

from florilegium.candidates import Candidate, Ranked
from florilegium.drafts import Draft, make_document
from florilegium.errors import ModelError
from florilegium.findings import Hit
from florilegium.plans import Knobs, Plan, Theme
from florilegium.relevance.rankings import rank_candidates
from florilegium.roles import Reading
from florilegium.texts import TextStores

THEME = Theme("t1", "Forgetting", ("forgetting budget",))
PLAN = Plan("agent-memory", "Agent memory", "What to keep.", Knobs(), (THEME,), (), ())
SCORES = {"B": 0.4, "A": 0.4, "C": 0.9}


def make_candidate(title: str, *, seed: bool = False, hits: tuple[Hit, ...] = ()) -> Candidate:
    draft = Draft("obsidian", f"{title}.md", title, "Text.")
    return Candidate(make_document(draft, source="vault", text=draft.text, highlights=""), seed, hits, (), ())


@dataclass(frozen=True)
class FixedReranker:
    """Gives the scores of a table, after `change` has had its way with the answer."""

    change: Callable[[list[Ranked]], list[Ranked]] = list

    def rank(
        self, candidates: Sequence[Candidate], plan: Plan, themes: Sequence[Theme], texts: Reading
    ) -> list[Ranked]:
        """Return the candidates with their scores; a seed among them is a KeyError."""
        return self.change([Ranked(item, SCORES[item.document.title], "metadata", (), "") for item in candidates])


CANDIDATES = [
    make_candidate("B"),
    make_candidate("Z seed", seed=True),
    make_candidate("C"),
    make_candidate("A"),
    make_candidate("A forgetting budget", seed=True, hits=(Hit("r0-q1", "t1", 2, "search", ""),)),
]


def test_seeds_come_first_then_scores_then_ids() -> None:
    ranked = rank_candidates(CANDIDATES, FixedReranker(), PLAN, (THEME,), TextStores([]))
    assert [item.candidate.document.title for item in ranked] == ["A forgetting budget", "Z seed", "C", "A", "B"]
    assert ranked == rank_candidates(CANDIDATES[::-1], FixedReranker(), PLAN, (THEME,), TextStores([]))


def test_a_seed_is_never_scored_and_keeps_its_hits() -> None:
    seed = rank_candidates(CANDIDATES, FixedReranker(), PLAN, (THEME,), TextStores([]))[0]
    assert (seed.score, seed.signal, seed.themes) == (1.0, "seed", ("t1",))
    assert seed.reason == "named by the brief; found by 1 query, best rank 2"
    assert len(seed.candidate.hits) == 1


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda answer: answer[1:], id="left_out"),
        pytest.param(lambda answer: [*answer, answer[0]], id="repeated"),
        pytest.param(lambda answer: [*answer, replace(answer[0], candidate=make_candidate("Made up"))], id="made_up"),
    ],
)
def test_an_answer_that_is_not_about_these_candidates_is_refused(
    change: Callable[[list[Ranked]], list[Ranked]],
) -> None:
    """References made up or missing: every id exists in what the engine was shown."""
    with pytest.raises(ModelError, match="left out, added or repeated"):
        rank_candidates(CANDIDATES, FixedReranker(change), PLAN, (THEME,), TextStores([]))
