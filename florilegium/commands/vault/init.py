"""`florilegium vault init`: five questions about a vault, and its map."""

from dataclasses import replace
from pathlib import Path

import click

from ...errors import ParamsError
from ...mapping.harness import (
    HARNESS_NAME,
    NO_ANSWERS,
    Harness,
    merge_answers,
    read_answers,
    read_harness,
    write_harness,
)
from ...mapping.questions import ask_questions, choose_asked, guess_harness, list_questions
from ...project.artifacts import format_yaml
from ...project.records import to_record
from ...vault.resolve import fold_path
from ...vault.walk import walk_folder
from .map import make_survey, write_map
from .opening import choose_state, open_named, state_option, vault_argument


@click.command("init")
@vault_argument
@state_option
@click.option(
    "--answers", type=click.Path(path_type=Path), help="Take the answers from this YAML file and ask nothing."
)
@click.option("--guess", "only_guess", is_flag=True, help="Print the guesses in the form of such a file, and stop.")
def init(vault_path: Path, state: Path | None, answers: Path | None, only_guess: bool) -> None:
    """Ask what VAULT is for, keep the answers in its state, and write its map.

    What the answers leave out is guessed; answers of an earlier time are the guess of the next one.
    """
    said = read_answers(answers) if answers else None
    folder = choose_state(vault_path, state)
    known = read_harness(folder)
    if said is not None and "private" in said and not only_guess:
        # Before the vault is read: what is private is then not even copied into the state.
        first = merge_answers(said, known or NO_ANSWERS, str(answers))
        _refuse_unknown(vault_path, first, str(answers))
        write_harness(folder, first.hide_private())
    elif known:
        _refuse_unknown(vault_path, known, str(folder / HARNESS_NAME))
    survey = make_survey(open_named(vault_path, state))
    guess = _guess(known, guess_harness(survey))
    if only_guess:
        click.echo(format_yaml(to_record(guess)), nl=False)
        return
    harness = _ask(guess, choose_asked(survey)) if said is None else merge_answers(said, guess, str(answers))
    _refuse_unknown(vault_path, harness, str(answers or "your answer"))
    write_harness(folder, harness.hide_private())
    click.echo(f"the answers are in {folder / HARNESS_NAME}")
    # Opened again: the answers say how the vault is read.
    opened = open_named(vault_path, state)
    write_map(opened, make_survey(opened), None)


def _refuse_unknown(root: Path, harness: Harness, name: str) -> None:
    """Raise ParamsError for a private folder or one of templates that is not there: it would hide nothing."""
    if not root.is_dir():
        return  # opening it says so
    known = {fold_path(folder) for folder in walk_folder(root).folders}
    for folder in (*harness.private.folders, *harness.templates):
        if fold_path(folder).strip("/") not in known:
            raise ParamsError(f"{name}: there is no folder {folder} in the vault", hint="mend the name of the folder")


def _guess(known: Harness | None, fresh: Harness) -> Harness:
    """Return the earlier answers with sections that came since, or the fresh guess."""
    if known is None:
        return fresh
    folders = {item.folder for item in known.sections}
    return replace(known, sections=(*known.sections, *(item for item in fresh.sections if item.folder not in folders)))


def _ask(guess: Harness, asked: frozenset[str]) -> Harness:
    questions = list_questions(guess)
    click.echo(f"{len(questions)} questions. Enter takes the guess in brackets, a semicolon parts several, - is none.")
    return ask_questions(guess, lambda text, default: str(click.prompt(text, default=default)), asked)
