"""Rules of thumb for the small decisions inside a simulated round: cheap, sensible, the same for everyone."""

from __future__ import annotations

from chocolatl.fast.compiled import inner
from chocolatl.fast.layout import (
    ANSWER_AT,
    ASK,
    ASK_GIVE_BACK,
    ASK_ROLL,
    ASK_SEAT,
    ASK_TAKE,
    B_BALL_FIRST,
    B_BALL_SECOND,
    B_DRINK_AT,
    B_DRINK_LAST,
    B_GOAL,
    B_KIND_AT,
    B_ROUNDS,
    B_ROW_BONUS_AT,
    B_ROW_OF_AT,
    B_ROW_START_AT,
    BOX_AT,
    CARDS_AT,
    CITY,
    DICE_AT,
    DICE_MAX,
    DRINK,
    HAND_MAX,
    HARVEST_AT,
    HIGH,
    HUTS_AT,
    LAID_AT,
    LAID_WIDTH,
    LAST,
    LOW,
    NOT_LAST,
    OLD_MAN,
    PLACE,
    PLANTATION,
    PLAYERS,
    PYRAMID,
    RANKING_AT,
    ROLLED_AT,
    ROLLED_N_AT,
    ROUND,
    STONES,
    TEMPLE,
    Ints,
)
from chocolatl.fast.score import precedence

PIP_POINTS_PER_ROUND = 0.6
"""Points for one pip more in one offering of every later round, per round."""
LEADER_POINTS_PER_ROUND = 7
"""Points that a leader makes in a round."""


@inner
def rollout_answer(s: Ints, b: Ints) -> None:
    """Answer the open small question for whoever is asked."""
    ask, seat = s[ASK], s[ASK_SEAT]
    if ask == ASK_ROLL:
        s[ANSWER_AT + seat] = 1 if roll_pays(s, b, seat) else 0
    elif ask == ASK_TAKE:
        s[ANSWER_AT + seat] = 1 if hut_value(s, b) > die_value(s, seat) else 0
    elif ask == ASK_GIVE_BACK:
        second = s[RANKING_AT + 1]
        s[ANSWER_AT + seat] = s[CARDS_AT + seat * HAND_MAX]
        s[ANSWER_AT + second] = s[CARDS_AT + second * HAND_MAX]
    else:
        s[ANSWER_AT + seat] = seat


@inner
def roll_pays(s: Ints, b: Ints, seat: int) -> bool:
    """Whether one die is worth more now than kept, in rough points."""
    n, kind = s[PLAYERS], b[B_KIND_AT + s[PLACE]]
    mine = offered(s, seat, kind)
    now = 0.0
    rolled = 0.0
    for die in range(7):
        better = 0
        for other in range(n):
            if other != seat:
                lead = offered(s, other, kind) - mine - die
                better += lead > 0 or (lead == 0 and precedence(s, other) > precedence(s, seat))
        if die == 0:
            now = rank_value(s, b, kind, better, seat)
        else:
            rolled += rank_value(s, b, kind, better, seat) / 6
    spare = s[DICE_AT + seat] > 1
    if s[LAST] != NOT_LAST:
        return rolled - now > (0.0 if spare else 3.5)
    return rolled - now > (1.5 if spare else 2.5)


@inner
def offered(s: Ints, seat: int, kind: int) -> int:
    """The offering at the current location as it stands."""
    at = LAID_AT + seat * LAID_WIDTH + 2 * s[PLACE]
    total = s[at] + s[at + 1] + (-s[HUTS_AT + seat] if kind == CITY else s[HUTS_AT + seat])
    if s[OLD_MAN] == seat:
        total += 1 if kind == TEMPLE else -1
    for nth in range(s[ROLLED_N_AT + seat]):
        total += s[ROLLED_AT + seat * DICE_MAX + nth]
    return total


@inner
def rounds_left(s: Ints, b: Ints) -> int:
    """How many rounds will probably follow this one."""
    if s[LAST] != NOT_LAST:
        return 0
    leader = s[BOX_AT]
    for seat in range(1, s[PLAYERS]):
        leader = max(leader, s[BOX_AT + seat])
    return min(b[B_ROUNDS] - s[ROUND], max(0, b[B_GOAL] - leader - 1) // LEADER_POINTS_PER_ROUND)


@inner
def hut_value(s: Ints, b: Ints) -> float:
    """Five offerings of every later round one higher, one lower; and three in this round."""
    return PIP_POINTS_PER_ROUND * (4 * rounds_left(s, b) + 3)


@inner
def die_value(s: Ints, seat: int) -> float:
    """The first die scores at the end (6.1); any other must help an offering."""
    return 3.0 if s[DICE_AT + seat] == 0 else 1.5


@inner
def rank_value(s: Ints, b: Ints, kind: int, rank: int, seat: int) -> float:
    """About how many points a rank at a location is worth to a seat: now, and for the rounds to come."""
    n = s[PLAYERS]
    if kind == PLANTATION:
        return 1.0 * s[HARVEST_AT + rank] if rank < 3 else 0.0
    if kind == DRINK:
        if rank == n - 1:
            return -1.0 * b[B_DRINK_LAST]
        return 1.0 * b[B_DRINK_AT + 2 * max(0, s[ROUND] - 1) + rank] if rank < 2 else 0.0
    if kind == TEMPLE:
        ending = rounds_left(s, b) == 0
        if rank == 0:
            return 5.75 if ending else 4.5
        return 0.0 if rank < n - 1 else (-5.0 if ending else -4.0)
    if rank > 1:
        return 0.0
    if kind == CITY:
        hut, die = hut_value(s, b), die_value(s, seat)
        return max(hut, die) if rank == 0 else min(hut, die)
    if kind == PYRAMID:
        two = _stone_points(b, s[STONES] + 1)
        return _stone_points(b, s[STONES]) + 0.4 * two if rank == 0 else 0.6 * two
    return _ball_points(s, b, rank, seat)


@inner
def _stone_points(b: Ints, stone: int) -> float:
    """A point, a share of the row's bonus, and a share of the majority."""
    row = b[B_ROW_OF_AT + min(stone, 2 * b[B_ROUNDS] - 1)]
    return 1.4 + b[B_ROW_BONUS_AT + row] / (b[B_ROW_START_AT + row + 1] - b[B_ROW_START_AT + row])


@inner
def _ball_points(s: Ints, b: Ints, rank: int, seat: int) -> float:
    """Better cards for the rounds to come, or the points of the last round."""
    if s[LAST] != NOT_LAST:
        return 1.0 * (b[B_BALL_FIRST] if rank == 0 else b[B_BALL_SECOND])
    card = max(s[HIGH], s[LOW]) if rank == 0 else min(s[HIGH], s[LOW])
    return PIP_POINTS_PER_ROUND * rounds_left(s, b) * max(0, card - s[CARDS_AT + seat * HAND_MAX])
