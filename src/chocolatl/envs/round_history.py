"""The rounds of a game so far, as `View.history` has them, read from the rows of its settled questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from msgspec.structs import replace

from chocolatl.engine import layout as L
from chocolatl.engine.layout import Vector
from chocolatl.envs.env_config import EnvConfig
from chocolatl.rules.state import Cards, RoundHistory, State
from chocolatl.rules.types import Seat


def round_history(made: EnvConfig, trail: Sequence[Vector], now: Vector) -> tuple[RoundHistory, ...]:
    """`trail`: rows just before a question was settled; `now`: the position of the open question."""
    return tuple(_rounds(made, trail, now))


def continued(before: Sequence[RoundHistory], played: Sequence[RoundHistory]) -> tuple[RoundHistory, ...]:
    """The history of a game that went on from a position, which knows how its own round began."""
    begun = {one.round: one for one in before}
    bids = {one.round: one.bids for one in played}
    known = [replace(one, bids=bids.get(one.round) or one.bids) for one in before]
    return (*known, *(one for one in played if one.round not in begun))


def _rounds(made: EnvConfig, trail: Sequence[Vector], now: Vector) -> Iterator[RoundHistory]:
    """A round's first bid has the table as it began, its last bid all cards that were laid."""
    bids = [row for row in (*trail, now) if row[L.ASK] == L.ASK_LAY]
    for number, rows in groupby(bids, key=lambda row: int(row[L.ROUND])):
        first, *others = rows
        over = bool(now[L.OVER]) or int(now[L.ROUND]) > number
        yield _begun(made.state(first), _bids(made, (others or [first])[-1]) if over else ())


def _begun(state: State, bids: tuple[tuple[Cards, ...], ...]) -> RoundHistory:
    assert state.mode is not None
    return RoundHistory(
        round=state.round,
        mode=state.mode,
        last=None,  # a round begins before anything makes it the last (5.1)
        harvest=state.harvest,
        improvements=state.improvements,
        line=state.line,
        boxes=tuple(player.box for player in state.players),
        huts=tuple(player.huts for player in state.players),
        dice=tuple(player.dice for player in state.players),
        chocolatl=state.chocolatl,
        old_man=state.old_man,
        stones=len(state.pyramid),
        bids=bids,
    )


def _bids(made: EnvConfig, row: Vector) -> tuple[tuple[Cards, ...], ...]:
    """Two cards a location once the last bid of the round is complete.

    In a gold round nobody is asked about the last location: what is left goes there, the higher card first.
    """
    asked, places = int(row[L.ASK_UNTIL]), len(made.board.locations)
    bids = []
    for seat in range(made.players):
        at = L.LAID_AT + seat * L.LAID_WIDTH
        laid = tuple((int(row[at + 2 * place]), int(row[at + 2 * place + 1])) for place in range(asked))
        bids.append(laid if asked == places else (*laid, _left(row, seat, laid)))
    return tuple(bids)


def _left(row: Vector, seat: Seat, laid: tuple[Cards, ...]) -> Cards:
    at = L.CARDS_AT + seat * L.HAND_MAX
    cards = Counter(row[at : at + int(row[L.CARD_COUNT])].tolist())
    return tuple(sorted((cards - Counter(chain(*laid))).elements(), reverse=True))
