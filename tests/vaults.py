"""Small vaults for the tests of the harness."""

import logging
import time
from collections.abc import Mapping
from pathlib import Path

from florilegium.vault.opening import OpenVault, open_vault
from florilegium.vault.rules import VaultRules

RULES = VaultRules(private_folders=("Secret",), templates=("Templates",))
VAULT = {
    "Home.md": (
        "---\naliases: [Start]\n---\n# Home\n[[Tea]] and [[Tea#Brewing]], [[Tea#Lost]], [[Tea#^cup]], [[#Home]]\n"
        "![[cup.png]] [[Daily form]] [[Blank]] [[Nowhere]] [[Start]] [[Plan]] `[[Tea]]`\n"
        "[site](https://example.org/a) [x](Notes/Tea.md) [[Diary]] [[Kept]] [[https://example.org]]\n"
    ),
    "Notes/Tea.md": "# Tea\n## Brewing\nHot. ^cup\n[[Home]]\n",
    "Notes/Blank.md": "",
    "A/Plan.md": "One plan.\n",
    "B/Plan.md": "Another plan.\n",
    "Secret/Diary.md": "Dear diary, [[Home]].\n",
    "Notes/Kept.md": "#private words, [[Tea]]\n",
    "Templates/Daily form.md": "{{date}} [[Home]]\n",
    "Notes/cup.png": "no picture",
    "Board.canvas": (
        '{"nodes":[{"id":"1","type":"file","file":"Notes/Tea.md","x":0,"y":0,"width":9,"height":9},'
        '{"id":"2","type":"text","text":"See [[Home]]","x":0,"y":20,"width":9,"height":9}],"edges":[]}'
    ),
}


def write_files(root: Path, files: Mapping[str, str]) -> Path:
    """Write files below a folder, in the order given, and return the folder."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def open_small(root: Path, state: Path, rules: VaultRules = RULES) -> OpenVault:
    """Return a vault opened with rules that hide one folder."""
    return open_vault(root, state, rules, logging.getLogger("test"), started_ns=time.time_ns())
