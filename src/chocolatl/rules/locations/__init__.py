"""The six locations (rule 4): one file each, with what its ranking does and what it still has to ask."""
