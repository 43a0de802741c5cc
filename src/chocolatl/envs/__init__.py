"""The game as PettingZoo, Gymnasium and OpenSpiel environments."""
