"""Tournaments: pairings, matches, estimates, reports."""
