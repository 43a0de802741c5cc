"""Chocolatl, the board game: rules, bots, server and tools."""

__version__ = "0.2.0"
