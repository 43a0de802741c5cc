"""State machine of the compiled game: from an answered question on to the next one (rule 2).

`advance` expects the answers to the open question in ANSWER (a number per seat asked) or, for bids, in LAID.
"""

from __future__ import annotations

import numpy as np

from chocolatl.engine import layout as L
from chocolatl.engine.chance_tape import bonus_slot, die
from chocolatl.engine.final_scoring import finish
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints
from chocolatl.engine.locations import ask_one, resolve, settle_answer
from chocolatl.engine.ranking import rank, track_order_key

# What comes next when nobody is asked.
WAIT, VISIT, SETTLE, LEAVE, START, LAID = range(6)

# More than any track_order_key: adding it puts a seat behind all others in a circular order.
FAR = 1 << 40


@jit_internal
def set_up(s: Ints, b: Ints, players: int, tape: Ints) -> None:
    """The table before the sacrifices (rule 1), with the stack of markers that lies on the tape."""
    for at in range(L.STATE_SIZE):
        s[at] = 0
    s[L.PLAYERS] = players
    s[L.MODE] = L.NOBODY
    s[L.PLACE] = L.NOBODY
    s[L.CHOCOLATL] = L.NOBODY
    s[L.OLD_MAN] = L.NOBODY
    s[L.RANKED_PLACE] = L.NOBODY
    s[L.HIGH_IMPROVEMENT] = L.NOBODY
    s[L.LOW_IMPROVEMENT] = L.NOBODY
    s[L.CARD_COUNT] = 2 * b[L.B_PLACES] + 1
    s[L.HAND_SIZE] = s[L.CARD_COUNT]
    for seat in range(L.SEATS):
        s[L.SACRIFICE_AT + seat] = L.NOBODY
        s[L.GIVEN_BACK_AT + seat] = L.NOBODY
        s[L.CUBES_AT + seat] = b[L.B_CUBES]
    for seat in range(players):
        # The stack on box 0 as if the markers had arrived one by one: the top arrived last (3.8).
        s[L.MOVED_AT + tape[L.T_STACK_AT + seat]] = players - seat
        for card in range(s[L.CARD_COUNT]):
            s[L.CARDS_AT + seat * L.HAND_MAX + card] = b[L.B_CARDS_AT + card]
            s[L.HAND_AT + seat * L.HAND_MAX + card] = b[L.B_CARDS_AT + card]
    s[L.MOVES] = players
    s[L.TURN] = 1
    s[L.ASK] = L.ASK_SACRIFICE


@jit_internal
def advance(s: Ints, b: Ints, tape: Ints, key: np.uint64, pause: bool) -> None:
    """Everyone asked has answered: play on to the next question, or (pause) to the end of a location."""
    ask = s[L.ASK]
    s[L.ASK] = L.NO_QUESTION
    todo = _after(s, b, tape, key, ask)
    # A call with NO_QUESTION ends such a pause, and must not make another one.
    if pause and todo == LEAVE and ask != L.NO_QUESTION:
        return
    while todo != WAIT:
        if todo == LEAVE:
            todo = _leave(s, b, tape, key)
        elif todo == VISIT:
            todo = _visit(s, b)
        elif todo == LAID:
            todo = _all_laid(s, b)
        elif todo == SETTLE:
            place = s[L.NEXT_PLACE]
            rank(s, b, place)
            todo = WAIT if resolve(s, b, b[L.B_KIND_AT + place]) else LEAVE
            if pause and todo == LEAVE:
                return
        else:
            todo = _start_round(s, b, tape, key)


@jit_internal
def _after(s: Ints, b: Ints, tape: Ints, key: np.uint64, ask: int) -> int:
    """What an answered question leads to; without a question a pause after a location ends."""
    if ask == L.ASK_LAY:
        return LAID
    if ask == L.ASK_ROLL:
        return _rolled(s, b, tape, key)
    if ask == L.ASK_SACRIFICE:
        for seat in range(s[L.PLAYERS]):
            _sacrifice(s, seat)
        s[L.CARD_COUNT] -= 1
        return START
    if ask in (L.ASK_TAKE, L.ASK_PLACE_FIRST, L.ASK_GIVE_BACK):
        settle_answer(s, b, ask)
    return WAIT if s[L.OVER] else LEAVE


@jit_internal
def _sacrifice(s: Ints, seat: int) -> None:
    s[L.SACRIFICE_AT + seat] = s[L.ANSWER_AT + seat]
    _drop(s, L.CARDS_AT + seat * L.HAND_MAX, s[L.CARD_COUNT], s[L.SACRIFICE_AT + seat])


@jit_internal
def _start_round(s: Ints, b: Ints, tape: Ints, key: np.uint64) -> int:
    """2.1 and 2.2."""
    s[L.ROUND] += 1
    number = s[L.ROUND]
    s[L.MODE] = _mode(b, number, _furthest(s))
    s[L.PLACE] = L.NOBODY
    s[L.RANKED_PLACE] = L.NOBODY
    _harvest(s, tape, key, number)
    s[L.HIGH_IMPROVEMENT] = tape[L.T_HIGH_AT + number - 1] if number <= b[L.B_HIGHS] else L.NOBODY
    s[L.LOW_IMPROVEMENT] = tape[L.T_LOW_AT + number - 1] if number <= b[L.B_LOWS] else L.NOBODY
    if number == b[L.B_ROUNDS] and s[L.LAST_ROUND_REASON] == L.NOT_LAST:
        s[L.LAST_ROUND_REASON] = L.LAST_ROUND
    _cards_back(s)
    return _ask_bids(s, 0, 1 if s[L.MODE] == L.GOLD else b[L.B_PLACES])


@jit_internal
def _furthest(s: Ints) -> int:
    box = s[L.BOX_AT]
    for seat in range(1, s[L.PLAYERS]):
        box = max(box, s[L.BOX_AT + seat])
    return box


@jit_internal
def _mode(b: Ints, number: int, box: int) -> int:
    if number == 1:
        return L.GOLD if b[L.B_GOLD_FIRST] else L.RED
    # Box 0 counts as red. The track repeats its colours from box 1 on (2.2).
    return L.RED if box == 0 else b[L.B_LISTS_AT + (box - 1) % b[L.B_TRACK]]


@jit_internal
def _harvest(s: Ints, tape: Ints, key: np.uint64, number: int) -> None:
    """Three dice, highest first."""
    slot = L.T_HARVEST_AT + 3 * (number - 1)
    one, two, three = die(tape, key, slot), die(tape, key, slot + 1), die(tape, key, slot + 2)
    highest, lowest = max(one, two, three), min(one, two, three)
    s[L.HARVEST_AT] = highest
    s[L.HARVEST_AT + 1] = one + two + three - highest - lowest
    s[L.HARVEST_AT + 2] = lowest


@jit_internal
def _cards_back(s: Ints) -> None:
    """2.4: everyone has all cards in hand again."""
    count = s[L.CARD_COUNT]
    s[L.HAND_SIZE] = count
    for place in range(L.PLACES):
        s[L.LAID_N_AT + place] = 0
        s[L.SHOWN_N_AT + place] = 0
    for seat in range(s[L.PLAYERS]):
        base = seat * L.HAND_MAX
        for card in range(count):
            s[L.HAND_AT + base + card] = s[L.CARDS_AT + base + card]


@jit_internal
def _ask_bids(s: Ints, first: int, until: int) -> int:
    """A bid that leaves no choice is laid without waiting for anybody."""
    s[L.TURN] += 1
    s[L.ASK_FROM] = first
    s[L.ASK_UNTIL] = until
    each = L.CARDS_EACH[s[L.MODE]]
    if until - first == 1:
        s[L.PLACE] = first
        if s[L.HAND_SIZE] == each:
            _lay_the_rest(s, first, each)
            return LAID
    s[L.ASK] = L.ASK_LAY
    return WAIT


@jit_internal
def _lay_the_rest(s: Ints, place: int, count: int) -> None:
    for seat in range(s[L.PLAYERS]):
        at = L.LAID_AT + seat * L.LAID_WIDTH + 2 * place + s[L.LAID_N_AT + place]
        for card in range(count):
            # Highest first, as the rules write a bid that leaves no choice: records have to be equal.
            s[at + card] = s[L.HAND_AT + seat * L.HAND_MAX + count - 1 - card]


@jit_internal
def _all_laid(s: Ints, b: Ints) -> int:
    """Turn up what the mode lets everyone see, then go to the first location that can be resolved."""
    first, until = s[L.ASK_FROM], s[L.ASK_UNTIL]
    each = L.CARDS_EACH[s[L.MODE]]
    _leave_hand(s, first, until, each)
    for place in range(first, until):
        s[L.LAID_N_AT + place] += each
    s[L.NEXT_PLACE] = first
    # First cards of a green round: all are turned up, then the second ones are asked for.
    if s[L.MODE] == L.GREEN and s[L.SHOWN_N_AT] == 0:
        _reveal(s, b, first, until)
        return _ask_bids(s, first, until)
    if (s[L.MODE] == L.RED and b[L.B_RED_AT_ONCE]) or (s[L.MODE] == L.GREEN and b[L.B_GREEN_AT_ONCE]):
        _reveal(s, b, first, until)
    return VISIT


@jit_internal
def _leave_hand(s: Ints, first: int, until: int, each: int) -> None:
    """Take the cards just laid out of the hands."""
    count = each * (until - first)
    # The whole hand was laid, as always in a red round: nothing to search for.
    if s[L.HAND_SIZE] == count:
        s[L.HAND_SIZE] = 0
        return
    for seat in range(s[L.PLAYERS]):
        size = s[L.HAND_SIZE]
        for place in range(first, until):
            at = L.LAID_AT + seat * L.LAID_WIDTH + 2 * place + s[L.LAID_N_AT + place]
            for card in range(each):
                _drop(s, L.HAND_AT + seat * L.HAND_MAX, size, s[at + card])
                size -= 1
    s[L.HAND_SIZE] -= count


@jit_internal
def _drop(s: Ints, base: int, size: int, card: int) -> None:
    at = base
    while s[at] != card:
        at += 1
    while at < base + size - 1:
        s[at] = s[at + 1]
        at += 1


@jit_internal
def _reveal(s: Ints, b: Ints, first: int, until: int) -> None:
    """Turn up what is not up yet at these places; when all cards are up, nothing is hidden any more."""
    if s[L.SHOWN_N_AT + first] == s[L.LAID_N_AT + first]:
        return
    for place in range(first, until):
        s[L.SHOWN_N_AT + place] = s[L.LAID_N_AT + place]
    s[L.RANKED_PLACE] = L.NOBODY
    if until - first == 1:
        s[L.PLACE] = first
    # Every card of the round has been seen: the one that is missing is the sacrifice (deducible).
    if s[L.HAND_SIZE] == 0 and s[L.SHOWN_N_AT + b[L.B_PLACES] - 1] == 2:
        s[L.HANDS_SEEN] = 1
        for seat in range(s[L.PLAYERS]):
            s[L.GIVEN_BACK_AT + seat] = L.NOBODY


@jit_internal
def _visit(s: Ints, b: Ints) -> int:
    place = s[L.NEXT_PLACE]
    _reveal(s, b, place, place + 1)
    return _ask_next_roll(s, b, L.NOBODY)


@jit_internal
def _ask_next_roll(s: Ints, b: Ints, after: int) -> int:
    """3.5: the next seat that may roll, unless all have passed since the last roll."""
    # Passes in a row are enough: a roll resets them, so "all have passed" is a comparison.
    able = 0
    for seat in range(s[L.PLAYERS]):
        able += dice_allowed(s, b, seat) > 0
    if s[L.PASSES] >= able:
        return SETTLE
    s[L.PLACE] = s[L.NEXT_PLACE]
    ask_one(s, L.ASK_ROLL, _next_in_line(s, b, after))
    return WAIT


@jit_internal
def _next_in_line(s: Ints, b: Ints, after: int) -> int:
    """Of the seats that may roll, the first one after the given seat; then from the furthest behind again."""
    passed = track_order_key(s, after) if after != L.NOBODY else -FAR
    best, nearest = L.NOBODY, 2 * FAR
    for seat in range(s[L.PLAYERS]):
        key = track_order_key(s, seat)
        distance = key if key > passed else key + FAR
        if dice_allowed(s, b, seat) and distance < nearest:
            best, nearest = seat, distance
    return best


@jit_internal
def dice_allowed(s: Ints, b: Ints, seat: int) -> int:
    """How many dice a seat may still roll for this offering; some editions allow only one (7)."""
    if b[L.B_ONE_DIE]:
        return 0 if s[L.ROLLED_N_AT + seat] > 0 else min(1, s[L.DICE_AT + seat])
    return s[L.DICE_AT + seat]


@jit_internal
def _rolled(s: Ints, b: Ints, tape: Ints, key: np.uint64) -> int:
    seat = s[L.ASK_SEAT]
    if s[L.ANSWER_AT + seat] == 0:
        s[L.PASSES] += 1
    else:
        s[L.PASSES] = 0
        nth = s[L.ROLLED_N_AT + seat]
        slot = bonus_slot(s[L.ROUND], b[L.B_KIND_AT + s[L.PLACE]], seat, nth)
        s[L.ROLLED_AT + seat * L.DICE_MAX + nth] = die(tape, key, slot)
        s[L.ROLLED_N_AT + seat] = nth + 1
        s[L.DICE_AT + seat] -= 1
    return _ask_next_roll(s, b, seat)


@jit_internal
def _leave(s: Ints, b: Ints, tape: Ints, key: np.uint64) -> int:
    """On to the next location, the next round, or the end."""
    place = s[L.NEXT_PLACE] + 1
    s[L.NEXT_PLACE] = place
    if place < b[L.B_PLACES]:
        return _ask_bids(s, place, place + 1) if s[L.MODE] == L.GOLD else VISIT
    if s[L.LAST_ROUND_REASON] == L.NOT_LAST:
        return START
    s[L.PLACE] = L.NOBODY
    s[L.RANKED_PLACE] = L.NOBODY
    _cards_back(s)
    finish(s, b, tape, key)
    return WAIT
