"""A vault where links lead from tea to clients and family, as they do in the vaults of people."""

import logging
import time
from collections.abc import Mapping
from pathlib import Path

from florilegium.vault.opening import OpenVault, open_vault
from florilegium.vault.rules import VaultRules
from florilegium.vectors.store import Store
from florilegium.walking.context import Context, Ground, WalkOptions, find_context
from florilegium.walking.relevance import Question
from florilegium.walking.rendering import count_note

QUESTION = "How long should green tea steep, and how hot must the water be?"
NOTES: Mapping[str, str] = {
    "Studies/Green tea.md": (
        "# Green tea\nGreen tea should steep for two minutes. Tasted it with [[Anna]] at [[Acme Corp]].\n"
        "See [[Water temperature]] and [[Steeping times]]. Filed under [[Reading list]].\n"
    ),
    "Studies/Water temperature.md": (
        "# Water temperature\nThe water for green tea must not be hot: seventy degrees. More in [[Kettles]].\n"
        "[[Anna]] asked for it.\n"
    ),
    "Studies/Steeping times.md": "# Steeping times\nHow long to steep: green two minutes, black four. [[Acme Corp]]\n",
    "Studies/Kettles.md": "# Kettles\nA kettle that keeps the water as hot as green tea needs it.\n",
    "Studies/Reading list.md": "# Reading list\nBooks to read this year: novels, essays. [[Holiday plans]]\n",
    "Clients/Acme Corp.md": "# Acme Corp\nInvoices are due in June. Contact: [[Bob]]. Contract: [[Retainer]].\n",
    "Clients/Bob.md": "# Bob\nHead of marketing. Likes short mails. [[Retainer]]\n",
    "Clients/Retainer.md": "# Retainer\nFour days a month, paid on time.\n",
    "Family/Anna.md": "# Anna\nMy sister. Birthday in May. [[Holiday plans]]\n",
    "Family/Holiday plans.md": "# Holiday plans\nThe lake in August with everybody.\n",
    "Garden/Mint.md": "# Mint\nGrows in half shade. Dry the leaves in July.\n",
    "Garden/Compost.md": "# Compost\nTurn it twice a year.\n",
}
ABOUT = {
    "Studies/Green tea.md",
    "Studies/Water temperature.md",
    "Studies/Steeping times.md",
    "Studies/Kettles.md",
}


def open_planted(folder: Path, notes: Mapping[str, str] = NOTES) -> OpenVault:
    """Write notes as a vault below a folder and open it."""
    for path, text in notes.items():
        (folder / "vault" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "vault" / path).write_text(text, encoding="utf-8")
    log = logging.getLogger("test")
    return open_vault(folder / "vault", folder / "state", VaultRules(), log, started_ns=time.time_ns())


def ask(vault: OpenVault, text: str = QUESTION) -> Question:
    """Put a question to a vault."""
    return Question(text, vault.model, vault.index.open())


def walk(
    vault: OpenVault,
    text: str = QUESTION,
    options: WalkOptions | None = None,
    store: Store | None = None,
    *,
    reserved: int = 0,
) -> Context:
    """Return the context of a question."""
    ground = Ground(vault.model, vault.index.open(), vault.read_text, store)
    chosen = options or WalkOptions()
    return find_context(
        text, ground, chosen, lambda note: count_note(note, vault.model, vault.read_text), reserved=reserved
    )
