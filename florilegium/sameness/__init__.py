"""When two documents are one: canonical URLs, works, fingerprints, groups of duplicates."""
