"""Disks that are full, databases that are damaged, read-only, emptied or gone: one line, and no lost game."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest
import sqlalchemy as sa

from chocolatl.cli import main
from chocolatl.server.database_faults import CORRUPT, DISK_FULL, READ_ONLY, describe, fault
from chocolatl.server.errors import StorageUnavailableError
from tests.server.harness import Visitor, served
from tests.server.stores import appended, opened, running_row

SECRET = "a-name-that-nobody-may-read"


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """The data folder of a server that has a table."""

    async def play() -> None:
        async with served(tmp_path) as (url, _):
            await Visitor(url).create()

    asyncio.run(play())
    return tmp_path


def refused(data: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Start a server that must not start; the one line it says."""
    assert main(["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(data)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert len(line) < 400
    return line


@pytest.mark.parametrize("size", [0, None])
def test_an_emptied_or_deleted_database_is_no_new_start(
    made: Path, size: int | None, capsys: pytest.CaptureFixture[str]
):
    database = made / "chocolatl.db"
    database.unlink() if size is None else database.write_bytes(b"")
    assert "restore a backup" in refused(made, capsys)
    assert database.exists() == (size is not None)
    assert main(["admin", "list", "--data", str(made)]) == 2
    (made / "databases").unlink()  # as the line says
    asyncio.run(_opens(made))


async def _opens(data: Path) -> None:
    async with served(data) as (url, _):
        assert (await Visitor(url).http.get("/readyz")).status_code == 200


def test_a_database_whose_tables_were_dropped_is_no_new_start(made: Path, capsys: pytest.CaptureFixture[str]):
    with contextlib.closing(sqlite3.connect(made / "chocolatl.db")) as connection:
        connection.execute("DROP TABLE alembic_version")
    assert "restore a backup" in refused(made, capsys)


@pytest.mark.parametrize("where", ["header", "middle", "cut"])
def test_a_damaged_database_is_said_so(made: Path, where: str, capsys: pytest.CaptureFixture[str]):
    database = made / "chocolatl.db"
    data = bytearray(database.read_bytes())
    if where == "header":
        data[:100] = b"no database " * 8 + b"here"
    elif where == "middle":
        data[4096:12288] = b"\xff" * 8192
    else:
        del data[len(data) // 2 :]
    database.write_bytes(data)
    assert CORRUPT in refused(made, capsys)


def test_a_folder_in_its_place(made: Path, capsys: pytest.CaptureFixture[str]):
    (made / "chocolatl.db").unlink()
    (made / "chocolatl.db").mkdir()
    assert "cannot be opened" in refused(made, capsys)


def test_a_data_folder_that_is_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "data").write_text("")
    assert "data folder" in refused(tmp_path / "data", capsys)


@contextlib.contextmanager
def small_disk(folder: Path, *options: str) -> Iterator[None]:
    """A real file system of its own; only for root on Linux."""
    folder.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", ",".join(("size=600k", *options)), "tmpfs", str(folder)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("may not mount a file system here")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_read_only_disk(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with small_disk(tmp_path / "data"):
        asyncio.run(_opens(tmp_path / "data"))
        subprocess.run(["mount", "-o", "remount,ro", str(tmp_path / "data")], check=True)
        capsys.readouterr()
        line = refused(tmp_path / "data", capsys)
    assert READ_ONLY in line or "cannot be opened" in line


async def test_a_real_full_disk_is_said_and_told(tmp_path: Path):
    with small_disk(tmp_path / "data"):
        async with served(tmp_path / "data") as (url, _):
            await Visitor(url).create()
            junk = tmp_path / "data" / "junk"
            with contextlib.suppress(OSError), junk.open("wb", buffering=0) as file:
                while True:
                    file.write(b"x" * 1024)
            await says_full(url)
            junk.unlink()
            await recovers(url)


async def says_full(url: str) -> None:
    """Until the last free page is used up, then every answer says so."""
    answer = None
    for _ in range(200):
        http = Visitor(url).http
        await http.get("/api/info")
        answer = await http.post("/api/tables", json={"name": SECRET[:20]})
        if answer.status_code == 503:
            break
    assert answer is not None
    assert (answer.status_code, answer.json()["code"], answer.json()["reason"]) == (503, "busy", DISK_FULL)
    ready = await Visitor(url).http.get("/readyz")
    assert (ready.status_code, DISK_FULL in ready.text) == (503, True)
    assert (await Visitor(url).http.get("/healthz")).status_code == 200


async def recovers(url: str) -> None:
    await Visitor(url).create()
    for _ in range(100):
        if (await Visitor(url).http.get("/readyz")).status_code == 200:
            return
        await asyncio.sleep(0.1)
    raise AssertionError("it is never ready again")


async def test_an_answer_that_finds_the_disk_full_is_refused_and_can_be_given_again(tmp_path: Path):
    async with opened(f"sqlite:{tmp_path / 'x.db'}") as store:
        row = await running_row(store)
        connection: sqlite3.Connection = store._connection  # type: ignore[attr-defined]
        connection.execute("PRAGMA max_page_count=1")  # SQLite's own quota: no page more than there are
        append = appended(row, -1, 1, b"[" + b" " * 100_000 + b"]")
        for _ in range(2):
            with pytest.raises(StorageUnavailableError) as down:
                await store.append(append)
            assert down.value.problem.reason == DISK_FULL
        assert await store.events(row.id) == []
        connection.execute("PRAGMA max_page_count=1000000")
        assert await store.append(append)


def test_faults_are_known_by_their_code_and_never_quote():
    def of_sqlite(name: str) -> sqlite3.Error:
        error = sqlite3.OperationalError(SECRET)
        error.sqlite_errorname = name
        return error

    full = asyncpg.DiskFullError(SECRET)
    wrapped = sa.exc.OperationalError("INSERT", {"name": SECRET}, of_sqlite("SQLITE_FULL"))
    cases = {
        of_sqlite("SQLITE_FULL"): DISK_FULL,
        of_sqlite("SQLITE_CORRUPT_INDEX"): CORRUPT,
        of_sqlite("SQLITE_NOTADB"): CORRUPT,
        of_sqlite("SQLITE_READONLY_DBMOVED"): READ_ONLY,
        of_sqlite("SQLITE_BUSY"): None,
        full: DISK_FULL,
        asyncpg.DeadlockDetectedError(SECRET): None,
        wrapped: DISK_FULL,
        OSError(28, SECRET): DISK_FULL,
        ValueError(SECRET): None,
    }
    for error, expected in cases.items():
        assert fault(error) == expected
        assert SECRET not in describe(error)
        assert describe(error)


async def test_a_probe_writes(tmp_path: Path):
    async with opened(f"sqlite:{tmp_path / 'x.db'}") as store:
        assert await store.check() is None
        async with store.engine.begin() as connection:  # type: ignore[attr-defined]
            await connection.execute(sa.text("DROP TABLE meta"))
        assert "OperationalError" in (await store.check() or "")


@pytest.mark.skipif(sys.platform == "win32", reason="no wheel")
def test_an_emptied_postgres_database_is_no_new_start(
    tmp_path: Path, postgres_url: str, capsys: pytest.CaptureFixture[str]
):
    async def play() -> None:
        async with served(tmp_path, database=postgres_url) as (url, _):
            await Visitor(url).create()

    async def empty() -> None:
        connection = await asyncpg.connect(postgres_url)
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await connection.close()

    asyncio.run(play())
    asyncio.run(empty())
    assert main(["serve", "--port", "0", "--data", str(tmp_path), "--database", postgres_url]) == 2
    assert "restore a backup" in capsys.readouterr().err
