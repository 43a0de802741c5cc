"""A page that comes from a process that is ahead is never thrown back (found by `chocolatl soak`)."""

from pathlib import Path

from chocolatl.server import protocol
from tests.server.harness import served, started


async def test_a_process_that_is_behind_reads_on_before_it_welcomes(tmp_path: Path):
    async with served(tmp_path) as (here, _), served(tmp_path) as (there, elsewhere):
        table, visitors, pages = await started(here, 3)
        await elsewhere.registry.open_table(
            table
        )  # it knows the game as it is now, and hears nothing more of it
        assert isinstance(await pages[1].answer_default(), protocol.Accepted)
        await pages[1].quiet()
        seen = len(pages[1].events)
        visitors[1].url = there
        again = await visitors[1].sit(table, last=seen - 1)
        welcome = await again.until_type(protocol.Welcome)
        assert (welcome.first, welcome.last) == (seen, seen - 1)
        for page in (*pages, again):
            await page.close()
