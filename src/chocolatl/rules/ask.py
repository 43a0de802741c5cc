"""Builds the open question of a seat from the state: only what that seat may know goes in."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import repeat

from msgspec.structs import replace

from chocolatl.rules.dice import dice_allowed
from chocolatl.rules.events import Asked
from chocolatl.rules.locations.ball_court import prize
from chocolatl.rules.locations.pyramid import next_rows
from chocolatl.rules.odds import rank_ways
from chocolatl.rules.offering import hut_modifier, old_man_modifier, precedence, ranking
from chocolatl.rules.questions import (
    ChooseGiveBack,
    ChooseOrder,
    ChooseSacrifice,
    Group,
    LayCards,
    Modifier,
    Question,
    RollOrPass,
    TakePrize,
)
from chocolatl.rules.rounds import CARDS_EACH
from chocolatl.rules.state import State
from chocolatl.rules.words import Location, Seat


def question(state: State, seat: Seat) -> Question | None:
    """What this seat is asked now, also when it has answered and may still change its mind."""
    asked = state.asked
    if asked is None or seat not in asked.seats:
        return None
    return ASK[asked.kind](state, seat, asked)


def _sacrifice(state: State, seat: Seat, asked: Asked) -> ChooseSacrifice:
    return ChooseSacrifice(asked.turn, state.players[seat].cards)


def _lay(state: State, seat: Seat, asked: Asked) -> LayCards:
    player, locations = state.players[seat], asked.locations
    temple_done = state.location not in (None, "temple")
    groups = _groups(locations, CARDS_EACH[state.mode], player.huts, seat == state.old_man, temple_done)
    laid = player.laid[state.board.locations.index(locations[0]) :]
    if laid[0]:  # the second cards of a green round
        groups = tuple([replace(group, laid=cards) for group, cards in zip(groups, laid, strict=True)])
    return LayCards(asked.turn, player.hand, groups)


@lru_cache(maxsize=1024)
def _groups(
    locations: tuple[Location, ...], count: int, huts: int, old_man: bool, temple_done: bool
) -> tuple[Group, ...]:
    """Where nothing is laid yet. Kept, because few different ones come up again and again."""
    modifiers = [_modifiers(location, huts, old_man, temple_done) for location in locations]
    return tuple(map(Group, locations, repeat(count), repeat(()), modifiers))


def _modifiers(location: Location, huts: int, old_man: bool, temple_done: bool) -> tuple[Modifier, ...]:
    found = []
    if huts:
        found.append(Modifier("huts", hut_modifier(huts, location), sure=True))
    if old_man:
        # 3.3: before the temple is resolved, the old man may still move on to somebody else.
        found.append(
            Modifier("old_man", old_man_modifier(location), sure=temple_done or location == "temple")
        )
    return tuple(found)


def _roll(state: State, seat: Seat, asked: Asked) -> RollOrPass:
    location = asked.locations[0]
    standings = ranking(state, location)
    (mine,) = [standing.total for standing in standings if standing.seat == seat]
    order = precedence(state)
    above = order[: order.index(seat)]  # they win a tie with this seat, so it has to beat them by one
    needed = [other.total - mine + (other.seat in above) for other in standings if other.seat != seat]
    dice = dice_allowed(state, seat)
    ways = tuple([rank_ways(number, needed) for number in range(1, dice + 1)])
    return RollOrPass(asked.turn, location, dice, standings, ways)


def _take(state: State, _: Seat, asked: Asked) -> TakePrize:
    return TakePrize(asked.turn, second=state.ranking[1].seat)


def _place_first(state: State, _: Seat, asked: Asked) -> ChooseOrder:
    return ChooseOrder(asked.turn, tuple(s.seat for s in state.ranking[:2]), next_rows(state))


def _give_back(state: State, seat: Seat, asked: Asked) -> ChooseGiveBack:
    return ChooseGiveBack(asked.turn, prize(state, seat), state.players[seat].cards)


ASK: dict[str, Callable[[State, Seat, Asked], Question]] = {
    "sacrifice": _sacrifice,
    "lay": _lay,
    "roll": _roll,
    "take": _take,
    "place_first": _place_first,
    "give_back": _give_back,
}
