"""The servers of a soak, and what is done to them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from chocolatl.rules.types import Value
from tools.load.endpoints import called_from
from tools.load.server_process import ChildServerSettings, ServerProcess
from tools.soak.other_installation import OtherServer

Restart = Callable[[], None]
DATABASE, BUS, ALL_AT_ONCE = 0.1, 0.1, 0.1


class Services(Value, frozen=True):
    """Where servers store and meet; how to restart database and bus (nothing: they are left alone).

    `other`: the command of an older or newer installation, which runs every second server.
    """

    database: str = ""
    bus: str | None = None
    restart_database: Restart | None = None
    restart_bus: Restart | None = None
    other: tuple[str, ...] = ()


class Cluster:
    """Server processes that are killed and started again. Without a shared database there is one."""

    def __init__(self, data: Path, services: Services, count: int, random: Random) -> None:
        self.faults: Counter[str] = Counter()
        self._data = data
        data.mkdir(parents=True, exist_ok=True)
        self._services = services
        self._random = random
        self._servers: list[ServerProcess | OtherServer | None] = [None] * count
        self._urls: list[str] = [""] * count

    def address(self) -> str:
        """A server that is up, for someone who looks for one."""
        up = [url for url in self._urls if url]
        if not up:
            raise ConnectionError("no server is up")
        return self._random.choice(up)

    def called(self, number: int) -> Callable[[], str]:
        """The same for this table's people: another program's server has limits, so they come from afar."""
        if not self._services.other:
            return self.address
        return lambda: called_from(self.address(), f"127.0.1.{number % 250 + 1}")

    async def start(self) -> None:
        """All of them."""
        await asyncio.gather(*(self._start(number) for number in range(len(self._servers))))

    async def _start(self, number: int) -> None:
        settings = ChildServerSettings(str(self._data), self._services.database, self._services.bus)
        while True:
            server = self._process(number, settings, self._data / f"server-{number}.log")
            self._servers[number] = server
            try:
                self._urls[number] = await asyncio.to_thread(server.ready)
                return
            except RuntimeError:  # the database is away: whatever watches over servers tries again
                server.kill()
                self.faults["start_failed"] += 1
                if self.faults["start_failed"] > 200:
                    raise
                await asyncio.sleep(0.5)

    def _process(self, number: int, settings: ChildServerSettings, log: Path) -> ServerProcess | OtherServer:
        if self._services.other and number % 2:
            return OtherServer(self._services.other, settings, log)
        return ServerProcess(settings, log)

    async def stop(self) -> None:
        """The polite way."""
        for server in self._servers:
            if server is not None:
                await asyncio.to_thread(server.stop)

    # ---- faults ----

    async def fault(self) -> None:
        """One more thing goes wrong, and is put right again after a moment; first, each thing once."""
        luck = self._random.random()
        services, faults = self._services, self.faults
        if services.restart_database is not None and (luck < DATABASE or not faults["database"]):
            await self._restart("database", services.restart_database)
        elif services.restart_bus is not None and (luck < DATABASE + BUS or not faults["bus"]):
            await self._restart("bus", services.restart_bus)
        elif luck > 1 - ALL_AT_ONCE:
            await asyncio.gather(*(self._kill(number) for number in range(len(self._servers))))
        else:
            await self._kill(self._random.randrange(len(self._servers)))

    async def _restart(self, what: str, restart: Restart) -> None:
        self.faults[what] += 1
        await asyncio.to_thread(restart)

    async def _kill(self, number: int) -> None:
        server = self._servers[number]
        assert server is not None
        self._urls[number] = ""
        server.kill()
        self.faults["kill"] += 1
        await asyncio.sleep(self._random.random() * 0.3)
        await self._start(number)
