"""Which bots think about what, once; and what becomes of an answer that is late, illegal or not wanted."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from chocolatl.rules import question, view
from chocolatl.rules.actions import Pass
from chocolatl.server import lobby as lobbies
from chocolatl.server.defaults import default_answer
from chocolatl.server.errors import Denied, StorageDown
from chocolatl.server.levels import spec_of
from chocolatl.server.robots import Robots
from chocolatl.server.thinking import Asker
from chocolatl.server.workqueue import Given
from tests.server.decisions.rooms import SECRET, MemoryRoom, first_state, table

STATE = first_state()
TURN = STATE.turn


class Table(MemoryRoom):
    """Ana, and bots on seats 1 and 2; the bots think as `decide` says."""

    def __init__(self, leave: bool = False) -> None:
        row = table(bots=(1, 2), phase="running")
        lobby = lobbies.hand_over(row.lobby, (0,), "medium") if leave else row.lobby
        super().__init__(row._replace(lobby=lobby), STATE)
        self.given: list[tuple[int, int, Any]] = []
        self.again: list[Given] = []
        self.asked: list[tuple[Any, ...]] = []
        self.leases: list[tuple[Any, ...]] = []
        self.may: bool | Exception = True
        self.go = asyncio.Event()
        house = self.house
        house.draining, house.stand_in, house.spawn = False, "easy", asyncio.create_task
        house.may_think, house.bots = self._may_think, SimpleNamespace(decide=self._decide)

    async def _may_think(self, *what: Any) -> bool:
        self.leases.append(what)
        if isinstance(self.may, Exception):
            raise self.may
        return self.may

    async def _decide(self, *thought: Any) -> Any:
        self.asked.append(thought)
        await self.go.wait()
        return default_answer(thought[3])

    def give_for_bot(self, seat: int, turn: int, action: Any) -> None:
        self.given.append((seat, turn, action))

    def give(self, given: Given) -> None:
        self.again.append(given)


def played(how: Callable[[Table, Robots], Awaitable[None]], leave: bool = False) -> Table:
    async def play() -> Table:
        room = Table(leave)
        robots = Robots(room)  # type: ignore[arg-type]
        assert not robots.busy
        await how(room, robots)
        return room

    return asyncio.run(play())


async def ticks() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_every_bot_that_is_asked_thinks_once_from_its_own_view():
    async def how(room: Table, robots: Robots) -> None:
        robots.wake()
        robots.wake()
        await ticks()
        assert robots.busy
        room.go.set()
        await ticks()
        robots.wake()
        await ticks()
        assert sorted(robots._thinking) == [(TURN, 1), (TURN, 2)], "until the verdict nobody thinks again"

    room = played(how)
    assert room.leases == [(room.row.id, TURN, 1), (room.row.id, TURN, 2)]
    for seat, thought in zip((1, 2), room.asked, strict=True):
        seen = view(STATE, seat)
        seed = SECRET.bot_seed(room.row.id, TURN, seat)
        assert thought == (spec_of("easy"), seed, seen, seen.question, Asker("", room.row.id))
        asked = question(STATE, seat)
        assert asked is not None
        assert (seat, TURN, default_answer(asked)) in room.given
    assert len(room.given) == 2


def test_the_seat_of_a_person_is_played_by_the_bot_that_holds_it():
    async def how(room: Table, robots: Robots) -> None:
        robots.wake()
        await ticks()
        assert [thought[0] for thought in room.asked] == [spec_of("medium"), spec_of("easy"), spec_of("easy")]
        room.row = room.row._replace(lobby=lobbies.take_back(room.lobby, 0))
        robots.wake()
        await ticks()
        assert sorted(robots._thinking) == [(TURN, 1), (TURN, 2)], "who is back takes the question away"
        room.go.set()
        await ticks()
        assert [seat for seat, _, _ in room.given] == [1, 2]

    played(how, leave=True)


@pytest.mark.parametrize("may", [False, StorageDown("away"), ValueError("a mistake")])
def test_who_may_not_think_forgets_it_and_is_asked_again(may: bool | Exception):
    async def how(room: Table, robots: Robots) -> None:
        room.may = may
        robots.wake()
        tasks = list(robots._thinking.values())
        await ticks()
        assert not robots.busy
        assert [isinstance(task.exception(), ValueError) for task in tasks] == [
            isinstance(may, ValueError)
        ] * 2
        robots.wake()
        await ticks()
        assert (len(room.leases), room.asked) == (4, [])

    played(how)


def test_nobody_thinks_in_a_process_that_stops_or_before_the_game():
    async def how(room: Table, robots: Robots) -> None:
        room.house.draining = True
        robots.wake()
        assert not robots.busy
        room.house.draining, room.state = False, None
        robots.wake()
        assert not robots.busy

    played(how)


def test_the_verdict_about_a_bots_answer():
    async def how(room: Table, robots: Robots) -> None:
        robots.wake()
        await ticks()
        given = Given(None, 1, None, TURN, Pass(), 0.0)
        robots.answered(given, Denied("wrong_kind", "", ""))
        asked = question(STATE, 1)
        assert asked is not None
        assert room.again == [given._replace(action=default_answer(asked))]
        assert sorted(robots._thinking) == [(TURN, 2)]
        robots.answered(given, Denied("too_late", "", ""))
        robots.answered(given._replace(seat=2), None)
        robots.answered(given._replace(turn=TURN + 1), Denied("wrong_kind", "", ""))
        assert len(room.again) == 1
        assert not robots.busy

    played(how)


def test_a_question_that_is_asked_anew_is_not_forgotten_by_the_one_who_gave_up():
    async def how(room: Table, robots: Robots) -> None:
        robots.wake()
        await ticks()
        robots.answered(Given(None, 1, None, TURN, Pass(), 0.0), None)
        old = robots._thinking
        robots.wake()
        await ticks()
        assert sorted(old) == [(TURN, 1), (TURN, 2)]
        room.row = room.row._replace(summary=room.row.summary._replace(phase="closed"))
        robots.wake()
        room.row = room.row._replace(summary=room.row.summary._replace(phase="running"))
        robots.wake()
        await ticks()
        assert sorted(robots._thinking) == [(TURN, 1), (TURN, 2)]

    played(how)
