"""The servers that tests use are real, and what they hold survives being killed."""

import asyncio

import asyncpg
import pytest
import redis

from tests.services import Postgres, Valkey


async def query(url: str, sql: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(sql)
    finally:
        await connection.close()


def test_postgres_answers(postgres_url: str) -> None:
    assert asyncio.run(query(postgres_url, "SELECT 1")) == 1


def test_postgres_survives_being_killed(postgres: Postgres, postgres_url: str) -> None:
    asyncio.run(query(postgres_url, "CREATE TABLE cocoa AS SELECT 7 AS beans"))
    postgres.stop()
    with pytest.raises(ConnectionRefusedError):
        asyncio.run(query(postgres_url, "SELECT 1"))
    postgres.restart()
    assert asyncio.run(query(postgres_url, "SELECT beans FROM cocoa")) == 7


def test_each_test_gets_an_empty_database(postgres_url: str) -> None:
    assert asyncio.run(query(postgres_url, "SELECT count(*) FROM pg_tables WHERE tablename = 'cocoa'")) == 0


def test_valkey_answers(valkey_url: str) -> None:
    with redis.Redis.from_url(valkey_url) as client:
        assert client.ping()


def test_valkey_survives_being_killed(valkey: Valkey, valkey_url: str) -> None:
    with redis.Redis.from_url(valkey_url) as client:
        client.set("beans", 7)
        valkey.stop()
        with pytest.raises(redis.ConnectionError):
            client.ping()
        valkey.restart()
        assert client.get("beans") == b"7"
