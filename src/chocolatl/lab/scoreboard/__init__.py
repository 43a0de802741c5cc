"""Scores of submissions: games on published seeds by the tournament's protocol, which anybody can repeat."""
