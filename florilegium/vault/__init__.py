"""What Obsidian means by a note: front matter, links, tags, headings, resolution, ignore rules."""
