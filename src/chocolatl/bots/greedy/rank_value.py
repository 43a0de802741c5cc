"""What a rank at a location is worth, in points: what it pays now and, as a rule of thumb, helps later."""

from __future__ import annotations

from collections.abc import Callable

from chocolatl.rules import Location, Seat, View

Worth = tuple[float, ...]
"""One number per rank, the first rank first."""

PIP = 0.6  # one pip more in one offering of every later round, a round
PACE = 7  # points that a leader makes in a round
CHOCOLATL_VALUE = 3.5  # to win ties until the next temple, and perhaps to keep it
OLD_MAN_VALUE = -4.0  # five offerings one lower, and three points at the end if it stays
FIGURE_AT_END = 3.0
DIE = 3.0
MOST_STONES = 3.0
BOTH_STONES_PROBABILITY = 0.4  # how often the first at the pyramid places both stones


def rank_worth(view: View, location: Location) -> Worth:
    """What each rank is worth at this location in this round."""
    return _WORTH[location](view)


def rounds_left(view: View) -> int:
    """How many rounds will probably follow this one."""
    if view.last is not None:
        return 0
    leader = max(player.box for player in view.players)
    by_goal = max(0, view.board.goal - leader - 1) // PACE
    return min(view.board.rounds - view.round, by_goal)


def hut_worth(view: View) -> float:
    """Five offerings of every later round one higher, one lower; and three in this round."""
    return PIP * (4 * rounds_left(view) + 3)


def die_worth(view: View, seat: Seat) -> float:
    """The first die scores at the end (6.1); any other must help an offering."""
    return DIE if view.players[seat].dice == 0 else DIE / 2


def pip_worth(view: View, pips: int) -> float:
    """Better cards for the rounds to come."""
    return PIP * pips * rounds_left(view)


def stone_worth(view: View, stone: int) -> float:
    """A point, a share of the row's bonus, and a share of the majority."""
    row = view.board.pyramid[view.board.row_of(stone)]
    return 1 + row.bonus / row.boxes + MOST_STONES / 8


def _spread(view: View, first: float, second: float = 0.0, third: float = 0.0, last: float = 0.0) -> Worth:
    between = (second, third, 0.0)[: len(view.players) - 2]
    return (first, *between, last) if last else (first, second, third, 0.0, 0.0)[: len(view.players)]


def _temple(view: View) -> Worth:
    if rounds_left(view) == 0:
        return _spread(view, 1 + CHOCOLATL_VALUE / 2 + FIGURE_AT_END, last=OLD_MAN_VALUE / 2 - FIGURE_AT_END)
    return _spread(view, 1 + CHOCOLATL_VALUE, last=OLD_MAN_VALUE)


def _plantation(view: View) -> Worth:
    return _spread(view, *view.harvest)


def _city(view: View) -> Worth:
    assert view.seat is not None
    prizes = hut_worth(view), die_worth(view, view.seat)
    return _spread(view, max(prizes), min(prizes))


def _pyramid(view: View) -> Worth:
    stones = len(view.pyramid)
    one, two = stone_worth(view, stones), stone_worth(view, stones + 1)
    return _spread(view, one + BOTH_STONES_PROBABILITY * two, (1 - BOTH_STONES_PROBABILITY) * two)


def _drink(view: View) -> Worth:
    pay = view.board.drink[view.round - 1]
    return _spread(view, pay.first, pay.second, last=-view.board.drink_last)


def _ball_court(view: View) -> Worth:
    if view.last is not None:
        return _spread(view, view.board.ball_first, view.board.ball_second)
    assert view.own is not None
    low, high = min(view.improvements), max(view.improvements)
    lowest = min(view.own.cards)
    return _spread(view, pip_worth(view, high - lowest), pip_worth(view, max(0, low - lowest)))


_WORTH: dict[Location, Callable[[View], Worth]] = {
    "temple": _temple,
    "plantation": _plantation,
    "city": _city,
    "pyramid": _pyramid,
    "drink": _drink,
    "ball_court": _ball_court,
}
