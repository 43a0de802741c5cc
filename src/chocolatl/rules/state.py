"""The whole truth about a game between two events: immutable, and always the fold of its events."""

from __future__ import annotations

from chocolatl.rules import events as ev
from chocolatl.rules.actions import Action
from chocolatl.rules.board import Board
from chocolatl.rules.editions import Rules
from chocolatl.rules.types import Card, Colour, Location, Seat, Value
from chocolatl.rules.versions import RULES_VERSION

Cards = tuple[Card, ...]


class Player(Value, frozen=True):
    """What one player owns.

    `cards` are all the cards they bid with, `hand` those not laid yet in this round, `laid` one group per
    location of the board. `pool` is what the whole table can deduce: the cards this player may hold, at most
    one too many (the sacrifice until it is deduced, or a card given back in secret).
    """

    cards: Cards
    hand: Cards
    sacrifice: Card | None
    box: int
    cubes: int
    huts: int
    dice: int
    laid: tuple[Cards, ...]
    rolled: tuple[int, ...]
    pool: Cards
    deduced_sacrifice: Card | None


class RoundHistory(Value, frozen=True):
    """A round as everybody saw it: the table when it began, and all bids once it is over.

    All fields are public. Those before `bids` are as they were when bidding began; `boxes`, `huts` and `dice`
    have one number per seat, `stones` counts those in the pyramid. `bids` is empty until the round has ended:
    then all its cards have been turned up. It has one entry per seat, and in it one group per location, with
    the cards in the order in which they were laid.
    """

    round: int
    mode: Colour
    last: ev.LastRoundReason | None
    harvest: tuple[int, ...]
    improvements: Cards
    line: tuple[Seat, ...]
    boxes: tuple[int, ...]
    huts: tuple[int, ...]
    dice: tuple[int, ...]
    chocolatl: Seat | None
    old_man: Seat | None
    stones: int
    bids: tuple[tuple[Cards, ...], ...] = ()


class State(Value, frozen=True):
    """The table.

    `line` lists all markers from the one furthest behind, top of the stack first: the order of 3.6. `up` says
    for each location how many of each player's cards there are turned up. `history` has one entry for each
    round that has begun.
    """

    rules: Rules
    board: Board
    players: tuple[Player, ...]
    line: tuple[Seat, ...]
    up: tuple[int, ...]
    round: int = 0
    mode: Colour | None = None
    location: Location | None = None
    harvest: tuple[int, ...] = ()
    improvements: Cards = ()
    chocolatl: Seat | None = None
    old_man: Seat | None = None
    pyramid: tuple[Seat, ...] = ()
    last: ev.LastRoundReason | None = None
    ranking: tuple[ev.Standing, ...] = ()
    asked: ev.Asked | None = None
    answers: tuple[Action | None, ...] = ()
    turn: int = 0
    passes: int = 0
    result: ev.GameEnded | None = None
    version: str = RULES_VERSION
    history: tuple[RoundHistory, ...] = ()

    @property
    def seats(self) -> range:
        """All seats, in order."""
        return range(len(self.players))

    def shown(self, seat: Seat) -> tuple[Cards, ...]:
        """The cards of a seat that are turned up, one group per location."""
        return tuple([cards[:up] for cards, up in zip(self.players[seat].laid, self.up, strict=True)])

    @property
    def pending(self) -> tuple[Seat, ...]:
        """The seats that still have to answer the open question."""
        if self.asked is None:
            return ()
        return tuple(seat for seat in self.asked.seats if self.answers[seat] is None)
