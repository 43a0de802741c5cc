"""A table from its lobby to the end of its game."""
