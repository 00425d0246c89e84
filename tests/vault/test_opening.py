"""A vault that did not change is opened from what was kept; any change is seen."""

import logging
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from vaults import RULES, VAULT, write_files

from florilegium.errors import SourceUnavailableError
from florilegium.vault.keeping import MODEL_NAME, SETTLED_NS
from florilegium.vault.opening import OpenVault, open_vault
from florilegium.vault.rules import VaultRules

WRITTEN_NS = 1_700_000_000_000_000_000
LATER_NS = WRITTEN_NS + SETTLED_NS
LEFT_AS_IT_IS = b"left as it is"


def settle(root: Path) -> None:
    """Let every file of a vault be as old as the others."""
    for path in sorted(root.rglob("*")):
        os.utime(path, ns=(WRITTEN_NS, WRITTEN_NS))


def open_at(root: Path, started_ns: int = LATER_NS, rules: VaultRules = RULES) -> OpenVault:
    return open_vault(root, root.parent / "state", rules, logging.getLogger("test"), started_ns=started_ns)


def was_read(root: Path) -> bool:
    """Tell whether the last opening looked into the vault, by a file that a reading would have replaced."""
    return (root.parent / "state" / "parts.msgpack").read_bytes() != LEFT_AS_IT_IS


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A settled vault that was opened once, its parts replaced by a mark."""
    root = write_files(tmp_path / "vault", VAULT)
    write_files(root, {".obsidian/app.json": "{}"})
    settle(root)
    open_at(root)
    (tmp_path / "state" / "parts.msgpack").write_bytes(LEFT_AS_IT_IS)
    return root


def test_an_unchanged_vault_is_not_read_again(root: Path, tmp_path: Path) -> None:
    again = open_at(root)
    assert not was_read(root)
    (tmp_path / "state" / MODEL_NAME).unlink()
    assert open_at(root).model == again.model
    assert was_read(root)
    assert again.read_text("A/Plan.md") == "One plan.\n"
    found = [name for name, _ in again.index.search("plan", limit=9)]
    assert {again.model.notes[path].id for path in ("A/Plan.md", "B/Plan.md")} <= set(found)


def _change_note(root: Path) -> None:
    (root / "A/Plan.md").write_text("Two plan.\n", encoding="utf-8")
    os.utime(root / "A/Plan.md", ns=(WRITTEN_NS, WRITTEN_NS + 1))


def _add_note(root: Path) -> None:
    (root / "New.md").write_text("New.\n", encoding="utf-8")
    os.utime(root / "New.md", ns=(WRITTEN_NS, WRITTEN_NS))


def _remove_note(root: Path) -> None:
    (root / "A/Plan.md").unlink()


def _change_settings(root: Path) -> None:
    (root / ".obsidian/app.json").write_text('{"userIgnoreFilters": ["A/"]}', encoding="utf-8")


def _remove_catalogue(root: Path) -> None:
    (root.parent / "state" / "library" / "catalog.jsonl").unlink()


def _remove_index(root: Path) -> None:
    (root.parent / "state" / "index" / "current").unlink()


def _damage_model(root: Path) -> None:
    path = root.parent / "state" / MODEL_NAME
    path.write_bytes(path.read_bytes()[:-9])


CHANGES = (
    _change_note, _add_note, _remove_note, _change_settings, _remove_catalogue, _remove_index, _damage_model
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changed_is_seen(root: Path, change: Callable[[Path], None]) -> None:
    change(root)
    model = open_at(root).model
    assert was_read(root)
    paths = {"A/Plan.md", "B/Plan.md", "Board.canvas", "Home.md", "Notes/Tea.md"}
    paths -= {"A/Plan.md"} if change in (_remove_note, _change_settings) else set()
    assert set(model.notes) == paths | ({"New.md"} if change is _add_note else set())


def test_other_rules_are_another_model(root: Path) -> None:
    model = open_at(root, rules=VaultRules(private_folders=("Secret", "A"), templates=("Templates",))).model
    assert "A/Plan.md" not in model.notes


def test_a_vault_that_changed_a_moment_ago_is_read_again(root: Path, tmp_path: Path) -> None:
    (tmp_path / "state" / MODEL_NAME).unlink()
    open_at(root, started_ns=LATER_NS - 1)
    assert not (tmp_path / "state" / MODEL_NAME).exists()
    open_at(root, started_ns=LATER_NS)
    assert (tmp_path / "state" / MODEL_NAME).exists()


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceUnavailableError, match="gone: no such folder"):
        open_at(tmp_path / "gone")
    assert not (tmp_path / "state").exists()
