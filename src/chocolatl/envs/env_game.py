"""One game for the environments: picks or keys in, observations out, chance dealt when it is due."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from chocolatl.engine import layout as L
from chocolatl.engine.layout import Tape, Vector
from chocolatl.engine.state_vector import to_vector
from chocolatl.envs.action_decoding import record_of
from chocolatl.envs.earlier_rounds import earlier_rounds
from chocolatl.envs.env_config import EnvConfig
from chocolatl.envs.kernel import single_game as one
from chocolatl.envs.kernel.chance_due import NO_CHANCE
from chocolatl.envs.kernel.pick_actions import ROW_SIZE, TODO_AT, WORD_BITS
from chocolatl.envs.kernel.single_game import Keys, Numbers
from chocolatl.envs.round_history import continued, round_history
from chocolatl.envs.tape_dealer import deal, deal_stack
from chocolatl.records.record import Record
from chocolatl.rules import Chance, Seat, State


class EnvGame:
    """`seat` owes the next pick (the lowest one, if several do); -1 when the game is over."""

    def __init__(self, setting: EnvConfig, chance: Chance, position: State | None = None) -> None:
        self.setting, self.chance = setting, chance
        self.row: Vector = np.zeros(ROW_SIZE, dtype=np.int64)
        self.tape: Tape = np.zeros(L.TAPE_SIZE, dtype=np.int8)
        self.trail: list[Vector] = []
        self._past: dict[tuple[int, bool, Seat], Numbers] = {}
        self._from_start = position is None
        self._before = position.history if position is not None else ()
        if position is None:
            deal_stack(chance, self.tape, setting.players)
            one.begin(self.row, setting.b, self.tape, setting.players)
        else:
            self.row[: L.STATE_SIZE] = to_vector(position)
            one.ask(self.row)
        self.seat: Seat = self._next_seat()

    def pick(self, seat: Seat, action: int) -> None:
        """One pick of one seat; nothing, if it owes none."""
        self.seat = one.pick_one(self.row, self.setting.values, seat, action)
        if self.seat < 0:
            self._settle()

    def pick_all(self, actions: Vector) -> None:
        """One pick of every seat that owes one."""
        self.seat = one.pick_all(self.row, self.setting.values, actions)
        if self.seat < 0:
            self._settle()

    def answer(self, seat: Seat, keys: Keys) -> None:
        """A complete answer of one seat, by keys; nothing, if it owes none."""
        self.seat = one.answer_one(self.row, seat, np.array(keys, dtype=np.float64))
        if self.seat < 0:
            self._settle()

    def allows(self, seat: Seat, action: int) -> bool:
        """Whether the mask of this seat has a 1 there."""
        if not 0 <= action < self.setting.actions:
            return False
        low, high = one.legal_now(self.row, self.setting.values, seat)
        return bool(low >> action & 1 if action < WORD_BITS else high >> (action - WORD_BITS) & 1)

    def _settle(self) -> None:
        if self.over:
            return
        self.trail.append(self.row.copy())
        due = one.proceed(self.row, self.setting.b, self.tape, False)
        while due != NO_CHANCE:
            deal(self.chance, self.setting.board, self.row, self.tape, due)
            due = one.proceed(self.row, self.setting.b, self.tape, True)
        self.seat = self._next_seat()

    def _next_seat(self) -> Seat:
        owed = self.row[TODO_AT : TODO_AT + L.SEATS].tolist()
        return next((seat for seat, picks in enumerate(owed) if picks), -1)

    @property
    def turn(self) -> int:
        """The number of the open question."""
        return int(self.row[L.TURN])

    @property
    def over(self) -> bool:
        """Whether the winner is known."""
        return bool(self.row[L.OVER])

    @property
    def scores(self) -> list[int]:
        """The box of every marker."""
        boxes: list[int] = self.row[L.BOX_AT : L.BOX_AT + self.setting.players].tolist()
        return boxes

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the victory; all zero before the end."""
        won = self.row[L.WINNER_AT : L.WINNER_AT + self.setting.players].tolist()
        return [winner / max(1, sum(won)) for winner in won]

    def see(self, seat: Seat) -> tuple[Numbers, Numbers]:
        """What a seat sees, and the mask of what it may do; fresh arrays."""
        seen, mask = np.empty(self.setting.size, np.int8), np.empty(self.setting.actions, np.int8)
        one.see(self.row, self.setting.b, self.setting.values, seat, seen, mask)
        if self.setting.history:
            seen[self.setting.past_at :] = self._earlier(seat)
        return seen, mask

    def see_all(self) -> tuple[Numbers, Numbers]:
        """The same for all seats, a line each."""
        n = self.setting.players
        seen, masks = np.empty((n, self.setting.size), np.int8), np.empty((n, self.setting.actions), np.int8)
        one.see_all(self.row, self.setting.b, self.setting.values, seen, masks)
        if self.setting.history:
            seen[:, self.setting.past_at :] = [self._earlier(seat) for seat in range(n)]
        return seen, masks

    def _earlier(self, seat: Seat) -> Numbers:
        """Rounds that are over; they change with the round alone, so each is read once."""
        now = int(self.row[L.ROUND]), self.over, seat
        if now not in self._past:
            self._past[now] = earlier_rounds(self.setting, self.state.history, seat)
        return self._past[now]

    @property
    def state(self) -> State:
        """The position as a state of the rules, without the picks of a question that is still open."""
        played = round_history(self.setting, self.trail, self.row)
        return replace(self.setting.state(self.row), history=continued(self._before, played))

    def record(self) -> Record:
        """The game so far; `chocolatl verify` accepts it."""
        if not self._from_start:
            raise ValueError("a game that began in the middle has no record: expected one from the start")
        names = [f"player_{seat}" for seat in range(self.setting.players)]
        return record_of(self.setting, self.chance, self.trail, names)
