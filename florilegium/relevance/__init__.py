"""How relevant a candidate is: evidence for themes, weights, the order."""
