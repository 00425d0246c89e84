"""The owner's answers, and what they mean for reading."""

from pathlib import Path

import pytest

from florilegium.errors import ParamsError
from florilegium.mapping.harness import (
    HARNESS_NAME,
    Harness,
    Privacy,
    SectionPurpose,
    merge_answers,
    read_answers,
    read_harness,
    read_rules,
    write_harness,
)
from florilegium.vault.rules import VaultRules

GUESS = Harness(
    sections=(SectionPurpose("Notes", "notes"), SectionPurpose("Secret/Inner", "notes")),
    entries=("Home.md", "secret/a.md"),
    private=Privacy((), ("private",), "private"),
    templates=("Templates",),
    archive=("Secret",),
    exclude=(),
    languages=("english",),
    terms=("tea",),
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    write_harness(tmp_path, GUESS)
    assert read_harness(tmp_path) == GUESS
    assert read_rules(tmp_path) == VaultRules((), ("private",), "private", ("Templates",), ())


def test_a_vault_that_nobody_was_asked_of_has_the_usual_rules(tmp_path: Path) -> None:
    assert read_harness(tmp_path) is None
    assert read_rules(tmp_path) == VaultRules()


def test_answers_left_out_are_the_guess() -> None:
    merged = merge_answers({"private": {"folders": ["Secret"]}, "terms": []}, GUESS, "answers.yaml")
    assert merged.private == Privacy(("Secret",), ("private",), "private")
    assert merged.terms == ()
    assert merged.sections == GUESS.sections


def test_nothing_in_a_private_folder_is_named() -> None:
    hidden = merge_answers({"private": {"folders": ["Secret"]}}, GUESS, "answers.yaml").hide_private()
    assert [item.folder for item in hidden.sections] == ["Notes"]
    assert (hidden.entries, hidden.archive) == (("Home.md",), ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("strange: 1\n", "1 problem(s)", id="an unknown field"),
        pytest.param("entries: Home.md\n", "$.entries", id="no list"),
        pytest.param("private: {folders: [Secret/]}\n", "$.private.folders[0]", id="a folder with a slash"),
        pytest.param("- a\n", "named fields", id="a list"),
        pytest.param("a: [\n", "not YAML", id="no YAML"),
    ],
)
def test_a_wrong_answer_is_told_with_its_place(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ParamsError) as caught:
        merge_answers(read_answers(tmp_path / "a.yaml"), GUESS, "a.yaml")
    assert message in str(caught.value)
    assert caught.value.hint


def test_a_harness_with_a_field_too_few_is_refused_and_never_read_as_without_rules(tmp_path: Path) -> None:
    (tmp_path / HARNESS_NAME).write_text("private: {folders: [Secret], tags: [], flag: ''}\n", encoding="utf-8")
    with pytest.raises(ParamsError):
        read_rules(tmp_path)
