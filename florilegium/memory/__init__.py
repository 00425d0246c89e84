"""A memory folder: what goes in, how it is written, how it is read."""
