"""What survives: kill -9, SIGTERM, a process of several, a bus or database that goes away."""

import asyncio
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from chocolatl.bots.fallback import default_answer
from chocolatl.records.record import decode
from chocolatl.records.verify import verify
from chocolatl.rules.events import Answered, GameEnded
from chocolatl.server import protocol
from tests.server.harness import Visitor, served, table_of
from tests.server.processes import Process
from tests.services import Postgres, Valkey


class Stubborn:
    """A player who connects again after each cut, and sends again what was not accepted."""

    def __init__(self, visitor: Visitor, table: str, urls: list[str]) -> None:
        self.visitor = visitor
        self.table = table
        self.urls = urls
        self.accepted: dict[str, protocol.Answer] = {}
        self.pending: dict[str, protocol.Answer] = {}
        self.answered: set[int] = set()
        self.ended = False

    async def play(self) -> None:
        for attempt in range(400):
            try:
                await self._session(self.urls[attempt % len(self.urls)])
            except (OSError, ConnectionClosed, TimeoutError, httpx.TransportError):
                await asyncio.sleep(0.1)
            except Exception as error:
                if "HTTP" not in str(error):
                    raise
            if self.ended:
                return
        raise AssertionError("the game did not end")

    async def _session(self, url: str) -> None:
        self.visitor.url = url
        page = await self.visitor.sit(self.table)
        await page.until_type(protocol.Welcome)
        for answer in list(self.pending.values()):
            await page.send(answer)
        while not self.ended:
            self._look(page.messages)
            page.messages.clear()
            question = page.ask.question if page.ask else None
            if question is not None and question.turn not in self.answered:
                self.answered.add(question.turn)
                answer = protocol.Answer(f"a{question.turn}", question.turn, default_answer(question))
                self.pending[answer.id] = answer
                await page.send(answer)
            await page.read(5)

    def _look(self, messages: list[protocol.ServerMessage]) -> None:
        for message in messages:
            match message:
                case protocol.Accepted():
                    if message.id in self.pending:
                        self.accepted[message.id] = self.pending.pop(message.id)
                case protocol.Refused(code="too_late") if message.id:
                    raise AssertionError(f"lost: {message}")
                case protocol.Fairness():
                    self.ended = True


async def check(url: str, table: str, players: list[Stubborn]) -> None:
    """Every accepted answer stands in the record, once; and the record is true."""
    made = decode((await Visitor(url).http.get(f"/api/tables/{table}/record")).content)
    assert verify(made).ok
    assert isinstance(made.events[-1], GameEnded)
    given = [(e.turn, e.seat, msgspec.json.encode(e.action)) for e in made.events if isinstance(e, Answered)]
    assert len(given) == len(set(given))
    for seat, player in enumerate(players):
        for answer in player.accepted.values():
            assert (answer.turn, seat, msgspec.json.encode(answer.action)) in given


async def seated_players(urls: list[str], bots: tuple[str, ...] = ()) -> tuple[str, list[Stubborn]]:
    table, visitors = await table_of(urls[0], 3, players=3 + len(bots))
    for visitor in visitors:
        await visitor.sit(table)
    await visitors[0].post(f"tables/{table}/start", {"fill": bots[0]} if bots else {})
    offset = [urls[n % len(urls) :] + urls[: n % len(urls)] for n in range(3)]
    return table, [Stubborn(v, table, urls) for v, urls in zip(visitors, offset, strict=True)]


async def test_kill_9_loses_no_accepted_answer(tmp_path: Path):
    server = Process(tmp_path)
    try:
        table, players = await seated_players([server.url])
        playing = asyncio.gather(*(player.play() for player in players))
        for _ in range(2):
            await asyncio.sleep(0.4)
            server.kill()
            await asyncio.to_thread(server.start)
        await playing
        await check(server.url, table, players)
        assert "Traceback" not in server.log()
    finally:
        server.kill()


async def test_sigterm_drains_and_closes_with_1012(tmp_path: Path):
    server = Process(tmp_path)
    try:
        table, visitors = await table_of(server.url, 3)
        page = await visitors[0].sit(table)
        await page.until_type(protocol.Welcome)
        code = asyncio.create_task(asyncio.to_thread(server.stop))
        assert await page.until_type(protocol.Leaving)
        with pytest.raises(ConnectionClosed) as closed:
            await page.read()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        assert await code == 0
    finally:
        server.kill()


async def test_two_processes_outlive_bus_database_and_each_other(
    tmp_path: Path, postgres: Postgres, valkey: Valkey, postgres_url: str, valkey_url: str
):
    shared = ("--database", postgres_url, "--bus", valkey_url, "--secret", str(tmp_path / "secret"))
    first, second = Process(tmp_path, *shared), Process(tmp_path, *shared)
    try:
        table, players = await seated_players([first.url, second.url], ("random", "random"))
        playing = asyncio.gather(*(player.play() for player in players))
        await asyncio.sleep(0.5)
        await asyncio.to_thread(valkey.stop)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(postgres.restart)
        await asyncio.to_thread(valkey.start)
        await asyncio.sleep(0.5)
        first.kill()
        await playing
        await check(second.url, table, players)
    finally:
        first.kill()
        second.kill()


async def test_several_workers_on_one_port(tmp_path: Path, postgres_url: str, valkey_url: str):
    server = Process(tmp_path, "--workers", "2", "--database", postgres_url, "--bus", valkey_url)
    try:
        table, players = await seated_players([server.url])
        await asyncio.gather(*(player.play() for player in players))
        await check(server.url, table, players)
        assert await asyncio.to_thread(server.stop) == 0
        assert server.log().count("server.draining") == 2
        assert "Traceback" not in server.log()
    finally:
        server.kill()


async def test_a_commitment_that_comes_after_the_start_changes_nothing(tmp_path: Path):
    async with served(tmp_path) as (here, _), served(tmp_path) as (there, elsewhere):
        table, visitors = await table_of(here, 3)
        await elsewhere.registry.open_table(
            table
        )  # the other process knows the table as it was before the start
        pages = [await visitor.sit(table) for visitor in visitors]
        await visitors[0].post(f"tables/{table}/start")
        await pages[0].until_type(protocol.Events)  # the draw is over
        before = (await elsewhere.services.store.load(table)).lobby  # type: ignore[union-attr]
        visitors[1].url = there
        late = await visitors[1].sit(table, draws=False)
        await late.until_type(protocol.Welcome)
        await late.send(protocol.Commit("late", 1, "ab" * 32))
        assert (await late.verdict("late")).code == "wrong_phase"
        assert (await elsewhere.services.store.load(table)).lobby == before  # type: ignore[union-attr]
        for page in (*pages, late):
            await page.close()
