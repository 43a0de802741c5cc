"""What only the seat itself sees: its cards, what it has laid, what it is asked."""

from __future__ import annotations

from chocolatl.envs.kernel.picks import PICKED_AT, TODO_AT, cards_each, twos
from chocolatl.envs.kernel.writing import copy, count_cards, two_slots
from chocolatl.fast.compiled import inner
from chocolatl.fast.layout import (
    ANSWER_AT,
    ASK,
    ASK_FROM,
    ASK_GIVE_BACK,
    ASK_LAY,
    ASK_SACRIFICE,
    ASK_SEAT,
    B_PLACES,
    CARD_COUNT,
    CARDS_AT,
    GIVEN_AT,
    HAND_AT,
    HAND_MAX,
    HAND_SIZE,
    LAID_AT,
    LAID_N_AT,
    LAID_WIDTH,
    NO_QUESTION,
    RANKING_AT,
    SACRIFICE_AT,
    SEEN,
    Ints,
)
from chocolatl.fast.places import prize


@inner
def observe_own(s: Ints, b: Ints, values: int, seat: int, pool_at: int, out: Ints, at: int) -> None:
    """The own part, from `at` on; at `pool_at` the seat's public pool has been written."""
    picked = s[PICKED_AT + seat] if s[ASK] == ASK_LAY else 0
    cards_at, left = at + values, s[HAND_SIZE] - picked
    _cards(s, values, seat, pool_at, out, cards_at)
    if left == s[CARD_COUNT]:
        copy(out, cards_at, cards_at + values, out, at)
    else:
        count_cards(s, HAND_AT + seat * HAND_MAX, left, values, out, at)
    _laid(s, b, seat, picked, out, cards_at + values)
    at = cards_at + values + 2 * b[B_PLACES]
    out[at] = _sacrifice(s, seat) + 1
    out[at + 1] = _next_slot(s, seat)
    out[at + 2] = prize(s, seat) + 1 if s[ASK] == ASK_GIVE_BACK and is_asked(s, seat) else 0
    out[at + 3] = s[TODO_AT + seat] > 0


@inner
def _cards(s: Ints, values: int, seat: int, pool_at: int, out: Ints, at: int) -> None:
    """Once the sacrifices are known, the pool is right but for a card given back in secret."""
    if not s[SEEN]:
        count_cards(s, CARDS_AT + seat * HAND_MAX, s[CARD_COUNT], values, out, at)
        return
    copy(out, pool_at, pool_at + values, out, at)
    if s[GIVEN_AT + seat] >= 0:
        out[at + s[GIVEN_AT + seat]] -= 1


@inner
def _laid(s: Ints, b: Ints, seat: int, picked: int, out: Ints, at: int) -> None:
    """Face down too; cards just picked lie on top."""
    each, first = cards_each(s), s[ASK_FROM]
    for place in range(b[B_PLACES]):
        begun = min(max(picked - each * (place - first), 0), each) * (place >= first)
        slots = LAID_AT + seat * LAID_WIDTH + 2 * place
        two_slots(s, slots, s[LAID_N_AT + place] + begun, out, at + 2 * place)


@inner
def is_asked(s: Ints, seat: int) -> bool:
    """Whether the open question is for this seat."""
    ask = s[ASK]
    if ask in (ASK_LAY, ASK_SACRIFICE):
        return True
    if ask == ASK_GIVE_BACK and s[RANKING_AT + 1] == seat:
        return True
    return ask != NO_QUESTION and s[ASK_SEAT] == seat


@inner
def has_answered(s: Ints, seat: int) -> bool:
    """Whether a seat has answered the open question in full; everybody may know that."""
    return is_asked(s, seat) and s[TODO_AT + seat] == 0


@inner
def _sacrifice(s: Ints, seat: int) -> int:
    if s[ASK] == ASK_SACRIFICE and s[TODO_AT + seat] == 0:
        return s[ANSWER_AT + seat]
    return s[SACRIFICE_AT + seat]


@inner
def _next_slot(s: Ints, seat: int) -> int:
    """Which slot the next pick fills, from 1; 0 if none."""
    if s[ASK] != ASK_LAY or s[TODO_AT + seat] == 0:
        return 0
    picked, two = s[PICKED_AT + seat], twos(s)
    place = s[ASK_FROM] + (picked >> two)
    return 2 * place + s[LAID_N_AT + place] + (picked & two) + 1
