"""What an article used: its parsing, verified quotations, decisions, the note that tells them."""
