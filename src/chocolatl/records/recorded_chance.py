"""Chance as the events tell it: checks the course of a game whose key is not (yet) known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chocolatl.rules import Board
from chocolatl.rules import events as ev
from chocolatl.rules.types import DIE_FACES

PILES = ("high", "low")


class RecordedChance:
    """Repeats the outcomes that the events hold. An impossible one is answered with a possible one,
    so that whoever compares the events finds exactly the event that holds it."""

    def __init__(self, events: Iterable[ev.Event]) -> None:
        self._dice: dict[str, int] = {}
        self._orders: dict[str, list[int]] = {f"pile/{pile}": [] for pile in PILES}
        self._round = 0
        self._nth: dict[int, int] = {}
        self._board: Board | None = None
        for event in events:
            self._listen(event)

    def die(self, purpose: str) -> int:
        """What was rolled, if a die can show it."""
        return min(max(self._dice.get(purpose, 1), 1), DIE_FACES)

    def shuffle(self, purpose: str, items: Sequence[int]) -> tuple[int, ...]:
        """The order that was told as far as it was told; the rest follows in any order."""
        left, order = sorted(items), []
        for told in self._orders.get(purpose, ())[: len(left)]:
            item = told if told in left else left[0]
            left.remove(item)
            order.append(item)
        return (*order, *left)

    def _listen(self, event: ev.Event) -> None:
        match event:
            case ev.Started():
                self._board = event.board
                self._orders["stack"] = list(event.line)
            case ev.RoundStarted():
                self._hear_round(event)
            case ev.Rolled():
                nth = self._nth[event.seat] = self._nth.get(event.seat, 0) + 1
                self._dice[f"bonus/{self._round}/{event.location}/{event.seat}/{nth}"] = event.value
            case ev.Ranked():
                self._nth.clear()
            case ev.LeftoverRolled():
                self._dice[f"final/{event.seat}"] = event.value
            case _:
                pass

    def _hear_round(self, event: ev.RoundStarted) -> None:
        self._round = event.round
        for number, value in enumerate(event.harvest, 1):
            self._dice[f"harvest/{event.round}/{number}"] = value
        for pile, card in zip(self._piles(event.round), event.improvements, strict=False):
            self._orders[pile].append(card)

    def _piles(self, number: int) -> list[str]:
        """The piles that have a card for this round, in the order they are turned up."""
        if self._board is None:
            return []
        sizes = zip(PILES, (self._board.improvements_high, self._board.improvements_low), strict=True)
        return [f"pile/{pile}" for pile, cards in sizes if number <= len(cards)]
