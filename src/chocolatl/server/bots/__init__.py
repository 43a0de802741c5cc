"""Seats that bots play, and hints: processes that bots think in, and who asks them."""
