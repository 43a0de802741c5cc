"""Games go on while servers, database, bus and lines are cut off; then everything is counted."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Any

from chocolatl.records.record import decode
from chocolatl.records.verify import verify
from chocolatl.rules.types import Value
from chocolatl.server.secret import read_secret
from chocolatl.server.store.open_store import open_store
from tools.load.attacks import ATTACKS, attack
from tools.load.endpoints import called_from
from tools.load.intruder import Intruder
from tools.load.setup_tables import Addresses, Person, create_full_table
from tools.soak.cluster import Cluster, Services
from tools.soak.ledger import Compared, Ledger, compare
from tools.soak.player import SoakPlayer
from tools.soak.soak_report import SoakReport

SEATS = 4
BOTS: tuple[tuple[str, ...], ...] = ((), ("random",), ("random", "medium"), ("medium",))
PACES: tuple[dict[str, Any], ...] = ({"pace": "relaxed"}, {"pace": "relaxed"}, {"pace": "live", "seconds": 5})
NAMES = ("Ana", "Bo", "Cem", "Dai")
HOSTILE, PACE, TABLES = "127.0.0.2", 0.3, 12
"""The hostile visitor's address, seconds between its steps, and tables: a soak's servers have no limits."""


class SoakConfig(Value, frozen=True):
    """`kills` or `minutes`, whichever comes first; `answers`: how many come between two faults, on average.

    `patience`: how many seconds the last games may take after the last fault.
    `hostile`: somebody from another address attacks the servers all the time.
    """

    kills: int
    minutes: float = 60.0
    seed: int = 1
    tables: int = 6
    servers: int = 1
    answers: float = 20.0
    patience: float = 120.0
    hostile: bool = False


async def soak(plan: SoakConfig, data: Path, services: Services) -> SoakReport:
    """Play, break things, count."""
    began = time.monotonic()
    cluster = Cluster(data, services, plan.servers, Random(f"cluster {plan.seed}"))
    ledger = Ledger()
    await cluster.start()
    try:
        intruder = Intruder(lambda: called_from(cluster.address(), HOSTILE), plan.seed, PACE, TABLES)
        attacks = asyncio.create_task(attack(intruder, ATTACKS if plan.hostile else ()))
        halls = [asyncio.create_task(_hall(plan, number, cluster, ledger)) for number in range(plan.tables)]
        await _inject_faults(plan, cluster, ledger, began)
        ledger.counts["closing"] = 1  # no new games
        await asyncio.wait(halls, timeout=plan.patience)
        await _end([attacks])
        _count(ledger, intruder)
        unverified = await _unverified(cluster, ledger)
        await _end(halls)
    finally:
        await cluster.stop()
    compared = await _compared(data, services, ledger)
    return _report(plan, cluster, ledger, compared, unverified, time.monotonic() - began)


def _count(ledger: Ledger, intruder: Intruder) -> None:
    """What the hostile visitor did is told; that the server failed because of it is a problem."""
    steps = sum(intruder.counts[name] for name in ATTACKS)
    if steps:
        ledger.counts["hostile_steps"] = steps
    if intruder.server_errors:
        ledger.problem(f"the hostile visitor was answered with {dict(intruder.counts)}")


async def _inject_faults(plan: SoakConfig, cluster: Cluster, ledger: Ledger, began: float) -> None:
    """Faults keep step with the game, not with the clock, so that a slow machine gets on as well."""
    random = Random(f"faults {plan.seed}")
    due = 0.0
    while cluster.faults["kill"] < plan.kills and time.monotonic() - began < plan.minutes * 60:
        await asyncio.sleep(random.random() * 0.02)
        if len(ledger.acknowledged) >= due:
            await cluster.fault()
            due = len(ledger.acknowledged) + random.expovariate(1 / plan.answers)


async def _hall(plan: SoakConfig, number: int, cluster: Cluster, ledger: Ledger) -> None:
    """One game after the other, until no new ones are wanted."""
    game = 0
    while not ledger.counts["closing"]:
        await _game(Random(f"game {plan.seed}/{number}/{game}"), cluster.called(number), ledger)
        game += 1


async def _game(random: Random, address: Addresses, ledger: Ledger) -> None:
    bots = random.choice(BOTS)
    people = [Person(name, address) for name in NAMES[: SEATS - len(bots)]]
    seats: list[str | None] = [None] * (len(people) - 1)
    table = await create_full_table(people, bots=[*seats, *bots], pace=random.choice(PACES))
    ledger.tables[table] = False
    players = [
        SoakPlayer(person, table, seat, ledger, Random(random.random())) for seat, person in enumerate(people)
    ]
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play())
        for player in players:
            await player.here.wait()
        # The answer to the first try may have been lost: then the game runs already.
        await people[0].post(f"tables/{table}/start", {}, fine=(200, 201, 409))
    ledger.tables[table] = True


async def _unverified(cluster: Cluster, ledger: Ledger) -> list[str]:
    """Every record, read and played again here, not by the server that wrote it."""
    wrong = []
    reader = Person("Eve", cluster.address)
    for table in [table for table, over in ledger.tables.items() if over]:
        answer = await reader.fetch(f"tables/{table}/record")
        report = verify(decode(answer))
        if not (report.ok and report.finished and "chance" in report.checked):
            wrong.append(f"table {table}: {report.problem}, checked {report.checked}")
    return wrong


async def _end(halls: list[asyncio.Task[None]]) -> None:
    """Games that have not ended are unfinished; anything else that ended a hall is a mistake of ours."""
    for hall in halls:
        hall.cancel()
    for outcome in await asyncio.gather(*halls, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome


async def _compared(data: Path, services: Services, ledger: Ledger) -> Compared:
    database = services.database or f"sqlite:{data / 'chocolatl.db'}"
    store = await open_store(database, read_secret(data / "secret").fingerprint)
    try:
        return await compare(ledger, store)
    finally:
        await store.close()


def _report(
    plan: SoakConfig,
    cluster: Cluster,
    ledger: Ledger,
    compared: Compared,
    unverified: list[str],
    seconds: float,
) -> SoakReport:
    del ledger.counts["closing"]
    return SoakReport(
        games=len(ledger.tables),
        sent=len(ledger.sent),
        acknowledged=len(ledger.acknowledged),
        lost=tuple(compared.lost),
        doubled=tuple(compared.doubled),
        invented=tuple(compared.invented),
        unfinished=tuple(table for table, over in ledger.tables.items() if not over),
        unverified=tuple(unverified),
        problems=tuple(ledger.problems),
        faults=dict(sorted(cluster.faults.items())),
        players=dict(sorted(ledger.counts.items())),
        seconds=round(seconds, 1),
        seed=plan.seed,
    )
