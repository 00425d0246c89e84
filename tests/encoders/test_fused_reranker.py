"""The fused reranker: candidates of whatever reranker came first, with the encoder's voice added and told."""

from collections.abc import Sequence
from dataclasses import dataclass

from fakes import FakeEncoder

from florilegium.candidates import Candidate, Ranked
from florilegium.drafts import Draft, make_document
from florilegium.encoders.reranker import MOST_READ, FusedReranker
from florilegium.plans import Knobs, Plan, Theme
from florilegium.roles import Reading

THEMES = (Theme("t1", "Forgetting", ("retire notes",)), Theme("t2", "Index files", ("index line",)))
PLAN = Plan("agent-memory", "Agent memory", "What an agent forgets.", Knobs(), THEMES, (), ())


@dataclass(frozen=True)
class SetScores:
    """A reranker that scores candidates from the first to the last, ever lower."""

    themes: tuple[str, ...] = ("t2",)

    def rank(
        self, candidates: Sequence[Candidate], plan: Plan, themes: Sequence[Theme], texts: Reading
    ) -> list[Ranked]:
        """Return each candidate with a score."""
        shares = [1.0 - (place + 1) / (len(candidates) + 1) for place in range(len(candidates))]
        return [
            Ranked(item, round(share, 4), "metadata", self.themes, "words")
            for item, share in zip(candidates, shares, strict=True)
        ]


@dataclass(frozen=True)
class Texts:
    """One text for all."""

    text: str

    def read_text(self, document_id: str) -> str:
        """Return the text with the document's id, so that texts differ."""
        return f"{self.text} {document_id}" if self.text else ""

    def read_highlights(self, document_id: str) -> str:
        """Return no highlights."""
        return ""


def make_candidates(*titles: str) -> list[Candidate]:
    drafts = [Draft("obsidian", f"{title}.md", title, "Text.") for title in titles]
    documents = [make_document(draft, source="vault", text="Text.", highlights="") for draft in drafts]
    return [Candidate(document, False, (), (), ()) for document in documents]


def test_a_near_passage_lifts_a_candidate_and_the_reason_says_so() -> None:
    """Two candidates with about the same score by words change places, and both voices stand in the reason."""
    encoder = FakeEncoder({"Cold folder": 0.9, "Soup": 0.05})
    reranker = FusedReranker(SetScores(), encoder)
    ranked = reranker.rank(make_candidates("Soup", "Cold folder", "Else"), PLAN, THEMES, Texts("Dill."))
    scores = {item.candidate.document.title: item for item in ranked}
    assert scores["Cold folder"].score > 0.75 > 0.5 > scores["Soup"].score
    assert scores["Cold folder"].reason == "words; 0.90 like 'Agent memory'; by words alone 0.50"
    assert scores["Cold folder"].signal == "passages"


def test_only_the_best_candidates_are_read() -> None:
    """The hundred best by words are read; the one behind them keeps what its words gave."""
    encoder = FakeEncoder({})
    candidates = make_candidates(*(f"N{number:03}" for number in range(MOST_READ + 1)))
    ranked = FusedReranker(SetScores(), encoder).rank(candidates, PLAN, THEMES, Texts("Dill."))
    assert len(ranked) == MOST_READ + 1
    assert [item.candidate for item in ranked if item.signal == "metadata"] == candidates[-1:]
    assert not any("N100" in passage for _, passage in encoder.asked)


def test_a_candidate_without_text_keeps_its_score() -> None:
    """Nothing to read, nothing to say; a document without a title is called Untitled, which is something."""
    (ranked,) = FusedReranker(SetScores(), FakeEncoder({})).rank(make_candidates("Soup"), PLAN, (), Texts(""))
    assert ranked.signal == "passages"
    assert "0.00 like 'Agent memory'" in ranked.reason


def test_a_bi_encoder_is_asked_all_themes_and_a_cross_encoder_the_nearest() -> None:
    """A pair costs a reading each, so only the brief and the theme that the words point to are asked."""
    questions = {}
    for kind in ("bi", "cross"):
        encoder = FakeEncoder({}, kind=kind)
        FusedReranker(SetScores(), encoder).rank(make_candidates("Soup"), PLAN, THEMES, Texts("Dill."))
        questions[kind] = [question for question, _ in encoder.asked]
    assert questions == {
        "bi": ["Agent memory", "Index files", "Forgetting"],
        "cross": ["Agent memory", "Index files"],
    }


def test_a_long_question_is_cut_in_the_reason() -> None:
    """The reason stays one readable line."""
    theme = Theme("t1", "How would anybody notice that recall got worse before it did any damage to the work?", ())
    (ranked,) = FusedReranker(SetScores(), FakeEncoder({"Dill": 0.5})).rank(
        make_candidates("Soup"), Plan("t", theme.name, "", Knobs(), (theme,), (), ()), (theme,), Texts("Dill.")
    )
    assert "like 'How would anybody notice that recall got worse before it …'" in ranked.reason
