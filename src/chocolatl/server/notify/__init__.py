"""Notifications of absent players by webhook: stored with the game, delivered at least once."""
