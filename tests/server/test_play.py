"""Whole games over real sockets."""

import asyncio
from pathlib import Path

from chocolatl.rules.events import GameEnded
from tests.server.harness import Visitor, served


def test_one_click_against_bots_to_the_end(tmp_path: Path):
    async def scenario():
        async with served(tmp_path) as (url, _):
            ana = Visitor(url)
            table = (await ana.post("play-now", {"name": "Ana", "bot": "medium"}))["table"]["id"]
            page = await ana.sit(table)
            await page.play()
            assert isinstance(page.events[-1], GameEnded)
            assert (await ana.get(f"tables/{table}"))["table"]["phase"] == "finished"

    asyncio.run(scenario())
