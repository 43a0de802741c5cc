"""One game with its chance in the open, and what every seat has seen and done so far. Cheap to copy."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from chocolatl.engine import layout as L
from chocolatl.engine.layout import Tape, Vector
from chocolatl.envs.action_decoding import record_of
from chocolatl.envs.env_config import EnvConfig
from chocolatl.envs.kernel import single_game as one
from chocolatl.envs.kernel.chance_due import NO_CHANCE
from chocolatl.envs.kernel.pick_actions import PICKED_AT, ROW_SIZE, TODO_AT, WORD_BITS
from chocolatl.envs.openspiel import chance_nodes as draws
from chocolatl.envs.openspiel.chance_nodes import STACK, ChanceDraw
from chocolatl.envs.tape_dealer import TapeChance
from chocolatl.records.record import Record
from chocolatl.rules.types import COLOURS, Seat

CHANCE, OVER = -1, -4
"""How OpenSpiel numbers these, where others have a seat."""


CODES = [bytes((number,)) for number in range(256)]


@lru_cache(maxsize=1 << 16)
def actions_of(low: int, high: int) -> list[int]:
    """The actions that these bits stand for; the same few come up again and again. Not to be changed."""
    bits = low | high << WORD_BITS
    return [action for action in range(2 * WORD_BITS) if bits >> action & 1]


class ExplicitState:
    """`turn`: the seat that owes the next pick (the lowest of several), CHANCE (`draws` are due), or OVER.

    `told[seat]` is all that the seat has seen and done, in words; `codes[seat]` the same as numbers. The last
    entry of both is what a spectator has seen.
    """

    __slots__ = ("codes", "draws", "legal", "row", "setting", "tape", "told", "trail", "turn")

    def __init__(self, setting: EnvConfig) -> None:
        n = setting.players
        self.setting = setting
        self.row: Vector = np.zeros(ROW_SIZE, np.int64)
        self.tape: Tape = draws.fresh_tape(setting.board, n)
        self.trail: list[Vector] = []
        self.draws: tuple[ChanceDraw, ...] = (STACK,)
        self.turn: Seat = CHANCE
        self.told = [f"seat {seat}:" for seat in range(n)] + ["table:"]
        self.codes = [b""] * (n + 1)
        self.legal: list[list[int] | None] = [None] * n

    def __deepcopy__(self, memo: Any) -> ExplicitState:
        copy = ExplicitState.__new__(ExplicitState)
        copy.setting, copy.draws, copy.turn = self.setting, self.draws, self.turn
        copy.row, copy.tape = self.row.copy(), self.tape.copy()
        copy.trail, copy.told, copy.codes = self.trail.copy(), self.told.copy(), self.codes.copy()
        copy.legal = self.legal.copy()
        return copy

    def outcomes(self) -> draws.Outcomes:
        """Of the draw that is due."""
        return draws.outcomes(self.draws[0], self.setting.board, self.tape, self.setting.players)

    def draw(self, outcome: int) -> None:
        """Chance has decided."""
        due, *left = self.draws
        made = self.setting
        numbers = draws.write(due, outcome, made.board, self.tape, made.players)
        self._tell_all(
            f" {draws.words(due, outcome, made.players)}.", bytes(number + 1 for number in numbers)
        )
        self.draws = tuple(left)
        if due is STACK:
            one.begin(self.row, made.b, self.tape, made.players)
            self._asked()
        elif not self.draws:
            self._go_on(dealt=True)

    def legal_actions(self, seat: Seat) -> list[int]:
        """What the seat may pick now, lowest first; nothing, if it owes nothing."""
        known = self.legal[seat]
        if known is None:
            known = self._legal_actions(seat)
            self.legal[seat] = known
        return known

    def _legal_actions(self, seat: Seat) -> list[int]:
        if self.turn < 0 or not self.row[TODO_AT + seat]:
            return []
        return actions_of(*one.legal_now(self.row, self.setting.values, seat))

    def pick(self, seat: Seat, action: int) -> None:
        """One pick of one seat."""
        made, code = self.setting, CODES[action + 1]
        self.legal[seat] = None
        if action >= made.values:
            self._tell_all(f" {seat}: {made.names[action]}.", code)
        else:
            self.told[seat] += f" {made.names[action]}"
            self.codes[seat] += code
        self.turn, low, high = one.pick_and_ask(self.row, made.values, seat, action)
        if self.turn >= 0:
            self.legal[self.turn] = actions_of(low, high)
        else:
            self.trail.append(self.row.copy())
            self._go_on(dealt=False)

    def _go_on(self, dealt: bool) -> None:
        """To the next question or draw, telling at each location what is turned up."""
        row, made = self.row, self.setting
        while True:
            before, number = self._shown(), int(row[L.ROUND])
            due = one.stretch(row, made.b, self.tape, dealt)
            if due != NO_CHANCE:
                self.draws = draws.draws_due(made.board, row, due)
                if self.draws:
                    self.turn = CHANCE
                    return
                dealt = True
                continue
            dealt = False
            self._tell_changes(before, number)
            if row[L.OVER] or row[L.ASK]:
                self._asked()
                return

    def _asked(self) -> None:
        owed = self.row[TODO_AT:PICKED_AT].tolist()
        self.turn = next((seat for seat, picks in enumerate(owed) if picks), OVER)
        self.legal = [None] * self.setting.players

    def _shown(self) -> list[int]:
        shown: list[int] = self.row[L.SHOWN_N_AT : L.SHOWN_N_AT + L.PLACES].tolist()
        return shown

    def _tell_changes(self, before: list[int], number: int) -> None:
        if number != self.row[L.ROUND]:
            self._tell_all(f" Round {self.row[L.ROUND]}, {COLOURS[self.row[L.MODE]]}.", b"")
            before = [0] * L.PLACES
        for place, (old, new) in enumerate(zip(before, self._shown(), strict=True)):
            if new > old:
                self._tell_cards(place, old, new)

    def _tell_cards(self, place: int, old: int, new: int) -> None:
        start = L.LAID_AT + 2 * place
        width = L.LAID_WIDTH
        cards = [
            self.row[start + seat * width + old : start + seat * width + new].tolist()
            for seat in range(self.setting.players)
        ]
        text = " ".join("+".join(map(str, some)) for some in cards)
        location = self.setting.board.locations[place]
        self._tell_all(f" {location} {text}.", bytes(card + 1 for some in cards for card in some))

    def _tell_all(self, text: str, code: bytes) -> None:
        self.told = [told + text for told in self.told]
        self.codes = [codes + code for codes in self.codes]

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the victory; all zero before the end."""
        won = self.row[L.WINNER_AT : L.WINNER_AT + self.setting.players].tolist()
        return [winner / max(1, sum(won)) for winner in won]

    def record(self) -> Record:
        """The game so far; `chocolatl verify` accepts it, taking chance from its events."""
        names = [f"player {seat}" for seat in range(self.setting.players)]
        return record_of(self.setting, TapeChance(self.tape), self.trail, names)


def longest_codes(made: EnvConfig) -> int:
    """More numbers than a seat can see and do in one game."""
    n, rounds, places = made.players, made.board.rounds, len(made.board.locations)
    picks = 1 + rounds * (2 * places + 1)
    dealt = n + 5 * rounds + 2 * n * rounds * places + n
    spoken = rounds * places * n + rounds * (n + 2) + 2 * rounds
    return picks + dealt + spoken
