"""Asking a model: requests, stored answers, budget, retries; what is asked is the roles' business."""
