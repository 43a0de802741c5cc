"""The course of a game on the vector: from any question, once answered, on to the next one (rule 2).

`advance` expects the answers to the open question in ANSWER (a number per seat asked) or, for bids, in LAID.
"""

from __future__ import annotations

import numpy as np

from chocolatl.fast.chance import bonus_slot, die
from chocolatl.fast.compiled import inner
from chocolatl.fast.ending import finish
from chocolatl.fast.layout import (
    ANSWER_AT,
    ASK,
    ASK_FROM,
    ASK_GIVE_BACK,
    ASK_LAY,
    ASK_PLACE_FIRST,
    ASK_ROLL,
    ASK_SACRIFICE,
    ASK_SEAT,
    ASK_TAKE,
    ASK_UNTIL,
    B_CARDS_AT,
    B_CUBES,
    B_FIRST_MODE,
    B_GREEN_AT_ONCE,
    B_HIGHS,
    B_KIND_AT,
    B_LISTS_AT,
    B_LOWS,
    B_ONE_DIE,
    B_PLACES,
    B_RED_AT_ONCE,
    B_ROUNDS,
    B_TRACK,
    BOX_AT,
    CARD_COUNT,
    CARDS_AT,
    CHOCOLATL,
    CUBES_AT,
    DICE_AT,
    DICE_MAX,
    GIVEN_AT,
    GOLD,
    GREEN,
    HAND_AT,
    HAND_MAX,
    HAND_SIZE,
    HARVEST_AT,
    HIGH,
    LAID_AT,
    LAID_N_AT,
    LAID_WIDTH,
    LAST,
    LAST_ROUND,
    LOW,
    MODE,
    MOVED_AT,
    MOVES,
    NEXT_PLACE,
    NO_QUESTION,
    NOBODY,
    NOT_LAST,
    OLD_MAN,
    OVER,
    PASSES,
    PLACE,
    PLACES,
    PLAYERS,
    RANKED_AT,
    RED,
    ROLLED_AT,
    ROLLED_N_AT,
    ROUND,
    SACRIFICE_AT,
    SEATS,
    SEEN,
    SHOWN_N_AT,
    STATE_SIZE,
    T_HARVEST_AT,
    T_HIGH_AT,
    T_LOW_AT,
    T_STACK_AT,
    TURN,
    Ints,
)
from chocolatl.fast.places import ask_one, resolve, settle_answer
from chocolatl.fast.score import line_key, rank

# What comes next when nobody is asked.
WAIT, VISIT, SETTLE, LEAVE, START, LAID = range(6)

FAR = 1 << 40


@inner
def set_up(s: Ints, b: Ints, players: int, tape: Ints) -> None:
    """The table before the sacrifices (rule 1), with the stack of markers that lies on the tape."""
    for at in range(STATE_SIZE):
        s[at] = 0
    s[PLAYERS] = players
    s[MODE] = NOBODY
    s[PLACE] = NOBODY
    s[CHOCOLATL] = NOBODY
    s[OLD_MAN] = NOBODY
    s[RANKED_AT] = NOBODY
    s[HIGH] = NOBODY
    s[LOW] = NOBODY
    s[CARD_COUNT] = 2 * b[B_PLACES] + 1
    s[HAND_SIZE] = s[CARD_COUNT]
    for seat in range(SEATS):
        s[SACRIFICE_AT + seat] = NOBODY
        s[GIVEN_AT + seat] = NOBODY
        s[CUBES_AT + seat] = b[B_CUBES]
    for seat in range(players):
        s[MOVED_AT + tape[T_STACK_AT + seat]] = players - seat
        for card in range(s[CARD_COUNT]):
            s[CARDS_AT + seat * HAND_MAX + card] = b[B_CARDS_AT + card]
            s[HAND_AT + seat * HAND_MAX + card] = b[B_CARDS_AT + card]
    s[MOVES] = players
    s[TURN] = 1
    s[ASK] = ASK_SACRIFICE


@inner
def advance(s: Ints, b: Ints, tape: Ints, key: np.uint64, pause: bool) -> None:
    """Everyone asked has answered: play on to the next question, or (pause) to the end of a location."""
    ask = s[ASK]
    s[ASK] = NO_QUESTION
    todo = _after(s, b, tape, key, ask)
    if pause and todo == LEAVE and ask != NO_QUESTION:
        return
    while todo != WAIT:
        if todo == LEAVE:
            todo = _leave(s, b, tape, key)
        elif todo == VISIT:
            todo = _visit(s, b)
        elif todo == LAID:
            todo = _all_laid(s, b)
        elif todo == SETTLE:
            place = s[NEXT_PLACE]
            rank(s, b, place)
            todo = WAIT if resolve(s, b, b[B_KIND_AT + place]) else LEAVE
            if pause and todo == LEAVE:
                return
        else:
            todo = _start_round(s, b, tape, key)


@inner
def _after(s: Ints, b: Ints, tape: Ints, key: np.uint64, ask: int) -> int:
    """What an answered question leads to; without a question a pause after a location ends."""
    if ask == ASK_LAY:
        return LAID
    if ask == ASK_ROLL:
        return _rolled(s, b, tape, key)
    if ask == ASK_SACRIFICE:
        for seat in range(s[PLAYERS]):
            _sacrifice(s, seat)
        s[CARD_COUNT] -= 1
        return START
    if ask in (ASK_TAKE, ASK_PLACE_FIRST, ASK_GIVE_BACK):
        settle_answer(s, b, ask)
    return WAIT if s[OVER] else LEAVE


@inner
def _sacrifice(s: Ints, seat: int) -> None:
    card = s[ANSWER_AT + seat]
    s[SACRIFICE_AT + seat] = card
    base = CARDS_AT + seat * HAND_MAX
    at = base
    while s[at] != card:
        at += 1
    while at < base + s[CARD_COUNT] - 1:
        s[at] = s[at + 1]
        at += 1


@inner
def _start_round(s: Ints, b: Ints, tape: Ints, key: np.uint64) -> int:
    """2.1 and 2.2."""
    s[ROUND] += 1
    number = s[ROUND]
    s[MODE] = _mode(b, number, _furthest(s))
    s[PLACE] = NOBODY
    s[RANKED_AT] = NOBODY
    _harvest(s, tape, key, number)
    s[HIGH] = tape[T_HIGH_AT + number - 1] if number <= b[B_HIGHS] else NOBODY
    s[LOW] = tape[T_LOW_AT + number - 1] if number <= b[B_LOWS] else NOBODY
    if number == b[B_ROUNDS] and s[LAST] == NOT_LAST:
        s[LAST] = LAST_ROUND
    _cards_back(s)
    return _ask_bids(s, 0, 1 if s[MODE] == GOLD else b[B_PLACES])


@inner
def _furthest(s: Ints) -> int:
    box = s[BOX_AT]
    for seat in range(1, s[PLAYERS]):
        box = max(box, s[BOX_AT + seat])
    return box


@inner
def _mode(b: Ints, number: int, box: int) -> int:
    if number == 1:
        return b[B_FIRST_MODE]
    return RED if box == 0 else b[B_LISTS_AT + (box - 1) % b[B_TRACK]]


@inner
def _harvest(s: Ints, tape: Ints, key: np.uint64, number: int) -> None:
    """Three dice, highest first."""
    slot = T_HARVEST_AT + 3 * (number - 1)
    one, two, three = die(tape, key, slot), die(tape, key, slot + 1), die(tape, key, slot + 2)
    highest, lowest = max(one, two, three), min(one, two, three)
    s[HARVEST_AT] = highest
    s[HARVEST_AT + 1] = one + two + three - highest - lowest
    s[HARVEST_AT + 2] = lowest


@inner
def _cards_back(s: Ints) -> None:
    """2.4: everyone has all cards in hand again."""
    count = s[CARD_COUNT]
    s[HAND_SIZE] = count
    for place in range(PLACES):
        s[LAID_N_AT + place] = 0
        s[SHOWN_N_AT + place] = 0
    for seat in range(s[PLAYERS]):
        base = seat * HAND_MAX
        for card in range(count):
            s[HAND_AT + base + card] = s[CARDS_AT + base + card]


@inner
def _ask_bids(s: Ints, first: int, until: int) -> int:
    """A bid that leaves no choice is laid without waiting for anybody."""
    s[TURN] += 1
    s[ASK_FROM] = first
    s[ASK_UNTIL] = until
    each = 1 if s[MODE] == GREEN else 2
    if until - first == 1:
        s[PLACE] = first
        if s[HAND_SIZE] == each:
            _lay_the_rest(s, first, each)
            return LAID
    s[ASK] = ASK_LAY
    return WAIT


@inner
def _lay_the_rest(s: Ints, place: int, count: int) -> None:
    for seat in range(s[PLAYERS]):
        at = LAID_AT + seat * LAID_WIDTH + 2 * place + s[LAID_N_AT + place]
        for card in range(count):
            s[at + card] = s[HAND_AT + seat * HAND_MAX + count - 1 - card]


@inner
def _all_laid(s: Ints, b: Ints) -> int:
    """Turn up what the mode lets everyone see, then go to the first location that can be resolved."""
    first, until = s[ASK_FROM], s[ASK_UNTIL]
    each = 1 if s[MODE] == GREEN else 2
    _leave_hand(s, first, until, each)
    for place in range(first, until):
        s[LAID_N_AT + place] += each
    s[NEXT_PLACE] = first
    if s[MODE] == GREEN and s[SHOWN_N_AT] == 0:
        _reveal(s, b, first, until)
        return _ask_bids(s, first, until)
    if (s[MODE] == RED and b[B_RED_AT_ONCE]) or (s[MODE] == GREEN and b[B_GREEN_AT_ONCE]):
        _reveal(s, b, first, until)
    return VISIT


@inner
def _leave_hand(s: Ints, first: int, until: int, each: int) -> None:
    """Take the cards just laid out of the hands."""
    count = each * (until - first)
    if s[HAND_SIZE] == count:
        s[HAND_SIZE] = 0
        return
    for seat in range(s[PLAYERS]):
        size = s[HAND_SIZE]
        for place in range(first, until):
            at = LAID_AT + seat * LAID_WIDTH + 2 * place + s[LAID_N_AT + place]
            for card in range(each):
                _drop(s, HAND_AT + seat * HAND_MAX, size, s[at + card])
                size -= 1
    s[HAND_SIZE] -= count


@inner
def _drop(s: Ints, base: int, size: int, card: int) -> None:
    at = base
    while s[at] != card:
        at += 1
    while at < base + size - 1:
        s[at] = s[at + 1]
        at += 1


@inner
def _reveal(s: Ints, b: Ints, first: int, until: int) -> None:
    """Turn up what is not up yet at these places; when all cards are up, nothing is hidden any more."""
    if s[SHOWN_N_AT + first] == s[LAID_N_AT + first]:
        return
    for place in range(first, until):
        s[SHOWN_N_AT + place] = s[LAID_N_AT + place]
    s[RANKED_AT] = NOBODY
    if until - first == 1:
        s[PLACE] = first
    if s[HAND_SIZE] == 0 and s[SHOWN_N_AT + b[B_PLACES] - 1] == 2:
        s[SEEN] = 1
        for seat in range(s[PLAYERS]):
            s[GIVEN_AT + seat] = NOBODY


@inner
def _visit(s: Ints, b: Ints) -> int:
    place = s[NEXT_PLACE]
    _reveal(s, b, place, place + 1)
    return _ask_next_roll(s, b, NOBODY)


@inner
def _ask_next_roll(s: Ints, b: Ints, after: int) -> int:
    """3.5: the next seat that may roll, unless all have passed since the last roll."""
    able = 0
    for seat in range(s[PLAYERS]):
        able += dice_allowed(s, b, seat) > 0
    if s[PASSES] >= able:
        return SETTLE
    s[PLACE] = s[NEXT_PLACE]
    ask_one(s, ASK_ROLL, _next_in_line(s, b, after))
    return WAIT


@inner
def _next_in_line(s: Ints, b: Ints, after: int) -> int:
    """Of the seats that may roll, the first one after the given seat; then from the furthest behind again."""
    passed = line_key(s, after) if after != NOBODY else -FAR
    best, nearest = NOBODY, 2 * FAR
    for seat in range(s[PLAYERS]):
        key = line_key(s, seat)
        distance = key if key > passed else key + FAR
        if dice_allowed(s, b, seat) and distance < nearest:
            best, nearest = seat, distance
    return best


@inner
def dice_allowed(s: Ints, b: Ints, seat: int) -> int:
    """How many dice a seat may still roll for this offering; some editions allow only one (7)."""
    if b[B_ONE_DIE]:
        return 0 if s[ROLLED_N_AT + seat] > 0 else min(1, s[DICE_AT + seat])
    return s[DICE_AT + seat]


@inner
def _rolled(s: Ints, b: Ints, tape: Ints, key: np.uint64) -> int:
    seat = s[ASK_SEAT]
    if s[ANSWER_AT + seat] == 0:
        s[PASSES] += 1
    else:
        s[PASSES] = 0
        nth = s[ROLLED_N_AT + seat]
        slot = bonus_slot(s[ROUND], b[B_KIND_AT + s[PLACE]], seat, nth)
        s[ROLLED_AT + seat * DICE_MAX + nth] = die(tape, key, slot)
        s[ROLLED_N_AT + seat] = nth + 1
        s[DICE_AT + seat] -= 1
    return _ask_next_roll(s, b, seat)


@inner
def _leave(s: Ints, b: Ints, tape: Ints, key: np.uint64) -> int:
    """On to the next location, the next round, or the end."""
    place = s[NEXT_PLACE] + 1
    s[NEXT_PLACE] = place
    if place < b[B_PLACES]:
        return _ask_bids(s, place, place + 1) if s[MODE] == GOLD else VISIT
    if s[LAST] == NOT_LAST:
        return START
    s[PLACE] = NOBODY
    s[RANKED_AT] = NOBODY
    _cards_back(s)
    finish(s, b, tape, key)
    return WAIT
