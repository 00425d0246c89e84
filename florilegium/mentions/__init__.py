"""Unlinked mentions: where the text of a note names another note and does not link to it."""
