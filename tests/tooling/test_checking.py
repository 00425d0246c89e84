"""What the tools of a vault are worth, line by line, with the next step."""

import json
import os
from pathlib import Path

import pytest
from vaults import write_files
from vector_stores import source, unit, write_logs

from florilegium.tooling.checking import Check, Tooling
from florilegium.tooling.coverage import Coverage
from florilegium.tooling.plugin import find_plugin
from florilegium.tooling.surveying import survey_tooling

LONG = "word " * 60  # 300 bytes
TIME = 1_700_000_000_000  # of every note, in milliseconds
MANIFEST = {"id": "smart-connections", "name": "Smart Connections", "version": "4.5.3", "minAppVersion": "1.1.0"}
V = unit(1, 2, 3, 4)


def write_plugin(root: Path, manifest: object = MANIFEST, enabled: object = ("smart-connections",)) -> None:
    write_files(
        root,
        {
            ".obsidian/plugins/smart-connections/manifest.json": json.dumps(manifest),
            ".obsidian/plugins/smart-connections/main.js": "//",
            ".obsidian/community-plugins.json": json.dumps(enabled),
        },
    )


def write_notes(root: Path, *names: str) -> list[str]:
    write_files(root, {name: LONG for name in names})
    for name in names:
        os.utime(root / name, ns=(0, TIME * 1_000_000))
    return list(names)


def embed(path: str, *, size: int = len(LONG), mtime: int = TIME, read: str = "h1") -> str:
    return source(path, V, read=read, last_import={"mtime": mtime, "size": size})


def find_check(found: Tooling, name: str) -> Check:
    return next(check for check in found.checks if check.name == name)


def test_a_vault_that_is_wholly_embedded_has_no_failing_line(tmp_path: Path) -> None:
    notes = write_notes(tmp_path, "A.md", "B.md")
    write_plugin(tmp_path)
    write_logs(tmp_path, {"A_md.ajson": embed("A.md"), "B_md.ajson": embed("B.md")})

    found = survey_tooling(tmp_path, notes)

    assert found.usable
    assert {check.verdict for check in found.checks} == {"good"}
    assert not [check for check in found.checks if check.next_step]
    assert found.coverage == Coverage(2, 2, 0, 0, 0, 0, 0)
    assert (found.plugin.state, found.plugin.version, found.store.layout) == ("enabled", "4.5.3", "multi")


def test_every_note_is_counted_once_and_drift_beside(tmp_path: Path) -> None:
    notes = write_notes(tmp_path, "Fresh.md", "Stale.md", "Missing.md", "Grown.md", "Copied.md", "Nearly.md")
    notes += list(write_files(tmp_path, {"Short.md": "x"}) and ["Short.md"])
    logs = {
        "Fresh_md.ajson": embed("Fresh.md"),
        "Stale_md.ajson": embed("Stale.md", read="newer"),
        "Grown_md.ajson": embed("Grown.md", size=5),
        "Copied_md.ajson": embed("Copied.md", mtime=TIME - 60_000),
        "Nearly_md.ajson": embed("Nearly.md", mtime=TIME - 1_500),
    }
    write_logs(tmp_path, logs)

    found = survey_tooling(tmp_path, notes)

    assert found.coverage == Coverage(long_enough=6, fresh=4, stale=1, missing=1, short=1, other_size=1, other_time=1)
    coverage = find_check(found, "coverage")
    assert coverage.verdict == "warning"
    assert coverage.message.startswith("4 of 6 notes that are long enough have a fresh vector (67%)")
    assert "Obsidian" in coverage.next_step
    assert find_check(found, "drift").next_step


def test_without_a_store_the_vault_is_not_usable_and_the_next_step_is_told(tmp_path: Path) -> None:
    found = survey_tooling(tmp_path, write_notes(tmp_path, "A.md"))

    assert not found.usable
    assert [(check.name, check.verdict) for check in found.checks] == [("plugin", "warning"), ("store", "failure")]
    assert all(check.next_step for check in found.checks)


def test_stale_vectors_alone_are_not_usable(tmp_path: Path) -> None:
    notes = write_notes(tmp_path, "A.md")
    write_logs(tmp_path, {"A_md.ajson": embed("A.md", read="newer")})

    found = survey_tooling(tmp_path, notes)

    assert not found.usable
    assert find_check(found, "models").verdict == "failure"


def test_what_is_left_out_is_told_by_its_reason_and_never_by_name(tmp_path: Path) -> None:
    notes = write_notes(tmp_path, "A.md")
    write_logs(tmp_path, {"x.ajson": f"{embed('A.md')},{embed('Secret/Diary.md')},{source('A.md#', [])}, broken"})

    found = survey_tooling(tmp_path, notes)

    assert found.left_out["absent_note"] >= 1
    assert find_check(found, "left out").verdict == "warning"
    assert "Diary" not in repr(found)


def test_the_least_length_of_the_settings_holds(tmp_path: Path) -> None:
    notes = write_notes(tmp_path, "A.md")
    write_logs(tmp_path, {"B_md.ajson": embed("B.md")})
    write_files(tmp_path, {".smart-env/smart_env.json": '{"smart_sources": {"min_chars": 301}}'})

    assert survey_tooling(tmp_path, notes).coverage.short == 1


@pytest.mark.parametrize(
    ("manifest", "enabled", "state"),
    [
        (MANIFEST, ["other"], "disabled"),
        (MANIFEST, {"smart-connections": True}, "disabled"),
        ({**MANIFEST, "id": "other"}, ["smart-connections"], "broken"),
        ({**MANIFEST, "version": "../../x"}, ["smart-connections"], "broken"),
        ([], [], "broken"),
    ],
)
def test_the_state_of_the_plugin_is_told_from_its_files(
    tmp_path: Path, manifest: object, enabled: object, state: str
) -> None:
    write_plugin(tmp_path, manifest, enabled)

    assert find_plugin(tmp_path).state == state


def test_a_plugin_without_its_code_or_its_manifest_is_broken(tmp_path: Path) -> None:
    write_plugin(tmp_path)
    folder = tmp_path / ".obsidian/plugins/smart-connections"
    (folder / "main.js").unlink()
    assert find_plugin(tmp_path).state == "broken"
    (folder / "manifest.json").unlink()
    assert find_plugin(tmp_path).state == "absent"
    (folder / "main.js").write_text("//")
    assert find_plugin(tmp_path).state == "broken"
