"""`florilegium vault discover` tells what a vault does not say of itself."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from vaults import open_small, write_files

from florilegium.cli import main
from florilegium.drafts import Link
from florilegium.project.schemas import find_problems
from florilegium.vault.resolve import Resolver
from florilegium.vault.rules import VaultRules

FILES = {
    "Economic moat.md": "# Economic moat\nWhat keeps others out.\n",
    "Letter.md": "The economic moat was wide that year. [[Economic mote]] [[Old/Plan]]\n",
    "A/Plan.md": "One plan, [[Economic moat]].\n",
    "B/Plan.md": "Another plan with an economic moat.\n",
    "C#/What [is] this.md": "Words that nobody links to.\n",
    "Alone.md": "A note of its own.\n",
    "Templates/Form.md": "[[Economic moat]]\n",
}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A small vault with names that are hard to link."""
    more = {f"n{number}.md": f"[[Economic moat]] of the {number}th firm.\n" for number in range(5)}
    return write_files(tmp_path / "vault", {**FILES, **more})


def run(vault: Path, *arguments: str | Path) -> Result:
    given = [str(vault), "--state", str(vault.parent / "state"), *map(str, arguments)]
    return CliRunner().invoke(main, ["vault", "discover", *given])


def test_the_record_fits_its_schema_and_holds_every_mode(vault: Path) -> None:
    result = run(vault, "--json")
    assert result.exit_code == 0, result.output
    record = json.loads(result.output)
    assert find_problems(record, "discovery") == []
    assert [hub["path"] for hub in record["hubs"]] == ["Economic moat.md"]
    assert [item["path"] for item in record["mentions"]] == ["Economic moat.md"]
    assert {place["note"] for place in record["mentions"][0]["places"]} == {"Letter.md", "B/Plan.md"}
    assert {repair["target"] for repair in record["dangling"]} == {"Economic mote", "Old/Plan"}


def test_one_mode_alone_is_looked_for_and_shown_as_a_page(vault: Path) -> None:
    assert json.loads(run(vault, "--mode", "hubs", "--json").output)["orphans"] == []
    page = run(vault, "--mode", "dangling").output
    assert page.startswith("# Dangling links\n")
    assert "`Old/Plan`, in [[Letter]]" in page


def test_without_a_mode_the_finds_are_counted(vault: Path) -> None:
    assert run(vault).output.splitlines()[:2] == ["Hubs: 1", "Unlinked mentions: 2"]


def test_every_link_of_every_page_leads_to_its_file(vault: Path) -> None:
    assert run(vault, "--out", vault.parent / "out").exit_code == 0
    pages = sorted((vault.parent / "out").rglob("*.md"))
    assert len(pages) >= 6
    model = open_small(vault, vault.parent / "other state", VaultRules()).model
    resolver = Resolver([*model.notes, *(file.path for file in model.files)])
    for page in pages:
        for target in re.findall(r"(?<!\\)\[\[([^\[\]|]+)", page.read_text(encoding="utf-8")):
            if not target.startswith("Map of "):
                assert resolver.resolve(Link(target), f"Discovery/{page.name}").state == "resolved", target


def test_the_vault_is_left_as_it_was(vault: Path) -> None:
    before = {path: path.read_bytes() for path in vault.rglob("*") if path.is_file()}
    result = run(vault, "--out", vault / "Discovery")
    assert result.exit_code == 2
    assert "nothing is written into the vault" in result.output
    run(vault, "--out", vault.parent / "out")
    assert {path: path.read_bytes() for path in vault.rglob("*") if path.is_file()} == before


def test_two_runs_give_the_same_bytes(vault: Path) -> None:
    for name in ("one", "two"):
        run(vault, "--out", vault.parent / name)
    for path in sorted((vault.parent / "one").rglob("*.*")):
        assert path.read_bytes() == (vault.parent / "two" / path.relative_to(vault.parent / "one")).read_bytes()


def test_what_is_private_is_not_told(vault: Path) -> None:
    write_files(vault, {"Kept.md": "#private\nAn economic moat of ours.\n"})
    write_files(vault, {"Open.md": "As [[Kept]] says, the economic moat is deep.\n"})
    result = run(vault, "--out", vault.parent / "out")
    assert result.exit_code == 0
    told = "".join(path.read_text(encoding="utf-8") for path in (vault.parent / "out").rglob("*.*"))
    assert "Open" in told
    assert "Kept" not in told
