"""The pages of a map: bounded, the same for the same vault, true to the answers."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from planted_vaults import make_note, make_vault

from florilegium.forecasting.estimates import estimate_tokens
from florilegium.mapping.marking import is_ours, mark_page
from florilegium.mapping.pages import MAX_TOKENS, build_pages
from florilegium.mapping.questions import guess_harness
from florilegium.mapping.surveying import Survey, survey_vault
from florilegium.vault.model import VaultNote

TOPICS = ("oolong", "parser", "glacier", "violin")


def plant_notes(*, folders: int = 3, notes: int = 5) -> tuple[list[VaultNote], dict[str, str]]:
    """Return notes in folders, of which the first of each folder lists the others."""
    planted: list[VaultNote] = []
    texts: dict[str, str] = {}
    for folder in range(folders):
        paths = [f"Area {folder:03}/Note {folder:03}-{number:03}.md" for number in range(notes)]
        planted.append(make_note(paths[0], paths[1:], tags=("moc",)))
        planted += [make_note(path, [paths[0]], day="2026-01-02") for path in paths[1:]]
        texts |= {path: f"This is about {TOPICS[folder % 4]} and how it is done." for path in paths}
    return planted, texts


def survey(*, turned: bool = False, folders: int = 3, notes: int = 5) -> Survey:
    planted, texts = plant_notes(folders=folders, notes=notes)
    return survey_vault(make_vault(reversed(planted) if turned else planted), texts)


def test_there_is_an_index_and_a_pair_of_pages_for_the_root_and_each_section() -> None:
    pages = build_pages(survey(), None)
    folders = ("", "Area 000/", "Area 001/", "Area 002/")
    assert list(pages) == sorted(["VAULT_INDEX.md", *(f"{f}{n}.md" for f in folders for n in ("AGENTS", "CLAUDE"))])
    assert pages["Area 000/AGENTS.md"] == pages["Area 000/CLAUDE.md"]
    assert all(is_ours(page.encode()) for page in pages.values())


def test_the_index_tells_sections_entry_notes_and_words() -> None:
    index = build_pages(survey(), None)["VAULT_INDEX.md"]
    assert "- 15 notes with 1,500 words in 3 folders" in index
    assert "- `Area 000/` (notes): 5 notes; 8 links; enter by `Area 000/Note 000-000.md`" in index
    assert "words: oolong" in index
    assert "nobody was asked" in index


def test_answers_stand_in_the_place_of_guesses() -> None:
    found = survey()
    guess = guess_harness(found)
    first = replace(guess.sections[0], purpose="all about *tea*")
    said = replace(guess, sections=(first, *guess.sections[1:]), entries=("Area 002/Note 002-001.md", "gone.md"))
    pages = build_pages(found, replace(said, archive=("Area 001", "Gone"), terms=("oolong: a tea",)))
    index = pages["VAULT_INDEX.md"]
    assert "all about \\*tea\\*" in index
    assert "All about \\*tea\\*. Taken for notes." in pages["Area 000/CLAUDE.md"]
    assert "- `Area 002/Note 002-001.md`\n" in index
    assert "gone.md" not in index
    assert "- archive: `Area 001/`\n" in index
    assert "words: oolong: a tea" in index
    assert "said by the vault's owner" in index


def test_a_map_of_many_sections_and_of_a_large_section_stays_bounded() -> None:
    for pages in (build_pages(survey(folders=300), None), build_pages(survey(folders=2, notes=900), None)):
        assert max(map(estimate_tokens, pages.values())) <= MAX_TOKENS
        assert estimate_tokens(pages["VAULT_INDEX.md"]) > 100
    assert "more notes" in pages["Area 000/CLAUDE.md"]


def test_names_that_fill_a_page_alone_are_left_out() -> None:
    notes = [make_note(f"{letter * 200}/{letter * 240}{n}.md") for letter in "茶山川海空" * 3 for n in range(9)]
    pages = build_pages(survey_vault(make_vault(notes), {note.path: "" for note in notes}), None)
    assert max(map(estimate_tokens, pages.values())) <= MAX_TOKENS


def test_the_order_of_notes_does_not_matter() -> None:
    assert build_pages(survey(turned=True), None) == build_pages(survey(), None)


def test_a_map_does_not_change_once_it_is_installed() -> None:
    planted, texts = plant_notes()
    pages = build_pages(survey(), None)
    installed = [make_note(path, ["Area 000/Note 000-001.md"]) for path in pages]
    again = survey_vault(make_vault([*planted, *installed]), texts | pages)
    assert build_pages(again, None) == pages


def test_an_empty_vault_has_a_map() -> None:
    assert (
        "- 0 notes with 0 words in 0 folders" in build_pages(survey_vault(make_vault([]), {}), None)["VAULT_INDEX.md"]
    )


def test_a_page_that_a_person_changed_is_theirs() -> None:
    page = mark_page("# A\n").encode()
    assert is_ours(page)
    assert is_ours(page.replace(b"\n", b"\r\n"))
    assert not is_ours(page + b"more\n")
    assert not is_ours(b"# A\n")


NAMES = st.text(st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="/"), min_size=1, max_size=30)


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.tuples(NAMES, NAMES), st.text(max_size=200), max_size=12))
def test_any_names_and_texts_give_pages_of_one_line_a_note(given_texts: dict[tuple[str, str], str]) -> None:
    texts = {f"{folder}/{name}.md": text for (folder, name), text in given_texts.items()}
    pages = build_pages(survey_vault(make_vault(make_note(path) for path in texts), texts), None)
    index = pages["VAULT_INDEX.md"]
    assert is_ours(index.encode())
    assert all(line.startswith(("#", "- ", "<!-- Made", "What ")) for line in index.split("\n") if line)
