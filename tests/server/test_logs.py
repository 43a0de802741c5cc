"""What is written to the log: nothing of what people say, are called or hide, also when storage fails."""

import asyncio
import contextlib
import logging
import sqlite3
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest

from chocolatl.server import protocol
from chocolatl.server.ops.logging_setup import WithoutValues, places
from tests.server.harness import Client, Visitor
from tests.server.processes import Process

NAMES = ("Quetzalname", "Xipename", "Tlalocname")
CHAT = "a-line-of-chat-for-our-eyes-only"
BREAKS = ("DROP TABLE alerts", "DROP TABLE chat", "DROP TABLE events", "DROP TABLE holders")


def arguments(database: str) -> tuple[str, ...]:
    return () if database.startswith("sqlite") else ("--database", database)


async def spoil(database: str, data: Path, quote: bool) -> None:
    """Make storage fail: with errors that quote the row, where the database knows such; then for good."""
    if database.startswith("sqlite"):
        with contextlib.closing(sqlite3.connect(data / "chocolatl.db", timeout=20)) as connection:
            for table in ("chat", "events", "holders"):
                if quote:
                    connection.execute(
                        f"CREATE TRIGGER no_{table} BEFORE INSERT ON {table} "
                        "BEGIN SELECT RAISE(ABORT, 'refused'); END"
                    )
            for statement in () if quote else BREAKS:
                connection.execute(statement)
            connection.commit()
        return
    connection = await asyncpg.connect(database)
    if quote:
        await connection.execute(
            "CREATE FUNCTION quote() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'refused: % %', NEW, convert_from(NEW.lobby, 'UTF8'); "
            "EXCEPTION WHEN undefined_column THEN RAISE EXCEPTION 'refused: %', NEW; END $$"
        )
        for table in ("chat", "events", "holders", "tables"):
            when = f"BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW"
            await connection.execute(f"CREATE TRIGGER quoting {when} EXECUTE FUNCTION quote()")
    for statement in () if quote else BREAKS:
        await connection.execute(statement + " CASCADE")
    await connection.close()


async def everything(url: str, visitors: list[Visitor], pages: list[Client], table: str) -> None:
    """What a table does, whether it works or not."""
    for page in pages:
        with contextlib.suppress(Exception):
            await page.send(protocol.Say(f"c{len(page.raw)}", CHAT))
            await asyncio.wait_for(page.answer_default(), 3)
    for visitor in visitors:
        for path, body in (
            ("link", {}),
            ("settings", {"spectators": False}),
            ("leave", {}),
            ("takeback", {}),
            ("webhook", {"url": "https://93.184.216.34/hook-that-is-secret"}),
        ):
            await visitor.http.post(f"/api/tables/{table}/{path}", json=body)
        await visitor.http.get(f"/api/tables/{table}")
        await visitor.http.get("/api/mine")
    stranger = Visitor(url)
    await stranger.http.get("/api/info")
    await stranger.http.post("/api/tables", json={"name": NAMES[0], "listed": False})
    await stranger.http.post(f"/api/tables/{table}/claim", json={"token": "t" * 43})


async def test_a_game_while_storage_works_and_while_it_fails(tmp_path: Path, database: str):
    server = Process(tmp_path, *arguments(database), "--log-level", "debug")
    try:
        url = server.url
        visitors = [Visitor(url) for _ in NAMES]
        table = await visitors[0].create(name=NAMES[0], players=3, listed=False)
        for visitor, name in zip(visitors[1:], NAMES[1:], strict=True):
            await visitor.post(f"tables/{table}/join", {"name": name})
        token = (await visitors[0].post(f"tables/{table}/link"))["token"]
        pages = [await visitor.sit(table) for visitor in visitors]
        for page in pages:
            await page.until_type(protocol.Welcome)
        await visitors[0].post(f"tables/{table}/start")
        for page in pages:
            while page.ask is None or page.ask.question is None:
                await page.read()
        await everything(url, visitors, pages, table)
        for quote in (True, False):
            await spoil(database, tmp_path, quote)
            await everything(url, visitors, pages, table)
        await asyncio.sleep(2.5)  # the clock looks, too
        log = server.log()
        nonces = [nonce for page in pages for nonce in page.share._nonces.values()]
        assert len(nonces) == 3
        secrets = [*NAMES, CHAT, token, table, "hook-that-is-secret", *(v.cookie for v in visitors), *nonces]
        assert [secret for secret in secrets if secret and secret in log] == []
        assert "table.created" in log
        assert "storage.unavailable" in log
        assert "answers.commit_failed" in log
        assert database.startswith("sqlite") or "RaiseError P0001" in log, "errors that quote a row came up"
    finally:
        server.kill()


def record(message: str, *args: object, error: BaseException | None = None) -> logging.LogRecord:
    info = None if error is None else (type(error), error, error.__traceback__)
    return logging.LogRecord("uvicorn.error", logging.ERROR, "x.py", 1, message, args, info)


def test_a_library_s_line_keeps_what_is_fixed():
    line = WithoutValues().format(record('%s - "WebSocket %s" 403', "10.0.0.1", "/api/tables/secret/socket"))
    assert "secret" not in line
    assert line.startswith("ERROR uvicorn.error: ")
    task = "Task exception was never retrieved\nfuture: <Task exception=ValueError('secret')>"
    assert WithoutValues().format(record(task)) == "ERROR uvicorn.error: Task exception was never retrieved"


def fail() -> None:
    try:
        raise ValueError("secret one")
    except ValueError as inner:
        raise RuntimeError("secret two") from inner


def test_an_exception_is_its_type_and_its_places():
    with pytest.raises(RuntimeError) as caught:
        fail()
    text = WithoutValues().format(record("Exception in ASGI application\n", error=caught.value))
    assert "secret" not in text
    assert "RuntimeError at test_logs.py:" in text
    assert "ValueError at test_logs.py:" in text
    assert places(caught.value) in text


def test_the_last_words_of_a_process_have_no_values():
    module = "chocolatl.server.ops.logging_setup"
    script = f"from {module} import set_up_logs\nset_up_logs(True)\nraise ValueError('sec' + 'ret')\n"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "ValueError" in done.stderr
    assert "secret" not in done.stderr


@pytest.mark.parametrize("level", ["debug", "info"])
def test_access_lines_are_not_written(tmp_path: Path, level: str):
    async def visit(url: str) -> None:
        await Visitor(url).http.get("/table/abcdefghijkmnpqr")

    server = Process(tmp_path, "--log-level", level)
    try:
        asyncio.run(visit(server.url))
        assert "abcdefghijkmnpqr" not in server.log()
    finally:
        server.kill()
