"""Answering card by card: what a seat may pick now, what a pick does, when a question is settled.

A row is a game of the fast engine followed by two numbers per seat: how many picks it still owes to the open
question (TODO), and how many cards it has put on the table for it (PICKED). Actions are card values, then the
seven words of `encoding.WORDS`; `values` is the number of card values, so word w is action values + w.
"""

from __future__ import annotations

from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints

TODO_AT = L.STATE_SIZE
PICKED_AT = TODO_AT + L.SEATS
ROW_SIZE = PICKED_AT + L.SEATS

PASS, ROLL, DIE, HUT, OTHER_FIRST, OWN_FIRST, WAIT = range(7)
WORD_COUNT = 7
WORD_BITS = 62


@jit_internal
def open_question(s: Ints) -> None:
    """Note who owes how many picks; a bid's last location is skipped where the cards left decide it."""
    for seat in range(L.SEATS):
        s[TODO_AT + seat] = 0
        s[PICKED_AT + seat] = 0
    ask = s[L.ASK]
    if ask in (L.ASK_LAY, L.ASK_SACRIFICE):
        for seat in range(s[L.PLAYERS]):
            s[TODO_AT + seat] = picks_of_bid(s) if ask == L.ASK_LAY else 1
        sort_hands(s)
    elif ask != L.NO_QUESTION:
        s[TODO_AT + s[L.ASK_SEAT]] = 1
        if ask == L.ASK_GIVE_BACK:
            s[TODO_AT + s[L.RANKING_AT + 1]] = 1


@jit_internal
def cards_each(s: Ints) -> int:
    """How many cards go on each location now."""
    return L.CARDS_EACH[s[L.MODE]]


@jit_internal
def twos(s: Ints) -> int:
    """1 where two cards go on each location, 0 where one does: shifting by it divides by `cards_each`."""
    return 0 if s[L.MODE] == L.GREEN else 1


@jit_internal
def picks_of_bid(s: Ints) -> int:
    """How many cards of a bid are a choice; counts alone decide it, so the number tells nobody anything."""
    each = cards_each(s)
    total = each * (s[L.ASK_UNTIL] - s[L.ASK_FROM])
    return total - each if s[L.HAND_SIZE] == total else total


@jit_internal
def sort_hands(s: Ints) -> None:
    """Lowest card first, for everyone."""
    for seat in range(s[L.PLAYERS]):
        _sort_hand(s, L.HAND_AT + seat * L.HAND_MAX)


@jit_internal
def _sort_hand(s: Ints, base: int) -> None:
    for end in range(base + 1, base + s[L.HAND_SIZE]):
        card, at = s[end], end
        while at > base and s[at - 1] > card:
            s[at] = s[at - 1]
            at -= 1
        s[at] = card


@jit_internal
def next_seat(s: Ints) -> int:
    """The lowest seat that owes a pick, or -1."""
    for seat in range(s[L.PLAYERS]):
        if s[TODO_AT + seat] > 0:
            return seat
    return -1


@jit_internal
def cards_in_reach(s: Ints, seat: int) -> tuple[int, int]:
    """Where the cards that may be picked now begin and end: the hand is sorted, what is laid is behind it.

    Of a pair the higher card is picked first, so it is never the lowest card left; the second is not higher.
    """
    if s[L.ASK] != L.ASK_LAY:
        base = L.CARDS_AT + seat * L.HAND_MAX
        return base, base + s[L.CARD_COUNT]
    base = L.HAND_AT + seat * L.HAND_MAX
    end = base + s[L.HAND_SIZE] - s[PICKED_AT + seat]
    if cards_each(s) == 1:
        return base, end
    if s[PICKED_AT + seat] % 2 == 0:
        return base + 1, end
    return base, base + lower_cards(s, base, end, s[end] + 1)


@jit_internal
def lower_cards(s: Ints, base: int, end: int, card: int) -> int:
    """How many of these cards are lower than a card.

    It always goes the whole way, like all loops here: a loop that ends early is a guess the processor loses.
    """
    count = 0
    for at in range(base, base + L.HAND_MAX):
        count += (at < end) & (s[at] < card)
    return count


@jit_internal
def words_allowed(s: Ints) -> tuple[int, int]:
    """The first and the second word that answer the open question, or a pair of -1 where cards do."""
    ask = s[L.ASK]
    if ask == L.ASK_ROLL:
        return PASS, ROLL
    if ask == L.ASK_TAKE:
        return DIE, HUT
    if ask == L.ASK_PLACE_FIRST:
        return OTHER_FIRST, OWN_FIRST
    return -1, -1


@jit_internal
def write_mask(s: Ints, values: int, seat: int, mask: Ints, at: int) -> None:
    """One for every action that the seat may take; a seat that owes nothing may only wait."""
    low, high = legal_bits(s, values, seat)
    for action in range(min(values + WORD_COUNT, WORD_BITS)):
        mask[at + action] = low >> action & 1
    for action in range(WORD_BITS, values + WORD_COUNT):
        mask[at + action] = high >> (action - WORD_BITS) & 1


@jit_internal
def legal_bits(s: Ints, values: int, seat: int) -> tuple[int, int]:
    """The actions that a seat may take as bits: the first 62 actions, then the others."""
    if s[TODO_AT + seat] == 0:
        return _with((0, 0), values + WAIT)
    one, two = words_allowed(s)
    if one >= 0:
        return _with(_with((0, 0), values + one), values + two)
    start, end = cards_in_reach(s, seat)
    base = (L.HAND_AT if s[L.ASK] == L.ASK_LAY else L.CARDS_AT) + seat * L.HAND_MAX
    low, high = _bits(s, base, start, end, 0), 0
    if values > WORD_BITS:
        high = _bits(s, base, start, end, WORD_BITS)
    return low, high


@jit_internal
def _bits(s: Ints, base: int, start: int, end: int, first: int) -> int:
    """A bit for every card value in reach, from the first one on."""
    bits = 0
    for at in range(base, base + L.HAND_MAX):
        value = s[at] - first
        legal = (start <= at) & (at < end) & (value >= 0) & (value < WORD_BITS)
        bits |= (1 if legal else 0) << (value & 63)
    return bits


@jit_internal
def _with(bits: tuple[int, int], action: int) -> tuple[int, int]:
    if action < WORD_BITS:
        return bits[0] | (1 << action), bits[1]
    return bits[0], bits[1] | (1 << (action - WORD_BITS))


@jit_internal
def nearest_legal(s: Ints, values: int, seat: int, action: int) -> int:
    """A legal action stays; for any other the next legal one counts, going up and then round from 0."""
    one, two = words_allowed(s)
    if one >= 0:
        return (
            action if action in (values + one, values + two) else _nearest(action, values + one, values + two)
        )
    start, end = cards_in_reach(s, seat)
    base = (L.HAND_AT if s[L.ASK] == L.ASK_LAY else L.CARDS_AT) + seat * L.HAND_MAX
    found = max(start, base + lower_cards(s, base, end, action))
    return s[found] if found < end else s[start]


@jit_internal
def _nearest(action: int, one: int, two: int) -> int:
    return two if one < action <= two else one


@jit_internal
def pick(s: Ints, values: int, seat: int, action: int) -> int:
    """One pick of a seat that owes one; returns the action that counted."""
    chosen = nearest_legal(s, values, seat, action)
    if s[L.ASK] == L.ASK_LAY:
        lay(s, seat, chosen)
        s[TODO_AT + seat] -= 1
        if s[TODO_AT + seat] == 0:
            _lay_the_rest(s, seat)
    else:
        s[L.ANSWER_AT + seat] = _answer(s, values, seat, chosen)
        s[TODO_AT + seat] = 0
    return chosen


@jit_internal
def _answer(s: Ints, values: int, seat: int, chosen: int) -> int:
    """The number that the engine reads."""
    if s[L.ASK] == L.ASK_PLACE_FIRST:
        return seat if chosen == values + OWN_FIRST else s[L.RANKING_AT + 1]
    if s[L.ASK] in (L.ASK_ROLL, L.ASK_TAKE):
        return 1 if chosen in (values + ROLL, values + HUT) else 0
    return chosen


@jit_internal
def lay(s: Ints, seat: int, card: int) -> None:
    """Put a card on the next slot, and out of the sorted part of the hand."""
    two, picked = twos(s), s[PICKED_AT + seat]
    place = s[L.ASK_FROM] + (picked >> two)
    s[L.LAID_AT + seat * L.LAID_WIDTH + 2 * place + s[L.LAID_N_AT + place] + (picked & two)] = card
    base = L.HAND_AT + seat * L.HAND_MAX
    last = base + s[L.HAND_SIZE] - picked - 1
    for at in range(base, base + L.HAND_MAX - 1):
        here, there = s[at], s[at + 1]
        s[at] = there if (here >= card) & (at < last) else here
    s[last] = card
    s[PICKED_AT + seat] = picked + 1


@jit_internal
def _lay_the_rest(s: Ints, seat: int) -> None:
    """The last location of a bid with all cards, the higher card first."""
    while s[PICKED_AT + seat] < cards_each(s) * (s[L.ASK_UNTIL] - s[L.ASK_FROM]):
        last = L.HAND_AT + seat * L.HAND_MAX + s[L.HAND_SIZE] - s[PICKED_AT + seat] - 1
        lay(s, seat, s[last])
