"""Frames leave in the order of their messages, whichever way each one takes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import MutableMapping
from random import Random
from typing import Any

import pytest

from chocolatl.server.background import BackgroundTasks
from chocolatl.server.sockets.send_buffer import MAX_BUFFERED_BYTES, SendBuffer


class Peer:
    """A connection that takes a frame at once, later, or never."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.seen: list[int] = []
        self.closed: int | None = None
        self.waits = 0
        self.stuck = asyncio.Event()
        self.stuck.set()
        self.buffer = SendBuffer(self.send, BackgroundTasks().spawn, self.write_frame)

    def write_frame(self, text: bytes) -> bool:
        ready = self.waits == 0 and self.stuck.is_set() and self.random.random() < 0.6
        if ready:
            self.seen += json.loads(text)
        return ready

    async def send(self, message: MutableMapping[str, Any]) -> None:
        self.waits += 1
        for _ in range(self.random.randrange(4)):
            await asyncio.sleep(0)
        await self.stuck.wait()
        self.waits -= 1
        if message["type"] == "websocket.close":
            self.closed = message["code"]
        else:
            self.seen += json.loads(message["text"])


@pytest.mark.parametrize("seed", range(20))
async def test_messages_keep_their_order_whichever_way_they_go(seed: int):
    peer = Peer(seed)
    for number in range(100):
        peer.buffer.post(str(number).encode())
        if peer.random.random() < 0.3:
            await asyncio.sleep(0)
        if peer.random.random() < 0.05:
            await peer.buffer.drained()
            assert peer.seen == list(range(number + 1))
    peer.buffer.close_after_flush(4000)
    peer.buffer.post(b"100")
    await peer.buffer.drained()
    assert peer.seen == list(range(100))
    assert peer.closed == 4000


async def test_who_does_not_read_is_shown_out():
    peer = Peer(1)
    peer.stuck.clear()
    line = b'"' + b"x" * 100_000 + b'"'
    for _ in range(MAX_BUFFERED_BYTES // len(line) + 3):
        peer.buffer.post(line)
        await asyncio.sleep(0)
    assert peer.buffer.leaving
    peer.stuck.set()
    await peer.buffer.drained()
    assert peer.closed is not None
    assert len(peer.seen) < MAX_BUFFERED_BYTES // len(line)
