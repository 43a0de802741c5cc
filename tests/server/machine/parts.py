"""What the parts of the state machine share, and how a stored table is compared with the model."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib.resources import files
from typing import NamedTuple, TypeVar

from hypothesis import strategies as st

from chocolatl.rules import SealedChance, key_from_seed
from chocolatl.server.store.rows import TableRow
from chocolatl.server.store.store import Store
from tests.server.table_model import Model
from tests.server.world import Process, visitor

NAMES = ("Ana", "Bo", "Cleo", "Dirk", "Eva", "Femke")
BROWSERS = st.integers(0, len(NAMES) - 1)
PROCESSES = st.integers(0, 1)
SEATS = st.integers(0, 4)
ANY = st.integers(0, 100)
CHANCE = SealedChance(key_from_seed(1))
CHANGES = 20
UNCERTAIN = 30.0
"""So long after somebody has gone, processes may still believe that they are there."""
SHORT_BOARD = (
    files("chocolatl.rules").joinpath("boards/default.toml").read_text().replace("rounds = 7", "rounds = 1")
)
T = TypeVar("T")


class Shared(NamedTuple):
    """What all examples use: opening a database takes longer than a game."""

    loop: asyncio.AbstractEventLoop
    stores: list[Store]


class Wish(NamedTuple):
    """The same wish for the server and for the model."""

    ask: Callable[[Process], Awaitable[str]]
    expect: Callable[[Model], str]


SHARED: list[Shared] = []


def differences(model: Model, row: TableRow) -> list[str]:
    """In what the table that is stored is another one than the model's."""
    lobby = row.lobby
    pairs: dict[str, tuple[object, object]] = {
        "phase": (model.phase, row.summary.phase),
        "host": (model.host, lobby.host),
        "settings": (
            (model.spectators, model.hints, model.listed),
            (lobby.spectators, lobby.hints, lobby.listed),
        ),
        "attempt": (model.attempt, lobby.draw.attempt if lobby.draw else 0),
    }
    for number, (seat, doc) in enumerate(zip(model.seats, lobby.seats, strict=True)):
        pairs[f"seat {number}"] = (
            (seat.kind, seat.held, [visitor(holder) for holder in seat.holders], sorted(seat.muted)),
            (doc.kind, doc.held, list(doc.holders), list(doc.muted)),
        )
        if model.phase == "open":
            pairs[f"commitment {number}"] = (seat.nonce_of is not None, bool(doc.commitment))
    return [f"{what}: {one} is {other}" for what, (one, other) in pairs.items() if one != other]
