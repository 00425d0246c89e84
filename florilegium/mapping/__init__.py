"""The map of a vault: its sections, entry notes and words, and what its owner says of them."""
