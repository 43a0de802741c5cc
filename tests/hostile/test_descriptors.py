"""A server that may open few files, and somebody who takes them all."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.services import free_port

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
FILES = 64


@contextlib.contextmanager
def few_files(data: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    command = (
        f"ulimit -n {FILES}; exec {sys.executable} -m chocolatl serve --port {port} --data {data / 'data'}"
    )
    with (data / "log").open("wb") as log:
        process = subprocess.Popen(["sh", "-c", command], stderr=log, stdout=log)
        try:
            yield process
        finally:
            process.terminate()
            process.wait(20)


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz", timeout=2).status_code == 200
    except httpx.HTTPError:
        return False


def wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        assert process.poll() is None, "it has died"
        if answers(url):
            return
        time.sleep(0.1)
    pytest.fail("it does not answer")


async def hold(port: int, count: int, seconds: float) -> None:
    writers = []
    for _ in range(count):
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(1):
                writers.append((await asyncio.open_connection("127.0.0.1", port))[1])
    await asyncio.sleep(seconds)
    for writer in writers:
        writer.transport.abort()


def test_it_says_that_all_places_are_taken_and_goes_on_when_they_are_free(tmp_path: Path):
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with few_files(tmp_path, port) as process:
        wait_for(url, process)
        asyncio.run(hold(port, 150, 1.0))
        wait_for(url, process)
    said = (tmp_path / "log").read_text()
    assert said.count("connections.refused") == 1
    assert "connections.few" in said
    assert "Traceback" not in said
