"""What a run would ask, cost and show to a model, found before anything is asked."""
