"""Vault models made by hand, for tests of what is found in them."""

from collections.abc import Iterable, Mapping
from hashlib import sha256

from florilegium.vault.model import VaultFile, VaultLink, VaultModel, VaultNote
from florilegium.vault.notes import find_stem


def make_link(target: str, *, line: int = 1, state: str = "resolved", candidates: tuple[str, ...] = ()) -> VaultLink:
    """Return a link; `target` is the path of the file where it is resolved, else what was written."""
    path = target if state in ("resolved", "self") else None
    return VaultLink(target.removesuffix(".md"), "", "wikilink", line, state, path, candidates)  # type: ignore[arg-type]


def make_note(path: str, links: Iterable[str | VaultLink] = (), **changed: object) -> VaultNote:
    """Return a note of 100 words whose links lead to these paths, one a line."""
    made = [
        make_link(link, line=number) if isinstance(link, str) else link for number, link in enumerate(links, start=1)
    ]
    given: dict[str, object] = {
        "id": f"vault-{sha256(path.encode()).hexdigest()[:8]}",
        "path": path,
        "title": find_stem(path),
        "kind": "note",
        "authorship": "own",
        "day": None,
        "aliases": (),
        "tags": (),
        "headings": (),
        "block_ids": (),
        "links": tuple(made),
        "words": 100,
        "sha256": sha256(path.encode()).hexdigest(),
    }
    return VaultNote(**{**given, **changed})  # type: ignore[arg-type]


def make_vault(notes: Iterable[VaultNote], files: Mapping[str, str] | None = None) -> VaultModel:
    """Return the model of these notes, in the order given, and these files with their reasons."""
    held = tuple(VaultFile(path, reason) for path, reason in sorted((files or {}).items()))
    return VaultModel("vault", {note.path: note for note in notes}, held)
