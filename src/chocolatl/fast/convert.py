"""From a state of the rules to the vector and back, without losing anything.

The vector settles a question at once for everyone: answers that wait for others are not carried over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from chocolatl.fast import layout as at
from chocolatl.fast.layout import Vector
from chocolatl.rules.board import Board
from chocolatl.rules.editions import Rules
from chocolatl.rules.events import Asked, GameEnded, LastRoundReason, QuestionKind, Standing
from chocolatl.rules.play import QUESTION_RULES
from chocolatl.rules.state import Cards, Player, State
from chocolatl.rules.words import COLOURS, Location, Seat, TieBreak

KINDS: tuple[QuestionKind | None, ...] = (
    None,
    "sacrifice",
    "lay",
    "roll",
    "take",
    "place_first",
    "give_back",
)
REASONS: tuple[LastRoundReason | None, ...] = (None, "round", "goal", "cubes")
TIES: tuple[TieBreak | None, ...] = (None, "figure", "behind", "stack")
ENDS: tuple[Literal["points", "sacrifice", "shared"], ...] = ("points", "sacrifice", "shared")

Cells = list[int]
"""A vector as plain numbers: Python reads those much faster."""


def new_vector() -> Vector:
    """Room for one game."""
    return np.zeros(at.STATE_SIZE, dtype=np.int64)


def to_vector(state: State) -> Vector:
    """The whole state, at a question that nobody has answered yet, or between two."""
    s = new_vector()
    _write_table(s, state)
    _write_question(s, state)
    for seat, player in enumerate(state.players):
        write_player(s, seat, player)
    _write_ranking(s, state)
    if state.result is not None:
        s[at.OVER] = 1
        s[at.WON_BY] = ENDS.index(state.result.by)
        for seat in state.result.winners:
            s[at.WINNER_AT + seat] = 1
    return s


def place_of(state: State, location: Location) -> int:
    """The index of a location on this board."""
    return state.board.locations.index(location)


def _write_table(s: Vector, state: State) -> None:
    s[at.PLAYERS] = len(state.players)
    s[at.ROUND] = state.round
    s[at.MODE] = at.NOBODY if state.mode is None else COLOURS.index(state.mode)
    s[at.PLACE] = at.NOBODY if state.location is None else place_of(state, state.location)
    s[at.NEXT_PLACE] = max(0, s[at.PLACE])
    s[at.LAST] = REASONS.index(state.last)
    s[at.CHOCOLATL] = at.NOBODY if state.chocolatl is None else state.chocolatl
    s[at.OLD_MAN] = at.NOBODY if state.old_man is None else state.old_man
    s[at.PASSES] = state.passes
    s[at.TURN] = state.turn
    s[at.CARD_COUNT] = len(state.players[0].cards)
    s[at.HAND_SIZE] = len(state.players[0].hand)
    s[at.SEEN] = state.players[0].deduced_sacrifice is not None
    s[at.HARVEST_AT : at.HARVEST_AT + len(state.harvest)] = state.harvest
    write_improvements(s, state.board, state.round, state.improvements)
    write_line(s, state.line)
    write_pyramid(s, state.pyramid)
    for place, (laid, up) in enumerate(zip(state.players[0].laid, state.up, strict=True)):
        s[at.LAID_N_AT + place] = len(laid)
        s[at.SHOWN_N_AT + place] = up


def write_improvements(s: Vector, board: Board, number: int, cards: Sequence[int]) -> None:
    """The face-up cards; a pile that is used up shows none."""
    left = list(cards)
    has_high = 0 < number <= len(board.improvements_high)
    s[at.HIGH] = left.pop(0) if has_high else at.NOBODY
    s[at.LOW] = left.pop(0) if left else at.NOBODY


def write_line(s: Vector, line: Sequence[Seat]) -> None:
    """Numbers for the last moves that put the markers in this order."""
    s[at.MOVES] = len(line)
    for behind, seat in enumerate(line):
        s[at.MOVED_AT + seat] = len(line) - behind


def write_pyramid(s: Vector, pyramid: Sequence[Seat]) -> None:
    """The stones in the order they were placed."""
    s[at.STONES] = len(pyramid)
    s[at.PYRAMID_AT : at.PYRAMID_AT + len(pyramid)] = pyramid
    for seat in pyramid:
        s[at.STONES_OF_AT + seat] += 1


def _write_question(s: Vector, state: State) -> None:
    asked = state.asked
    if asked is None:
        return
    s[at.ASK] = KINDS.index(asked.kind)
    s[at.ASK_SEAT] = asked.seats[0]
    if asked.locations:
        s[at.ASK_FROM] = place_of(state, asked.locations[0])
        s[at.ASK_UNTIL] = place_of(state, asked.locations[-1]) + 1
        s[at.NEXT_PLACE] = s[at.ASK_FROM]


def write_player(s: Vector, seat: Seat, player: Player) -> None:
    """Everything that one player owns."""
    s[at.BOX_AT + seat] = player.box
    s[at.CUBES_AT + seat] = min(player.cubes, 30_000)
    s[at.HUTS_AT + seat] = player.huts
    s[at.DICE_AT + seat] = player.dice
    s[at.SACRIFICE_AT + seat] = at.NOBODY if player.sacrifice is None else player.sacrifice
    given = list(player.pool)
    for card in player.cards:
        given.remove(card)
    known = player.deduced_sacrifice is not None
    s[at.GIVEN_AT + seat] = given[0] if known and given else at.NOBODY
    write_cards(s, at.CARDS_AT + seat * at.HAND_MAX, player.cards)
    write_cards(s, at.HAND_AT + seat * at.HAND_MAX, player.hand)
    for place, cards in enumerate(player.laid):
        write_cards(s, at.LAID_AT + seat * at.LAID_WIDTH + 2 * place, cards)
    s[at.ROLLED_N_AT + seat] = len(player.rolled)
    write_cards(s, at.ROLLED_AT + seat * at.DICE_MAX, player.rolled)


def write_cards(s: Vector, base: int, cards: Sequence[int]) -> None:
    """A few numbers from here on."""
    s[base : base + len(cards)] = cards


def _write_ranking(s: Vector, state: State) -> None:
    s[at.RANKED_AT] = at.NOBODY
    if not state.ranking:
        return
    s[at.RANKED_AT] = _ranked_place(state)
    for place, standing in enumerate(state.ranking):
        seat = standing.seat
        s[at.RANKING_AT + place] = seat
        s[at.TOTAL_AT + seat] = standing.total
        s[at.RANK_HUTS_AT + seat] = standing.huts
        s[at.RANK_OLD_AT + seat] = standing.old_man
        s[at.RANK_TIE_AT + place] = TIES.index(standing.beats_next)
        s[at.RANK_DICE_N_AT + seat] = len(standing.dice)
        write_cards(s, at.RANK_DICE_AT + seat * at.DICE_MAX, standing.dice)


def _ranked_place(state: State) -> int:
    """A new location has its own ranking only when its cards are turned up or its dice are done."""
    assert state.location is not None
    behind = state.asked is not None and state.asked.kind in ("lay", "roll")
    return place_of(state, state.location) - behind


def to_state(vector: Vector, board: Board, rules: Rules, version: str) -> State:
    """The state of the rules that this vector stands for, with nobody's answer given."""
    s: Cells = vector.tolist()
    n = s[at.PLAYERS]
    asked = _asked(s, board)
    place = s[at.PLACE]
    return State(
        rules=rules,
        board=board,
        players=tuple([_player(s, seat, board) for seat in range(n)]),
        line=line_of(s),
        up=_numbers(s, at.SHOWN_N_AT, len(board.locations)),
        round=s[at.ROUND],
        mode=None if s[at.MODE] < 0 else COLOURS[s[at.MODE]],
        location=None if place < 0 else board.locations[place],
        harvest=_numbers(s, at.HARVEST_AT, 3) if s[at.ROUND] else (),
        improvements=tuple(s[x] for x in (at.HIGH, at.LOW) if s[x] >= 0),
        chocolatl=_seat(s[at.CHOCOLATL]),
        old_man=_seat(s[at.OLD_MAN]),
        pyramid=_numbers(s, at.PYRAMID_AT, s[at.STONES]),
        last=REASONS[s[at.LAST]],
        ranking=_ranking(s) if s[at.RANKED_AT] >= 0 else (),
        asked=asked,
        answers=(None,) * n if asked else (),
        turn=s[at.TURN],
        passes=s[at.PASSES],
        result=_result(s) if s[at.OVER] else None,
        version=version,
    )


def line_of(s: Cells) -> tuple[Seat, ...]:
    """All markers from the one furthest behind, top of the stack first."""
    seats = range(s[at.PLAYERS])
    return tuple(sorted(seats, key=lambda seat: (s[at.BOX_AT + seat], -s[at.MOVED_AT + seat])))


def _seat(value: int) -> Seat | None:
    return None if value < 0 else value


def _numbers(s: Cells, base: int, count: int) -> tuple[int, ...]:
    return tuple(s[base : base + count])


def _asked(s: Cells, board: Board) -> Asked | None:
    kind = KINDS[s[at.ASK]]
    if kind is None:
        return None
    everyone = tuple(range(s[at.PLAYERS]))
    seats = {"sacrifice": everyone, "lay": everyone, "give_back": _numbers(s, at.RANKING_AT, 2)}
    locations = () if kind == "sacrifice" else board.locations[s[at.ASK_FROM] : s[at.ASK_UNTIL]]
    one = (s[at.ASK_SEAT],)
    return Asked(s[at.TURN], kind, seats.get(kind, one), locations, QUESTION_RULES[kind])


def _player(s: Cells, seat: Seat, board: Board) -> Player:
    count, hand = s[at.CARD_COUNT], s[at.HAND_SIZE]
    cards = _numbers(s, at.CARDS_AT + seat * at.HAND_MAX, count)
    sacrifice = _seat(s[at.SACRIFICE_AT + seat])
    given = () if s[at.GIVEN_AT + seat] < 0 else (s[at.GIVEN_AT + seat],)
    return Player(
        cards=cards,
        hand=tuple(sorted(_numbers(s, at.HAND_AT + seat * at.HAND_MAX, hand))),
        sacrifice=sacrifice,
        box=s[at.BOX_AT + seat],
        cubes=s[at.CUBES_AT + seat],
        huts=s[at.HUTS_AT + seat],
        dice=s[at.DICE_AT + seat],
        laid=tuple([_laid(s, seat, place) for place in range(len(board.locations))]),
        rolled=_numbers(s, at.ROLLED_AT + seat * at.DICE_MAX, s[at.ROLLED_N_AT + seat]),
        pool=tuple(sorted(cards + given)) if s[at.SEEN] else board.cards,
        deduced_sacrifice=sacrifice if s[at.SEEN] else None,
    )


def _laid(s: Cells, seat: Seat, place: int) -> Cards:
    return _numbers(s, at.LAID_AT + seat * at.LAID_WIDTH + 2 * place, s[at.LAID_N_AT + place])


def _ranking(s: Cells) -> tuple[Standing, ...]:
    return tuple(_standing(s, place) for place in range(s[at.PLAYERS]))


def _standing(s: Cells, rank: int) -> Standing:
    seat = s[at.RANKING_AT + rank]
    return Standing(
        seat=seat,
        total=s[at.TOTAL_AT + seat],
        cards=_laid(s, seat, s[at.RANKED_AT]),
        huts=s[at.RANK_HUTS_AT + seat],
        old_man=s[at.RANK_OLD_AT + seat],
        dice=_numbers(s, at.RANK_DICE_AT + seat * at.DICE_MAX, s[at.RANK_DICE_N_AT + seat]),
        beats_next=TIES[s[at.RANK_TIE_AT + rank]],
    )


def _result(s: Cells) -> GameEnded:
    seats = range(s[at.PLAYERS])
    scores = _numbers(s, at.BOX_AT, len(seats))
    winners = tuple(seat for seat in seats if s[at.WINNER_AT + seat])
    return GameEnded(scores, winners, ENDS[s[at.WON_BY]])
