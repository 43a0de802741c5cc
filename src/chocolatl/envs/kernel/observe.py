"""What a seat sees, as small whole numbers; `chocolatl.envs.fields` says what each one is.

Only public things and the seat's own go in. Players come in the order of the table, the seat itself first.
"""

from __future__ import annotations

from chocolatl.envs.kernel.own import has_answered, observe_own
from chocolatl.envs.kernel.writing import clear, copy, count_cards, one_hot, two_slots
from chocolatl.fast.compiled import inner
from chocolatl.fast.layout import (
    ASK,
    ASK_ROLL,
    B_CARDS_AT,
    B_KIND_AT,
    B_LOWEST,
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
    HAND_MAX,
    HARVEST_AT,
    HIGH,
    HUTS_AT,
    LAID_AT,
    LAID_WIDTH,
    LAST,
    LOW,
    MODE,
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
    SEATS,
    SEEN,
    SHOWN_N_AT,
    STONES,
    STONES_OF_AT,
    TEMPLE,
    TOTAL_AT,
    Ints,
)
from chocolatl.fast.score import line_key

MOST = 127
MODES, QUESTIONS = 3, 6
TABLE_SIZE = MODES + QUESTIONS + PLACES + 8
ANSWERED, SINGLE = 7, 12
# Groups of numbers about the players that seldom change.
POOLS, PYRAMID, SHOWN = 1, 2, 4
EVERYTHING = POOLS | PYRAMID | SHOWN


@inner
def observe(s: Ints, b: Ints, values: int, seat: int, out: Ints, at: int) -> None:
    """The whole observation, from `at` on."""
    own_at = _public(s, b, values, seat, EVERYTHING, out, at)
    observe_own(s, b, values, seat, at + TABLE_SIZE + SINGLE + _rows(b), out, own_at)


@inner
def observe_public(s: Ints, b: Ints, values: int, groups: int, out: Ints) -> None:
    """The public part alone, the players from seat 0 on; of the groups only those that have changed."""
    _public(s, b, values, 0, groups, out, 0)


@inner
def observe_from(s: Ints, b: Ints, values: int, seat: int, public: Ints, width: int, out: Ints) -> None:
    """The whole observation, its public part taken from what `observe_public` has written.

    `width` is how many numbers there are about each player.
    """
    own_at, behind = TABLE_SIZE + width * s[PLAYERS], seat * width
    copy(public, 0, TABLE_SIZE, out, 0)
    copy(public, TABLE_SIZE + behind, own_at, out, TABLE_SIZE)
    copy(public, TABLE_SIZE, TABLE_SIZE + behind, out, own_at - behind)
    observe_own(s, b, values, seat, TABLE_SIZE + SINGLE + _rows(b), out, own_at)


@inner
def note_answered(seat: int, width: int, public: Ints) -> None:
    """The one public thing that changes while a question is open: a seat has answered in full."""
    public[TABLE_SIZE + seat * width + ANSWERED] = 1


@inner
def marks(s: Ints, b: Ints) -> tuple[int, int, int]:
    """Numbers that change whenever a pool, the stones or the shown cards do.

    The first is -1 where cards are exchanged without a question.
    """
    known, shown = s[SEEN], s[ROUND]
    for seat in range(SEATS):
        known = (known << 8) + s[GIVEN_AT + seat] + 1
    for place in range(PLACES):
        shown = (shown << 2) + s[SHOWN_N_AT + place]
    return -1 if b[B_LOWEST] else known, s[STONES], shown


@inner
def changed(before: tuple[int, int, int], after: tuple[int, int, int]) -> int:
    """The groups to write again."""
    pools = POOLS if after[0] < 0 or after[0] != before[0] else 0
    stones = PYRAMID if after[1] != before[1] else 0
    return pools | stones | (SHOWN if after[2] != before[2] else 0)


@inner
def _public(s: Ints, b: Ints, values: int, first: int, groups: int, out: Ints, at: int) -> int:
    at = _table(s, b, out, at)
    for step in range(s[PLAYERS]):
        other = first + step if first + step < s[PLAYERS] else first + step - s[PLAYERS]
        at = _player(s, b, values, other, groups, out, at)
    return at


@inner
def _small(value: int) -> int:
    return min(max(value, -MOST), MOST)


@inner
def _table(s: Ints, b: Ints, out: Ints, at: int) -> int:
    out[at] = s[ROUND]
    at = one_hot(out, at + 1, MODES, s[MODE])
    at = one_hot(out, at, QUESTIONS, s[ASK] - 1)
    at = one_hot(out, at, PLACES, b[B_KIND_AT + s[PLACE]] if s[PLACE] >= 0 else -1)
    for step in range(3):
        out[at + step] = s[HARVEST_AT + step]
    out[at + 3] = s[HIGH] + 1
    out[at + 4] = s[LOW] + 1
    out[at + 5] = s[LAST] > 0
    out[at + 6] = s[PASSES]
    return at + 7


@inner
def _player(s: Ints, b: Ints, values: int, seat: int, groups: int, out: Ints, at: int) -> int:
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
    if groups & PYRAMID:
        _stones(s, b, seat, out, at + SINGLE)
    at += SINGLE + _rows(b)
    if groups & POOLS:
        _pool(s, b, values, seat, out, at)
    at += values
    if groups & SHOWN:
        _shown(s, b, seat, out, at)
    return at + 2 * b[B_PLACES]


@inner
def _ahead_of(s: Ints, seat: int) -> int:
    """How many markers are further behind, or higher on the same box."""
    count, mine = 0, line_key(s, seat)
    for other in range(s[PLAYERS]):
        count += line_key(s, other) < mine
    return count


@inner
def _rank(s: Ints, seat: int) -> int:
    rank = 0
    for step in range(s[PLAYERS]):
        rank += (step + 1) * (s[RANKING_AT + step] == seat)
    return rank * (s[RANKED_AT] >= 0)


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
def _rows(b: Ints) -> int:
    """Rows of the pyramid that the rounds can reach."""
    return b[B_ROW_OF_AT + 2 * b[B_ROUNDS] - 1] + 1


@inner
def _stones(s: Ints, b: Ints, seat: int, out: Ints, at: int) -> None:
    """Stones in each row."""
    clear(out, at, at + _rows(b))
    if s[STONES_OF_AT + seat] > 0:
        for stone in range(s[STONES]):
            out[at + b[B_ROW_OF_AT + stone]] += s[PYRAMID_AT + stone] == seat


@inner
def _pool(s: Ints, b: Ints, values: int, seat: int, out: Ints, at: int) -> None:
    """What the table knows that the seat may hold: at most one card too many."""
    if not s[SEEN]:
        count_cards(b, B_CARDS_AT, 2 * b[B_PLACES] + 1, values, out, at)
        return
    count_cards(s, CARDS_AT + seat * HAND_MAX, s[CARD_COUNT], values, out, at)
    if s[GIVEN_AT + seat] >= 0:
        out[at + s[GIVEN_AT + seat]] += 1


@inner
def _shown(s: Ints, b: Ints, seat: int, out: Ints, at: int) -> None:
    for place in range(b[B_PLACES]):
        slots = LAID_AT + seat * LAID_WIDTH + 2 * place
        two_slots(s, slots, s[SHOWN_N_AT + place], out, at + 2 * place)
