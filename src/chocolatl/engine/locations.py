"""The six locations on the state vector (rule 4). Each returns whether it asks a question."""

from __future__ import annotations

from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints
from chocolatl.engine.ranking import precedence, score, use_cube


@jit_internal
def resolve(s: Ints, b: Ints, kind: int) -> bool:
    """What the ranking of this location does."""
    if kind == L.TEMPLE:
        _temple(s, b)
    elif kind == L.PLANTATION:
        for step in range(min(3, s[L.PLAYERS])):
            score(s, b, s[L.RANKING_AT + step], s[L.HARVEST_AT + step])
    elif kind == L.CITY:
        ask_one(s, L.ASK_TAKE, s[L.RANKING_AT])
        return True
    elif kind == L.DRINK:
        _drink(s, b)
    elif kind == L.BALL_COURT:
        return _ball_court(s, b)
    else:
        return _pyramid(s, b)
    return False


@jit_internal
def settle_answer(s: Ints, b: Ints, ask: int) -> None:
    """The location's question has been answered."""
    first, second = s[L.RANKING_AT], s[L.RANKING_AT + 1]
    if ask == L.ASK_TAKE:
        hut = s[L.ANSWER_AT + first] == 1
        builder, roller = (first, second) if hut else (second, first)
        s[L.HUTS_AT + builder] += 1
        use_cube(s, builder)
        s[L.DICE_AT + roller] += 1
    elif ask == L.ASK_PLACE_FIRST:
        chosen = s[L.ANSWER_AT + first]
        _place(s, b, chosen)
        _place(s, b, second if chosen == first else first)
    else:
        _exchange(s, b, first, s[L.ANSWER_AT + first])
        _exchange(s, b, second, s[L.ANSWER_AT + second])


@jit_internal
def is_asked(s: Ints, seat: int) -> bool:
    """Whether the open question is for this seat."""
    ask = s[L.ASK]
    if ask in (L.ASK_LAY, L.ASK_SACRIFICE):
        return True
    if ask == L.ASK_GIVE_BACK and s[L.RANKING_AT + 1] == seat:
        return True
    return ask != L.NO_QUESTION and s[L.ASK_SEAT] == seat


@jit_internal
def ask_one(s: Ints, kind: int, seat: int) -> None:
    """Open a question about the current location."""
    s[L.TURN] += 1
    s[L.ASK] = kind
    s[L.ASK_SEAT] = seat
    s[L.ASK_FROM] = s[L.PLACE]
    s[L.ASK_UNTIL] = s[L.PLACE] + 1


@jit_internal
def _temple(s: Ints, b: Ints) -> None:
    """The ranking was made with the figure's old holder (3.7)."""
    s[L.CHOCOLATL] = s[L.RANKING_AT]
    score(s, b, s[L.RANKING_AT], 1)
    s[L.OLD_MAN] = s[L.RANKING_AT + s[L.PLAYERS] - 1]


@jit_internal
def _drink(s: Ints, b: Ints) -> None:
    pay_at = L.B_DRINK_AT + 2 * (s[L.ROUND] - 1)
    score(s, b, s[L.RANKING_AT], b[pay_at])
    if b[pay_at + 1] != 0:
        score(s, b, s[L.RANKING_AT + 1], b[pay_at + 1])
    score(s, b, s[L.RANKING_AT + s[L.PLAYERS] - 1], -b[L.B_DRINK_LAST])


@jit_internal
def _pyramid(s: Ints, b: Ints) -> bool:
    first, second = s[L.RANKING_AT], s[L.RANKING_AT + 1]
    # The row of each stone is a table of the board: no search for where a row ends.
    row_at = L.B_ROW_OF_AT + s[L.STONES]
    if s[L.TOTAL_AT + first] - s[L.TOTAL_AT + second] >= b[L.B_LEAD]:
        second = first
    elif b[row_at] != b[row_at + 1]:
        ask_one(s, L.ASK_PLACE_FIRST, first)
        return True
    _place(s, b, first)
    _place(s, b, second)
    return False


@jit_internal
def _place(s: Ints, b: Ints, seat: int) -> None:
    stone = s[L.STONES]
    row = b[L.B_ROW_OF_AT + stone]
    s[L.PYRAMID_AT + stone] = seat
    s[L.STONES] = stone + 1
    s[L.STONES_OF_AT + seat] += 1
    use_cube(s, seat)
    if stone + 1 == b[L.B_ROW_START_AT + row + 1]:
        score(s, b, _row_winner(s, b[L.B_ROW_START_AT + row]), b[L.B_ROW_BONUS_AT + row])


@jit_internal
def _row_winner(s: Ints, start: int) -> int:
    """4.4.1: most stones in the row, ties by 3.6 at this moment."""
    best, highest = -1, 0
    for seat in range(s[L.PLAYERS]):
        count = 0
        for stone in range(start, s[L.STONES]):
            count += s[L.PYRAMID_AT + stone] == seat
        # precedence is below 2^41 (ranking.py): a stone more always outweighs it.
        key = (count << 42) + precedence(s, seat)
        if key > highest:
            best, highest = seat, key
    return best


@jit_internal
def _ball_court(s: Ints, b: Ints) -> bool:
    """Whether it is the last round is judged at this moment (5.2)."""
    first, second = s[L.RANKING_AT], s[L.RANKING_AT + 1]
    if s[L.LAST_ROUND_REASON] != L.NOT_LAST:
        score(s, b, first, b[L.B_BALL_FIRST])
        score(s, b, second, b[L.B_BALL_SECOND])
        return False
    if b[L.B_LOWEST]:
        _exchange(s, b, first, s[L.CARDS_AT + first * L.HAND_MAX])
        _exchange(s, b, second, s[L.CARDS_AT + second * L.HAND_MAX])
        return False
    ask_one(s, L.ASK_GIVE_BACK, first)
    return True


@jit_internal
def prize(s: Ints, seat: int) -> int:
    """The higher face-up card for the first, the other for the second."""
    if s[L.RANKING_AT] == seat:
        return max(s[L.HIGH_IMPROVEMENT], s[L.LOW_IMPROVEMENT])
    return min(s[L.HIGH_IMPROVEMENT], s[L.LOW_IMPROVEMENT])


@jit_internal
def replace_card(s: Ints, seat: int, lost: int, won: int) -> None:
    """One card of a seat out, one in. They stay sorted: the cards between the two move by one place."""
    base = L.CARDS_AT + seat * L.HAND_MAX
    end = base + s[L.CARD_COUNT] - 1
    at = base
    while s[at] != lost:
        at += 1
    while at < end and s[at + 1] < won:
        s[at] = s[at + 1]
        at += 1
    while at > base and s[at - 1] > won:
        s[at] = s[at - 1]
        at -= 1
    s[at] = won


@jit_internal
def _exchange(s: Ints, b: Ints, seat: int, lost: int) -> None:
    replace_card(s, seat, lost, prize(s, seat))
    # Where the lowest card must go, everybody knows it; else it stays a secret of the seat.
    if not b[L.B_LOWEST]:
        s[L.GIVEN_BACK_AT + seat] = lost
