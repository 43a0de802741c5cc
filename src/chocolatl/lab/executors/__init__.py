"""Where experiments run: local processes, or a Ray cluster."""
