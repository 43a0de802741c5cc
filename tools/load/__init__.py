"""A server in a child process, and clients that play at it, cheaply or with bad intentions."""
