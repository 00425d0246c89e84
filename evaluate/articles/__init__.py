"""Generated articles with planted gold: which sources of a memory each one used, and which it only seems to use."""
