"""What the reader pins and vetoes, and how the stages honour it."""
