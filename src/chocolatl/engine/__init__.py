"""The game as compiled arrays, for search and simulation; proven equal to `rules`."""
