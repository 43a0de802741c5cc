"""Rollout policy: heuristic answers to the minor questions inside a simulated round, the same for every seat.

Method  Hand-written evaluation, no search, no learning: the judgement of bots/greedy/rank_value.py on arrays.
Data    `s` is a state vector, `b` a board vector (layout.py).
Unit    Points: boxes on the track at the end of the game, against getting nothing at this location.
Status  The constants are judgements; no experiment is recorded for them. Who changes one runs a duel
        between the bots before and after, and writes command and result here.
"""

from __future__ import annotations

from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints
from chocolatl.engine.ranking import offering_so_far, precedence

PIP_POINTS_PER_ROUND = 0.6
"""What one pip more in one offering of every later round is worth, per round."""
LEADER_POINTS_PER_ROUND = 7
"""Points that a leader makes in a round, to guess how many rounds are left."""
CHOCOLATL_VALUE = 3.5
"""Winning ties until the next temple (3.6), and perhaps keeping the figure. Same as in greedy."""
OLD_MAN_VALUE = -4.0
"""Offerings one lower (3.3) and perhaps -3 at the end (6.1). Same as in greedy."""
FIGURE_AT_END = 3.0  # rule 6.1, exact
TEMPLE_STEP = 1.0  # rule 4.1, exact
STONE_VALUE = 1.4
"""One point (6.1) and a share of the majority. Greedy has 1 + 3/8 for this; why 1.4 here is not recorded."""
BOTH_STONES_PROBABILITY = 0.4
"""How often the first at the pyramid leads by enough to place both stones (4.4). Same as in greedy."""
LAST_DIE_VALUE, SPARE_DIE_VALUE = 3.0, 1.5
"""The first die scores about 3.5 at the end (6.1) if it is kept; any other must help an offering."""
LEFTOVER_DIE = 3.5  # mean of the leftover die of 6.1, exact
DIE_FACES = 6
DIE_KEPT_VALUE, SPARE_KEPT_VALUE = 2.5, 1.5
"""What a die that is not rolled now is still worth before the last round, alone and beside others."""


@jit_internal
def rollout_answer(s: Ints, b: Ints) -> None:
    """Answer the open small question for whoever is asked."""
    ask, seat = s[L.ASK], s[L.ASK_SEAT]
    if ask == L.ASK_ROLL:
        s[L.ANSWER_AT + seat] = 1 if roll_pays(s, b, seat) else 0
    elif ask == L.ASK_TAKE:
        s[L.ANSWER_AT + seat] = 1 if hut_value(s, b) > die_value(s, seat) else 0
    elif ask == L.ASK_GIVE_BACK:
        # Own cards are ascending, so the first one is the lowest.
        second = s[L.RANKING_AT + 1]
        s[L.ANSWER_AT + seat] = s[L.CARDS_AT + seat * L.HAND_MAX]
        s[L.ANSWER_AT + second] = s[L.CARDS_AT + second * L.HAND_MAX]
    else:
        s[L.ANSWER_AT + seat] = seat


@jit_internal
def roll_pays(s: Ints, b: Ints, seat: int) -> bool:
    """Whether one die gains more now, on average over its six faces, than it is worth kept."""
    kind = b[L.B_KIND_AT + s[L.PLACE]]
    mine, rank = offering_so_far(s, seat, kind), precedence(s, seat)
    # Four bits per face: how many rivals exactly this face passes. `better` are ahead without a roll.
    passed, better = 0, 0
    for other in range(s[L.PLAYERS]):
        if other != seat:
            # The least face that beats this rival: one more if they win the tie (3.6).
            need = offering_so_far(s, other, kind) - mine + (precedence(s, other) > rank)
            better += need > 0
            if 0 < need <= DIE_FACES:
                passed += 1 << (4 * need)
    if passed == 0:  # not even a 6 changes the rank
        return False
    now = rank_value(s, b, kind, better, seat)
    rolled, value = 0.0, now
    for face in range(1, DIE_FACES + 1):
        ahead = (passed >> (4 * face)) & 15
        if ahead > 0:
            better -= ahead
            value = rank_value(s, b, kind, better, seat)
        rolled += value / DIE_FACES
    spare = s[L.DICE_AT + seat] > 1
    if s[L.LAST_ROUND_REASON] != L.NOT_LAST:
        return rolled - now > (0.0 if spare else LEFTOVER_DIE)
    return rolled - now > (SPARE_KEPT_VALUE if spare else DIE_KEPT_VALUE)


@jit_internal
def rounds_left(s: Ints, b: Ints) -> int:
    """How many rounds will probably follow this one."""
    if s[L.LAST_ROUND_REASON] != L.NOT_LAST:
        return 0
    leader = s[L.BOX_AT]
    for seat in range(1, s[L.PLAYERS]):
        leader = max(leader, s[L.BOX_AT + seat])
    return min(b[L.B_ROUNDS] - s[L.ROUND], max(0, b[L.B_GOAL] - leader - 1) // LEADER_POINTS_PER_ROUND)


@jit_internal
def hut_value(s: Ints, b: Ints) -> float:
    """Rule 3.2: five offerings of each later round one higher, one lower; three are left in this round."""
    return PIP_POINTS_PER_ROUND * (4 * rounds_left(s, b) + 3)


@jit_internal
def die_value(s: Ints, seat: int) -> float:
    """What a bonus die is worth to a seat that would take it."""
    return LAST_DIE_VALUE if s[L.DICE_AT + seat] == 0 else SPARE_DIE_VALUE


@jit_internal
def rank_value(s: Ints, b: Ints, kind: int, rank: int, seat: int) -> float:
    """Estimate what rank `rank` (0 is first) at a location of this kind is worth to `seat`, in points."""
    if kind == L.TEMPLE:
        return _temple_value(s, b, rank)
    if kind == L.PLANTATION:
        return 1.0 * s[L.HARVEST_AT + rank] if rank < 3 else 0.0
    if kind == L.DRINK:
        return _drink_value(s, b, rank)
    if rank > 1:  # at the three locations that are left, only first and second gain anything
        return 0.0
    if kind == L.CITY:
        hut, die = hut_value(s, b), die_value(s, seat)
        return max(hut, die) if rank == 0 else min(hut, die)  # the first chooses (4.3)
    if kind == L.PYRAMID:
        second = _stone_value(b, s[L.STONES] + 1)
        if rank == 0:
            return _stone_value(b, s[L.STONES]) + BOTH_STONES_PROBABILITY * second
        return (1.0 - BOTH_STONES_PROBABILITY) * second
    return _ball_court_value(s, b, rank, seat)


@jit_internal
def _temple_value(s: Ints, b: Ints, rank: int) -> float:
    # In what is probably the last round the ability is halved, and the points of 6.1 are counted in full.
    final = rounds_left(s, b) == 0
    if rank == 0:
        return TEMPLE_STEP + (CHOCOLATL_VALUE / 2 + FIGURE_AT_END if final else CHOCOLATL_VALUE)
    if rank < s[L.PLAYERS] - 1:
        return 0.0
    return OLD_MAN_VALUE / 2 - FIGURE_AT_END if final else OLD_MAN_VALUE


@jit_internal
def _drink_value(s: Ints, b: Ints, rank: int) -> float:
    if rank == s[L.PLAYERS] - 1:
        return -1.0 * b[L.B_DRINK_LAST]
    return 1.0 * b[L.B_DRINK_AT + 2 * max(0, s[L.ROUND] - 1) + rank] if rank < 2 else 0.0


@jit_internal
def _stone_value(b: Ints, stone: int) -> float:
    """A point, a share of the majority, and the row's bonus divided by its boxes (4.4.1)."""
    row = b[L.B_ROW_OF_AT + min(stone, 2 * b[L.B_ROUNDS] - 1)]
    return STONE_VALUE + b[L.B_ROW_BONUS_AT + row] / (
        b[L.B_ROW_START_AT + row + 1] - b[L.B_ROW_START_AT + row]
    )


@jit_internal
def _ball_court_value(s: Ints, b: Ints, rank: int, seat: int) -> float:
    """Better cards for the rounds to come, or the points of the last round."""
    if s[L.LAST_ROUND_REASON] != L.NOT_LAST:
        return 1.0 * (b[L.B_BALL_FIRST] if rank == 0 else b[L.B_BALL_SECOND])
    card = (
        max(s[L.HIGH_IMPROVEMENT], s[L.LOW_IMPROVEMENT])
        if rank == 0
        else min(s[L.HIGH_IMPROVEMENT], s[L.LOW_IMPROVEMENT])
    )
    return PIP_POINTS_PER_ROUND * rounds_left(s, b) * max(0, card - s[L.CARDS_AT + seat * L.HAND_MAX])
