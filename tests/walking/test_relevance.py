"""What a note has to do with a question, by the index."""

from walking_vault import ABOUT, NOTES, ask

from florilegium.search.parts import split_question
from florilegium.vault.opening import OpenVault
from florilegium.walking.relevance import PART_SHARE


def test_the_best_answer_has_one_and_what_has_no_word_of_the_question_zero(planted: OpenVault) -> None:
    judged = ask(planted).judge(list(NOTES))
    assert max(judged.values(), key=lambda found: found.value) == judged["Studies/Green tea.md"]
    assert judged["Studies/Green tea.md"].value == 1.0
    assert judged["Family/Anna.md"].value == 0.0
    assert judged["Family/Anna.md"].explain() == "It has no word of the question."


def test_notes_about_the_question_stand_above_all_others(planted: OpenVault) -> None:
    judged = ask(planted).judge(list(NOTES))
    least = min(judged[path].value for path in ABOUT)
    assert least > max(judged[path].value for path in NOTES if path not in ABOUT)


def test_a_note_is_judged_alike_alone_and_among_others(planted: OpenVault) -> None:
    together = ask(planted).judge(list(NOTES))
    for path in NOTES:
        assert ask(planted).judge([path])[path] == together[path]


def test_what_answers_one_part_of_a_question_counts_nearly_as_much(planted: OpenVault) -> None:
    text = "how to dry mint leaves in July, and when are the invoices of Acme Corp due"
    assert len(split_question(text)) == 2
    judged = ask(planted, text).judge(["Garden/Mint.md", "Clients/Acme Corp.md"])
    assert min(found.value for found in judged.values()) >= PART_SHARE


def test_a_question_without_a_word_of_the_vault_finds_nothing(planted: OpenVault) -> None:
    question = ask(planted, "zeppelin xylophone")
    assert question.hits == {}
    assert question.judge(["Garden/Mint.md"])["Garden/Mint.md"].value == 0.0


def test_a_rare_word_is_a_larger_share_of_the_question(planted: OpenVault) -> None:
    question = ask(planted, "green compost")
    assert question.weigh_words({"compost"}) > question.weigh_words({"green"})
    assert round(question.weigh_words({"compost", "green"}), 6) == 1.0
