"""What a server sends, with its events unread: a newer server's may hold more than we know of."""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from chocolatl.server import wire


class Events(Struct, frozen=True, tag_field="type", tag="events"):
    """The events message, its events unread: a newer server's may hold more."""

    first: int
    events: list[Raw]


Message = (
    Events
    | wire.Welcome
    | wire.Ask
    | wire.Accepted
    | wire.Refused
    | wire.PresenceChanged
    | wire.Chat
    | wire.Muted
    | wire.TableChanged
    | wire.Warned
    | wire.Fairness
    | wire.Pong
    | wire.Leaving
)
decode_frame = msgspec.json.Decoder(list[Message]).decode
