"""The vectors that Smart Connections left in a vault: found, read, compared; nothing is written."""
