"""What runs: one thin click command per stage of dvc.yaml."""
