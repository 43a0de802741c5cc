"""What can be set about a server, in one immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Rates:
    """How often one person may do what: `(per second, at once)`. More is refused, and the sender told.

    A person is a seat with all its devices and tabs, or a browser without a seat. An address (of IPv6 a /64)
    may do as much as `people_per_address` people, because a school or a family shares one. Everything is
    counted by each process for itself. `notices`: what a table says in its chat about one seat.

    Who asks or connects too often is told so `late_seconds` late: sixteen connections that ask again at
    once, as a flood does, are then refused 32 times a second, not 4,000 times, and nobody waits behind them.
    """

    messages: tuple[float, float] = (20, 60)
    chat: tuple[float, float] = (0.5, 5)
    requests: tuple[float, float] = (10, 60)
    new_tables: tuple[float, float] = (0.1, 20)
    answers: tuple[float, float] = (5, 20)
    mutes: tuple[float, float] = (0.2, 10)
    commits: tuple[float, float] = (0.5, 20)
    steps: tuple[float, float] = (10, 40)
    sockets: tuple[float, float] = (1, 20)
    files: tuple[float, float] = (20, 200)
    pictures: tuple[float, float] = (0.5, 12)
    codes: tuple[float, float] = (0.2, 10)
    notices: tuple[float, float] = (0.05, 6)
    people_per_address: int = 10
    sockets_per_address: int = 200
    sockets_per_person: int = 30
    sockets_per_address_and_table: int = 60
    spectators_per_table: int = 300
    late_seconds: float = 0.5


UNLIMITED = (1e9, 1e9)
NO_LIMITS = Rates(
    messages=UNLIMITED,
    chat=UNLIMITED,
    requests=UNLIMITED,
    new_tables=UNLIMITED,
    answers=UNLIMITED,
    mutes=UNLIMITED,
    commits=UNLIMITED,
    steps=UNLIMITED,
    sockets=UNLIMITED,
    files=UNLIMITED,
    pictures=UNLIMITED,
    codes=UNLIMITED,
    notices=UNLIMITED,
    sockets_per_address=1_000_000,
    sockets_per_person=1_000_000,
    sockets_per_address_and_table=1_000_000,
    spectators_per_table=1_000_000,
)
"""For benchmarks and tests, where one address plays everybody."""


@dataclass(frozen=True)
class ConnectionLimits:
    """What a connection may send and how long it may take, before the application sees anything of it.

    `body_bytes`: read and dropped at most of a body that was refused. `places`: connections in all (none: as
    many as the limit of open files allows). `per_address` and `new_per_address` (a second, at once) do not
    count proxies that are trusted.
    """

    head_bytes: int = 16_384
    url_bytes: int = 4_096
    body_bytes: int = 1_000_000
    head_seconds: float = 10.0
    body_seconds: float = 20.0
    idle_seconds: float = 20.0
    stalled_seconds: float = 20.0
    look_seconds: float = 2.5
    per_address: int = 400
    new_per_address: tuple[float, float] = (50, 400)
    places: int | None = None


LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class Config:
    """A server's settings. `hosts`: names it may be called by (empty: any). `draw_seconds`: for the draw.

    `lan_switch`: whoever sits at this machine may let its local network in, `lan`: from the start on, and
    `lan_addresses`: under these addresses of the machine only (empty: under all it has).
    """

    data: Path
    database: str = ""
    bus: str | None = None
    secret: Path | None = None
    host: str = "127.0.0.1"
    port: int = 8765
    workers: int = 1
    bot_workers: int = 1
    warm_up: bool = False
    hosts: tuple[str, ...] = ()
    public_url: str = ""
    lan: bool = False
    lan_switch: bool = False
    lan_addresses: tuple[str, ...] = ()
    webhooks_to_private: bool = False
    draw_seconds: float = 60.0
    rates: Rates = field(default_factory=Rates)
    connections: ConnectionLimits = field(default_factory=ConnectionLimits)
    json_logs: bool = True
    log_level: str = "info"

    @property
    def database_url(self) -> str:
        """SQLite in the data folder, unless told otherwise."""
        return self.database or f"sqlite:{self.data / 'chocolatl.db'}"

    @property
    def secret_file(self) -> Path:
        """Next to the database, unless told otherwise."""
        return self.secret or self.data / "secret"
