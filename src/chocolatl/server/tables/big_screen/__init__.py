"""Screens in the middle of the room: which of them paces a table's reveal."""
