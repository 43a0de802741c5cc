"""Two processes' worth of server on PostgreSQL and Valkey: one table, seen alike from both."""

import asyncio
from pathlib import Path

from chocolatl.rules.events import Answered, Asked
from chocolatl.server import protocol
from chocolatl.server.ops.app import Server
from tests.server.harness import Visitor, served


def bots_run(server: Server) -> float:
    return server.services.metrics.registry.get_sample_value("chocolatl_bot_seconds_count") or 0.0


async def test_a_table_is_the_same_from_both_sides(tmp_path: Path, postgres_url: str, valkey_url: str):
    shared = {"database": postgres_url, "bus": valkey_url, "secret": tmp_path / "secret"}
    async with (
        served(tmp_path / "a", **shared) as (here, one),
        served(tmp_path / "b", **shared) as (there, two),
    ):
        ana, bo = Visitor(here), Visitor(there)
        table = await ana.create(players=4)
        await bo.get(f"tables/{table}")
        page = await ana.sit(table)
        await page.until_type(protocol.Welcome)
        await bo.post(f"tables/{table}/join", {"name": "Bo"})
        await page.until(lambda m: isinstance(m, protocol.TableChanged) and m.table.seats[1].name == "Bo")
        other = await bo.sit(table)
        await page.until(
            lambda m: isinstance(m, protocol.PresenceChanged) and m.seats[:2] == ("idle", "idle")
        )
        await page.send(protocol.Say("s", "hello over there"))
        await other.until(
            lambda m: (
                isinstance(m, protocol.Chat) and any(line.text == "hello over there" for line in m.lines)
            )
        )
        await bo.post(f"tables/{table}/leave")
        await bo.post(f"tables/{table}/join", {"name": "Bo"})
        await ana.post(f"tables/{table}/start", {"fill": "random"})
        began = one.services.now()
        await asyncio.gather(page.play(), other.play())
        # The last bid of a gold round leaves no choice: the rules lay it, and no bot is asked.
        asked = [e for e in page.events if isinstance(e, Asked)]
        forced = {e.turn for e in asked if (e.kind, e.locations) == ("lay", ("ball_court",))}
        by_bots = [e for e in page.events if isinstance(e, Answered) and e.seat > 1 and e.turn not in forced]
        assert bots_run(one) + bots_run(two) == len(by_bots)
        # Nor does a process that hears of the end late think about what was answered long ago.
        again = [
            await one.services.store.lease(table, f"{e.turn}/{e.seat}", "late", began, began + 1)
            for e in by_bots
        ]
        assert not any(again)
