"""Every number on the command line is finite and within its limits."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from florilegium.cli import main

SEARCH = ["search", "memory", "text"]
REFUSED = {
    "--min-score": ["nan", "inf", "-inf", "-0.1", "1.1", "high", ""],
    "--max-score": ["nan", "inf", "-inf", "-0.1", "1.1", "high", ""],
    "--limit": ["nan", "inf", "-1", "0", "1.5"],
    "--budget": ["nan", "inf", "-1", "0", "1.5"],
}
OTHERS = [
    (["show", "memory", "id"], "--budget", ["nan", "-1", "0"]),
    (["run"], "--budget-usd", ["nan", "inf", "-1"]),
]
CASES = [(SEARCH, option, value) for option, values in REFUSED.items() for value in values]
CASES += [(command, option, value) for command, option, values in OTHERS for value in values]


@pytest.mark.parametrize(
    ("command", "option", "value"), CASES, ids=[f"{case[0][0]}{case[1]}={case[2]}" for case in CASES]
)
def test_what_is_no_such_number_is_misuse(
    command: list[str], option: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, [*command, f"{option}={value}"])
    assert done.exit_code == 2
    assert f"Invalid value for '{option}'" in done.stderr
