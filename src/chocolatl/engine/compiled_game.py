"""The compiled game for Python: start it, answer for everyone who is asked, look at it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from chocolatl.engine import layout as L
from chocolatl.engine.advance import advance, set_up
from chocolatl.engine.board_vector import encode_board
from chocolatl.engine.chance_tape import ON_TAPE, deal_tape, tape_of
from chocolatl.engine.jit import jit, pointer
from chocolatl.engine.layout import Tape, Vector
from chocolatl.engine.state_vector import new_vector, to_state
from chocolatl.rules import RULES_VERSION, Board, Chance, Rules, Seat, State
from chocolatl.rules import actions as act


class CompiledGame:
    """One game on a vector. Answers are trusted: use the rules to check what a stranger sends."""

    def __init__(
        self, board: Board, rules: Rules, s: Vector, tape: Tape, version: str = RULES_VERSION
    ) -> None:
        self.board, self.rules, self.version = board, rules, version
        self.b = encode_board(board, rules, version)
        self.s, self.tape = s, tape

    @classmethod
    def start(
        cls, board: Board, rules: Rules, players: int, chance: Chance, version: str = RULES_VERSION
    ) -> CompiledGame:
        """The same game that the rules would start with this chance."""
        game = cls(board, rules, new_vector(), tape_of(chance, board, players), version)
        set_up_game(game.s, game.b, game.tape, players)
        return game

    def answer(self, actions: Mapping[Seat, act.Action], pause: bool = False) -> None:
        """Settle the open question with the answers of everyone asked, and play on."""
        for seat, action in actions.items():
            write_answer(self.s, seat, action)
        advance_game(self.s, self.b, self.tape, ON_TAPE, pause)

    @property
    def over(self) -> bool:
        """Whether the winner is known."""
        return bool(self.s[L.OVER])

    @property
    def state(self) -> State:
        """The same position as a state of the rules."""
        return to_state(self.s, self.board, self.rules, self.version)


def write_answer(s: Vector, seat: Seat, action: act.Action) -> None:
    """Put an answer where the compiled game looks for it."""
    match action:
        case act.Lay(groups):
            for place, cards in enumerate(groups, start=int(s[L.ASK_FROM])):
                base = L.LAID_AT + seat * L.LAID_WIDTH + 2 * place + s[L.LAID_N_AT + place]
                s[base : base + len(cards)] = cards
        case act.Sacrifice(value) | act.GiveBack(value) | act.PlaceFirst(value):
            s[L.ANSWER_AT + seat] = value
        case act.Take(prize):
            s[L.ANSWER_AT + seat] = prize == "hut"
        case _:
            s[L.ANSWER_AT + seat] = isinstance(action, act.Roll)


@jit
def set_up_game(s: Vector, b: Vector, tape: Tape, players: int) -> None:
    """The table before the sacrifices."""
    set_up(pointer(s), pointer(b), players, pointer(tape))


@jit
def deal_game(s: Vector, b: Vector, tape: Tape, key: np.uint64, players: int) -> None:
    """The table before the sacrifices, with the chance that belongs to a key."""
    deal_tape(pointer(b), players, key, pointer(tape))
    set_up(pointer(s), pointer(b), players, pointer(tape))


@jit
def advance_game(s: Vector, b: Vector, tape: Tape, key: np.uint64, pause: bool) -> None:
    """Everyone asked has answered: play on."""
    advance(pointer(s), pointer(b), pointer(tape), key, pause)
