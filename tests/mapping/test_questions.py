"""Five questions, a guess for each."""

from planted_vaults import make_note, make_vault

from florilegium.mapping.questions import ask_questions, choose_asked, guess_harness, list_questions
from florilegium.mapping.surveying import Survey, survey_vault

NOTES = [
    make_note("Home.md", ["Tea/Oolong.md", "Tea/Green.md", "Tea/Black.md"]),
    *(make_note(f"Tea/{name}.md", ["Home.md"]) for name in ("Oolong", "Green", "Black")),
    make_note("Archive/Old.md"),
    make_note("Life/Private/Diary.md"),
    make_note("Life/Private/Health/Teeth.md"),
    make_note("Life/Cooking.md"),
]
TEXTS = {note.path: f"This is the note of {note.title} and it was long." for note in NOTES}


def make_survey() -> Survey:
    return survey_vault(make_vault(NOTES, {"Forms/Day.md": "template"}), TEXTS)


def test_there_are_five_questions_with_a_guess_for_each() -> None:
    questions = {item.name: item.guess for item in list_questions(guess_harness(make_survey()))}
    assert list(questions) == ["sections", "entries", "private", "set_aside", "words"]
    assert "Archive: what is done with and kept" in questions["sections"]
    assert "Home.md" in questions["entries"]
    assert questions["private"] == ("Life/Private",)
    assert questions["set_aside"] == ("Forms: template", "Archive: archive")
    assert questions["words"][0] == "english"


def test_empty_answers_keep_the_guess() -> None:
    survey = make_survey()
    guess = guess_harness(survey)
    assert ask_questions(guess, lambda text, default: default, choose_asked(survey)) == guess


def test_the_use_of_the_largest_sections_alone_is_asked_for() -> None:
    notes = [make_note(f"Area {folder:02}/{number}.md") for folder in range(40) for number in range(folder + 1)]
    survey = survey_vault(make_vault(notes), {note.path: "" for note in notes})
    asked: list[str] = []
    ask_questions(guess_harness(survey), lambda text, default: asked.append(text) or default, choose_asked(survey))
    assert [text for text in asked if text[0] == "1"] == [f"1. What is Area {n} for?" for n in range(28, 40)]


def test_answers_are_parted_by_semicolons_and_a_hyphen_is_none() -> None:
    def ask(text: str, default: str) -> str:
        return {"3": "Life; Archive ", "4": "-"}.get(text[0], default)

    survey = make_survey()
    answered = ask_questions(guess_harness(survey), ask, choose_asked(survey))
    assert answered.private.folders == ("Life", "Archive")
    assert (answered.templates, answered.archive) == ((), ())
    assert [item.folder for item in answered.hide_private().sections] == ["", "Forms", "Tea"]
