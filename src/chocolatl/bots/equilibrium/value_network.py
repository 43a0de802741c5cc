"""What a position between two rounds is worth: each seat's share of the victory, from a small network.

One network looks at every seat in turn, at that seat's own numbers beside those of the others, so the order
of the seats cannot matter. A softmax over the seats makes shares of its answers.
"""

from __future__ import annotations

from math import exp

from chocolatl.fast.compiled import inner
from chocolatl.fast.layout import (
    B_GOAL,
    B_ROUNDS,
    B_ROW_OF_AT,
    B_ROW_START_AT,
    BOX_AT,
    CARD_COUNT,
    CARDS_AT,
    CHOCOLATL,
    CUBES_AT,
    DICE_AT,
    HAND_MAX,
    HUTS_AT,
    OLD_MAN,
    OVER,
    PLAYERS,
    PYRAMID_AT,
    ROUND,
    SACRIFICE_AT,
    STONES,
    STONES_MAX,
    STONES_OF_AT,
    WINNER_AT,
    Ints,
    Reals,
)
from chocolatl.fast.score import line_key

FEATURES = 24
HIDDEN = 24
NET_SIZE = FEATURES * HIDDEN + HIDDEN + HIDDEN
"""First layer (feature by hidden), its biases, then the weights of the one output."""

# Places in the workspace of floats: results, numbers per seat, their means, one seat's inputs.
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
"""How much less sure of itself the second opinion is that searches mix in."""
UTILITY_LOGIT_PER_POINT = 0.1


@inner
def shares(s: Ints, b: Ints, net: Reals, work: Reals) -> None:
    """Write every seat's share: the true one when the game is over, else the network's opinion."""
    n = s[PLAYERS]
    if s[OVER]:
        winners = 0
        for seat in range(n):
            winners += s[WINNER_AT + seat]
        for seat in range(n):
            work[SHARES_AT + seat] = s[WINNER_AT + seat] / winners
            work[UTILITY_AT + seat] = UTILITY_LOGIT_PER_POINT * s[BOX_AT + seat]
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


@inner
def softmax(n: int, work: Reals, at: int) -> None:
    """Shares from the numbers of the seats."""
    highest, total = work[at], 0.0
    for seat in range(1, n):
        highest = max(highest, work[at + seat])
    for seat in range(n):
        work[at + seat] = exp(work[at + seat] - highest)
        total += work[at + seat]
    for seat in range(n):
        work[at + seat] /= total


@inner
def mix(n: int, work: Reals) -> None:
    """What searches maximise: half the share, half a calmer opinion, so that who is far behind fights on."""
    for seat in range(n):
        work[UTILITY_AT + seat] = 0.5 * work[UTILITY_AT + seat] + 0.5 * work[SHARES_AT + seat]


@inner
def summarise(s: Ints, n: int, work: Reals) -> None:
    """Points that final scoring would give now, and the strength of the cards."""
    most, highest = 1, 0
    for seat in range(n):
        most = max(most, s[STONES_OF_AT + seat])
        highest = max(highest, s[SACRIFICE_AT + seat])
    for seat in range(n):
        points = 1.0 * s[BOX_AT + seat] + s[STONES_OF_AT + seat] + s[SACRIFICE_AT + seat]
        points += 3.0 * (s[STONES_OF_AT + seat] == most) + 3.0 * (s[SACRIFICE_AT + seat] == highest)
        points += 3.0 * (s[CHOCOLATL] == seat) - 3.0 * (s[OLD_MAN] == seat) + 3.5 * (s[DICE_AT + seat] > 0)
        work[POINTS_AT + seat] = points
        base, count = CARDS_AT + seat * HAND_MAX, s[CARD_COUNT]
        total = 0
        for card in range(count):
            total += s[base + card]
        work[CARDS_SUM_AT + seat] = total
        top = 0
        for card in range(max(0, count - 4), count):
            top += s[base + card]
        work[TOP_AT + seat] = top
    _means(s, n, work)


@inner
def _means(s: Ints, n: int, work: Reals) -> None:
    """The same for every seat, so reckoned once."""
    points, cards, top, huts, dice = 0.0, 0.0, 0.0, 0.0, 0.0
    for seat in range(n):
        points += work[POINTS_AT + seat] / n
        cards += work[CARDS_SUM_AT + seat] / n
        top += work[TOP_AT + seat] / n
        huts += s[HUTS_AT + seat] / n
        dice += s[DICE_AT + seat] / n
    work[POINTS_MEAN], work[CARDS_MEAN], work[TOP_MEAN] = points, cards, top
    work[HUTS_MEAN], work[DICE_MEAN] = huts, dice


@inner
def inputs(s: Ints, b: Ints, n: int, seat: int, work: Reals) -> None:
    """One seat's numbers beside those of the others."""
    points_best, cards_best, better = -99.0, 0.0, 0
    stones, furthest, fewest = 0, 0, 99
    for other in range(n):
        furthest = max(furthest, s[BOX_AT + other])
        fewest = min(fewest, s[CUBES_AT + other])
        if other != seat:
            points_best = max(points_best, work[POINTS_AT + other])
            cards_best = max(cards_best, work[CARDS_SUM_AT + other])
            better += line_key(s, other) < line_key(s, seat)
            stones = max(stones, s[STONES_OF_AT + other])
    x = INPUT_AT
    played = s[ROUND] - 1
    late = 3.0 / (1.0 + max(0, min(b[B_ROUNDS] - played, (b[B_GOAL] - furthest) // 7 + 1)))
    work[x] = (work[POINTS_AT + seat] - points_best) * 0.1
    work[x + 1] = (work[POINTS_AT + seat] - work[POINTS_MEAN]) * 0.1
    work[x + 2] = (work[CARDS_SUM_AT + seat] - work[CARDS_MEAN]) * 0.1
    work[x + 3] = (work[CARDS_SUM_AT + seat] - cards_best) * 0.1
    work[x + 4] = s[HUTS_AT + seat] - work[HUTS_MEAN]
    work[x + 5] = s[DICE_AT + seat] - work[DICE_MEAN]
    for step in range(6):
        work[x + 6 + step] = work[x + step] * late
    work[x + 12] = s[CHOCOLATL] == seat
    work[x + 13] = s[OLD_MAN] == seat
    work[x + 14] = max(-3, min(3, s[STONES_OF_AT + seat] - stones)) * 0.3
    work[x + 15] = _row_lead(s, b, n, seat) * 0.5
    work[x + 16] = better / (n - 1)
    work[x + 17] = s[CUBES_AT + seat] * 0.2 - 1.0
    work[x + 18] = played * 0.2
    work[x + 19] = furthest * 0.05
    work[x + 20] = fewest * 0.2 - 1.0
    work[x + 21] = (work[TOP_AT + seat] - work[TOP_MEAN]) * 0.1
    work[x + 22] = (s[SACRIFICE_AT + seat]) * 0.1
    work[x + 23] = late


@inner
def _row_lead(s: Ints, b: Ints, n: int, seat: int) -> int:
    """Own stones in the row that is being built, beside the most of anybody else."""
    if s[STONES] >= STONES_MAX:
        return 0
    start = b[B_ROW_START_AT + b[B_ROW_OF_AT + s[STONES]]]
    own, most = 0, 0
    for other in range(n):
        count = 0
        for stone in range(start, s[STONES]):
            count += s[PYRAMID_AT + stone] == other
        if other == seat:
            own = count
        else:
            most = max(most, count)
    return own - most


@inner
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


@inner
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
