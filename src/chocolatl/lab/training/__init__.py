"""Self-play training of the value network."""
