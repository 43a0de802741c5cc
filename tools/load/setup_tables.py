"""Four people and their table, set up over HTTP as a page would do it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from tools.load.http_client import HttpResponse, call
from tools.load.websocket_client import HandshakeRefused

AWAY = (OSError, HandshakeRefused, TimeoutError, asyncio.IncompleteReadError)
LATER = (429, 503)
NO_COOKIE = 401
Addresses = Callable[[], str]


class Person:
    """A browser: its cookie, and where it finds a server just now."""

    def __init__(self, name: str, address: Addresses) -> None:
        self.name = name
        self.address = address
        self.cookie = ""

    async def get(self, path: str) -> Any:
        """Ask until a server answers."""
        return msgspec.json.decode(await self.fetch(path))

    async def fetch(self, path: str) -> bytes:
        """The same, as it came."""
        return (await self._insist(lambda: call(self.address(), f"/api/{path}", None, self.cookie))).body

    async def post(self, path: str, body: Any, fine: Sequence[int] = (200, 201)) -> Any:
        """The same with a body."""
        answer = await self._insist(lambda: call(self.address(), f"/api/{path}", body, self.cookie))
        if answer.status not in fine:
            raise RuntimeError(f"{path} answered {answer.status}: {answer.body[:300]!r}")
        return answer.json()

    async def _insist(self, attempt: Callable[[], Awaitable[HttpResponse]]) -> HttpResponse:
        while True:
            try:
                answer = await attempt()
                newcomer = not self.cookie
                self.cookie = self.cookie or answer.cookie
                if answer.status not in LATER and not (newcomer and answer.status == NO_COOKIE):
                    return answer
                if newcomer and self.cookie:
                    continue
            except AWAY:
                pass
            await asyncio.sleep(0.1)


async def create_full_table(people: Sequence[Person], **wish: Any) -> str:
    """A new table with these people on its first seats; gives its id."""
    made = await people[0].post("tables", {"name": people[0].name, "players": 4} | wish)
    table: str = made["table"]["id"]
    for seat, person in enumerate(people[1:], 1):
        join = {"name": person.name, "seat": seat}
        # A server may die after it seated us and before it said so: then the second try is refused.
        await person.post(f"tables/{table}/join", join, fine=(200, 201, 409))
    return table


def socket_path(table: str) -> str:
    """Where its play socket is."""
    return f"/api/tables/{table}/socket"
