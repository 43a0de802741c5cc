"""What a server sends, with its events unread: a newer server's may hold more than we know of."""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from chocolatl.server import protocol


class RawEvents(Struct, frozen=True, tag_field="type", tag="events"):
    """The events message, its events unread: a newer server's may hold more."""

    first: int
    events: list[Raw]


Message = (
    RawEvents
    | protocol.Welcome
    | protocol.Ask
    | protocol.Accepted
    | protocol.Refused
    | protocol.PresenceChanged
    | protocol.Chat
    | protocol.Muted
    | protocol.TableChanged
    | protocol.Warned
    | protocol.Clocks
    | protocol.Fairness
    | protocol.Pong
    | protocol.Leaving
)
decode_frame = msgspec.json.Decoder(list[Message]).decode
