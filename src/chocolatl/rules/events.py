"""What happened. A game is a list of these; each names its rule and, where one can ask, the reason."""

from __future__ import annotations

from typing import Literal

from chocolatl.rules.actions import Action
from chocolatl.rules.board import Board
from chocolatl.rules.commit_reveal import Draw
from chocolatl.rules.editions import Rules
from chocolatl.rules.types import Card, Colour, Figure, Location, Seat, Source, TieBreak, Value

QuestionKind = Literal["sacrifice", "lay", "roll", "take", "place_first", "give_back"]
LastRoundReason = Literal["round", "goal", "cubes"]


class Started(Value, frozen=True, tag_field="event", tag="started"):
    """The table is set up. `line`: all markers on box 0, top of the stack first.

    `version` is the rules version of the whole game; events from before it was told are of version 1.
    `draw`: how the dice were drawn, for everyone to check; none in simulations and in older games.
    """

    players: int
    rules: Rules
    board: Board
    line: tuple[Seat, ...]
    rule: str = "1.2"
    version: str = "1"
    draw: Draw | None = None


class Asked(Value, frozen=True, tag_field="event", tag="asked"):
    """A question is open for these seats, all at once; `locations` are the ones it is about."""

    turn: int
    kind: QuestionKind
    seats: tuple[Seat, ...]
    locations: tuple[Location, ...]
    rule: str


class Answered(Value, frozen=True, tag_field="event", tag="answered"):
    """A seat has answered. `action` is empty for those who may only know that an answer was given."""

    turn: int
    seat: Seat
    action: Action | None
    rule: str


class RoundStarted(Value, frozen=True, tag_field="event", tag="round_started"):
    """The round is prepared. The mode comes from the box of the leader, or from the edition in round 1."""

    round: int
    mode: Colour
    leader: Seat
    box: int
    harvest: tuple[int, ...]
    improvements: tuple[Card, ...]
    rule: str = "2.2"


class Revealed(Value, frozen=True, tag_field="event", tag="revealed"):
    """Cards are turned up: `cards[seat][i]` are the ones at `locations[i]`."""

    locations: tuple[Location, ...]
    cards: tuple[tuple[tuple[Card, ...], ...], ...]
    rule: str = "2.3"


class Rolled(Value, frozen=True, tag_field="event", tag="rolled"):
    """A bonus die was rolled for an offering and went back to the stock."""

    seat: Seat
    location: Location
    value: int
    rule: str = "3.4"


class Standing(Value, frozen=True):
    """One line of a ranking. `beats_next` tells which part of 3.6 put it above the next, equal offering."""

    seat: Seat
    total: int
    cards: tuple[Card, ...]
    huts: int
    old_man: int
    dice: tuple[int, ...]
    beats_next: TieBreak | None


class Ranked(Value, frozen=True, tag_field="event", tag="ranked"):
    """The offerings of one location, high to low."""

    location: Location
    ranking: tuple[Standing, ...]
    rule: str = "3.6"


class Scored(Value, frozen=True, tag_field="event", tag="scored"):
    """A marker moved. `points` is what it moved, `due` what the source gives (they differ only at box 0)."""

    seat: Seat
    points: int
    due: int
    source: Source
    box: int
    line: tuple[Seat, ...]
    rule: str


class FigureTaken(Value, frozen=True, tag_field="event", tag="figure_taken"):
    """A figure changed hands, or stayed with the seat that won it again."""

    figure: Figure
    seat: Seat
    before: Seat | None
    rule: str = "4.1"


class HutBuilt(Value, frozen=True, tag_field="event", tag="hut_built"):
    """A hut in the city: one cube, one hut chip."""

    seat: Seat
    rule: str = "4.3"


class DieTaken(Value, frozen=True, tag_field="event", tag="die_taken"):
    """The bonus die of the city."""

    seat: Seat
    rule: str = "4.3"


class StonePlaced(Value, frozen=True, tag_field="event", tag="stone_placed"):
    """A stone in the pyramid; `row` and `stone` count from 0, bottom row first."""

    seat: Seat
    stone: int
    row: int
    rule: str = "4.4"


class RowCompleted(Value, frozen=True, tag_field="event", tag="row_completed"):
    """A full row. `stones[seat]` in it; `tie` tells which part of 3.6 chose among several with most."""

    row: int
    stones: tuple[int, ...]
    winner: Seat
    tie: TieBreak | None
    rule: str = "4.4.1"


class Exchanged(Value, frozen=True, tag_field="event", tag="exchanged"):
    """A better card for an old one. `lost` is empty for those who may not know it (4.6, edition "any")."""

    seat: Seat
    won: Card
    lost: Card | None
    rule: str = "4.6"


class LastRound(Value, frozen=True, tag_field="event", tag="last_round"):
    """It is now the last round, and why; `seat` made it so (nobody, in the last possible round)."""

    reason: LastRoundReason
    seat: Seat | None
    rule: str = "5.1"


class RoundEnded(Value, frozen=True, tag_field="event", tag="round_ended"):
    """Everyone takes the cards back."""

    round: int
    rule: str = "2.4"


class AltarOpened(Value, frozen=True, tag_field="event", tag="altar_opened"):
    """The sacrifices are turned up."""

    cards: tuple[Card, ...]
    rule: str = "6.1"


class LeftoverRolled(Value, frozen=True, tag_field="event", tag="leftover_rolled"):
    """One leftover bonus die is rolled for points."""

    seat: Seat
    value: int
    rule: str = "6.1"


class GameEnded(Value, frozen=True, tag_field="event", tag="game_ended"):
    """The result. `by` tells what decided it: points, the higher sacrifice, or nothing (a shared victory)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    by: Literal["points", "sacrifice", "shared"]
    rule: str = "6.3"


Event = (
    Started
    | Asked
    | Answered
    | RoundStarted
    | Revealed
    | Rolled
    | Ranked
    | Scored
    | FigureTaken
    | HutBuilt
    | DieTaken
    | StonePlaced
    | RowCompleted
    | Exchanged
    | LastRound
    | RoundEnded
    | AltarOpened
    | LeftoverRolled
    | GameEnded
)
