"""A page that comes from a process that is ahead is never thrown back (found by `chocolatl soak`)."""

from pathlib import Path

from chocolatl.server import wire
from tests.server.harness import served, table_of


async def test_a_process_that_is_behind_reads_on_before_it_welcomes(tmp_path: Path):
    async with served(tmp_path) as (here, _), served(tmp_path) as (there, elsewhere):
        table, visitors = await table_of(here, 3)
        await elsewhere.house.room(
            table
        )  # it knows the table as it was before the start, and hears of nothing
        pages = [await visitor.sit(table) for visitor in visitors]
        await visitors[0].post(f"tables/{table}/start")
        while pages[1].ask is None or pages[1].ask.question is None:
            await pages[1].read()
        assert isinstance(await pages[1].answer_default(), wire.Accepted)
        await pages[1].quiet()
        seen = len(pages[1].events)
        visitors[1].url = there
        again = await visitors[1].sit(table, last=seen - 1)
        welcome = await again.until_type(wire.Welcome)
        assert (welcome.first, welcome.last) == (seen, seen - 1)
        for page in (*pages, again):
            await page.close()
