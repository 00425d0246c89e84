"""A ranking: seeds first, then by descending score; what every engine's answer is held to."""

from collections.abc import Sequence

from ..candidates import Candidate, Ranked
from ..errors import ModelError
from ..plans import Plan, Theme
from ..roles import Reading, Reranker
from .evidence import Target, describe_hits, find_bearing, make_targets, read_metadata

SEED_SCORE = 1.0


def rank_candidates(
    candidates: Sequence[Candidate], reranker: Reranker, plan: Plan, themes: Sequence[Theme], texts: Reading
) -> tuple[Ranked, ...]:
    """Return all candidates in order; seeds pass the reranker by; raises ModelError where it left any out."""
    scored = reranker.rank([item for item in candidates if not item.seed], plan, themes, texts)
    _refuse_strangers(candidates, scored)
    targets = make_targets(themes, candidates)
    seeds = [_rank_seed(item, targets) for item in candidates if item.seed]
    return tuple(sorted([*seeds, *scored], key=_sort_ranked))


def _rank_seed(candidate: Candidate, targets: Sequence[Target]) -> Ranked:
    """Return a seed with the themes that its metadata bears on; it is never scored."""
    found = f"; {describe_hits(candidate)}" if candidate.hits else ""
    themes = find_bearing(targets, read_metadata(candidate))
    return Ranked(candidate, SEED_SCORE, "seed", themes, f"named by the brief{found}")


def _refuse_strangers(candidates: Sequence[Candidate], scored: Sequence[Ranked]) -> None:
    asked = sorted(item.document.id for item in candidates if not item.seed)
    given = sorted(item.candidate.document.id for item in scored)
    if asked == given:
        return
    strange = sorted(set(asked) ^ set(given)) or sorted({name for name in given if given.count(name) > 1})
    raise ModelError(f"the reranker left out, added or repeated {', '.join(strange[:3])}", hint="run `dvc repro` again")


def _sort_ranked(ranked: Ranked) -> tuple[bool, float, str]:
    return not ranked.candidate.seed, -ranked.score, ranked.candidate.document.id
