"""People and bots play on while servers, database and bus are killed: nothing is lost, nothing doubled."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from chocolatl.rules import (
    Roll,
    Rules,
    Sacrifice,
    SealedChance,
    default_board,
    fold,
    key_from_seed,
    question,
    start,
)
from chocolatl.server.protocol import Accepted, Answer, Ask
from chocolatl.server.secret import read_secret
from chocolatl.server.store.open_store import open_store
from tests.services import Postgres, Valkey
from tools.load.setup_tables import Person
from tools.soak.cluster import Services
from tools.soak.ledger import Ledger, compare, is_subsequence
from tools.soak.player import SoakPlayer
from tools.soak.soak_report import SoakReport
from tools.soak.soak_run import SoakConfig, soak


def everything_held(report: SoakReport) -> None:
    assert report.ok, msgspec.json.format(msgspec.json.encode(report)).decode()
    assert report.acknowledged > 40
    assert report.games > 1


async def test_on_sqlite(tmp_path: Path):
    report = await soak(SoakConfig(kills=4, seed=1, tables=2, answers=15, hostile=True), tmp_path, Services())
    everything_held(report)
    assert report.players["hostile_steps"]
    assert report.faults["kill"] >= 4
    assert report.players["sessions"] > 4 * report.games, "nobody had to come back"
    await check_that_the_comparison_would_notice(tmp_path, report)


async def check_that_the_comparison_would_notice(data: Path, report: SoakReport) -> None:
    """The same comparison, with answers that nobody stored and messages that nobody sent."""
    store = await open_store(f"sqlite:{data / 'chocolatl.db'}", read_secret(data / "secret").fingerprint)
    ledger = Ledger()
    found = await store.listing("finished", 1e12, 1)
    table = found[0].id
    ledger.tables[table] = True
    never_stored = Answer("x", 1, Roll())
    ledger.send(table, 0, never_stored)
    ledger.accept(table, 0, "x")
    compared = await compare(ledger, store)
    await store.close()
    assert len(compared.lost) == 1
    assert compared.invented
    assert not compared.doubled


class Line:
    """Takes what is sent, however badly."""

    def send(self, message: bytes) -> None: ...

    def cut(self, message: bytes = b"") -> None: ...

    def close(self) -> None: ...


async def test_an_old_answer_accepted_after_the_next_question_holds_nobody_up():
    """As after a reconnection: the server tells what is asked now, then what became of an answer before."""
    asked = question(fold(start(default_board(), Rules(), 3, SealedChance(key_from_seed(1)))), 0)
    assert asked is not None
    ledger = Ledger()
    player = SoakPlayer(Person("Ana", str), "table", 0, ledger, Random(1))
    player._socket = Line()  # type: ignore[assignment]
    for turn in (asked.turn, asked.turn + 1):
        now = msgspec.structs.replace(asked, turn=turn)
        await player._take(Ask(now, answer=None, default=None, deadline=None, hint=False))
    (first,) = ledger.sent.values()
    await player._take(Accepted(first.id))
    assert [answer.turn for answer in ledger.sent.values()] == [asked.turn, asked.turn + 1]


def test_an_answer_accepted_that_nobody_sent_is_noticed():
    ledger = Ledger()
    ledger.accept("table", 0, "x")
    assert ledger.problems


@pytest.mark.parametrize(
    ("few", "many", "expected"),
    [
        ([], [], True),
        ([1], [1, 2], True),
        ([1, 2], [1, 3, 2], True),
        ([2, 1], [1, 2], False),
        ([1], [], False),
    ],
)
def test_answers_stand_in_their_order(few: list[int], many: list[int], expected: bool):
    cards = [Sacrifice(card) for card in many]
    assert is_subsequence([Sacrifice(card) for card in few], cards) is expected


async def test_on_postgresql_and_valkey(
    tmp_path: Path, postgres: Postgres, postgres_url: str, valkey: Valkey, valkey_url: str
):
    services = Services(postgres_url, valkey_url, postgres.restart, valkey.restart)
    report = await soak(SoakConfig(kills=3, seed=4, tables=2, servers=2, answers=15), tmp_path, services)
    everything_held(report)
    assert report.faults["kill"] >= 3
    assert report.faults["database"]
    assert report.faults["bus"]
