"""What a hostile visitor does: each attack is a step that is repeated, by several at once, until time is up.

For `chocolatl bench hostile` and `chocolatl soak`. Everything goes to one server of our own, on loopback.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from importlib.resources import files
from typing import NamedTuple

from tools.load.intruder import Intruder

HALF_SENT = 300
LONG_HEADER = 4_000_000
TABS = 30

USUAL_BOARD = files("chocolatl.rules").joinpath("boards/default.toml").read_text()
BOARDS = (
    USUAL_BOARD.replace("improvements = [", "improvements = [" + "1, " * 257, 1),
    ".".join("a" * 9000) + " = 1",
    "a = " + "[" * 4000 + "]" * 4000,
    "a = " + "9" * 15_000,
    "\n".join(f"[t{number}]" for number in range(2500)),
    'name = "\\u0000\\u202e"\n' + USUAL_BOARD,
    "a = {" * 3000,
)
PATHS = (
    "/api/schema/openapi.json",
    "/api/schema/openapi.json",
    "/api/tables?list=open",
    "/api/tables?list=finished",
    "/api/mine",
    "/api/info",
    "/%00",
    "/" + "a" * 300,
    "/assets/" + "../" * 200,
    "/api/tables/" + "a" * 16,
)
ANSWER = '{"type":"answer","id":"%s","turn":%d,"action":{"do":"sacrifice","card":%d}}'
STRANGE_IDS = ("a\\u0000b", "\\u0000", "\\ud800", "\\u202e", "x" * 40, "x" * 5000, "")
FRAMES = (
    b"[" * 8000,
    b'{"type":"say","id":"a","text":' + b"[" * 4000,
    b'{"type":' * 900,
    b"\xff\xfe\x00",
    b'{"type":"answer","id":"a","turn":1e400,"action":{}}',
    b'{"type":"ping","id":"' + b"x" * 9000 + b'"}',
    b'{"type":"nothing"}',
    b"x" * 60_000,
)
BYTES = (
    b"\xf1\x80\x00\x00\x00\x00",  # reserved bits
    b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",  # a frame of 2**63 bytes
    b"\x81\x05hello",  # without a mask
    b"\x80\x80\x00\x00\x00\x00" * 50,  # continuations of nothing
)


HOOKS = (
    "http://127.0.0.1:9/",
    "http://localhost:9/",
    "http://[::ffff:127.0.0.1]:9/",
    "http://2130706433:9/",
    "http://0x7f.1:9/",
    "http://[::1%25lo]:9/",
    "http://" + "a" * 470,
    "http://user:pass@localhost/",
    "file:///etc/passwd",
    "http://localhost:99999/",
)


async def boards(visitor: Intruder) -> None:
    """Boards that cost much to read or to play; where one is taken, bots play on it."""
    body = {"name": "X", "board": visitor.random.choice(BOARDS), "bots": ["random"] * 4, "players": 5}
    answer = await visitor.ask("/api/tables", body)
    if answer is not None and answer.status == 201:
        await visitor.leave_to_bots(answer.json()["table"]["id"])


async def ids(visitor: Intruder) -> None:
    """Ids with control characters and half characters, on a question that is really open."""
    socket, turn = await visitor.seat()
    socket.send((ANSWER % (visitor.random.choice(STRANGE_IDS), turn, visitor.random.randrange(13))).encode())
    await visitor.breathe()


async def answers(visitor: Intruder) -> None:
    """The same question answered again and again, in many tabs."""
    socket, turn = await visitor.seat()
    for _ in range(20):
        card = visitor.random.randrange(13)
        socket.send((ANSWER % (visitor.new_id(), turn, card)).encode())
    await visitor.breathe()


async def masters(visitor: Intruder) -> None:
    """As many tables full of master bots as one may open, left to themselves."""
    wish = {"name": "X", "players": 5, "bots": ["master"] * 4, "listed": False}
    answer = await visitor.ask("/api/tables", wish)
    if answer is not None and answer.status == 201:
        await visitor.leave_to_bots(answer.json()["table"]["id"])
    else:
        await asyncio.sleep(0.2)


async def analyses(visitor: Intruder) -> None:
    """Every position of a finished game."""
    body = {"seat": visitor.random.randrange(3), "at": visitor.random.randrange(1, 300)}
    await visitor.ask(f"/api/tables/{await visitor.finished()}/analysis", body)


async def requests(visitor: Intruder) -> None:
    """The dearest requests there are, and addresses that lead nowhere."""
    table = await visitor.finished()
    own = (f"/api/tables/{table}/verify", f"/api/tables/{table}/record")
    await visitor.ask(visitor.random.choice(PATHS + own * 3))


async def histories(visitor: Intruder) -> None:
    """A finished game on one new screen after the other."""
    socket = await visitor.socket(await visitor.finished())
    await asyncio.sleep(0.01)
    socket.cut()


async def connections(visitor: Intruder) -> None:
    """Connections that never finish their request, a byte now and then."""
    if len(visitor.half_sent) < HALF_SENT:
        visitor.half_sent.append(await visitor.connection())
        visitor.half_sent[-1].write(b"GET /api/info HTTP/1.1\r\nHost: x\r\nX-Slow: ")
    else:
        await asyncio.sleep(0.5)
        for writer in visitor.half_sent:
            if not writer.is_closing():
                writer.write(b"x")
        visitor.half_sent[:] = [one for one in visitor.half_sent if not one.is_closing()]


async def headers(visitor: Intruder) -> None:
    """Headers and addresses of many megabytes."""
    writer = await visitor.connection()
    try:
        writer.write(visitor.random.choice((b"GET /", b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ")))
        for _ in range(LONG_HEADER // 50_000):
            writer.write(b"a" * 50_000)
            await writer.drain()
    finally:
        writer.close()


async def chat(visitor: Intruder) -> None:
    """Lines of chat and mutes from as many tabs as may be open."""
    socket, _ = await visitor.seat(visitor.random.randrange(TABS))
    for _ in range(10):
        say = f'{{"type":"say","id":"{visitor.new_id()}","text":"{"x" * 200}"}}'
        muted = visitor.random.choice(("true", "false"))
        mute = f'{{"type":"mute","id":"{visitor.new_id()}","seat":1,"muted":{muted}}}'
        socket.send(say.encode())
        socket.send(mute.encode())
    await visitor.breathe()


async def frames(visitor: Intruder) -> None:
    """What is no message, and what is no frame."""
    socket = await visitor.socket(await visitor.running())
    for _ in range(30):
        socket.send(visitor.random.choice(FRAMES))
    socket.raw(visitor.random.choice(BYTES))
    await asyncio.sleep(0.02)
    socket.cut()


async def sockets(visitor: Intruder) -> None:
    """Sockets opened as fast as can be, and dropped."""
    socket = await visitor.socket(await visitor.running())
    socket.cut()


async def pictures(visitor: Intruder) -> None:
    """A picture of every state of a game, in every language."""
    table = await visitor.running()
    lang = visitor.random.choice(("en", "nl", "de", "fr"))
    await visitor.ask(f"/api/tables/{table}/picture.png?lang={lang}&v={visitor.new_id()}")
    socket, turn = await visitor.seat()
    socket.send((ANSWER % (visitor.new_id(), turn, visitor.random.randrange(13))).encode())


async def lobby(visitor: Intruder) -> None:
    """Names, colours, ready marks and settings of an open table, changed and changed again."""
    table = await visitor.open()
    colour = visitor.random.choice(("jade", "maize", "indigo", "chili", "plum"))
    me = {"name": f"X{visitor.new_id()}", "colour": colour, "ready": visitor.random.random() < 0.5}
    await visitor.ask(f"/api/tables/{table}/me", me)
    wish = {"listed": visitor.random.random() < 0.5, "spectators": visitor.random.random() < 0.5}
    await visitor.ask(f"/api/tables/{table}/settings", wish)
    await visitor.ask(f"/api/tables/{table}/seats/2", {"bot": visitor.random.choice(("easy", None))})


async def webhooks(visitor: Intruder) -> None:
    """Addresses to call that lead into the server's own network, under every name for it."""
    table = await visitor.running()
    await visitor.ask(f"/api/tables/{table}/webhook", {"url": visitor.random.choice(HOOKS)})


class Attack(NamedTuple):
    """How it is done, and by how many at once."""

    step: Callable[[Intruder], Awaitable[None]]
    at_once: int


ATTACKS: dict[str, Attack] = {
    "boards": Attack(boards, 4),
    "ids": Attack(ids, 4),
    "answers": Attack(answers, 8),
    "masters": Attack(masters, 2),
    "analyses": Attack(analyses, 10),
    "requests": Attack(requests, 16),
    "histories": Attack(histories, 8),
    "connections": Attack(connections, 8),
    "headers": Attack(headers, 4),
    "chat": Attack(chat, 8),
    "frames": Attack(frames, 4),
    "sockets": Attack(sockets, 8),
    "pictures": Attack(pictures, 8),
    "lobby": Attack(lobby, 8),
    "webhooks": Attack(webhooks, 8),
}


async def attack(visitor: Intruder, names: Iterable[str]) -> None:
    """All of these at the same time, until cancelled."""
    async with asyncio.TaskGroup() as group:
        for name in names:
            for _ in range(ATTACKS[name].at_once):
                group.create_task(visitor.repeat(name, ATTACKS[name].step))
