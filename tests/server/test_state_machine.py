"""Random people, hosts, bots, spectators, clocks and two processes, against a model of who may do what.

The processes are the server's own registries over one SQLite file (`world.py`), the model is plain data
(`table_model.py`), the rules are in `machine/`. docs/TESTING.md has the command for a long run.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    run_state_machine_as_test,
)

from chocolatl.server import protocol
from chocolatl.server.protocol import CreateTable
from chocolatl.server.tables.create_table import create_table
from tests.server.machine.game_rules import GameRules
from tests.server.machine.parts import (
    SHARED,
    SHORT_BOARD,
    Shared,
)
from tests.server.table_model import BANK_SECONDS, INCREMENT, QUESTION_SECONDS, Model, Seat
from tests.server.world import two_stores, visitor

EXAMPLES, STEPS = int(os.environ.get("MACHINE_EXAMPLES", "20")), int(os.environ.get("MACHINE_STEPS", "40"))


class Tables(GameRules):
    """One table after the other; every rule is one thing that somebody does, or that happens."""

    @initialize(
        players=st.integers(3, 4),
        live=st.booleans(),
        bank=st.booleans(),
        bots=st.lists(st.booleans(), max_size=3),
        spectators=st.booleans(),
        people=st.integers(1, 4),
        begun=st.sampled_from(["no", "drawing", "yes", "yes"]),
    )
    def a_table(
        self,
        players: int,
        live: bool,
        bank: bool,
        bots: list[bool],
        spectators: bool,
        people: int,
        begun: str,
    ) -> None:
        clock = (
            protocol.Bank(int(BANK_SECONDS), int(INCREMENT)) if bank else protocol.Live(int(QUESTION_SECONDS))
        )
        pace = clock if live else protocol.Relaxed()
        wish = CreateTable(
            "Ana",
            players,
            board=SHORT_BOARD,
            pace=pace,
            spectators=spectators,
            bots=tuple("easy" if bot else None for bot in bots),
        )
        made = self.run(create_table(self.process(0).services, visitor(0), "", wish))
        self.world.table = made.table.id
        self.model = Model(players, live, live and bank, spectators=spectators)
        self.model.seats = [Seat("person", [0])] + [Seat() for _ in range(players - 1)]
        for seat, bot in enumerate(bots[: players - 1], 1):
            self.model.seats[seat] = Seat("bot" if bot else "empty")
        for browser in range(1, people):
            self.join(browser, browser % 2, None)
        if begun == "no":
            return
        for browser in range(people):
            self.arrive(browser, browser % 2)
        self.every_page_takes_part()
        self.start(0, 0, fill=True)
        if begun == "yes":
            self.every_page_takes_part()


@pytest.fixture
def _shared() -> Iterator[None]:
    quick = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=quick if quick.is_dir() else None) as folder:
        loop = asyncio.new_event_loop()
        stores = loop.run_until_complete(two_stores(Path(folder)))
        SHARED.append(Shared(loop, stores))
        yield
        SHARED.clear()
        for store in stores:
            loop.run_until_complete(store.close())
        loop.close()


@pytest.mark.usefixtures("_shared")
def test_whatever_people_processes_and_clocks_do_the_model_agrees():
    run_state_machine_as_test(
        Tables,
        settings=settings(
            max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None, database=None,
            derandomize="MACHINE_EXAMPLES" not in os.environ,
            phases=[Phase.generate], suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip


@pytest.mark.usefixtures("_shared")
def test_when_one_has_just_come_back_only_the_others_are_handed_over():
    """Random examples seldom have two people who owe an answer, with different time left."""
    tables = Tables()
    tables.a_table(3, live=True, bank=False, bots=[], spectators=True, people=3, begun="yes")
    tables.everything_agrees()
    tables.one_comes_back_late_and_only_the_others_time_is_up(0, 0)
    tables.everything_agrees()
    assert [seat.held for seat in tables.model.seats] == [False, True, True]
    tables.teardown()
