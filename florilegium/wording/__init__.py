"""Markdown as words: plain prose, sentences, escaping."""
