"""What a seat sees, as small whole numbers; `chocolatl.envs.observation_fields` says what each one is.

Only public things and the seat's own go in. Players come in the order of the table, the seat itself first.
"""

from __future__ import annotations

from chocolatl.engine import layout as L
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints
from chocolatl.engine.ranking import offering_so_far, track_order_key
from chocolatl.envs.kernel.private_observation import has_answered, observe_own
from chocolatl.envs.kernel.vector_writes import clear, copy, count_cards, one_hot, two_slots

MOST = 127
MODES, QUESTIONS = 3, 6
TABLE_SIZE = MODES + QUESTIONS + L.PLACES + 8
ANSWERED, SINGLE = 7, 12
# Groups of numbers about the players that seldom change.
POOLS, PYRAMID, SHOWN = 1, 2, 4
EVERYTHING = POOLS | PYRAMID | SHOWN


@jit_internal
def observe(s: Ints, b: Ints, values: int, seat: int, out: Ints, at: int) -> None:
    """The whole observation, from `at` on."""
    own_at = _public(s, b, values, seat, EVERYTHING, out, at)
    observe_own(s, b, values, seat, at + TABLE_SIZE + SINGLE + _rows(b), out, own_at)


@jit_internal
def observe_public(s: Ints, b: Ints, values: int, groups: int, out: Ints) -> None:
    """The public part alone, the players from seat 0 on; of the groups only those that have changed."""
    _public(s, b, values, 0, groups, out, 0)


@jit_internal
def observe_from(s: Ints, b: Ints, values: int, seat: int, public: Ints, width: int, out: Ints) -> None:
    """The whole observation, its public part taken from what `observe_public` has written.

    `width` is how many numbers there are about each player.
    """
    own_at, behind = TABLE_SIZE + width * s[L.PLAYERS], seat * width
    copy(public, 0, TABLE_SIZE, out, 0)
    copy(public, TABLE_SIZE + behind, own_at, out, TABLE_SIZE)
    copy(public, TABLE_SIZE, TABLE_SIZE + behind, out, own_at - behind)
    observe_own(s, b, values, seat, TABLE_SIZE + SINGLE + _rows(b), out, own_at)


@jit_internal
def note_answered(seat: int, width: int, public: Ints) -> None:
    """The one public thing that changes while a question is open: a seat has answered in full."""
    public[TABLE_SIZE + seat * width + ANSWERED] = 1


@jit_internal
def marks(s: Ints, b: Ints) -> tuple[int, int, int]:
    """Numbers that change whenever a pool, the stones or the shown cards do.

    The first is -1 where cards are exchanged without a question.
    """
    known, shown = s[L.HANDS_SEEN], s[L.ROUND]
    for seat in range(L.SEATS):
        known = (known << 8) + s[L.GIVEN_BACK_AT + seat] + 1
    for place in range(L.PLACES):
        shown = (shown << 2) + s[L.SHOWN_N_AT + place]
    return -1 if b[L.B_LOWEST] else known, s[L.STONES], shown


@jit_internal
def changed(before: tuple[int, int, int], after: tuple[int, int, int]) -> int:
    """The groups to write again."""
    pools = POOLS if after[0] < 0 or after[0] != before[0] else 0
    stones = PYRAMID if after[1] != before[1] else 0
    return pools | stones | (SHOWN if after[2] != before[2] else 0)


@jit_internal
def _public(s: Ints, b: Ints, values: int, first: int, groups: int, out: Ints, at: int) -> int:
    at = _table(s, b, out, at)
    for step in range(s[L.PLAYERS]):
        other = first + step if first + step < s[L.PLAYERS] else first + step - s[L.PLAYERS]
        at = _player(s, b, values, other, groups, out, at)
    return at


@jit_internal
def _small(value: int) -> int:
    return min(max(value, -MOST), MOST)


@jit_internal
def _table(s: Ints, b: Ints, out: Ints, at: int) -> int:
    out[at] = s[L.ROUND]
    at = one_hot(out, at + 1, MODES, s[L.MODE])
    at = one_hot(out, at, QUESTIONS, s[L.ASK] - 1)
    at = one_hot(out, at, L.PLACES, b[L.B_KIND_AT + s[L.PLACE]] if s[L.PLACE] >= 0 else -1)
    for step in range(3):
        out[at + step] = s[L.HARVEST_AT + step]
    out[at + 3] = s[L.HIGH_IMPROVEMENT] + 1
    out[at + 4] = s[L.LOW_IMPROVEMENT] + 1
    out[at + 5] = s[L.LAST_ROUND_REASON] > 0
    out[at + 6] = s[L.PASSES]
    return at + 7


@jit_internal
def _player(s: Ints, b: Ints, values: int, seat: int, groups: int, out: Ints, at: int) -> int:
    out[at] = _small(s[L.BOX_AT + seat])
    out[at + 1] = _ahead_of(s, seat)
    out[at + 2] = _small(s[L.CUBES_AT + seat])
    out[at + 3] = s[L.HUTS_AT + seat]
    out[at + 4] = s[L.DICE_AT + seat]
    out[at + 5] = s[L.CHOCOLATL] == seat
    out[at + 6] = s[L.OLD_MAN] == seat
    out[at + ANSWERED] = has_answered(s, seat)
    out[at + 8] = _rank(s, seat)
    out[at + 9] = _small(_total(s, b, seat))
    out[at + 10] = s[L.ROLLED_N_AT + seat]
    out[at + 11] = s[L.SACRIFICE_AT + seat] + 1 if s[L.HANDS_SEEN] else 0
    if groups & PYRAMID:
        _stones(s, b, seat, out, at + SINGLE)
    at += SINGLE + _rows(b)
    if groups & POOLS:
        _pool(s, b, values, seat, out, at)
    at += values
    if groups & SHOWN:
        _shown(s, b, seat, out, at)
    return at + 2 * b[L.B_PLACES]


@jit_internal
def _ahead_of(s: Ints, seat: int) -> int:
    """How many markers are further behind, or higher on the same box."""
    count, mine = 0, track_order_key(s, seat)
    for other in range(s[L.PLAYERS]):
        count += track_order_key(s, other) < mine
    return count


@jit_internal
def _rank(s: Ints, seat: int) -> int:
    rank = 0
    for step in range(s[L.PLAYERS]):
        rank += (step + 1) * (s[L.RANKING_AT + step] == seat)
    return rank * (s[L.RANKED_PLACE] >= 0)


@jit_internal
def _total(s: Ints, b: Ints, seat: int) -> int:
    """The offering: as it stands while dice are rolled, else as it was ranked last."""
    if s[L.ASK] != L.ASK_ROLL:
        return s[L.TOTAL_AT + seat] if s[L.RANKED_PLACE] >= 0 else 0
    return offering_so_far(s, seat, b[L.B_KIND_AT + s[L.PLACE]])


@jit_internal
def _rows(b: Ints) -> int:
    """Rows of the pyramid that the rounds can reach."""
    return b[L.B_ROW_OF_AT + 2 * b[L.B_ROUNDS] - 1] + 1


@jit_internal
def _stones(s: Ints, b: Ints, seat: int, out: Ints, at: int) -> None:
    """Stones in each row."""
    clear(out, at, at + _rows(b))
    if s[L.STONES_OF_AT + seat] > 0:
        for stone in range(s[L.STONES]):
            out[at + b[L.B_ROW_OF_AT + stone]] += s[L.PYRAMID_AT + stone] == seat


@jit_internal
def _pool(s: Ints, b: Ints, values: int, seat: int, out: Ints, at: int) -> None:
    """What the table knows that the seat may hold: at most one card too many."""
    if not s[L.HANDS_SEEN]:
        count_cards(b, L.B_CARDS_AT, 2 * b[L.B_PLACES] + 1, values, out, at)
        return
    count_cards(s, L.CARDS_AT + seat * L.HAND_MAX, s[L.CARD_COUNT], values, out, at)
    if s[L.GIVEN_BACK_AT + seat] >= 0:
        out[at + s[L.GIVEN_BACK_AT + seat]] += 1


@jit_internal
def _shown(s: Ints, b: Ints, seat: int, out: Ints, at: int) -> None:
    for place in range(b[L.B_PLACES]):
        slots = L.LAID_AT + seat * L.LAID_WIDTH + 2 * place
        two_slots(s, slots, s[L.SHOWN_N_AT + place], out, at + 2 * place)
