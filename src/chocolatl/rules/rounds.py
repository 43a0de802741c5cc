"""The course of a game: rounds, bids in the three modes, and the visit to each location (rule 2)."""

from __future__ import annotations

from types import ModuleType

from chocolatl.rules import dice, scoring
from chocolatl.rules.actions import Lay
from chocolatl.rules.chance import harvest_dice, improvement
from chocolatl.rules.events import Answered, Asked, Ranked, Revealed, RoundEnded, RoundStarted
from chocolatl.rules.locations import ball_court, city, drink, plantation, pyramid, temple
from chocolatl.rules.offering import ranking
from chocolatl.rules.play import Play
from chocolatl.rules.state import State
from chocolatl.rules.words import CARDS_PER_LOCATION, Card, Colour, Location, Seat

RESOLVE: dict[Location, ModuleType] = {
    "temple": temple,
    "plantation": plantation,
    "city": city,
    "pyramid": pyramid,
    "drink": drink,
    "ball_court": ball_court,
}

CARDS_EACH: dict[Colour | None, int] = {"gold": CARDS_PER_LOCATION, "red": CARDS_PER_LOCATION, "green": 1}
"""How many cards go on each location at a time."""


def continue_after(play: Play, asked: Asked) -> None:
    """Everyone who was asked has answered: play on until the next question or the end."""
    match asked.kind:
        case "sacrifice":
            _start_round(play)
        case "lay":
            _all_laid(play, asked)
        case "roll":
            dice.answered(play, asked.seats[0], asked.locations[0])
            _settle_unless_asked(play, asked.locations[0])
        case _:
            RESOLVE[asked.locations[0]].answered(play)
            _leave(play)


def _start_round(play: Play) -> None:
    """2.1 and 2.2."""
    state = play.state
    number = state.round + 1
    leader, box = _furthest_ahead(state)
    mode = state.rules.first_round if number == 1 else state.board.colour(box)
    harvest = harvest_dice(play.chance, number)
    play.say(RoundStarted(number, mode, leader, box, harvest, _turned_up(play, number)))
    if number == state.board.rounds:
        play.make_last("round", None)
    locations = state.board.locations
    _ask_bids(play, locations[:1] if mode == "gold" else locations)


def _furthest_ahead(state: State) -> tuple[Seat, int]:
    """The leader (the top of the stack, if there are several) and the box it stands on."""
    boxes = [state.players[seat].box for seat in state.line]
    return state.line[boxes.index(boxes[-1])], boxes[-1]


def _turned_up(play: Play, number: int) -> tuple[Card, ...]:
    """The high pile's card, then the low pile's, as long as there are any."""
    board, chance = play.state.board, play.chance
    piles = ("high", board.improvements_high), ("low", board.improvements_low)
    return tuple([improvement(chance, name, pile, number) for name, pile in piles if number <= len(pile)])


def _ask_bids(play: Play, locations: tuple[Location, ...]) -> None:
    """A bid that leaves no choice is laid without waiting for anybody."""
    asked = play.ask("lay", tuple(play.state.seats), locations)
    if len(locations) == 1 and len(play.state.players[0].hand) == CARDS_EACH[play.state.mode]:
        for seat, player in enumerate(play.state.players):
            bid = Lay((tuple(reversed(player.hand)),))
            play.say(Answered(asked.turn, seat, bid, asked.rule))
        _all_laid(play, asked)


def _all_laid(play: Play, asked: Asked) -> None:
    """Turn up what the mode lets everyone see, then go to the first location that can be resolved."""
    state = play.state
    locations = state.board.locations
    first_green_cards = state.mode == "green" and not any(state.up)
    if first_green_cards:
        _reveal_all(play)
        _ask_bids(play, locations)
        return
    if _reveals_at_once(state):
        _reveal_all(play)
    _visit(play, asked.locations[0])


def _reveals_at_once(state: State) -> bool:
    """7: all cards of a red round, or all second cards of a green one, before anything is resolved."""
    if state.mode == "red":
        return state.rules.red_reveal == "all_at_once"
    return state.mode == "green" and state.rules.green_reveal == "all_at_once"


def _visit(play: Play, location: Location) -> None:
    _reveal(play, location)
    dice.ask_next(play, location)
    _settle_unless_asked(play, location)


def _reveal_all(play: Play) -> None:
    """Turn up everything that lies face down on the table; as many cards are up at each location."""
    state = play.state
    up = state.up[0]
    hidden = [tuple([cards[up:] for cards in player.laid]) for player in state.players]
    play.say(Revealed(state.board.locations, tuple(hidden)))


def _reveal(play: Play, location: Location) -> None:
    """Turn up the cards at one location that are not up yet, if any."""
    players = play.state.players
    place = play.state.board.locations.index(location)
    up = play.state.up[place]
    if up < CARDS_PER_LOCATION:
        play.say(Revealed((location,), tuple([(player.laid[place][up:],) for player in players])))


def _settle_unless_asked(play: Play, location: Location) -> None:
    if play.state.asked is not None:
        return
    play.say(Ranked(location, ranking(play.state, location)))
    RESOLVE[location].resolve(play)
    if play.state.asked is None:
        _leave(play)


def _leave(play: Play) -> None:
    """On to the next location, the next round, or the end."""
    state = play.state
    assert state.location is not None
    locations = state.board.locations
    left = locations[locations.index(state.location) + 1 :]
    if not left:
        _end_round(play)
    elif state.mode == "gold":
        _ask_bids(play, left[:1])
    else:
        _visit(play, left[0])


def _end_round(play: Play) -> None:
    play.say(RoundEnded(play.state.round))
    if play.state.last is None:
        _start_round(play)
    else:
        scoring.finish(play)
