"""From a state of the rules to the vector and back, without losing anything.

The vector settles a question at once for everyone: answers that wait for others are not carried over.
Nor are earlier rounds: nothing that is left to play depends on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from chocolatl.engine import layout as L
from chocolatl.engine.layout import Vector
from chocolatl.rules import Board, Rules, View
from chocolatl.rules import events as ev
from chocolatl.rules.event_writer import QUESTION_RULES
from chocolatl.rules.state import Cards, Player, State
from chocolatl.rules.types import COLOURS, Location, Seat, TieBreak

KINDS: tuple[ev.QuestionKind | None, ...] = (
    None,
    "sacrifice",
    "lay",
    "roll",
    "take",
    "place_first",
    "give_back",
)
REASONS: tuple[ev.LastRoundReason | None, ...] = (None, "round", "goal", "cubes")
TIES: tuple[TieBreak | None, ...] = (None, "figure", "behind", "stack")
ENDS: tuple[Literal["points", "sacrifice", "shared"], ...] = ("points", "sacrifice", "shared")

Cells = list[int]
"""A vector as plain numbers: Python reads those much faster."""


def new_vector() -> Vector:
    """Room for one game."""
    return np.zeros(L.STATE_SIZE, dtype=np.int64)


def to_vector(state: State) -> Vector:
    """The whole state, at a question that nobody has answered yet, or between two."""
    s = new_vector()
    _write_table(s, state)
    write_question(s, state)
    for seat, player in enumerate(state.players):
        write_player(s, seat, player)
    _write_ranking(s, state)
    if state.result is not None:
        s[L.OVER] = 1
        s[L.WON_BY] = ENDS.index(state.result.by)
        for seat in state.result.winners:
            s[L.WINNER_AT + seat] = 1
    return s


def place_of(table: State | View, location: Location) -> int:
    """The index of a location on this board."""
    return table.board.locations.index(location)


def _write_table(s: Vector, state: State) -> None:
    write_public_table(s, state)
    first = state.players[0]  # all players have equally many cards, and see equally much of each other
    s[L.CARD_COUNT] = len(first.cards)
    s[L.HAND_SIZE] = len(first.hand)
    s[L.HANDS_SEEN] = first.deduced_sacrifice is not None
    for place, (laid, up) in enumerate(zip(first.laid, state.up, strict=True)):
        s[L.LAID_N_AT + place] = len(laid)
        s[L.SHOWN_N_AT + place] = up


def write_public_table(s: Vector, table: State | View) -> None:
    """What everybody sees that belongs to no player; a state and a view call it by the same names."""
    s[L.PLAYERS] = len(table.players)
    s[L.ROUND] = table.round
    s[L.MODE] = L.NOBODY if table.mode is None else COLOURS.index(table.mode)
    s[L.PLACE] = L.NOBODY if table.location is None else place_of(table, table.location)
    s[L.NEXT_PLACE] = max(0, s[L.PLACE])
    s[L.LAST_ROUND_REASON] = REASONS.index(table.last)
    s[L.CHOCOLATL] = L.NOBODY if table.chocolatl is None else table.chocolatl
    s[L.OLD_MAN] = L.NOBODY if table.old_man is None else table.old_man
    s[L.PASSES] = table.passes
    s[L.TURN] = table.turn
    s[L.HARVEST_AT : L.HARVEST_AT + len(table.harvest)] = table.harvest
    write_improvements(s, table.board, table.round, table.improvements)
    write_line(s, table.line)
    write_pyramid(s, table.pyramid)


def write_improvements(s: Vector, board: Board, number: int, cards: Sequence[int]) -> None:
    """The face-up cards; a pile that is used up shows none."""
    left = list(cards)
    has_high = 0 < number <= len(board.improvements_high)
    s[L.HIGH_IMPROVEMENT] = left.pop(0) if has_high else L.NOBODY
    s[L.LOW_IMPROVEMENT] = left.pop(0) if left else L.NOBODY


def write_line(s: Vector, line: Sequence[Seat]) -> None:
    """Numbers for the last moves that put the markers in this order."""
    s[L.MOVES] = len(line)
    for behind, seat in enumerate(line):
        s[L.MOVED_AT + seat] = len(line) - behind


def write_pyramid(s: Vector, pyramid: Sequence[Seat]) -> None:
    """The stones in the order they were placed."""
    s[L.STONES] = len(pyramid)
    s[L.PYRAMID_AT : L.PYRAMID_AT + len(pyramid)] = pyramid
    for seat in pyramid:
        s[L.STONES_OF_AT + seat] += 1


def write_question(s: Vector, table: State | View) -> None:
    """The open question, if there is one."""
    asked = table.asked
    if asked is None:
        return
    s[L.ASK] = KINDS.index(asked.kind)
    s[L.ASK_SEAT] = asked.seats[0]
    if asked.locations:
        s[L.ASK_FROM] = place_of(table, asked.locations[0])
        s[L.ASK_UNTIL] = place_of(table, asked.locations[-1]) + 1
        s[L.NEXT_PLACE] = s[L.ASK_FROM]


def write_player(s: Vector, seat: Seat, player: Player) -> None:
    """Everything that one player owns."""
    s[L.BOX_AT + seat] = player.box
    # Cut where no game can come near: a hut and two stones a round.
    s[L.CUBES_AT + seat] = min(player.cubes, 30_000)
    s[L.HUTS_AT + seat] = player.huts
    s[L.DICE_AT + seat] = player.dice
    s[L.SACRIFICE_AT + seat] = L.NOBODY if player.sacrifice is None else player.sacrifice
    # The pool has at most one card too many: once the sacrifice is deduced, the one given back.
    given = list(player.pool)
    for card in player.cards:
        given.remove(card)
    known = player.deduced_sacrifice is not None
    s[L.GIVEN_BACK_AT + seat] = given[0] if known and given else L.NOBODY
    write_cards(s, L.CARDS_AT + seat * L.HAND_MAX, player.cards)
    write_cards(s, L.HAND_AT + seat * L.HAND_MAX, player.hand)
    for place, cards in enumerate(player.laid):
        write_cards(s, L.LAID_AT + seat * L.LAID_WIDTH + 2 * place, cards)
    s[L.ROLLED_N_AT + seat] = len(player.rolled)
    write_cards(s, L.ROLLED_AT + seat * L.DICE_MAX, player.rolled)


def write_cards(s: Vector, base: int, cards: Sequence[int]) -> None:
    """A few numbers from here on."""
    s[base : base + len(cards)] = cards


def _write_ranking(s: Vector, state: State) -> None:
    s[L.RANKED_PLACE] = L.NOBODY
    if not state.ranking:
        return
    s[L.RANKED_PLACE] = _ranked_place(state)
    for place, standing in enumerate(state.ranking):
        seat = standing.seat
        s[L.RANKING_AT + place] = seat
        s[L.TOTAL_AT + seat] = standing.total
        s[L.RANK_HUTS_AT + seat] = standing.huts
        s[L.RANK_OLD_AT + seat] = standing.old_man
        s[L.RANK_TIE_AT + place] = TIES.index(standing.beats_next)
        s[L.RANK_DICE_N_AT + seat] = len(standing.dice)
        write_cards(s, L.RANK_DICE_AT + seat * L.DICE_MAX, standing.dice)


def _ranked_place(state: State) -> int:
    """A new location has its own ranking only when its cards are turned up or its dice are done."""
    assert state.location is not None
    behind = state.asked is not None and state.asked.kind in ("lay", "roll")
    return place_of(state, state.location) - behind


def to_state(vector: Vector, board: Board, rules: Rules, version: str) -> State:
    """The state of the rules that this vector stands for, with nobody's answer given."""
    s: Cells = vector.tolist()
    n = s[L.PLAYERS]
    asked = _asked(s, board)
    place = s[L.PLACE]
    return State(
        rules=rules,
        board=board,
        players=tuple([_player(s, seat, board) for seat in range(n)]),
        line=line_of(s),
        up=_numbers(s, L.SHOWN_N_AT, len(board.locations)),
        round=s[L.ROUND],
        mode=None if s[L.MODE] < 0 else COLOURS[s[L.MODE]],
        location=None if place < 0 else board.locations[place],
        harvest=_numbers(s, L.HARVEST_AT, 3) if s[L.ROUND] else (),
        improvements=tuple(s[x] for x in (L.HIGH_IMPROVEMENT, L.LOW_IMPROVEMENT) if s[x] >= 0),
        chocolatl=_seat(s[L.CHOCOLATL]),
        old_man=_seat(s[L.OLD_MAN]),
        pyramid=_numbers(s, L.PYRAMID_AT, s[L.STONES]),
        last=REASONS[s[L.LAST_ROUND_REASON]],
        ranking=_ranking(s) if s[L.RANKED_PLACE] >= 0 else (),
        asked=asked,
        answers=(None,) * n if asked else (),
        turn=s[L.TURN],
        passes=s[L.PASSES],
        result=_result(s) if s[L.OVER] else None,
        version=version,
    )


def line_of(s: Cells) -> tuple[Seat, ...]:
    """All markers from the one furthest behind, top of the stack first."""
    seats = range(s[L.PLAYERS])
    return tuple(sorted(seats, key=lambda seat: (s[L.BOX_AT + seat], -s[L.MOVED_AT + seat])))


def _seat(value: int) -> Seat | None:
    return None if value < 0 else value


def _numbers(s: Cells, base: int, count: int) -> tuple[int, ...]:
    return tuple(s[base : base + count])


def _asked(s: Cells, board: Board) -> ev.Asked | None:
    kind = KINDS[s[L.ASK]]
    if kind is None:
        return None
    everyone = tuple(range(s[L.PLAYERS]))
    seats = {"sacrifice": everyone, "lay": everyone, "give_back": _numbers(s, L.RANKING_AT, 2)}
    locations = () if kind == "sacrifice" else board.locations[s[L.ASK_FROM] : s[L.ASK_UNTIL]]
    one = (s[L.ASK_SEAT],)
    return ev.Asked(s[L.TURN], kind, seats.get(kind, one), locations, QUESTION_RULES[kind])


def _player(s: Cells, seat: Seat, board: Board) -> Player:
    count, hand = s[L.CARD_COUNT], s[L.HAND_SIZE]
    cards = _numbers(s, L.CARDS_AT + seat * L.HAND_MAX, count)
    sacrifice = _seat(s[L.SACRIFICE_AT + seat])
    given = () if s[L.GIVEN_BACK_AT + seat] < 0 else (s[L.GIVEN_BACK_AT + seat],)
    return Player(
        cards=cards,
        hand=tuple(sorted(_numbers(s, L.HAND_AT + seat * L.HAND_MAX, hand))),
        sacrifice=sacrifice,
        box=s[L.BOX_AT + seat],
        cubes=s[L.CUBES_AT + seat],
        huts=s[L.HUTS_AT + seat],
        dice=s[L.DICE_AT + seat],
        laid=tuple([_laid(s, seat, place) for place in range(len(board.locations))]),
        rolled=_numbers(s, L.ROLLED_AT + seat * L.DICE_MAX, s[L.ROLLED_N_AT + seat]),
        pool=tuple(sorted(cards + given)) if s[L.HANDS_SEEN] else board.cards,
        deduced_sacrifice=sacrifice if s[L.HANDS_SEEN] else None,
    )


def _laid(s: Cells, seat: Seat, place: int) -> Cards:
    return _numbers(s, L.LAID_AT + seat * L.LAID_WIDTH + 2 * place, s[L.LAID_N_AT + place])


def _ranking(s: Cells) -> tuple[ev.Standing, ...]:
    return tuple(_standing(s, place) for place in range(s[L.PLAYERS]))


def _standing(s: Cells, rank: int) -> ev.Standing:
    seat = s[L.RANKING_AT + rank]
    return ev.Standing(
        seat=seat,
        total=s[L.TOTAL_AT + seat],
        cards=_laid(s, seat, s[L.RANKED_PLACE]),
        huts=s[L.RANK_HUTS_AT + seat],
        old_man=s[L.RANK_OLD_AT + seat],
        dice=_numbers(s, L.RANK_DICE_AT + seat * L.DICE_MAX, s[L.RANK_DICE_N_AT + seat]),
        beats_next=TIES[s[L.RANK_TIE_AT + rank]],
    )


def _result(s: Cells) -> ev.GameEnded:
    seats = range(s[L.PLAYERS])
    scores = _numbers(s, L.BOX_AT, len(seats))
    winners = tuple(seat for seat in seats if s[L.WINNER_AT + seat])
    return ev.GameEnded(scores, winners, ENDS[s[L.WON_BY]])
