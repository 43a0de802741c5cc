"""The play socket: accept, read, answer, send."""
