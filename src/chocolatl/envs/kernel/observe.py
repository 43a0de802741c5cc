"""What a seat sees, as small whole numbers; `chocolatl.envs.fields` says what each one is.

Only public things and the seat's own go in. Players come in the order of the table, the seat itself first.
"""

from __future__ import annotations

from chocolatl.envs.kernel.picks import PICKED_AT, TODO_AT, cards_each
from chocolatl.fast.compiled import inner
from chocolatl.fast.layout import (
    ANSWER_AT,
    ASK,
    ASK_FROM,
    ASK_GIVE_BACK,
    ASK_LAY,
    ASK_ROLL,
    ASK_SACRIFICE,
    ASK_SEAT,
    B_CARDS_AT,
    B_KIND_AT,
    B_PLACES,
    B_ROUNDS,
    B_ROW_OF_AT,
    BOX_AT,
    CARD_COUNT,
    CARDS_AT,
    CHOCOLATL,
    CITY,
    CUBES_AT,
    DICE_AT,
    DICE_MAX,
    GIVEN_AT,
    HAND_AT,
    HAND_MAX,
    HAND_SIZE,
    HARVEST_AT,
    HIGH,
    HUTS_AT,
    LAID_AT,
    LAID_N_AT,
    LAID_WIDTH,
    LAST,
    LOW,
    MODE,
    NO_QUESTION,
    OLD_MAN,
    PASSES,
    PLACE,
    PLACES,
    PLAYERS,
    PYRAMID_AT,
    RANKED_AT,
    RANKING_AT,
    ROLLED_AT,
    ROLLED_N_AT,
    ROUND,
    SACRIFICE_AT,
    SEEN,
    SHOWN_N_AT,
    STONES,
    TEMPLE,
    TOTAL_AT,
    Ints,
)
from chocolatl.fast.places import prize
from chocolatl.fast.score import line_key

MOST = 127
MODES, QUESTIONS = 3, 6
TABLE_SIZE = MODES + QUESTIONS + PLACES + 8
ANSWERED = 7


@inner
def observe(s: Ints, b: Ints, values: int, seat: int, size: int, out: Ints, at: int) -> None:
    """The whole observation, from `at` on. It starts as zeros: only what is there is written."""
    _clear(out, at, at + size)
    at = _public(s, b, values, seat, out, at)
    _own(s, b, values, seat, out, at)


@inner
def observe_public(s: Ints, b: Ints, values: int, size: int, out: Ints) -> None:
    """The public part alone, the players from seat 0 on."""
    _clear(out, 0, size)
    _public(s, b, values, 0, out, 0)


@inner
def observe_from(
    s: Ints, b: Ints, values: int, seat: int, size: int, public: Ints, own_at: int, out: Ints
) -> None:
    """The whole observation, its public part taken from what `observe_public` has written."""
    behind = seat * ((own_at - TABLE_SIZE) // s[PLAYERS])
    _copy(public, 0, TABLE_SIZE, out, 0)
    _copy(public, TABLE_SIZE + behind, own_at, out, TABLE_SIZE)
    _copy(public, TABLE_SIZE, TABLE_SIZE + behind, out, own_at - behind)
    _clear(out, own_at, size)
    _own(s, b, values, seat, out, own_at)


@inner
def note_answered(s: Ints, seat: int, own_at: int, public: Ints) -> None:
    """The one public thing that changes while a question is open: a seat has answered in full."""
    public[TABLE_SIZE + seat * ((own_at - TABLE_SIZE) // s[PLAYERS]) + ANSWERED] = 1


@inner
def _clear(out: Ints, start: int, end: int) -> None:
    for at in range(start, end):
        out[at] = 0


@inner
def _copy(source: Ints, start: int, end: int, out: Ints, at: int) -> None:
    for step in range(end - start):
        out[at + step] = source[start + step]


@inner
def _public(s: Ints, b: Ints, values: int, first: int, out: Ints, at: int) -> int:
    at = _table(s, b, out, at)
    for step in range(s[PLAYERS]):
        other = first + step if first + step < s[PLAYERS] else first + step - s[PLAYERS]
        at = _player(s, b, values, other, out, at)
    return at


@inner
def _one_hot(out: Ints, at: int, size: int, chosen: int) -> int:
    if chosen >= 0:
        out[at + chosen] = 1
    return at + size


@inner
def _small(value: int) -> int:
    return min(max(value, -MOST), MOST)


@inner
def _table(s: Ints, b: Ints, out: Ints, at: int) -> int:
    out[at] = s[ROUND]
    at = _one_hot(out, at + 1, MODES, s[MODE])
    at = _one_hot(out, at, QUESTIONS, s[ASK] - 1)
    at = _one_hot(out, at, PLACES, b[B_KIND_AT + s[PLACE]] if s[PLACE] >= 0 else -1)
    for step in range(3):
        out[at + step] = s[HARVEST_AT + step]
    out[at + 3] = s[HIGH] + 1
    out[at + 4] = s[LOW] + 1
    out[at + 5] = s[LAST] > 0
    out[at + 6] = s[PASSES]
    return at + 7


@inner
def _player(s: Ints, b: Ints, values: int, seat: int, out: Ints, at: int) -> int:
    out[at] = _small(s[BOX_AT + seat])
    out[at + 1] = _ahead_of(s, seat)
    out[at + 2] = _small(s[CUBES_AT + seat])
    out[at + 3] = s[HUTS_AT + seat]
    out[at + 4] = s[DICE_AT + seat]
    out[at + 5] = s[CHOCOLATL] == seat
    out[at + 6] = s[OLD_MAN] == seat
    out[at + ANSWERED] = has_answered(s, seat)
    out[at + 8] = _rank(s, seat)
    out[at + 9] = _small(_total(s, b, seat))
    out[at + 10] = s[ROLLED_N_AT + seat]
    out[at + 11] = s[SACRIFICE_AT + seat] + 1 if s[SEEN] else 0
    at = _stones(s, b, seat, out, at + 12)
    at = _pool(s, b, values, seat, out, at)
    return _slots(s, b, seat, SHOWN_N_AT, 0, out, at)


@inner
def _ahead_of(s: Ints, seat: int) -> int:
    """How many markers are further behind, or higher on the same box."""
    count = 0
    for other in range(s[PLAYERS]):
        count += line_key(s, other) < line_key(s, seat)
    return count


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
def _rank(s: Ints, seat: int) -> int:
    if s[RANKED_AT] >= 0:
        for step in range(s[PLAYERS]):
            if s[RANKING_AT + step] == seat:
                return step + 1
    return 0


@inner
def _total(s: Ints, b: Ints, seat: int) -> int:
    """The offering: as it stands while dice are rolled, else as it was ranked last."""
    if s[ASK] != ASK_ROLL:
        return s[TOTAL_AT + seat] if s[RANKED_AT] >= 0 else 0
    kind = b[B_KIND_AT + s[PLACE]]
    laid = LAID_AT + seat * LAID_WIDTH + 2 * s[PLACE]
    total = s[laid] + s[laid + 1]
    total += -s[HUTS_AT + seat] if kind == CITY else s[HUTS_AT + seat]
    if s[OLD_MAN] == seat:
        total += 1 if kind == TEMPLE else -1
    for nth in range(s[ROLLED_N_AT + seat]):
        total += s[ROLLED_AT + seat * DICE_MAX + nth]
    return total


@inner
def _stones(s: Ints, b: Ints, seat: int, out: Ints, at: int) -> int:
    """Stones in each row that the rounds can reach."""
    rows = b[B_ROW_OF_AT + 2 * b[B_ROUNDS] - 1] + 1
    for stone in range(s[STONES]):
        out[at + b[B_ROW_OF_AT + stone]] += s[PYRAMID_AT + stone] == seat
    return at + rows


@inner
def _count(s: Ints, start: int, count: int, values: int, out: Ints, at: int) -> int:
    """How many of each card value."""
    for card in range(start, start + count):
        out[at + s[card]] += 1
    return at + values


@inner
def _pool(s: Ints, b: Ints, values: int, seat: int, out: Ints, at: int) -> int:
    """What the table knows that the seat may hold: at most one card too many."""
    if not s[SEEN]:
        return _count(b, B_CARDS_AT, 2 * b[B_PLACES] + 1, values, out, at)
    end = _count(s, CARDS_AT + seat * HAND_MAX, s[CARD_COUNT], values, out, at)
    if s[GIVEN_AT + seat] >= 0:
        out[at + s[GIVEN_AT + seat]] += 1
    return end


@inner
def _slots(s: Ints, b: Ints, seat: int, counts_at: int, picked: int, out: Ints, at: int) -> int:
    """Two slots per location: card + 1, or 0. The picked cards lie on top of what is counted."""
    each = cards_each(s)
    for place in range(b[B_PLACES]):
        begun = min(max(picked - each * (place - s[ASK_FROM]), 0), each) if place >= s[ASK_FROM] else 0
        laid = LAID_AT + seat * LAID_WIDTH + 2 * place
        for slot in range(s[counts_at + place] + begun):
            out[at + slot] = s[laid + slot] + 1
        at += 2
    return at


@inner
def _own(s: Ints, b: Ints, values: int, seat: int, out: Ints, at: int) -> None:
    """Its own cards."""
    picked = s[PICKED_AT + seat] if s[ASK] == ASK_LAY else 0
    at = _count(s, HAND_AT + seat * HAND_MAX, s[HAND_SIZE] - picked, values, out, at)
    at = _count(s, CARDS_AT + seat * HAND_MAX, s[CARD_COUNT], values, out, at)
    at = _slots(s, b, seat, LAID_N_AT, picked, out, at)
    out[at] = _own_sacrifice(s, seat) + 1
    out[at + 1] = _next_slot(s, seat)
    out[at + 2] = prize(s, seat) + 1 if s[ASK] == ASK_GIVE_BACK and is_asked(s, seat) else 0
    out[at + 3] = s[TODO_AT + seat] > 0


@inner
def observe_pick(s: Ints, b: Ints, values: int, seat: int, card: int, out: Ints, at: int) -> None:
    """What a pick changes in the own part, when the seat goes on with the same bid."""
    slot = _next_slot(s, seat)
    laid_at, slot_at = at + 2 * values, at + 2 * values + 2 * b[B_PLACES] + 1
    out[at + card] -= 1
    out[laid_at + out[slot_at] - 1] = card + 1
    out[slot_at] = slot


@inner
def _own_sacrifice(s: Ints, seat: int) -> int:
    if s[ASK] == ASK_SACRIFICE and s[TODO_AT + seat] == 0:
        return s[ANSWER_AT + seat]
    return s[SACRIFICE_AT + seat]


@inner
def _next_slot(s: Ints, seat: int) -> int:
    """Which slot the next pick fills, from 1; 0 if none."""
    if s[ASK] != ASK_LAY or s[TODO_AT + seat] == 0:
        return 0
    place = s[ASK_FROM] + s[PICKED_AT + seat] // cards_each(s)
    return 2 * place + s[LAID_N_AT + place] + s[PICKED_AT + seat] % cards_each(s) + 1
