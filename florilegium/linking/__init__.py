"""Links written into the notes of a vault: shown first, written one note at a time, taken back byte for byte."""
