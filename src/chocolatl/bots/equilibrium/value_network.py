"""Value network: each seat's win share of a position between two rounds.

A 24-24-1 perceptron with rectified units is applied to every seat in turn, to that seat's features relative
to the others; a softmax over the seats turns the outputs into shares. So the order of the seats cannot
matter, and the shares add up to 1. One set of weights per trained board and number of players
(pretrained.py), from self-play (lab/training). MODEL_CARD.md has data and figures.

    feature  meaning (differences are to the best or to the mean of the table)
    0, 1     points if the game ended now: to the best other, to the mean; tenths
    2, 3     sum of the cards: to the mean, to the best other; tenths
    4, 5     huts, dice: to the mean
    6..11    0 to 5 multiplied by `late`
    12, 13   holds Chocolatl, holds the old man
    14, 15   stones: lead in the pyramid (cut at 3), lead in the row that is being built
    16       seats that are behind in the line, as a part: they win ties against this one (3.6)
    17, 20   cubes: own, fewest at the table
    18, 19   rounds played, box of the leader
    21, 22   four highest cards: to the mean; own sacrifice; tenths
    23       `late`: 3 / (1 + rounds that are probably left)
"""

from __future__ import annotations

from math import exp

from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints, Reals
from chocolatl.engine.ranking import track_order_key
from chocolatl.rules.scoring import FIGURE, MAJORITY

FEATURES = 24
HIDDEN = 24
NET_SIZE = FEATURES * HIDDEN + HIDDEN + HIDDEN
"""First layer (feature by hidden), its biases, then the weights of the one output."""

# Workspace: results per seat, intermediate numbers per seat, their means, the features of one seat.
SHARES_AT = 0
POINTS_AT = 5
CARDS_SUM_AT = 10
TOP_AT = 15
POINTS_MEAN = 20
CARDS_MEAN = 21
TOP_MEAN = 22
HUTS_MEAN = 23
DICE_MEAN = 24
INPUT_AT = 25
UTILITY_AT = INPUT_AT + FEATURES
WORK_SIZE = UTILITY_AT + 5

UTILITY_LOGIT_SCALE = 0.25
"""Scale of the logits in the flatter softmax of `mix`: the inverse of a temperature of 4. A choice."""
UTILITY_LOGIT_PER_POINT = 0.1
"""The same for a finished game, where points stand for logits. A choice."""
SHARE_IN_UTILITY = 0.5
"""Weight of the win share in the utility; the rest is the flatter softmax. A choice."""
MEAN_DIE = 3.5
TOP_CARDS = 4
POINTS_PER_ROUND = 7
"""Points that a leader makes in a round, to guess how many rounds are left; as in rollout_policy.py."""


@jit_internal
def shares(s: Ints, b: Ints, net: Reals, work: Reals) -> None:
    """Write every seat's win share and utility: the true share when the game is over, else the network's."""
    n = s[L.PLAYERS]
    # A shared victory (6.3) is shared equally.
    if s[L.OVER]:
        winners = 0
        for seat in range(n):
            winners += s[L.WINNER_AT + seat]
        for seat in range(n):
            work[SHARES_AT + seat] = s[L.WINNER_AT + seat] / winners
            work[UTILITY_AT + seat] = UTILITY_LOGIT_PER_POINT * s[L.BOX_AT + seat]
        softmax(n, work, UTILITY_AT)
        mix(n, work)
        return
    summarise(s, n, work)
    for seat in range(n):
        inputs(s, b, n, seat, work)
        logit = forward(net, work)
        work[SHARES_AT + seat] = logit
        work[UTILITY_AT + seat] = UTILITY_LOGIT_SCALE * logit
    softmax(n, work, SHARES_AT)
    softmax(n, work, UTILITY_AT)
    mix(n, work)


@jit_internal
def softmax(n: int, work: Reals, at: int) -> None:
    """Normalised exponentials of the seats' numbers, in place; shifted by the highest to avoid overflow."""
    highest, total = work[at], 0.0
    for seat in range(1, n):
        highest = max(highest, work[at + seat])
    for seat in range(n):
        work[at + seat] = exp(work[at + seat] - highest)
        total += work[at + seat]
    for seat in range(n):
        work[at + seat] /= total


@jit_internal
def mix(n: int, work: Reals) -> None:
    """Utility that searches maximise: win share mixed with a flatter softmax.

    Win share alone has no slope for a seat far behind: all its plans would look alike.
    """
    for seat in range(n):
        calm, share = work[UTILITY_AT + seat], work[SHARES_AT + seat]
        work[UTILITY_AT + seat] = (1.0 - SHARE_IN_UTILITY) * calm + SHARE_IN_UTILITY * share


@jit_internal
def summarise(s: Ints, n: int, work: Reals) -> None:
    """Points that final scoring (6.1) would give now, and the strength of the cards."""
    # From 1: nobody has a majority of no stones (6.2). A sacrifice of 0 can be the highest.
    most, highest = 1, 0
    for seat in range(n):
        most = max(most, s[L.STONES_OF_AT + seat])
        highest = max(highest, s[L.SACRIFICE_AT + seat])
    for seat in range(n):
        points = 1.0 * s[L.BOX_AT + seat] + s[L.STONES_OF_AT + seat] + s[L.SACRIFICE_AT + seat]
        points += MAJORITY * (s[L.STONES_OF_AT + seat] == most)
        points += MAJORITY * (s[L.SACRIFICE_AT + seat] == highest)
        points += FIGURE * (s[L.CHOCOLATL] == seat) - FIGURE * (s[L.OLD_MAN] == seat)
        points += MEAN_DIE * (s[L.DICE_AT + seat] > 0)
        work[POINTS_AT + seat] = points
        base, count = L.CARDS_AT + seat * L.HAND_MAX, s[L.CARD_COUNT]
        total = 0
        for card in range(count):
            total += s[base + card]
        work[CARDS_SUM_AT + seat] = total
        top = 0
        # Cards are ascending.
        for card in range(max(0, count - TOP_CARDS), count):
            top += s[base + card]
        work[TOP_AT + seat] = top
    _means(s, n, work)


@jit_internal
def _means(s: Ints, n: int, work: Reals) -> None:
    """Means over the table: the same for every seat, so computed once."""
    points, cards, top, huts, dice = 0.0, 0.0, 0.0, 0.0, 0.0
    for seat in range(n):
        points += work[POINTS_AT + seat] / n
        cards += work[CARDS_SUM_AT + seat] / n
        top += work[TOP_AT + seat] / n
        huts += s[L.HUTS_AT + seat] / n
        dice += s[L.DICE_AT + seat] / n
    work[POINTS_MEAN], work[CARDS_MEAN], work[TOP_MEAN] = points, cards, top
    work[HUTS_MEAN], work[DICE_MEAN] = huts, dice


@jit_internal
def inputs(s: Ints, b: Ints, n: int, seat: int, work: Reals) -> None:
    """Write the features of one seat; the table at the top says which is which."""
    points_best, cards_best, better = -99.0, 0.0, 0
    stones, furthest, fewest = 0, 0, 99
    for other in range(n):
        furthest = max(furthest, s[L.BOX_AT + other])
        fewest = min(fewest, s[L.CUBES_AT + other])
        if other != seat:
            points_best = max(points_best, work[POINTS_AT + other])
            cards_best = max(cards_best, work[CARDS_SUM_AT + other])
            better += track_order_key(s, other) < track_order_key(s, seat)
            stones = max(stones, s[L.STONES_OF_AT + other])
    x = INPUT_AT
    played = s[L.ROUND] - 1
    # The factors 0.1, 0.2 ... bring every feature to about -2 ... 2 in usual games; `late` to 0.4 ... 3.
    # They belong to the trained weights: who changes one has to train anew.
    late = 3.0 / (1.0 + max(0, min(b[L.B_ROUNDS] - played, (b[L.B_GOAL] - furthest) // POINTS_PER_ROUND + 1)))
    work[x] = (work[POINTS_AT + seat] - points_best) * 0.1
    work[x + 1] = (work[POINTS_AT + seat] - work[POINTS_MEAN]) * 0.1
    work[x + 2] = (work[CARDS_SUM_AT + seat] - work[CARDS_MEAN]) * 0.1
    work[x + 3] = (work[CARDS_SUM_AT + seat] - cards_best) * 0.1
    work[x + 4] = s[L.HUTS_AT + seat] - work[HUTS_MEAN]
    work[x + 5] = s[L.DICE_AT + seat] - work[DICE_MEAN]
    for step in range(6):
        work[x + 6 + step] = work[x + step] * late
    work[x + 12] = s[L.CHOCOLATL] == seat
    work[x + 13] = s[L.OLD_MAN] == seat
    work[x + 14] = max(-3, min(3, s[L.STONES_OF_AT + seat] - stones)) * 0.3
    work[x + 15] = _row_lead(s, b, n, seat) * 0.5
    work[x + 16] = better / (n - 1)
    work[x + 17] = s[L.CUBES_AT + seat] * 0.2 - 1.0
    work[x + 18] = played * 0.2
    work[x + 19] = furthest * 0.05
    work[x + 20] = fewest * 0.2 - 1.0
    work[x + 21] = (work[TOP_AT + seat] - work[TOP_MEAN]) * 0.1
    work[x + 22] = (s[L.SACRIFICE_AT + seat]) * 0.1
    work[x + 23] = late


@jit_internal
def _row_lead(s: Ints, b: Ints, n: int, seat: int) -> int:
    """Own stones in the row that is being built, less the most of any other seat."""
    if s[L.STONES] >= L.STONES_MAX:
        return 0
    # Stones are placed row by row, so those of the open row are the last ones.
    start = b[L.B_ROW_START_AT + b[L.B_ROW_OF_AT + s[L.STONES]]]
    own, most = 0, 0
    for other in range(n):
        count = 0
        for stone in range(start, s[L.STONES]):
            count += s[L.PYRAMID_AT + stone] == other
        if other == seat:
            own = count
        else:
            most = max(most, count)
    return own - most


@jit_internal
def forward(net: Reals, work: Reals) -> float:
    """One hidden layer of rectified units."""
    out = FEATURES * HIDDEN + HIDDEN
    logit = 0.0
    for unit in range(0, HIDDEN, 4):
        one, two, three, four = _four_units(net, work, unit)
        logit += max(0.0, one) * net[out + unit]
        logit += max(0.0, two) * net[out + unit + 1]
        logit += max(0.0, three) * net[out + unit + 2]
        logit += max(0.0, four) * net[out + unit + 3]
    return logit


@jit_internal
def _four_units(net: Reals, work: Reals, unit: int) -> tuple[float, float, float, float]:
    """Four sums at once stay in registers: half the time of sums kept in the workspace."""
    bias = FEATURES * HIDDEN + unit
    one, two, three, four = net[bias], net[bias + 1], net[bias + 2], net[bias + 3]
    for feature in range(FEATURES):
        x, at = work[INPUT_AT + feature], feature * HIDDEN + unit
        one += x * net[at]
        two += x * net[at + 1]
        three += x * net[at + 2]
        four += x * net[at + 3]
    return one, two, three, four
