"""The tools look, rules and answer over the Model Context Protocol.

Every agent has a key of its own; it opens one seat. With one agent the key may be left out.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from chocolatl.agents.agent_table import AgentTable
from chocolatl.agents.rules_text import RULES_TEXT
from chocolatl.extras import needs
from chocolatl.rules import Seat

with needs("agent"):
    from mcp.server.mcpserver import MCPServer

INSTRUCTIONS = (
    "You play the board game Chocolatl. Call rules once, then look until you are asked, and answer. "
    "All players answer at the same time and in secret. An answer that is not legal may be tried again twice."
)


def new_keys(table: AgentTable) -> dict[str, Seat]:
    """A secret for every agent."""
    return {secrets.token_urlsafe(16): seat for seat in table.seats}


def mcp_server(table: AgentTable, keys: Mapping[str, Seat]) -> MCPServer[Any]:
    """A server for one table."""
    server = MCPServer("chocolatl", instructions=INSTRUCTIONS, log_level="WARNING")

    def seat_of(key: str) -> Seat:
        if not key and len(keys) == 1:
            return next(iter(keys.values()))
        for known, seat in keys.items():
            if secrets.compare_digest(known.encode(), key.encode()):
                return seat
        raise ValueError("this key opens no seat: expected the key that you were given")

    def look(key: str = "") -> dict[str, Any]:
        """What you may know: your view, what happened since you looked last, and what you are asked."""
        return table.look(seat_of(key))

    def rules() -> str:
        """The rules of the game and the form of an answer."""
        return RULES_TEXT

    def answer(action: str, key: str = "") -> dict[str, Any]:
        """Answer your question: `action` is the JSON of one answer, in the form that `rules` tells."""
        return table.answer(seat_of(key), action)

    for tool in (look, rules, answer):
        server.tool()(tool)
    return server
