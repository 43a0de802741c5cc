"""Builds the open question of a seat from the state: only what that seat may know goes in."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import repeat

from msgspec.structs import replace

from chocolatl.rules import questions as q
from chocolatl.rules.bonus_dice import dice_allowed
from chocolatl.rules.events import Asked
from chocolatl.rules.locations.ball_court import prize
from chocolatl.rules.locations.pyramid import next_rows
from chocolatl.rules.odds import rank_ways
from chocolatl.rules.offering import hut_modifier, old_man_modifier, precedence, ranking
from chocolatl.rules.rounds import CARDS_PER_BID
from chocolatl.rules.state import State
from chocolatl.rules.types import Location, Seat


def question(state: State, seat: Seat) -> q.Question | None:
    """What this seat is asked now, also when it has answered and may still change its mind.

    Args:
        state: the game.
        seat: who might be asked, from 0.

    Returns:
        The question with everything the seat may choose from; None if it is not asked.

    >>> chance = SealedChance(key_from_seed(1))
    >>> state = fold(start(default_board(), Rules(), 3, chance))
    >>> question(state, 0).cards
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    """
    asked = state.asked
    if asked is None or seat not in asked.seats:
        return None
    return QUESTION_BUILDERS[asked.kind](state, seat, asked)


def _sacrifice(state: State, seat: Seat, asked: Asked) -> q.ChooseSacrifice:
    return q.ChooseSacrifice(asked.turn, state.players[seat].cards)


def _lay(state: State, seat: Seat, asked: Asked) -> q.LayCards:
    player, locations = state.players[seat], asked.locations
    temple_done = state.location not in (None, "temple")
    groups = _groups(locations, CARDS_PER_BID[state.mode], player.huts, seat == state.old_man, temple_done)
    laid = player.laid[state.board.locations.index(locations[0]) :]
    if laid[0]:  # the second cards of a green round
        groups = tuple([replace(group, laid=cards) for group, cards in zip(groups, laid, strict=True)])
    return q.LayCards(asked.turn, player.hand, groups)


@lru_cache(maxsize=1024)
def _groups(
    locations: tuple[Location, ...], count: int, huts: int, old_man: bool, temple_done: bool
) -> tuple[q.Group, ...]:
    """Where nothing is laid yet. Kept, because few different ones come up again and again."""
    modifiers = [_modifiers(location, huts, old_man, temple_done) for location in locations]
    return tuple(map(q.Group, locations, repeat(count), repeat(()), modifiers))


def _modifiers(location: Location, huts: int, old_man: bool, temple_done: bool) -> tuple[q.Modifier, ...]:
    found = []
    if huts:
        found.append(q.Modifier("huts", hut_modifier(huts, location), sure=True))
    if old_man:
        # 3.3: before the temple is resolved, the old man may still move on to somebody else.
        found.append(
            q.Modifier("old_man", old_man_modifier(location), sure=temple_done or location == "temple")
        )
    return tuple(found)


def _roll(state: State, seat: Seat, asked: Asked) -> q.RollOrPass:
    location = asked.locations[0]
    standings = ranking(state, location)
    (mine,) = [standing.total for standing in standings if standing.seat == seat]
    order = precedence(state)
    above = order[: order.index(seat)]  # they win a tie with this seat, so it has to beat them by one
    needed = [other.total - mine + (other.seat in above) for other in standings if other.seat != seat]
    dice = dice_allowed(state, seat)
    ways = tuple([rank_ways(number, needed) for number in range(1, dice + 1)])
    return q.RollOrPass(asked.turn, location, dice, standings, ways)


def _take(state: State, _: Seat, asked: Asked) -> q.TakePrize:
    return q.TakePrize(asked.turn, second=state.ranking[1].seat)


def _place_first(state: State, _: Seat, asked: Asked) -> q.ChooseOrder:
    return q.ChooseOrder(asked.turn, tuple(s.seat for s in state.ranking[:2]), next_rows(state))


def _give_back(state: State, seat: Seat, asked: Asked) -> q.ChooseGiveBack:
    return q.ChooseGiveBack(asked.turn, prize(state, seat), state.players[seat].cards)


QUESTION_BUILDERS: dict[str, Callable[[State, Seat, Asked], q.Question]] = {
    "sacrifice": _sacrifice,
    "lay": _lay,
    "roll": _roll,
    "take": _take,
    "place_first": _place_first,
    "give_back": _give_back,
}
