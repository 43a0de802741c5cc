"""What can be set about a server, in one immutable value."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from chocolatl.rules.bounds import BOARD_BYTES
from chocolatl.rules.offering import hut_modifier
from chocolatl.rules.scoring import MAJORITY
from chocolatl.rules.words import DIE_FACES
from chocolatl.server.names import CHAT_LETTERS, NAME_LETTERS
from chocolatl.server.wire import Constants, Limits


@dataclass(frozen=True)
class Rates:
    """How often one person may do what: `(per second, at once)`. More is refused, and the sender told.

    A person is a seat with all its devices and tabs, or a browser without a seat. An address (of IPv6 a /64)
    may do as much as `people_per_address` people, because a school or a family shares one. Everything is
    counted by each process for itself.
    """

    messages: tuple[float, float] = (20, 60)
    chat: tuple[float, float] = (0.5, 5)
    requests: tuple[float, float] = (10, 60)
    new_tables: tuple[float, float] = (0.1, 20)
    answers: tuple[float, float] = (5, 20)
    mutes: tuple[float, float] = (0.2, 10)
    commits: tuple[float, float] = (0.5, 20)
    sockets: tuple[float, float] = (1, 20)
    files: tuple[float, float] = (20, 200)
    people_per_address: int = 10
    sockets_per_address: int = 200
    sockets_per_person: int = 30
    sockets_per_address_and_table: int = 60
    spectators_per_table: int = 300


UNLIMITED = (1e9, 1e9)
NO_LIMITS = Rates(
    messages=UNLIMITED,
    chat=UNLIMITED,
    requests=UNLIMITED,
    new_tables=UNLIMITED,
    answers=UNLIMITED,
    mutes=UNLIMITED,
    commits=UNLIMITED,
    sockets=UNLIMITED,
    files=UNLIMITED,
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
    many as the limit of open files allows). `per_address` does not count proxies that are trusted.
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
    places: int | None = None


@dataclass(frozen=True)
class Config:
    """A server's settings. `hosts`: names it may be called by (empty: any). `draw_seconds`: for the draw."""

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


LIMITS = Limits(
    name_letters=NAME_LETTERS,
    chat_letters=CHAT_LETTERS,
    message_bytes=8_192,
    body_bytes=65_536,
    board_bytes=BOARD_BYTES,
)

CONSTANTS = Constants(
    hut=hut_modifier(1, "temple"),
    hut_in_city=hut_modifier(1, "city"),
    die_faces=DIE_FACES,
    highest_sacrifice=MAJORITY,
)


def user_data_folder() -> Path:
    """Where a program keeps its data on this system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Chocolatl"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Chocolatl"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "chocolatl"
