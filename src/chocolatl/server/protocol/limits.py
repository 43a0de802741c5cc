"""The limits and constants that a page is told before it draws anything."""

from __future__ import annotations

from chocolatl.records.board_limits import BOARD_BYTES
from chocolatl.rules.offering import hut_modifier
from chocolatl.rules.scoring import MAJORITY
from chocolatl.rules.texts import CHAT_LINE, PLAYER_NAME
from chocolatl.rules.types import DIE_FACES
from chocolatl.server.protocol.http_bodies import Constants, Limits

AWAY_SECONDS = 180
"""So long somebody must be away before the others may call a bot, where there is no deadline."""
LIMITS = Limits(
    name_letters=PLAYER_NAME.most,
    chat_letters=CHAT_LINE.most,
    message_bytes=8_192,
    body_bytes=65_536,
    board_bytes=BOARD_BYTES,
    away_seconds=AWAY_SECONDS,
)

CONSTANTS = Constants(
    hut=hut_modifier(1, "temple"),
    hut_in_city=hut_modifier(1, "city"),
    die_faces=DIE_FACES,
    highest_sacrifice=MAJORITY,
)
