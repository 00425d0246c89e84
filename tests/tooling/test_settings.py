"""Settings are merged: the keys known here change, every other key stays, and nothing else is shown."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vaults import write_files

from florilegium.errors import ArtifactError
from florilegium.tooling.settings import (
    DEFAULT_MODEL,
    SETTINGS,
    Wishes,
    format_settings,
    merge_settings,
    read_least_length,
    read_object,
)

KEY = "sk-very-secret"
SET = {
    "is_obsidian_vault": True,
    "smart_sources": {
        "min_chars": 300,
        "embed_model": {"adapter": "openai", "openai": {"api_key": KEY, "model_key": "text-embedding-3-small"}},
        "folder_exclusions": "Diary, Old",
    },
    "models": {"embedding_platform": "openai"},
}


def test_an_empty_file_gets_the_plugins_defaults() -> None:
    merged, changes = merge_settings({}, Wishes())
    assert merged == {
        "is_obsidian_vault": True,
        "smart_sources": {
            "min_chars": 200,
            "embed_model": {"adapter": "transformers", "transformers": {"model_key": DEFAULT_MODEL}},
        },
        "smart_blocks": {"embed_blocks": True, "min_chars": 200},
    }
    assert len(changes) == 6


def test_what_is_set_stays_unless_it_is_named() -> None:
    merged, changes = merge_settings(SET, Wishes())
    assert merged == {**SET, "smart_blocks": {"embed_blocks": True, "min_chars": 200}}
    assert [change.place[0] for change in changes] == ["smart_blocks", "smart_blocks"]
    assert merge_settings(merged, Wishes()) == (merged, ())


def test_the_changes_name_neither_keys_of_services_nor_folders_that_were_there() -> None:
    merged, changes = merge_settings(SET, Wishes("Xenova/bge-small-en-v1.5", 250, ("Archive", "Old")))
    sources = merged["smart_sources"]
    assert sources["folder_exclusions"] == "Diary,Old,Archive"
    assert sources["min_chars"] == 250
    assert sources["embed_model"]["adapter"] == "transformers"
    assert sources["embed_model"]["openai"] == SET["smart_sources"]["embed_model"]["openai"]  # type: ignore[index]
    shown = repr(changes)
    assert "Archive" in shown
    assert not [word for word in (KEY, "Diary", "Old", "3-small") if word in shown]


def test_a_secret_where_a_number_should_be_is_not_shown() -> None:
    _, changes = merge_settings({"smart_sources": {"min_chars": KEY}}, Wishes(least_length=100))
    assert KEY not in repr(changes)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=5) | st.floats(-1e9, 1e9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=6), JSON, max_size=4))
def test_other_keys_are_kept_whatever_they_hold(others: dict[str, Any]) -> None:
    ours = {"is_obsidian_vault", "smart_sources", "smart_blocks"}
    others = {key: value for key, value in others.items() if key not in ours}
    merged, _ = merge_settings(others, Wishes())
    again = json.loads(format_settings(merged, b"{\n}"))
    assert {key: value for key, value in again.items() if key not in ours} == others


def test_half_of_a_surrogate_pair_is_kept_as_an_escape() -> None:
    assert format_settings({"a": "\ud800"}, b"") == b'{\n  "a": "\\ud800"\n}'


def test_one_long_line_stays_one_line() -> None:
    assert format_settings({"a": [1]}, b'{"a":[1]}') == b'{"a":[1]}'


@pytest.mark.parametrize("text", ["[1]", f'{{"key": "{KEY}", ', "[" * 100_000, '"x"'])
def test_a_file_that_is_no_object_is_refused_without_quoting_it(tmp_path: Path, text: str) -> None:
    write_files(tmp_path, {SETTINGS: text})
    with pytest.raises(ArtifactError) as caught:
        read_object(tmp_path)
    assert KEY not in str(caught.value)
    assert read_least_length(tmp_path) == 200


def test_something_else_in_the_way_is_refused() -> None:
    with pytest.raises(ArtifactError, match="smart_sources is no object"):
        merge_settings({"smart_sources": [KEY]}, Wishes())


def test_settings_outside_of_the_vault_are_not_read(tmp_path: Path) -> None:
    write_files(tmp_path, {"out/smart_env.json": "{}", "vault/A.md": "x"})
    (tmp_path / "vault/.smart-env").symlink_to(tmp_path / "out")
    with pytest.raises(ArtifactError, match="leads out of the vault"):
        read_object(tmp_path / "vault")
