"""The codes with which the server closes a socket."""

RESTART, OVERFLOW, POLICY, GONE, CLOSED, OLD = 1012, 1013, 1008, 4004, 4003, 4009
"""Connect again; too slow or busy; misbehaved; no such table; not open to you; load the page again."""
