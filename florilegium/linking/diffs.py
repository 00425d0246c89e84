"""Changes of notes as a person reads them before anything is written."""

import difflib
import re

from ..sources.decoding import decode_text
from .proposals import NoteEdit

CONTEXT = 1  # lines around a change
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def render_edit(edit: NoteEdit) -> str:
    """Return one note's change as a unified diff, with the reason of each link before it and each refusal after it."""
    lines: list[str] = []
    for item in edit.accepted:
        lines.append(f'# {edit.path}: "{item.text}" -> {item.target} ({item.confidence:.2f}, {item.reason})')
    if edit.insertions:
        before, after = (decode_text(content).text.split("\n") for content in (edit.before, edit.after))
        names = (f"a/{edit.path}", f"b/{edit.path}")
        lines += difflib.unified_diff(before, after, *names, n=CONTEXT, lineterm="")
    for refusal in edit.refused:
        lines.append(f'# {edit.path}: not "{refusal.proposal.text}" -> {refusal.proposal.target}: {refusal.reason}')
    return "".join(f"{_CONTROLS.sub(chr(0xFFFD), line)}\n" for line in lines)
