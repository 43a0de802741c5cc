"""Positions in a line: a table to set up, a chance that falls as told, and players who answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from msgspec.structs import replace

from chocolatl.rules import (
    EDITIONS,
    RULES_VERSION,
    Action,
    Board,
    Event,
    Lay,
    Pass,
    Player,
    Refusal,
    Rules,
    Sacrifice,
    State,
    any_answer,
    decide,
    default_board,
    fold,
    start,
    waiting_for,
)
from chocolatl.rules.chance import Chance
from chocolatl.rules.events import Asked
from chocolatl.rules.types import LOCATIONS, Location

ENGLISH = EDITIONS["english"]
MANY_CARDS = tuple(card for card in range(31) for _ in LOCATIONS)

E = TypeVar("E")


class Told:
    """Chance that falls as told: dice by the beginning of their purpose, shuffles left as they are."""

    def __init__(self, dice: Mapping[str, int] | None = None, **orders: Sequence[int]) -> None:
        self.dice = dice or {}
        self.orders = orders

    def die(self, purpose: str) -> int:
        return next((face for name, face in self.dice.items() if purpose.startswith(name)), 1)

    def shuffle(self, purpose: str, items: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.orders.get(purpose.replace("/", "_"), items))


class Table:
    """A game in progress that remembers all its events."""

    def __init__(self, state: State, chance: Chance, events: Sequence[Event] = ()) -> None:
        self.state = state
        self.chance = chance
        self.events = list(events)

    def do(self, seat: int, action: Action, turn: int | None = None) -> Table:
        said = decide(self.state, seat, action, self.chance, turn)
        assert not isinstance(said, Refusal), said
        self.events += said
        self.state = fold(said, self.state)
        return self

    def refused(self, seat: Any, action: Any, turn: int | None = None) -> Refusal:
        before = self.state
        refused = decide(self.state, seat, action, self.chance, turn)
        assert isinstance(refused, Refusal), "this answer was taken"
        assert self.state == before
        assert (refused.seat, refused.action) == (seat, action)
        return refused

    def sacrifice(self, *cards: int) -> Table:
        for seat, card in enumerate(cards):
            self.do(seat, Sacrifice(card))
        return self

    def lay(self, *bids: tuple[tuple[int, ...], ...]) -> Table:
        """Every seat lays at all locations of the question."""
        for seat, groups in enumerate(bids):
            self.do(seat, Lay(groups))
        return self

    def bid(self, *pairs: tuple[int, int]) -> Table:
        """Every seat lays two cards at the one location of the question."""
        return self.lay(*((pair,) for pair in pairs))

    def offer(self, *totals: int) -> Table:
        """Like `bid`, where only the sums matter."""
        return self.bid(*((total, 0) for total in totals))

    def passing(self) -> Table:
        """Whoever is asked for dice passes."""
        while self.state.asked is not None and self.state.asked.kind == "roll":
            self.do(self.state.asked.seats[0], Pass())
        return self

    def play_on(self, random: Random, until: Callable[[State], bool] = lambda _: False) -> Table:
        """Random legal answers, up to the end or the first state that is looked for."""
        while not until(self.state) and (questions := waiting_for(self.state)):
            seat = random.choice(list(questions))
            self.do(seat, any_answer(questions[seat], random))
        return self

    def question(self, seat: int) -> Any:
        """What a seat is asked that has not answered yet."""
        return waiting_for(self.state)[seat]

    def said(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def boxes(self) -> list[int]:
        return [player.box for player in self.state.players]

    def order(self) -> list[int]:
        """The seats by their last ranking."""
        return [standing.seat for standing in self.state.ranking]

    @property
    def asked(self) -> Asked:
        assert self.state.asked is not None
        return self.state.asked


def new_game(
    players: int = 3,
    rules: Rules = ENGLISH,
    board: Board | None = None,
    chance: Chance | None = None,
    version: str = RULES_VERSION,
) -> Table:
    """A game from the very first event."""
    chance = chance or Told()
    events = start(board or default_board(), rules, players, chance, version)
    return Table(fold(events), chance, events)


def at(location: Location, boxes: Sequence[int] = (0, 0, 0), **given: Any) -> Table:
    """A gold round where everyone is about to bid at one location.

    `line` is in order of the boxes if not given (on one box, the lower seat on top). What players own comes
    as one value per seat (`huts=(1, 0, 0)`). Everyone has six of every card, so any bid is possible.
    """
    chance, rules = given.pop("chance", Told()), given.pop("rules", ENGLISH)
    board, seats = given.pop("board", default_board()), range(len(boxes))
    owned = {name: given.pop(name) for name in Player.__struct_fields__ if name in given}
    blank = fold(start(board, rules, len(boxes), chance)).players[0]
    blank = replace(blank, cards=MANY_CARDS, hand=MANY_CARDS, pool=MANY_CARDS, sacrifice=0)
    mine = [{name: values[seat] for name, values in owned.items()} for seat in seats]
    players = tuple(replace(blank, box=boxes[seat], **mine[seat]) for seat in seats)
    asked = Asked(1, "lay", tuple(seats), (location,), "2.3")
    fields = {
        "line": tuple(sorted(seats, key=lambda seat: boxes[seat])),
        "up": (0,) * len(board.locations),
        "round": 1,
        "mode": "gold",
        "location": location,
        "harvest": (6, 4, 2),
        "improvements": (11, 5),
        "asked": asked,
        "answers": (None,) * len(boxes),
        "turn": 1,
    }
    return Table(State(rules, board, players, **{**fields, **given}), chance)


def small_board(*locations: Location, **changes: Any) -> Board:
    """A board shrunk to some locations, with just enough cards."""
    cards = tuple(range(2 * len(locations) + 1))
    return replace(default_board(), name="small", locations=locations, cards=cards, **changes)
