"""How a library answers a query before anything is opened."""

from pathlib import Path

import pytest
from libraries import make_note, write_library

from florilegium.drafts import Draft
from florilegium.local.answers import Answerer, explain_answer
from florilegium.search.index import LibraryIndex
from florilegium.search.recipe import Recipe

FILLER = [make_note(f"Page {number}", f"Weather, soup and tram number {number}.") for number in range(30)]
NOTES = [
    make_note("2026-03-02", "Ada: I ordered the oak saplings for the school yard.", saved="2026-03-02"),
    make_note("2026-03-04", "Ada: the saplings came, the nursery sent twelve.", saved="2026-03-04"),
    make_note("2026-05-14", "Ben wrote the watering rota for the whole summer.", saved="2026-05-14"),
    make_note("2024-05-14", "The watering rota of an earlier summer.", saved="2024-05-14"),
    make_note("2026-06-01", "Nothing but rain.", saved="2026-06-01"),
]


def make_answerer(root: Path, drafts: list[Draft], recipe: Recipe | None = None) -> Answerer:
    library = write_library(root / "library", drafts)
    index = LibraryIndex(root / "index")
    index.update(library)
    return Answerer(library.documents, index.open(), recipe or Recipe())


def list_names(ids: tuple[str, ...]) -> list[str]:
    return [name.rpartition("-")[0] for name in ids]


def test_a_date_filters_and_is_told(tmp_path: Path) -> None:
    """Only documents of the days asked for are found, and each says so."""
    answer = make_answerer(tmp_path, [*FILLER, *NOTES]).answer("watering rota in May 2024", ())
    assert list_names(answer.ids) == ["2024-05-14"]
    assert explain_answer(answer, answer.ids[0]).endswith("of the days asked for: in May 2024")


def test_dates_that_leave_nothing_are_left_aside_and_told(tmp_path: Path) -> None:
    """A filter that no answer passes is dropped, and the answers say so."""
    answer = make_answerer(tmp_path, [*FILLER, *NOTES]).answer("watering rota in 1999", ())
    assert set(list_names(answer.ids)) == {"2026-05-14", "2024-05-14"}
    assert "nothing answers of the days asked for (in 1999)" in explain_answer(answer, answer.ids[0])


def test_a_question_of_days_alone_lists_them(tmp_path: Path) -> None:
    """ "What did I write in March" asks for all notes of the last March."""
    answer = make_answerer(tmp_path, [*FILLER, *NOTES]).answer("What did I write in March?", ())
    assert list_names(answer.ids) == ["2026-03-02", "2026-03-04"]


def test_each_part_of_a_question_has_its_place(tmp_path: Path) -> None:
    """What answers the second half comes second, though many notes share words with the first."""
    crowd = [make_note(f"Oak {number}", "oak saplings oak saplings in a yard") for number in range(12)]
    text = "Did Ada order oak saplings before Ben wrote the watering rota?"
    answer = make_answerer(tmp_path, [*FILLER, *NOTES, *crowd]).answer(text, ())
    assert "2026-05-14" in list_names(answer.ids)[:3]
    name = next(name for name in answer.ids if name.startswith("2026-05-14"))
    assert "among the best for the part 'Ben wrote the watering rota?'" in explain_answer(answer, name)


def test_what_lies_near_in_time_follows(tmp_path: Path) -> None:
    """The note of two days later tells that it is near to the one that answers."""
    text = "Did Ada order oak saplings before Ben wrote the watering rota?"
    answer = make_answerer(tmp_path, [*FILLER, *NOTES]).answer(text, ())
    near = next(name for name in answer.ids if name.startswith("2026-03-04"))
    assert "near in time to 2026-03-02-" in explain_answer(answer, near)
    without = make_answerer(tmp_path, [*FILLER, *NOTES], Recipe(nearness=False)).answer(text, ())
    assert all("near in time" not in line for lines in without.reasons.values() for line in lines)


@pytest.mark.parametrize(
    "text", [pytest.param("", id="empty"), pytest.param("Xylophone cooperation treaties", id="foreign")]
)
def test_what_nothing_answers_gets_nothing(text: str, tmp_path: Path) -> None:
    """No answer is better than a chance one."""
    assert make_answerer(tmp_path, [*FILLER, *NOTES]).answer(text, ()).ids == ()


def test_the_few_with_the_rarest_word_come_where_nothing_answers_the_whole(tmp_path: Path) -> None:
    """One note names the disease, none the cure: the query brings that note back, and says why."""
    notes = [*FILLER, *NOTES, make_note("A clinic", "Onchocerciasis was seen in a village by the river.")]
    answerer = make_answerer(tmp_path, notes)
    answer = answerer.answer("Ivermectin reliably heals onchocerciasis in adults and infants", ())
    assert list_names(answer.ids) == ["a-clinic"]
    assert explain_answer(answer, answer.ids[0]).endswith("this is among the few that come nearest")


def test_of_a_named_day_any_word_is_enough(tmp_path: Path) -> None:
    """The day already tells which note is meant."""
    text = "How angry was the mayor of the neighbouring town about the nursery on 2026-03-04?"
    answer = make_answerer(tmp_path, [*FILLER, *NOTES]).answer(text, ())
    assert list_names(answer.ids) == ["2026-03-04"]
    assert answer.reasons[answer.ids[0]][0].startswith("nothing answers the whole query")
