"""`florilegium vault tooling` tells what the vectors of a vault are worth."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from release_archives import FILES, make_archive, make_manifest
from vaults import write_files
from vector_stores import source, unit, write_logs

from florilegium.cli import main
from florilegium.project.schemas import find_problems
from florilegium.tooling.settings import SETTINGS

LONG = "word " * 60
IMPORT = {"mtime": 1, "size": len(LONG)}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with two notes, of which one is private, both with vectors."""
    root = write_files(tmp_path / "vault", {"Tea.md": LONG, "Diary.md": f"#private {LONG}", ".obsidian/app.json": "{}"})
    logs = {f"{name}_md.ajson": source(f"{name}.md", unit(1, 2), last_import=IMPORT) for name in ("Tea", "Diary")}
    return write_logs(root, logs)


def run(vault: Path, *arguments: str | Path, answer: str = "") -> Result:
    state = str(vault.parent / "state")
    return CliRunner().invoke(
        main, ["vault", "tooling", str(vault), "--state", state, *map(str, arguments)], input=answer
    )


def list_files(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_a_vault_with_vectors_is_usable_and_nothing_is_written(vault: Path) -> None:
    before = list_files(vault)
    result = run(vault)
    assert result.exit_code == 0, result.output
    assert "1 of 1 notes that are long enough have a fresh vector (100%)" in result.output
    assert "usable: yes" in result.output
    assert "Diary" not in result.output
    assert list_files(vault) == before


def test_a_vault_without_vectors_ends_with_one_and_says_what_to_do(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"Tea.md": LONG})
    result = run(root)
    assert result.exit_code == 1
    assert "FAIL  store: the vault has no vectors of Smart Connections" in result.output
    assert "next: open the vault in Obsidian" in result.output
    assert "usable: no" in result.output


@pytest.mark.parametrize("has_store", [True, False])
def test_the_report_as_json_fits_its_schema(vault: Path, has_store: bool) -> None:
    if not has_store:
        for path in (vault / ".smart-env/multi").iterdir():
            path.unlink()
    result = run(vault, "--json")
    found = json.loads(result.output)
    assert find_problems(found, "tooling") == []
    assert found["usable"] is has_store
    assert result.exit_code == (0 if has_store else 1)


SECRET = '{"smart_sources": {"min_chars": 300, "openai": {"api_key": "sk-secret"}}}'


def test_configure_shows_only_what_changes_and_writes_after_a_yes(vault: Path) -> None:
    write_files(vault, {SETTINGS: SECRET})
    before = list_files(vault)

    refused = run(vault, "--configure", "--least-length", "250", answer="n\n")
    assert refused.exit_code == 0
    assert "- smart_sources.min_chars: 300\n+ smart_sources.min_chars: 250" in refused.output
    assert "nothing was written" in refused.output
    assert list_files(vault) == before

    result = run(vault, "--configure", "--least-length", "250", answer="y\n")
    assert result.exit_code == 0, result.output
    assert "sk-secret" not in result.output + refused.output
    found = json.loads((vault / SETTINGS).read_bytes())
    assert found["smart_sources"]["min_chars"] == 250
    assert found["smart_sources"]["openai"] == {"api_key": "sk-secret"}
    assert "nothing to write" in run(vault, "--configure").output


def test_configure_writes_nothing_where_nobody_answers(vault: Path) -> None:
    before = list_files(vault)
    assert run(vault, "--configure").exit_code == 1
    assert list_files(vault) == before


def test_install_shows_what_it_writes_and_what_was_there(vault: Path) -> None:
    archive = vault.parent / "release.zip"
    archive.write_bytes(make_archive({**FILES, "README.md": b"x"}))
    before = list_files(vault)

    refused = run(vault, "--install", archive, answer="n\n")
    assert "there: no version (absent); in the archive: 4.7.1" in refused.output
    assert ".obsidian/plugins/smart-connections/main.js" in refused.output
    assert list_files(vault) == before

    result = run(vault, "--install", archive, "--yes")
    assert result.exit_code == 0, result.output
    assert "installed: Smart Connections 4.7.1" in result.output
    assert len(list_files(vault)) == len(before) + 3
    again = run(vault, "--install", archive, "--yes")
    assert "there: 4.7.1 (disabled)" in again.output
    assert "nothing to write" in again.output


def test_an_archive_of_something_else_ends_with_its_reason_and_writes_nothing(vault: Path) -> None:
    archive = vault.parent / "release.zip"
    archive.write_bytes(make_archive({**FILES, "manifest.json": make_manifest(id="dataview")}))
    before = list_files(vault)
    result = run(vault, "--install", archive, "--yes")
    assert result.exit_code == 2
    assert "another plugin" in result.output
    assert list_files(vault) == before


@pytest.mark.parametrize(
    "arguments", [("--configure", "--json"), ("--model", "x"), ("--without", "x"), ("--allow-local",)]
)
def test_options_that_do_not_go_together_are_refused(vault: Path, arguments: tuple[str, ...]) -> None:
    assert run(vault, *arguments).exit_code == 2


def test_a_download_of_this_machine_is_refused_without_the_flag(vault: Path) -> None:
    result = run(vault, "--download", "https://127.0.0.1:1/x.zip", "--yes")
    assert result.exit_code == 4
    assert "--allow-local was not given" in result.output
    assert not (vault / ".obsidian/plugins").exists()


class Handler(BaseHTTPRequestHandler):
    """Serves one archive."""

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        content = make_archive()
        self.send_response(200)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def test_a_downloaded_archive_is_shown_before_it_is_written(vault: Path) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        arguments = ("--download", f"http://127.0.0.1:{server.server_port}/release.zip", "--allow-local")
        refused = run(vault, *arguments, answer="n\n")
        assert "in the archive: 4.7.1" in refused.output
        assert not (vault / ".obsidian/plugins").exists()
        result = run(vault, *arguments, "--yes")
        server.shutdown()
    assert result.exit_code == 0, result.output
    assert (vault / ".obsidian/plugins/smart-connections/main.js").read_bytes() == FILES["main.js"]
