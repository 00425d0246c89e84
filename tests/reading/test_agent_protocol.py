"""The calls that docs/memory.md gives an agent do what stands there."""

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from varied_memory import make_varied

from florilegium.cli import main

ROOT = Path(__file__).resolve().parents[2]
SECTION = (ROOT / "docs" / "memory.md").read_text(encoding="utf-8").split("## For an agent\n")[1].split("\n## ")[0]
CALLS = SECTION.split("```sh\n")[1].split("```")[0].splitlines()


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.split()[1])
def test_a_call_of_the_protocol_works(call: str, tmp_path: Path) -> None:
    """Answers go to standard output, as JSON where that is asked for, and nothing is written into the memory."""
    memory = make_varied(tmp_path / "memory", 8)
    before = sorted(memory.rglob("*"))
    words = shlex.split(call.replace("the-forgetting-budget", "work-1").replace("MEMORY", str(memory)), comments=True)
    done = CliRunner().invoke(main, words[1:])
    expected = 3 if words[1] == "verify" else 0  # the invented memory has a coverage that does not add up
    assert (done.exit_code, done.stderr) == (expected, "")
    assert done.stdout.strip()
    if "json" in call:
        assert json.loads(done.stdout)
    assert sorted(memory.rglob("*")) == before
