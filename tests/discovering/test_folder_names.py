"""What folders are called in four languages."""

import pytest
from planted_vaults import make_note, make_vault

from florilegium.discovering.folder_names import fold_folder
from florilegium.discovering.kinds import name_exclusion
from florilegium.discovering.orphans import guess_kind


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("90 Templates", "templates", id="number"),
        pytest.param("_templates", "templates", id="line_below"),
        pytest.param("02 - Übersicht", "ubersicht", id="accent_after_number"),
        pytest.param("Modèles", "modeles", id="composed"),
        pytest.param("Mode\u0300les", "modeles", id="decomposed"),
        pytest.param("📥 Inbox", "inbox", id="picture"),
        pytest.param("1.2 Archive", "archive", id="number_with_parts"),
        pytest.param("2019", "2019", id="a_number_alone_is_a_name"),
    ],
)
def test_what_only_sorts_a_folder_is_no_part_of_its_name(name: str, expected: str) -> None:
    assert fold_folder(name) == expected


@pytest.mark.parametrize("folder", ["Templates", "Vorlagen", "Modèles", "Plantillas"])
def test_the_form_of_a_daily_note_is_a_template_in_every_language(folder: str) -> None:
    note = make_note(f"{folder}/2026-01-01.md", kind="daily")
    assert name_exclusion(note, make_vault([note])) == "template"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("Eingang/a.md", "inbox", id="german_inbox"),
        pytest.param("Archiv/a.md", "archive", id="german_archive"),
        pytest.param("Quellen/a.md", "reference", id="german_sources"),
        pytest.param("À trier/a.md", "inbox", id="french_inbox"),
        pytest.param("Références/a.md", "reference", id="french_references"),
        pytest.param("Bandeja de entrada/a.md", "inbox", id="spanish_inbox"),
        pytest.param("Importados/a.md", "import", id="spanish_imports"),
    ],
)
def test_what_an_orphan_might_be_is_told_in_every_language(path: str, expected: str) -> None:
    assert guess_kind(make_note(path))[0] == expected
