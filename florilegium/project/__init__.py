"""What every run shares: params, folders, artifacts, schemas, stages, locks, counts."""
