"""The snapshot: from configured sources to the normalised copy in library/, reading only what changed."""
