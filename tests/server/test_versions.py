"""A table plays by the rules version it was opened with; a rematch and new tables by the newest."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from chocolatl.records.record import decode
from chocolatl.records.verify import verify
from chocolatl.rules import RULES_VERSION, edition_named
from chocolatl.server.store.documents import DrawDoc
from chocolatl.server.tables.rematch import rematch
from tests.records.corpus_games import CORPUS
from tests.server.harness import Visitor, served, table_of
from tests.server.stores import new_row
from tests.server.test_admin import command


def old_lobby():
    """As a program of version 1 stored it."""
    return replace(new_row().lobby, edition="french", rules=edition_named("french", "1"), rules_version="1")


def test_a_rematch_takes_the_newest_version_and_its_preset():
    again = rematch(old_lobby(), "a" * 16, DrawDoc(1, "c" * 64), RULES_VERSION, 0)
    assert (again.rules_version, again.rules) == (RULES_VERSION, edition_named("french"))


def test_switches_that_were_chosen_stay_in_a_rematch():
    chosen = replace(edition_named("french", "1"), give_back="lowest")
    again = rematch(replace(old_lobby(), rules=chosen), "a" * 16, DrawDoc(1, "c" * 64), RULES_VERSION, 0)
    assert (again.rules_version, again.rules) == (RULES_VERSION, chosen)


@pytest.mark.parametrize("version", ["1", "2"])
async def test_a_table_that_waited_through_an_upgrade_plays_as_it_was_opened(tmp_path: Path, version: str):
    async with served(tmp_path) as (url, server):
        table, visitors = await table_of(url, 3, edition="french")
        live = await server.registry.open_table(table)
        rules = edition_named("french", version)
        await live.update_lobby(lambda row: replace(row.lobby, rules=rules, rules_version=version))
        pages = [await visitor.sit(table) for visitor in visitors]
        await visitors[0].post(f"tables/{table}/start")
        await asyncio.gather(*(page.play() for page in pages))
        made = decode((await visitors[0].http.get(f"/api/tables/{table}/record")).content)
    assert (made.rules_version, made.started.version, made.edition) == (version, version, "french")
    assert verify(made).ok


@pytest.mark.parametrize("name", ["french-4", "v2-french-4"])
async def test_records_of_every_version_are_imported_and_shown(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
):
    async with served(tmp_path):
        pass  # makes the database
    assert await command("import", str(CORPUS / f"{name}.jsonl.gz"), "--data", str(tmp_path)) == 0
    table = capsys.readouterr().out.split()[-1]
    async with served(tmp_path) as (url, _):
        made = decode((await Visitor(url).http.get(f"/api/tables/{table}/record")).content)
    assert made.rules_version == ("2" if name.startswith("v2") else "1")
    assert verify(made).ok
