"""The embedded engine: every role played by a deterministic algorithm, without key or network."""
