"""What the six locations do with a ranking (rule 4), and how that moves the markers (3.8, 5.1)."""

from __future__ import annotations

from tests.oracle.record import Record
from tests.oracle.table import Json, Table

HARVEST = ("harvest_first", "harvest_second", "harvest_third")


class Locations(Record):
    """Each location is a method of its own name. A subclass sets the table and prepares the rounds."""

    table: Table
    board: Json
    rules: Json
    round: int
    harvest: list[int]
    improvements: list[int]
    last_round: bool
    rounds_are_over: bool

    def visit(self, place: str, ranking: list[int], totals: list[int]) -> None:
        self.ranking = ranking
        getattr(self, place)(ranking, totals)

    def score(self, seat: int, due: int, source: str, rule: str) -> None:
        if due == 0:
            return
        points = self.table.move(seat, due)
        box, line = self.table.box_of(seat), self.table.line()
        self.expect("scored", seat=seat, points=points, due=due, source=source, box=box, line=line, rule=rule)
        if box >= self.board["goal"] and not self.rounds_are_over:
            self.now_last("goal", seat)

    def now_last(self, reason: str, seat: int | None) -> None:
        if not self.last_round:
            self.last_round = True
            self.expect("last_round", reason=reason, seat=seat, rule="5.1")

    def temple(self, ranking: list[int], totals: list[int]) -> None:
        table = self.table
        first, last = ranking[0], ranking[-1]
        self.expect("figure_taken", figure="chocolatl", seat=first, before=table.chocolatl, rule="4.1")
        table.chocolatl = first
        self.score(first, 1, "temple", "4.1")
        self.expect("figure_taken", figure="old_man", seat=last, before=table.old_man, rule="4.1")
        table.old_man = last

    def plantation(self, ranking: list[int], totals: list[int]) -> None:
        for seat, die, source in zip(ranking, self.harvest, HARVEST, strict=False):
            self.score(seat, die, source, "4.2")

    def city(self, ranking: list[int], totals: list[int]) -> None:
        first, second = ranking[:2]
        prizes: list[Json] = [{"do": "take", "prize": "hut"}, {"do": "take", "prize": "die"}]
        answers = self.ask("take", [first], ["city"], "4.3", lambda _, answer: answer in prizes)
        builder, other = (first, second) if answers[first]["prize"] == "hut" else (second, first)
        self.expect("hut_built", seat=builder, rule="4.3")
        self.table.huts[builder] += 1
        self.use_cube(builder)
        self.expect("die_taken", seat=other, rule="4.3")
        self.table.dice[other] += 1

    def use_cube(self, seat: int) -> None:
        """5.1, and 4.7: a tenth cube is as good as a ninth."""
        self.table.cubes_used[seat] += 1
        if self.table.cubes_used[seat] >= self.board["cubes"]:
            self.now_last("cubes", seat)

    def pyramid(self, ranking: list[int], totals: list[int]) -> None:
        first, second = ranking[:2]
        if totals[first] - totals[second] >= self.board["pyramid_lead"]:
            builders = [first, first]
        else:
            builders = self.pyramid_order(first, second)
        for seat in builders:
            self.place_stone(seat)

    def pyramid_order(self, first: int, second: int) -> list[int]:
        built = len(self.table.pyramid)
        if self.table.row_of(built) == self.table.row_of(built + 1):
            return [first, second]
        orders: list[Json] = [{"do": "place_first", "seat": seat} for seat in (first, second)]
        answers = self.ask("place_first", [first], ["pyramid"], "4.4", lambda _, answer: answer in orders)
        return [first, second] if answers[first]["seat"] == first else [second, first]

    def place_stone(self, seat: int) -> None:
        table, stone = self.table, len(self.table.pyramid)
        row = table.row_of(stone)
        self.expect("stone_placed", seat=seat, stone=stone, row=row, rule="4.4")
        table.pyramid.append(seat)
        self.use_cube(seat)
        stones = table.stones_in_row(row)
        if sum(stones) == self.board["pyramid"][row]["boxes"]:
            self.complete_row(row, stones)

    def complete_row(self, row: int, stones: list[int]) -> None:
        winner, next_best = self.table.ranking(stones)[:2]
        tied = stones[winner] == stones[next_best]
        tie = self.table.tie(winner, next_best)[1] if tied else None
        self.expect("row_completed", row=row, stones=stones, winner=winner, tie=tie, rule="4.4.1")
        self.score(winner, self.board["pyramid"][row]["bonus"], "row", "4.4.1")

    def drink(self, ranking: list[int], totals: list[int]) -> None:
        pays = self.board["drink"][self.round - 1]
        self.score(ranking[0], pays["first"], "drink_first", "4.5")
        self.score(ranking[1], pays["second"], "drink_second", "4.5")
        self.score(ranking[-1], -self.board["drink_last"], "drink_last", "4.5")

    def ball_court(self, ranking: list[int], totals: list[int]) -> None:
        first, second = ranking[:2]
        if self.last_round:
            self.score(first, self.board["ball_first"], "ball_first", "4.6")
            self.score(second, self.board["ball_second"], "ball_second", "4.6")
            return
        hands, lost = self.table.hands, self.cards_given_back(first, second)
        for seat, won in ((first, max(self.improvements)), (second, min(self.improvements))):
            self.expect("exchanged", seat=seat, won=won, lost=lost[seat], rule="4.6")
            hands[seat].remove(lost[seat])
            hands[seat].append(won)

    def cards_given_back(self, first: int, second: int) -> dict[int, int]:
        hands = self.table.hands
        if self.rules["give_back"] == "lowest":
            return {seat: min(hands[seat]) for seat in (first, second)}

        def legal(seat: int, answer: Json) -> bool:
            return answer["do"] == "give_back" and answer["card"] in hands[seat]

        answers = self.ask("give_back", [first, second], ["ball_court"], "4.6", legal)
        return {seat: answer["card"] for seat, answer in answers.items()}
