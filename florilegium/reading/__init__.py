"""Reading a memory: filters, ranking, layers, and how a terminal shows them."""
