"""Whether a vault that git keeps has changes that no commit holds."""

import os
import subprocess
from pathlib import Path

# A vault's own settings must not start a program that watches it.
_QUIET = ("-c", "core.fsmonitor=false")
WAIT_SECONDS = 120


def find_uncommitted(root: Path) -> str:
    """Return what is wrong where git keeps a vault and not all of it is committed, "" else."""
    if not _is_kept(root):
        return ""
    command = ["git", *_QUIET, "status", "--porcelain", "-z", "--untracked-files=all", "--", "."]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    try:
        done = subprocess.run(
            command, cwd=root, env=environment, capture_output=True, check=False, timeout=WAIT_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired):
        return "git keeps this vault, and could not be asked whether all is committed"
    if done.returncode:
        return "git keeps this vault, and does not tell whether all is committed"
    return "git keeps this vault, and it has changes that are not committed" if done.stdout else ""


def _is_kept(root: Path) -> bool:
    """Tell whether the vault or a folder above it is a working tree of git."""
    real = root.resolve()
    return any((folder / ".git").exists() for folder in (real, *real.parents))
