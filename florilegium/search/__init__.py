"""Full-text search over the library: analysis, index, phrasings, fusion."""
