"""Measurements of our own code, in CPU time, each beside a yardstick of the machine it ran on."""
