"""A second reading of the rules: replays a recorded game from answers and dice alone, and says what differs.

It shares no code with the engine. It believes the record in two things only: what the players answered, and
what chance gave (the starting stack, harvest, improvements, rolled dice). All else it works out by itself.
"""

from __future__ import annotations

import copy
from collections import Counter
from itertools import chain

from tests.oracle.locations import Locations
from tests.oracle.record import GameLostError
from tests.oracle.table import Json, Table

ROLL_OR_PASS: list[Json] = [{"do": "roll"}, {"do": "pass"}]


def differences(events: list[Json]) -> list[str]:
    """All that is wrong with a finished game; each line begins with the number of the event."""
    referee = Referee(events)
    try:
        referee.play()
    except GameLostError as lost:
        referee.report(str(lost))
    return referee.found


class Referee(Locations):
    """The course of a game: rounds, cards, offerings, the end."""

    def __init__(self, events: list[Json]) -> None:
        super().__init__(events)
        self.round = 0
        self.last_round = False
        self.rounds_are_over = False
        self.piles_seen: dict[str, list[int]] = {"improvements_high": [], "improvements_low": []}

    # ---- the game

    def play(self) -> None:
        started = self.read("started")
        self.rules, self.board = started["rules"], started["board"]
        self.version = started.get("version", "1")
        self.compare(started, started | {"rule": "1.2"})
        seats = list(range(started["players"]))
        self.chance(3 <= len(seats) <= 5 and sorted(started["line"]) == seats, f"the stack {started['line']}")
        self.table = Table(len(seats), self.board, started["line"])
        self.sacrifice()
        while not self.last_round:
            self.play_round()
        self.final_scoring()
        if self.next != len(self.events):
            raise GameLostError("the game is over, but the record goes on")

    def sacrifice(self) -> None:
        table = self.table

        def legal(seat: int, answer: Json) -> bool:
            return answer["do"] == "sacrifice" and answer["card"] in table.hands[seat]

        for seat, answer in self.ask("sacrifice", table.seats, [], "1.6", legal).items():
            table.hands[seat].remove(answer["card"])
            table.altar[seat] = answer["card"]

    def play_round(self) -> None:
        self.round += 1
        self.prepare_round()
        self.left = [list(hand) for hand in self.table.hands]  # not laid yet in this round
        self.laid: dict[str, list[list[int]]] = {
            place: [[] for _ in self.table.seats] for place in self.board["locations"]
        }
        if self.mode == "red":
            self.lay(self.board["locations"], 2)
            if self.rules["red_reveal"] == "all_at_once":
                self.reveal(self.board["locations"], 0)
        elif self.mode == "green":
            self.lay(self.board["locations"], 1)
            self.reveal(self.board["locations"], 0)
            self.lay(self.board["locations"], 1)
            if self.rules.get("green_reveal") == "all_at_once":
                self.reveal(self.board["locations"], 1)
        for place in self.board["locations"]:
            self.offer(place)
        self.expect("round_ended", round=self.round, rule="2.4")

    def prepare_round(self) -> None:
        event = self.read("round_started")
        lead = max(box for box, stack in self.table.stacks.items() if stack)
        colours = self.board["track"]
        self.mode = "red" if lead == 0 else colours[(lead - 1) % len(colours)]
        if self.round == 1:
            self.mode = self.rules["first_round"]
        self.harvest, self.improvements = event["harvest"], event["improvements"]
        self.compare(
            event,
            {
                "round": self.round,
                "mode": self.mode,
                "leader": self.table.stacks[lead][-1],
                "box": lead,
                "harvest": sorted(self.harvest, reverse=True),
                "improvements": self.improvements,
                "rule": "2.2",
            },
        )
        self.chance(
            len(self.harvest) == 3 and all(1 <= die <= 6 for die in self.harvest), f"harvest {self.harvest}"
        )
        self.turn_up_improvements()
        if self.round == self.board["rounds"]:
            self.now_last("round", None)

    def turn_up_improvements(self) -> None:
        """1.3 and 2.1: a card of each pile, the high pile first, no card twice, until none is left."""
        piles = [pile for pile in self.piles_seen if self.round <= len(self.board[pile])]
        self.chance(len(self.improvements) == len(piles), f"improvements {self.improvements}")
        for card, pile in zip(self.improvements, piles, strict=False):
            self.piles_seen[pile].append(card)
            self.chance(not Counter(self.piles_seen[pile]) - Counter(self.board[pile]), f"{pile} {card}")

    # ---- cards

    def lay(self, places: list[str], count: int) -> None:
        def legal(seat: int, answer: Json) -> bool:
            if answer["do"] != "lay" or [len(group) for group in answer["cards"]] != [count] * len(places):
                return False
            return not Counter(chain(*answer["cards"])) - Counter(self.left[seat])

        for seat, answer in self.ask("lay", self.table.seats, places, "2.3", legal).items():
            for place, group in zip(places, answer["cards"], strict=True):
                for card in group:
                    self.left[seat].remove(card)
                    self.laid[place][seat].append(card)

    def reveal(self, places: list[str], first: int) -> None:
        cards = [[self.laid[place][seat][first:] for place in places] for seat in self.table.seats]
        self.expect("revealed", locations=places, cards=cards, rule="2.3")

    def offer(self, place: str) -> None:
        if self.mode == "gold":
            self.lay([place], 2)
        if self.rules.get(f"{self.mode}_reveal", "per_location") == "per_location":
            self.reveal([place], 1 if self.mode == "green" else 0)
        self.rolled: list[list[int]] = [[] for _ in self.table.seats]
        self.roll_dice(place)
        self.expect("ranked", location=place, ranking=self.standings(place), rule="3.6")
        totals = self.totals(place)
        self.visit(place, self.table.ranking(totals), totals)

    # ---- the offering

    def roll_dice(self, place: str) -> None:
        """3.4 and 3.5: one die or a pass in turn, until all who can roll have passed since the last roll."""
        table, order = self.table, self.table.line()
        passed: list[int] = []
        place_in_order = 0
        while not all(seat in passed for seat in order if self.may_roll(seat)):
            seat = order[place_in_order % len(order)]
            place_in_order += 1
            if not self.may_roll(seat):
                continue
            answers = self.ask("roll", [seat], [place], "3.5", lambda _, answer: answer in ROLL_OR_PASS)
            if answers[seat]["do"] == "pass":
                passed.append(seat)
                continue
            passed = []
            table.dice[seat] -= 1
            self.rolled[seat].append(self.die("rolled", seat=seat, location=place, rule="3.4"))

    def may_roll(self, seat: int) -> bool:
        only_one = self.rules["dice_per_offering"] == "one"
        return self.table.dice[seat] > 0 and not (only_one and self.rolled[seat])

    def totals(self, place: str) -> list[int]:
        """3.1"""
        return [
            sum(self.laid[place][seat])
            + self.table.hut_modifier(seat, place)
            + self.table.old_man_modifier(seat, place)
            + sum(self.rolled[seat])
            for seat in self.table.seats
        ]

    def standings(self, place: str) -> list[Json]:
        """3.6, with the part of it that put each seat above an equal one."""
        table, totals = self.table, self.totals(place)
        ranking = table.ranking(totals)
        lines: list[Json] = []
        for rank, seat in enumerate(ranking):
            equal = [below for below in ranking[rank + 1 : rank + 2] if totals[below] == totals[seat]]
            line = {"seat": seat, "total": totals[seat], "cards": self.laid[place][seat]}
            line["huts"] = table.hut_modifier(seat, place)
            line["old_man"] = table.old_man_modifier(seat, place)
            line["dice"] = self.rolled[seat]
            line["beats_next"] = table.tie(seat, equal[0])[1] if equal else None
            lines.append(line)
        return lines

    # ---- the end

    def final_scoring(self) -> None:
        self.rounds_are_over = True
        if self.version == "1":
            self.score_source_by_source()
        elif self.version == "2":
            self.score_one_sum_each()
        else:
            raise GameLostError(f"no such rules version: {self.version}")
        self.find_winners([self.table.altar[seat] for seat in self.table.seats])

    def score_one_sum_each(self) -> None:
        """Version 2: a score sheet for each player, and one move by what it adds up to."""
        table = self.table
        stones, altar = list(map(table.pyramid.count, table.seats)), list(map(table.altar.get, table.seats))
        self.expect("altar_opened", cards=altar, rule="6.1")
        rolled = [
            self.die("leftover_rolled", seat=seat, rule="6.1") if table.dice[seat] else 0
            for seat in table.seats
        ]
        for seat in table.seats:
            sheet = {
                "stones": stones[seat],
                "most_stones": 3 if table.pyramid and stones[seat] == max(stones) else 0,
                "chocolatl": 3 if table.chocolatl == seat else 0,
                "sacrifice": table.altar[seat],
                "highest_sacrifice": 3 if altar[seat] == max(table.altar.values()) else 0,
                "leftover_die": rolled[seat],
                "old_man": -3 if table.old_man == seat else 0,
            }
            self.read_sheet(seat, {source: due for source, due in sheet.items() if due})
            table.move(seat, sum(sheet.values()))

    def read_sheet(self, seat: int, sheet: Json) -> None:
        """Each line of the sheet tells where one move by the sum so far would take the marker."""
        box, total = self.table.box_of(seat), 0
        for source, due in sheet.items():
            total += due
            then = copy.deepcopy(self.table)
            then.move(seat, total)
            points, box = then.box_of(seat) - box, then.box_of(seat)
            facts = {"seat": seat, "points": points, "due": due, "source": source}
            self.expect("scored", **facts, box=box, line=then.line(), rule="6.1")

    def score_source_by_source(self) -> None:
        """Version 1: every source moves the marker and stops at box 0 by itself."""
        table = self.table
        stones = [table.pyramid.count(seat) for seat in table.seats]
        self.score_all(stones, "stones")
        if table.pyramid:
            self.score_most(stones, "most_stones")
        self.score_all([3 if table.chocolatl == seat else 0 for seat in table.seats], "chocolatl")
        self.score_all([-3 if table.old_man == seat else 0 for seat in table.seats], "old_man")
        altar = [table.altar[seat] for seat in table.seats]
        self.expect("altar_opened", cards=altar, rule="6.1")
        self.score_all(altar, "sacrifice")
        self.score_most(altar, "highest_sacrifice")
        for seat in table.seats:
            if table.dice[seat] > 0:
                value = self.die("leftover_rolled", seat=seat, rule="6.1")
                self.score(seat, value, "leftover_die", "6.1")

    def score_all(self, points: list[int], source: str) -> None:
        for seat in self.table.seats:
            self.score(seat, points[seat], source, "6.1")

    def score_most(self, amounts: list[int], source: str) -> None:
        """6.2: every tied seat gets the three points."""
        self.score_all([3 if amount == max(amounts) else 0 for amount in amounts], source)

    def find_winners(self, altar: list[int]) -> None:
        scores = [self.table.box_of(seat) for seat in self.table.seats]
        top = [seat for seat in self.table.seats if scores[seat] == max(scores)]
        winners = [seat for seat in top if altar[seat] == max(altar[other] for other in top)]
        by = "points" if len(top) == 1 else "sacrifice" if len(winners) == 1 else "shared"
        self.expect("game_ended", scores=scores, winners=winners, by=by, rule="6.3")
