"""Assembles the server, runs it, supervises its processes, administers its database."""
