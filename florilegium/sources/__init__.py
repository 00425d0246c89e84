"""Readers: one module per form in which a source lies on disk; each yields drafts of documents."""
