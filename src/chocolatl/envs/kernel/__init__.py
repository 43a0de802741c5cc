"""The compiled half of the environments: picks, observations and batches on the vectors of the fast game."""
