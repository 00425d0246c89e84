"""The page to look at that each memory carries: one file that needs no network."""
