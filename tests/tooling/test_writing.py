"""What is written into a vault is written whole, in its place, and through no link."""

import os
import stat
from pathlib import Path

import pytest
from release_archives import FILES, make_archive, make_manifest
from vaults import write_files

from florilegium.errors import BusyError, ParamsError
from florilegium.tooling.plugin import PLUGIN_FOLDER
from florilegium.tooling.releases import Release, read_release
from florilegium.tooling.writing import install_release, plan_installation, replace_bytes, show_changes


@pytest.fixture
def release() -> Release:
    return read_release(make_archive(), "x.zip")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write_files(tmp_path / "vault", {".obsidian/app.json": "{}", "A.md": "x"})


def list_files(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_a_release_is_installed_and_nothing_beside_it_changes(vault: Path, release: Release) -> None:
    before = list_files(vault)
    changes = plan_installation(vault, release)
    assert list_files(vault) == before
    assert [line.split()[0] for line in show_changes(changes)] == ["new", "new", "new"]

    install_release(vault, release, changes)

    assert list_files(vault) == before | {f"{PLUGIN_FOLDER}/{name}": content for name, content in FILES.items()}
    assert all(change.is_same for change in plan_installation(vault, release))


def test_an_update_replaces_what_differs_and_keeps_the_plugins_own_data(vault: Path, release: Release) -> None:
    old = {"main.js": "// old", "data.json": '{"key": 1}', "styles.css": "a {}"}
    write_files(vault, {f"{PLUGIN_FOLDER}/{name}": text for name, text in old.items()})
    changes = plan_installation(vault, release)
    assert [line.split()[0] for line in show_changes(changes)] == ["replaced", "same", "new"]

    install_release(vault, release, changes)

    assert (vault / PLUGIN_FOLDER / "data.json").read_text() == old["data.json"]
    assert (vault / PLUGIN_FOLDER / "main.js").read_bytes() == FILES["main.js"]


def test_killed_before_the_manifest_the_next_run_makes_it_whole(
    vault: Path, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, left = os.replace, iter([True, False])

    def fail_second(source: Path, target: Path) -> None:
        if not next(left, True):
            raise OSError("killed")
        original(source, target)

    monkeypatch.setattr(os, "replace", fail_second)
    with pytest.raises(OSError, match="killed"):
        install_release(vault, release, plan_installation(vault, release))
    assert not (vault / PLUGIN_FOLDER / "manifest.json").exists()
    (vault / PLUGIN_FOLDER / ".main.js.florilegium-partial").write_bytes(b"left")
    monkeypatch.setattr(os, "replace", original)

    install_release(vault, release, plan_installation(vault, release))

    assert {path.name for path in (vault / PLUGIN_FOLDER).iterdir()} >= set(FILES)
    assert (vault / PLUGIN_FOLDER / "manifest.json").read_bytes() == FILES["manifest.json"]


@pytest.mark.parametrize("place", [".obsidian/plugins", PLUGIN_FOLDER, f"{PLUGIN_FOLDER}/main.js"])
def test_nothing_is_written_through_a_link(vault: Path, release: Release, place: str) -> None:
    outside = vault.parent / "outside"
    outside.mkdir()
    (vault / place).parent.mkdir(parents=True, exist_ok=True)
    (vault / place).symlink_to(outside)
    with pytest.raises(ParamsError, match="is a link"):
        plan_installation(vault, release)
    assert not list(outside.iterdir())


def test_a_folder_that_is_no_vault_gets_no_plugin(tmp_path: Path, release: Release) -> None:
    with pytest.raises(ParamsError, match="is not in the vault"):
        plan_installation(tmp_path, release)


def test_a_folder_in_the_place_of_a_file_is_refused(vault: Path, release: Release) -> None:
    (vault / PLUGIN_FOLDER / "main.js").mkdir(parents=True)
    with pytest.raises(ParamsError, match="is a folder"):
        plan_installation(vault, release)


def test_a_file_that_another_program_wrote_meanwhile_is_left_alone(vault: Path) -> None:
    write_files(vault, {"x/a.json": "newer"})
    with pytest.raises(BusyError, match="changed since it was read"):
        replace_bytes(vault, "x/a.json", b"older", b"ours")
    with pytest.raises(BusyError):
        replace_bytes(vault, "x/a.json", b"", b"ours")
    assert (vault / "x/a.json").read_text() == "newer"


def test_the_permissions_of_a_closed_file_stay(vault: Path) -> None:
    write_files(vault, {"x/a.json": "old"})
    (vault / "x/a.json").chmod(0o600)
    replace_bytes(vault, "x/a.json", b"old", b"new")
    assert stat.S_IMODE((vault / "x/a.json").stat().st_mode) == 0o600
    assert [path.name for path in (vault / "x").iterdir()] == ["a.json"]


def test_an_older_version_is_still_a_release() -> None:
    assert (
        read_release(make_archive({**FILES, "manifest.json": make_manifest(version="2.1.23")}), "x").version == "2.1.23"
    )
