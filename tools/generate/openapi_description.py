"""The description of the HTTP interface that the server publishes."""

from __future__ import annotations

from chocolatl.server.http.openapi import PUBLISHED, description
from chocolatl.server.ops.app import interface

TARGET = PUBLISHED


def text() -> bytes:
    """The interface as the code has it now."""
    return description(interface())
