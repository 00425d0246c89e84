"""The way of each document from the brief to the article, told from the work files of a topic."""
