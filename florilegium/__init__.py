"""Private deep research over a person's own notes, highlights and notebooks."""

__version__ = "0.1.0"
