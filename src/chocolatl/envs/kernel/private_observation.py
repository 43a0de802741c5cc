"""What only the seat itself sees: its cards, what it has laid, what it is asked."""

from __future__ import annotations

from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints
from chocolatl.engine.locations import is_asked, prize
from chocolatl.envs.kernel.pick_actions import PICKED_AT, TODO_AT, cards_each, twos
from chocolatl.envs.kernel.vector_writes import copy, count_cards, two_slots


@jit_internal
def observe_own(s: Ints, b: Ints, values: int, seat: int, pool_at: int, out: Ints, at: int) -> None:
    """The own part, from `at` on; at `pool_at` the seat's public pool has been written."""
    picked = s[PICKED_AT + seat] if s[L.ASK] == L.ASK_LAY else 0
    cards_at, left = at + values, s[L.HAND_SIZE] - picked
    _cards(s, values, seat, pool_at, out, cards_at)
    if left == s[L.CARD_COUNT]:
        copy(out, cards_at, cards_at + values, out, at)
    else:
        count_cards(s, L.HAND_AT + seat * L.HAND_MAX, left, values, out, at)
    _laid(s, b, seat, picked, out, cards_at + values)
    at = cards_at + values + 2 * b[L.B_PLACES]
    out[at] = _sacrifice(s, seat) + 1
    out[at + 1] = _next_slot(s, seat)
    out[at + 2] = prize(s, seat) + 1 if s[L.ASK] == L.ASK_GIVE_BACK and is_asked(s, seat) else 0
    out[at + 3] = s[TODO_AT + seat] > 0


@jit_internal
def _cards(s: Ints, values: int, seat: int, pool_at: int, out: Ints, at: int) -> None:
    """Once the sacrifices are known, the pool is right but for a card given back in secret."""
    if not s[L.HANDS_SEEN]:
        count_cards(s, L.CARDS_AT + seat * L.HAND_MAX, s[L.CARD_COUNT], values, out, at)
        return
    copy(out, pool_at, pool_at + values, out, at)
    if s[L.GIVEN_BACK_AT + seat] >= 0:
        out[at + s[L.GIVEN_BACK_AT + seat]] -= 1


@jit_internal
def _laid(s: Ints, b: Ints, seat: int, picked: int, out: Ints, at: int) -> None:
    """Face down too; cards just picked lie on top."""
    each, first = cards_each(s), s[L.ASK_FROM]
    for place in range(b[L.B_PLACES]):
        begun = min(max(picked - each * (place - first), 0), each) * (place >= first)
        slots = L.LAID_AT + seat * L.LAID_WIDTH + 2 * place
        two_slots(s, slots, s[L.LAID_N_AT + place] + begun, out, at + 2 * place)


@jit_internal
def has_answered(s: Ints, seat: int) -> bool:
    """Whether a seat has answered the open question in full; everybody may know that."""
    return is_asked(s, seat) and s[TODO_AT + seat] == 0


@jit_internal
def _sacrifice(s: Ints, seat: int) -> int:
    if s[L.ASK] == L.ASK_SACRIFICE and s[TODO_AT + seat] == 0:
        return s[L.ANSWER_AT + seat]
    return s[L.SACRIFICE_AT + seat]


@jit_internal
def _next_slot(s: Ints, seat: int) -> int:
    """Which slot the next pick fills, from 1; 0 if none."""
    if s[L.ASK] != L.ASK_LAY or s[TODO_AT + seat] == 0:
        return 0
    picked, two = s[PICKED_AT + seat], twos(s)
    place = s[L.ASK_FROM] + (picked >> two)
    return 2 * place + s[L.LAID_N_AT + place] + (picked & two) + 1
