"""Tournaments, ratings and training."""
