"""The lobby of a rematch: same settings, seats kept for everyone who played."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from chocolatl.rules import edition_named
from chocolatl.rules.types import Seat
from chocolatl.server.store.documents import DrawDoc, Lobby, SeatDoc


def rematch(
    lobby: Lobby, new_id: str, draw: DrawDoc, rules_version: str, host: Seat, order: Sequence[Seat] = ()
) -> Lobby:
    """The same settings and bots at a new table, where the host sits and the seats of the others are kept.

    `order`: which seat of before each seat is (none: the same). It starts when everyone has sat down; whoever
    passes one device around sits at once.
    """
    order = order or range(len(lobby.seats))
    seats = tuple(_again(lobby.seats[seat], seat == host or bool(lobby.device), order) for seat in order)
    return replace(
        lobby,
        id=new_id,
        commitment=draw.key_commitment,
        draw=draw,
        rules=edition_named(lobby.edition, rules_version) if lobby.as_printed else lobby.rules,
        rules_version=rules_version,
        seats=seats,
        host=order.index(host),
        autostart=True,
        rematch=None,
        key=None,
        unknown=UNSET,
    )


def _again(doc: SeatDoc, sits: bool, order: Sequence[Seat]) -> SeatDoc:
    """A seat of a rematch: a bot's, the host's, or kept for whoever sat there."""
    fresh = replace(
        doc,
        held=False,
        bot=doc.bot if doc.kind == "bot" else None,
        links=(),
        nonce="",
        commitment="",
        muted=tuple(sorted(order.index(seat) for seat in doc.muted)),
        ready=sits,
        unknown=UNSET,
    )
    if sits or doc.kind != "person":
        return fresh
    return replace(fresh, kind="empty", name="", holders=(), kept=doc.holders, kept_name=doc.name)
