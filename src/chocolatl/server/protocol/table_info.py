"""What everyone may see of a table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from chocolatl.rules import Rules
from chocolatl.rules.commit_reveal import Voided
from chocolatl.rules.events import GameEnded
from chocolatl.rules.types import Seat, Value
from chocolatl.server.protocol.common import DrawState, Phase, SeatColour


class Relaxed(Value, frozen=True, tag_field="pace", tag="relaxed"):
    """No deadline."""


class Live(Value, frozen=True, tag_field="pace", tag="live"):
    """Everybody is here: so many seconds for each question."""

    seconds: Annotated[int, Meta(ge=5, le=3600)] = 60


class Slow(Value, frozen=True, tag_field="pace", tag="slow"):
    """A game by correspondence: so many days for each question."""

    days: Annotated[int, Meta(ge=1, le=30)] = 2


class Bank(Value, frozen=True, tag_field="pace", tag="bank"):
    """Everybody is here: so many seconds for the whole game, and `increment` more with each question."""

    seconds: Annotated[int, Meta(ge=30, le=7200)] = 300
    increment: Annotated[int, Meta(ge=5, le=600)] = 20


Pace = Relaxed | Live | Bank | Slow


class SeatInfo(Value, frozen=True):
    """One seat of a table. `bot` is who plays it, also for a person who left it to a bot (`held`).

    `ready`: this person wants to begin. `kept_for`: of an empty seat after a game, whom it waits for.
    """

    kind: Literal["empty", "person", "bot"]
    name: str
    colour: SeatColour
    bot: str | None
    held: bool
    ready: bool = False
    kept_for: str = ""


class DrawSeat(Value, frozen=True):
    """One seat in the draw. `commitment`: the hash of its nonce, or empty. `wrong`: it opened another one."""

    state: DrawState
    commitment: str
    wrong: bool


class TableDraw(Value, frozen=True):
    """The draw of the dice before the game begins; then the first event holds it.

    While the table is open pages commit, then `locked` is true and each opens its nonce until the `deadline`.
    """

    attempt: int
    key_commitment: str
    locked: bool
    seats: tuple[DrawSeat, ...]
    deadline: float | None
    voided: tuple[Voided, ...]


class Table(Value, frozen=True):
    """What everyone may see of a table. Times: seconds since 1970; `commitment` binds the key beforehand.

    `one_device`: its people pass one device around; nobody else can sit down.
    """

    id: str
    phase: Phase
    edition: str
    rules: Rules
    board: str
    pace: Pace
    listed: bool
    spectators: bool
    hints: bool
    learn: bool
    autostart: bool
    host: Seat
    seats: tuple[SeatInfo, ...]
    commitment: str
    created: int
    changed: int
    round: int
    result: GameEnded | None
    rematch: str | None
    rules_version: str
    draw: TableDraw | None
    locked: bool = False
    spectator_chat: bool = False
    one_device: bool = False


class Seated(Value, frozen=True):
    """A table and my place at it (nowhere: null). `waiting`: it waits for my answer."""

    table: Table
    seat: Seat | None
    waiting: bool
