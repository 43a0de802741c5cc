"""What every table of a process shares, in one immutable bundle."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from chocolatl.server.background import BackgroundTasks
from chocolatl.server.bus import Bus
from chocolatl.server.config import Config
from chocolatl.server.metrics import Metrics
from chocolatl.server.secret import ServerSecret
from chocolatl.server.store.store import Store


@dataclass(frozen=True)
class TableServices:
    """`now` is the clock of this process, `origin` its name on the bus."""

    config: Config
    store: Store
    bus: Bus
    secret: ServerSecret
    metrics: Metrics
    now: Callable[[], float]
    background: BackgroundTasks = field(default_factory=BackgroundTasks)
    origin: str = field(default_factory=lambda: secrets.token_hex(8))
