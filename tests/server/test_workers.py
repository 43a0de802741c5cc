"""Several workers on one port: counted together, replaced, and gone with their supervisor."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from chocolatl.cli import main
from chocolatl.server.ops.serve import bind
from tests.server.harness import Visitor
from tests.server.processes import Process

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def workers(server: Process) -> set[int]:
    """The process numbers of its workers."""
    assert server.process is not None
    pid = server.process.pid
    children = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return {child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()}


async def figures(url: str) -> dict[str, float]:
    """What /metrics tells, name by name with its labels; asked again where it is asked too often."""
    for _ in range(100):
        answer = await Visitor(url).http.get("/metrics")
        if answer.status_code != 429:
            break
        await asyncio.sleep(0.2)
    text = answer.text
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


def tables_and_sockets(found: dict[str, float]) -> tuple[float, float]:
    return found["chocolatl_tables_created_total"], found["chocolatl_sockets"]


async def all_tell(url: str, expected: tuple[float, float]) -> None:
    """Whichever worker answers: a page that has been served may be counted a moment later."""
    seen = set[tuple[float, float]]()
    for _ in range(100):
        seen = {tables_and_sockets(await figures(url)) for _ in range(8)}
        if seen == {expected}:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(seen)


async def kill_one(server: Process) -> None:
    """And wait until another has taken its place."""
    before = workers(server)
    os.kill(min(before), signal.SIGKILL)
    for _ in range(100):
        if len(workers(server)) == len(before) and workers(server) != before:
            return
        await asyncio.sleep(0.1)
    raise AssertionError("nobody took its place")


@linux
async def test_figures_of_all_workers_are_added_up(tmp_path: Path, postgres_url: str, valkey_url: str):
    server = Process(tmp_path, "--workers", "2", "--database", postgres_url, "--bus", valkey_url)
    try:
        for _ in range(11):  # one address may not found many more, should one worker get them all
            await Visitor(server.url).create()
        table = await Visitor(server.url).create()
        pages = [await Visitor(server.url).sit(table) for _ in range(8)]
        await all_tell(server.url, (12, 8))
        await kill_one(server)
        for page in pages:
            await page.close()
        await all_tell(server.url, (12, 0))
    finally:
        server.kill()


async def test_workers_leave_when_their_supervisor_is_killed(
    tmp_path: Path, postgres_url: str, valkey_url: str
):
    server = Process(tmp_path, "--workers", "2", "--database", postgres_url, "--bus", valkey_url)
    server.kill()
    for _ in range(200):
        if not server.ready():
            break
        await asyncio.sleep(0.05)
    bind("127.0.0.1", server.port).close()


def test_several_workers_need_a_database_and_a_bus(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["serve", "--workers", "2", "--data", str(tmp_path)]) == 2
    assert "--bus" in capsys.readouterr().err
