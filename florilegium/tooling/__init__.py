"""Whether the tools that the harness builds on are there: the plugin Smart Connections, its settings and its store."""
