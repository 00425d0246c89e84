"""What a brief asks for: its parsing, the sources that it names, the plan made from it."""
