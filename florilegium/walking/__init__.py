"""The way from a question through a vault's links to the few notes that an agent should read; nothing is written."""
