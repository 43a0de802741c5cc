"""What lies on the table, as one would lay it out: real stacks of markers, hands, cubes, a pyramid."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class Table:
    """Everything a player could touch. Seats are numbers from 0; nothing here knows the engine."""

    def __init__(self, players: int, board: Json, top_first: list[int]) -> None:
        self.seats = list(range(players))
        self.board = board
        self.stacks: dict[int, list[int]] = {0: list(reversed(top_first))}  # box: markers, bottom to top
        self.hands = [list(board["cards"]) for _ in self.seats]
        self.altar: dict[int, int] = {}
        self.huts = [0 for _ in self.seats]
        self.dice = [0 for _ in self.seats]
        self.cubes_used = [0 for _ in self.seats]
        self.pyramid: list[int] = []  # the owner of each stone
        self.chocolatl: int | None = None
        self.old_man: int | None = None

    def box_of(self, seat: int) -> int:
        return next(box for box, stack in self.stacks.items() if seat in stack)

    def height_of(self, seat: int) -> int:
        return self.stacks[self.box_of(seat)].index(seat)

    def line(self) -> list[int]:
        """3.5: from furthest behind to furthest ahead, on one box from the top down."""
        return [seat for box in sorted(self.stacks) for seat in reversed(self.stacks[box])]

    def move(self, seat: int, points: int) -> int:
        """3.8 and 3.9: onto the top of the stack it comes to; not below 0. Returns what it really moved."""
        old = self.box_of(seat)
        new = max(0, old + points)
        if new != old:
            self.stacks[old].remove(seat)
            self.stacks.setdefault(new, []).append(seat)
        return new - old

    def tie(self, a: int, b: int) -> tuple[int, str]:
        """3.6: who of two equals comes first, and which part of the rule says so."""
        if self.chocolatl in (a, b):
            return (a if self.chocolatl == a else b), "figure"
        if self.box_of(a) != self.box_of(b):
            return (a if self.box_of(a) < self.box_of(b) else b), "behind"
        return (a if self.height_of(a) > self.height_of(b) else b), "stack"

    def beats(self, a: int, b: int, amounts: list[int]) -> bool:
        if amounts[a] != amounts[b]:
            return amounts[a] > amounts[b]
        return self.tie(a, b)[0] == a

    def ranking(self, amounts: list[int]) -> list[int]:
        """A seat's rank is the number of seats that beat it."""
        ranks = {sum(self.beats(b, a, amounts) for b in self.seats if b != a): a for a in self.seats}
        return [ranks[rank] for rank in sorted(ranks)]

    def hut_modifier(self, seat: int, location: str) -> int:
        """3.2"""
        return -self.huts[seat] if location == "city" else self.huts[seat]

    def old_man_modifier(self, seat: int, location: str) -> int:
        """3.3"""
        if self.old_man != seat:
            return 0
        return 1 if location == "temple" else -1

    def row_of(self, stone: int) -> int:
        rows = [number for number, row in enumerate(self.board["pyramid"]) for _ in range(row["boxes"])]
        return rows[stone]

    def stones_in_row(self, row: int) -> list[int]:
        owners = [owner for stone, owner in enumerate(self.pyramid) if self.row_of(stone) == row]
        return [owners.count(seat) for seat in self.seats]
