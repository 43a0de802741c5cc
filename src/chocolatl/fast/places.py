"""The six locations on the vector (rule 4). Each returns whether it has to ask somebody something."""

from __future__ import annotations

from chocolatl.fast.compiled import inner
from chocolatl.fast.layout import (
    ANSWER_AT,
    ASK,
    ASK_FROM,
    ASK_GIVE_BACK,
    ASK_PLACE_FIRST,
    ASK_SEAT,
    ASK_TAKE,
    ASK_UNTIL,
    B_BALL_FIRST,
    B_BALL_SECOND,
    B_DRINK_AT,
    B_DRINK_LAST,
    B_LEAD,
    B_LOWEST,
    B_ROW_BONUS_AT,
    B_ROW_OF_AT,
    B_ROW_START_AT,
    BALL_COURT,
    CARD_COUNT,
    CARDS_AT,
    CHOCOLATL,
    CITY,
    DICE_AT,
    DRINK,
    GIVEN_AT,
    HAND_MAX,
    HARVEST_AT,
    HIGH,
    HUTS_AT,
    LAST,
    LOW,
    NOT_LAST,
    OLD_MAN,
    PLACE,
    PLANTATION,
    PLAYERS,
    PYRAMID_AT,
    RANKING_AT,
    ROUND,
    STONES,
    STONES_OF_AT,
    TEMPLE,
    TOTAL_AT,
    TURN,
    Ints,
)
from chocolatl.fast.score import precedence, score, use_cube


@inner
def resolve(s: Ints, b: Ints, kind: int) -> bool:
    """What the ranking of this location does."""
    if kind == TEMPLE:
        _temple(s, b)
    elif kind == PLANTATION:
        for step in range(min(3, s[PLAYERS])):
            score(s, b, s[RANKING_AT + step], s[HARVEST_AT + step])
    elif kind == CITY:
        ask_one(s, ASK_TAKE, s[RANKING_AT])
        return True
    elif kind == DRINK:
        _drink(s, b)
    elif kind == BALL_COURT:
        return _ball_court(s, b)
    else:
        return _pyramid(s, b)
    return False


@inner
def settle_answer(s: Ints, b: Ints, ask: int) -> None:
    """The location's question has been answered."""
    first, second = s[RANKING_AT], s[RANKING_AT + 1]
    if ask == ASK_TAKE:
        hut = s[ANSWER_AT + first] == 1
        builder, roller = (first, second) if hut else (second, first)
        s[HUTS_AT + builder] += 1
        use_cube(s, builder)
        s[DICE_AT + roller] += 1
    elif ask == ASK_PLACE_FIRST:
        chosen = s[ANSWER_AT + first]
        _place(s, b, chosen)
        _place(s, b, second if chosen == first else first)
    else:
        _exchange(s, b, first, s[ANSWER_AT + first])
        _exchange(s, b, second, s[ANSWER_AT + second])


@inner
def ask_one(s: Ints, kind: int, seat: int) -> None:
    """Open a question about the current location."""
    s[TURN] += 1
    s[ASK] = kind
    s[ASK_SEAT] = seat
    s[ASK_FROM] = s[PLACE]
    s[ASK_UNTIL] = s[PLACE] + 1


@inner
def _temple(s: Ints, b: Ints) -> None:
    """The ranking was made with the figure's old holder (3.7)."""
    s[CHOCOLATL] = s[RANKING_AT]
    score(s, b, s[RANKING_AT], 1)
    s[OLD_MAN] = s[RANKING_AT + s[PLAYERS] - 1]


@inner
def _drink(s: Ints, b: Ints) -> None:
    pay_at = B_DRINK_AT + 2 * (s[ROUND] - 1)
    score(s, b, s[RANKING_AT], b[pay_at])
    if b[pay_at + 1] != 0:
        score(s, b, s[RANKING_AT + 1], b[pay_at + 1])
    score(s, b, s[RANKING_AT + s[PLAYERS] - 1], -b[B_DRINK_LAST])


@inner
def _pyramid(s: Ints, b: Ints) -> bool:
    first, second = s[RANKING_AT], s[RANKING_AT + 1]
    row_at = B_ROW_OF_AT + s[STONES]
    if s[TOTAL_AT + first] - s[TOTAL_AT + second] >= b[B_LEAD]:
        second = first
    elif b[row_at] != b[row_at + 1]:
        ask_one(s, ASK_PLACE_FIRST, first)
        return True
    _place(s, b, first)
    _place(s, b, second)
    return False


@inner
def _place(s: Ints, b: Ints, seat: int) -> None:
    stone = s[STONES]
    row = b[B_ROW_OF_AT + stone]
    s[PYRAMID_AT + stone] = seat
    s[STONES] = stone + 1
    s[STONES_OF_AT + seat] += 1
    use_cube(s, seat)
    if stone + 1 == b[B_ROW_START_AT + row + 1]:
        score(s, b, _row_winner(s, b[B_ROW_START_AT + row]), b[B_ROW_BONUS_AT + row])


@inner
def _row_winner(s: Ints, start: int) -> int:
    """4.4.1: most stones in the row, ties by 3.6 at this moment."""
    best, highest = -1, 0
    for seat in range(s[PLAYERS]):
        count = 0
        for stone in range(start, s[STONES]):
            count += s[PYRAMID_AT + stone] == seat
        key = (count << 42) + precedence(s, seat)
        if key > highest:
            best, highest = seat, key
    return best


@inner
def _ball_court(s: Ints, b: Ints) -> bool:
    """Whether it is the last round is judged at this moment (5.2)."""
    first, second = s[RANKING_AT], s[RANKING_AT + 1]
    if s[LAST] != NOT_LAST:
        score(s, b, first, b[B_BALL_FIRST])
        score(s, b, second, b[B_BALL_SECOND])
        return False
    if b[B_LOWEST]:
        _exchange(s, b, first, s[CARDS_AT + first * HAND_MAX])
        _exchange(s, b, second, s[CARDS_AT + second * HAND_MAX])
        return False
    ask_one(s, ASK_GIVE_BACK, first)
    return True


@inner
def prize(s: Ints, seat: int) -> int:
    """The higher face-up card for the first, the other for the second."""
    if s[RANKING_AT] == seat:
        return max(s[HIGH], s[LOW])
    return min(s[HIGH], s[LOW])


@inner
def _exchange(s: Ints, b: Ints, seat: int, lost: int) -> None:
    """One card out, one in: the cards stay sorted."""
    base = CARDS_AT + seat * HAND_MAX
    end = base + s[CARD_COUNT] - 1
    at = base
    while s[at] != lost:
        at += 1
    won = prize(s, seat)
    while at < end and s[at + 1] < won:
        s[at] = s[at + 1]
        at += 1
    while at > base and s[at - 1] > won:
        s[at] = s[at - 1]
        at -= 1
    s[at] = won
    if not b[B_LOWEST]:
        s[GIVEN_AT + seat] = lost
