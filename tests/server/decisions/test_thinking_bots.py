"""Which bots think about what, once; and what becomes of an answer that is late, illegal or not wanted."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from chocolatl.bots.fallback import default_answer
from chocolatl.rules import question, view
from chocolatl.rules.actions import Pass
from chocolatl.server.bots.bot_seats import BotSeats
from chocolatl.server.bots.pool import LONGEST, Asker
from chocolatl.server.errors import RequestError, StorageUnavailableError
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.allowed_bots import spec_of
from chocolatl.server.tables.live_table import Submission
from tests.server.decisions.rooms import NOW, SECRET, MemoryTable, first_state, table

STATE = first_state()
TURN = STATE.turn


class Table(MemoryTable):
    """Ana, and bots on seats 1 and 2; the bots think as `decide` says."""

    def __init__(self, leave: bool = False) -> None:
        row = table(bots=(1, 2), phase="running")
        lobby = lobbies.hand_over(row.lobby, (0,), "medium") if leave else row.lobby
        super().__init__(row._replace(lobby=lobby), STATE)
        self.again: list[Submission] = []
        self.asked: list[tuple[Any, ...]] = []
        self.leases: list[tuple[Any, ...]] = []
        self.may: bool | Exception = True
        self.go = asyncio.Event()
        self.pool: Any = SimpleNamespace(decide=self._decide)
        self.services.store = SimpleNamespace(lease=self._lease)

    async def _lease(self, *what: Any) -> bool:
        self.leases.append(what)
        if isinstance(self.may, Exception):
            raise self.may
        return self.may

    async def _decide(self, *thought: Any) -> Any:
        self.asked.append(thought)
        await self.go.wait()
        return default_answer(thought[3])

    def submit(self, submission: Submission) -> None:
        self.again.append(submission)

    @property
    def given(self) -> list[tuple[int, int, Any]]:
        return [(one.seat, one.turn, one.action) for one in self.again]


def played(how: Callable[[Table, BotSeats], Awaitable[None]], leave: bool = False) -> Table:
    async def play() -> Table:
        live = Table(leave)
        bots = BotSeats(live, live.pool)  # type: ignore[arg-type]
        assert not bots.busy
        await how(live, bots)
        return live

    return asyncio.run(play())


async def ticks() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_every_bot_that_is_asked_thinks_once_from_its_own_view():
    async def how(live: Table, bots: BotSeats) -> None:
        bots.ask()
        bots.ask()
        await ticks()
        assert bots.busy
        live.go.set()
        await ticks()
        bots.ask()
        await ticks()
        assert sorted(bots._thinking) == [(TURN, 1), (TURN, 2)], "until the verdict nobody thinks again"

    live = played(how)
    assert live.leases == [(live.row.id, f"{TURN}/{seat}", "here", NOW, NOW + LONGEST) for seat in (1, 2)]
    for seat, thought in zip((1, 2), live.asked, strict=True):
        seen = view(STATE, seat)
        seed = SECRET.bot_seed(live.row.id, TURN, seat)
        assert thought == (spec_of("easy"), seed, seen, seen.question, Asker("", live.row.id))
        asked = question(STATE, seat)
        assert asked is not None
        assert (seat, TURN, default_answer(asked)) in live.given
    assert len(live.given) == 2


def test_the_seat_of_a_person_is_played_by_the_bot_that_holds_it():
    async def how(live: Table, bots: BotSeats) -> None:
        bots.ask()
        await ticks()
        assert [thought[0] for thought in live.asked] == [spec_of("medium"), spec_of("easy"), spec_of("easy")]
        live.row = live.row._replace(lobby=lobbies.take_back(live.lobby, 0))
        bots.ask()
        await ticks()
        assert sorted(bots._thinking) == [(TURN, 1), (TURN, 2)], "who is back takes the question away"
        live.go.set()
        await ticks()
        assert [seat for seat, _, _ in live.given] == [1, 2]

    played(how, leave=True)


@pytest.mark.parametrize("may", [False, StorageUnavailableError("away"), ValueError("a mistake")])
def test_who_may_not_think_forgets_it_and_is_asked_again(may: bool | Exception):
    async def how(live: Table, bots: BotSeats) -> None:
        live.may = may
        bots.ask()
        tasks = list(bots._thinking.values())
        await ticks()
        assert not bots.busy
        assert [isinstance(task.exception(), ValueError) for task in tasks] == [
            isinstance(may, ValueError)
        ] * 2
        bots.ask()
        await ticks()
        assert (len(live.leases), live.asked) == (4, [])

    played(how)


def test_nobody_thinks_in_a_process_that_stops_or_before_the_game():
    async def how(live: Table, bots: BotSeats) -> None:
        live.services.background.draining = True
        bots.ask()
        assert not bots.busy
        live.services.background.draining, live.state = False, None
        bots.ask()
        assert not bots.busy

    played(how)


def test_the_verdict_about_a_bots_answer():
    async def how(live: Table, bots: BotSeats) -> None:
        bots.ask()
        await ticks()
        given = Submission(1, None, TURN, Pass(), 0.0, bots.answered)
        bots.answered(given, RequestError("wrong_kind", "", ""))
        asked = question(STATE, 1)
        assert asked is not None
        assert live.again == [given._replace(action=default_answer(asked))]
        assert sorted(bots._thinking) == [(TURN, 2)]
        bots.answered(given, RequestError("too_late", "", ""))
        bots.answered(given._replace(seat=2), None)
        bots.answered(given._replace(turn=TURN + 1), RequestError("wrong_kind", "", ""))
        assert len(live.again) == 1
        assert not bots.busy

    played(how)


def test_a_question_that_is_asked_anew_is_not_forgotten_by_the_one_who_gave_up():
    async def how(live: Table, bots: BotSeats) -> None:
        bots.ask()
        await ticks()
        bots.answered(Submission(1, None, TURN, Pass(), 0.0, bots.answered), None)
        old = bots._thinking
        bots.ask()
        await ticks()
        assert sorted(old) == [(TURN, 1), (TURN, 2)]
        live.row = live.row._replace(summary=live.row.summary._replace(phase="closed"))
        bots.ask()
        live.row = live.row._replace(summary=live.row.summary._replace(phase="running"))
        bots.ask()
        await ticks()
        assert sorted(bots._thinking) == [(TURN, 1), (TURN, 2)]

    played(how)
