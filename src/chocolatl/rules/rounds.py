"""The course of a game: rounds, bids in the three modes, and the visit to each location (rule 2)."""

from __future__ import annotations

from types import ModuleType

from chocolatl.rules import bonus_dice as dice
from chocolatl.rules import events as ev
from chocolatl.rules import scoring
from chocolatl.rules.actions import Lay
from chocolatl.rules.chance import harvest_dice, improvement
from chocolatl.rules.event_writer import EventWriter
from chocolatl.rules.locations import ball_court, city, drink, plantation, pyramid, temple
from chocolatl.rules.offering import ranking
from chocolatl.rules.state import State
from chocolatl.rules.types import CARDS_PER_LOCATION, Card, Colour, Location, Seat

RESOLVE: dict[Location, ModuleType] = {
    "temple": temple,
    "plantation": plantation,
    "city": city,
    "pyramid": pyramid,
    "drink": drink,
    "ball_court": ball_court,
}

CARDS_PER_BID: dict[Colour | None, int] = {"gold": CARDS_PER_LOCATION, "red": CARDS_PER_LOCATION, "green": 1}
"""How many cards go on each location at a time."""


def continue_after(writer: EventWriter, asked: ev.Asked) -> None:
    """Everyone who was asked has answered: play on until the next question or the end."""
    match asked.kind:
        case "sacrifice":
            _start_round(writer)
        case "lay":
            _all_laid(writer, asked)
        case "roll":
            dice.answered(writer, asked.seats[0], asked.locations[0])
            _settle_unless_asked(writer, asked.locations[0])
        case _:
            RESOLVE[asked.locations[0]].answered(writer)
            _leave(writer)


def _start_round(writer: EventWriter) -> None:
    """2.1 and 2.2."""
    state = writer.state
    number = state.round + 1
    leader, box = _furthest_ahead(state)
    mode = state.rules.first_round if number == 1 else state.board.colour(box)
    harvest = harvest_dice(writer.chance, number)
    writer.emit(ev.RoundStarted(number, mode, leader, box, harvest, _turned_up(writer, number)))
    if number == state.board.rounds:
        writer.trigger_last_round("round", None)
    locations = state.board.locations
    _ask_bids(writer, locations[:1] if mode == "gold" else locations)


def _furthest_ahead(state: State) -> tuple[Seat, int]:
    """The leader (the top of the stack, if there are several) and the box it stands on."""
    boxes = [state.players[seat].box for seat in state.line]
    return state.line[boxes.index(boxes[-1])], boxes[-1]


def _turned_up(writer: EventWriter, number: int) -> tuple[Card, ...]:
    """The high pile's card, then the low pile's, as long as there are any."""
    board, chance = writer.state.board, writer.chance
    piles = ("high", board.improvements_high), ("low", board.improvements_low)
    return tuple([improvement(chance, name, pile, number) for name, pile in piles if number <= len(pile)])


def _ask_bids(writer: EventWriter, locations: tuple[Location, ...]) -> None:
    """A bid that leaves no choice is laid without waiting for anybody."""
    asked = writer.ask("lay", tuple(writer.state.seats), locations)
    if len(locations) == 1 and len(writer.state.players[0].hand) == CARDS_PER_BID[writer.state.mode]:
        for seat, player in enumerate(writer.state.players):
            bid = Lay((tuple(reversed(player.hand)),))
            writer.emit(ev.Answered(asked.turn, seat, bid, asked.rule))
        _all_laid(writer, asked)


def _all_laid(writer: EventWriter, asked: ev.Asked) -> None:
    """Turn up what the mode lets everyone see, then go to the first location that can be resolved."""
    state = writer.state
    locations = state.board.locations
    first_green_cards = state.mode == "green" and not any(state.up)
    if first_green_cards:
        _reveal_all(writer)
        _ask_bids(writer, locations)
        return
    if _reveals_at_once(state):
        _reveal_all(writer)
    _visit(writer, asked.locations[0])


def _reveals_at_once(state: State) -> bool:
    """7: all cards of a red round, or all second cards of a green one, before anything is resolved."""
    if state.mode == "red":
        return state.rules.red_reveal == "all_at_once"
    return state.mode == "green" and state.rules.green_reveal == "all_at_once"


def _visit(writer: EventWriter, location: Location) -> None:
    _reveal(writer, location)
    dice.ask_next(writer, location)
    _settle_unless_asked(writer, location)


def _reveal_all(writer: EventWriter) -> None:
    """Turn up everything that lies face down on the table; as many cards are up at each location."""
    state = writer.state
    up = state.up[0]
    hidden = [tuple([cards[up:] for cards in player.laid]) for player in state.players]
    writer.emit(ev.Revealed(state.board.locations, tuple(hidden)))


def _reveal(writer: EventWriter, location: Location) -> None:
    """Turn up the cards at one location that are not up yet, if any."""
    players = writer.state.players
    place = writer.state.board.locations.index(location)
    up = writer.state.up[place]
    if up < CARDS_PER_LOCATION:
        writer.emit(ev.Revealed((location,), tuple([(player.laid[place][up:],) for player in players])))


def _settle_unless_asked(writer: EventWriter, location: Location) -> None:
    if writer.state.asked is not None:
        return
    writer.emit(ev.Ranked(location, ranking(writer.state, location)))
    RESOLVE[location].resolve(writer)
    if writer.state.asked is None:
        _leave(writer)


def _leave(writer: EventWriter) -> None:
    """On to the next location, the next round, or the end."""
    state = writer.state
    assert state.location is not None
    locations = state.board.locations
    left = locations[locations.index(state.location) + 1 :]
    if not left:
        _end_round(writer)
    elif state.mode == "gold":
        _ask_bids(writer, left[:1])
    else:
        _visit(writer, left[0])


def _end_round(writer: EventWriter) -> None:
    writer.emit(ev.RoundEnded(writer.state.round))
    if writer.state.last is None:
        _start_round(writer)
    else:
        scoring.finish(writer)
