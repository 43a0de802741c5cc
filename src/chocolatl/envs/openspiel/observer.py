"""Observations and information states of OpenSpiel: tensors and strings, built from what a seat may know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from chocolatl.envs.env_config import EnvConfig
from chocolatl.envs.kernel import single_game as one
from chocolatl.envs.openspiel.explicit_state import ExplicitState, longest_codes
from chocolatl.rules import Seat


class Observer:
    """`player` says whose it is, `public` and `own` are the fields of an observation, `history` all codes.

    Perfect recall needs the history; it exists for what a seat knows and for what a spectator knows.
    """

    def __init__(self, made: EnvConfig, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters {params}: expected none")
        private = pyspiel.PrivateInfoType
        if kind.private_info == private.ALL_PLAYERS or (kind.perfect_recall and not kind.public_info):
            raise ValueError(
                "expected what one seat knows, what a spectator knows, or only the own cards now"
            )
        self.setting, self.kind = made, kind
        self.private = kind.private_info == private.SINGLE_PLAYER
        pieces = [("player", made.players)] if self.private else []
        pieces += [("public", made.own_at)] if kind.public_info else []
        pieces += [("own", made.size - made.own_at)] if self.private else []
        pieces += [("history", longest_codes(made))] if kind.perfect_recall else []
        self.tensor = np.zeros(sum(size for _, size in pieces), np.float32)
        ends = np.cumsum([size for _, size in pieces])
        self.dict = {
            name: self.tensor[end - size : end] for (name, size), end in zip(pieces, ends, strict=True)
        }
        self._seen = np.zeros(made.size, np.int8)
        self._mask = np.zeros(made.actions, np.int8)

    def set_from(self, state: Any, player: Seat) -> None:
        """Fill the tensor."""
        position: ExplicitState = state.position
        self.tensor.fill(0)
        self._look(position, player)
        if self.private:
            self.dict["player"][player] = 1
            self.dict["own"][:] = self._seen[self.setting.own_at :]
        if self.kind.public_info:
            self.dict["public"][:] = self._seen[: self.setting.own_at]
        if self.kind.perfect_recall:
            codes = position.codes[player if self.private else self.setting.players]
            self.dict["history"][: len(codes)] = np.frombuffer(codes, np.uint8)

    def _look(self, position: ExplicitState, player: Seat) -> None:
        made = self.setting
        if position.row[0] == 0:
            self._seen.fill(0)
            return
        viewer = player if self.private else 0
        one.see(position.row, made.b, made.values, viewer, self._seen, self._mask)

    def string_from(self, state: Any, player: Seat) -> str:
        """The same in words."""
        position: ExplicitState = state.position
        if self.kind.perfect_recall:
            return position.told[player if self.private else self.setting.players]
        self._look(position, player)
        head = [f"seat {player}"] if self.private else []
        return "\n".join([*head, *self._lines()])

    def _lines(self) -> list[str]:
        parts = dict[str, list[str]]()
        for field in self.setting.fields:
            wanted = self.private if field.part == "own" else self.kind.public_info
            numbers = self._seen[field.span]
            if wanted and numbers.any():
                parts.setdefault(field.part, []).append(f"{field.name} {' '.join(map(str, numbers))}")
        return [f"{part}: {', '.join(texts)}" for part, texts in parts.items()]
