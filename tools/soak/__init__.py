"""Scripted people at real sockets: a load for the bench, and witnesses while servers are killed."""
