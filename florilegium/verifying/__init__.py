"""Verifying: whether a memory or a research note is what it says, file by file and quotation by quotation."""
