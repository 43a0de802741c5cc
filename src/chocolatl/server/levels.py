"""The four levels people choose from, and the bots behind them."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from chocolatl.bots import REGISTRY
from chocolatl.server.wire import Level

# The first of these that exists. Stronger bots take their place here by being registered.
CANDIDATES: dict[str, tuple[str, ...]] = {
    "easy": ("greedy:60", "random"),
    "medium": ("greedy",),
    "hard": ("flat", "greedy:0"),
    "master": ("equilibrium", "flat", "greedy:0"),
}


def levels() -> tuple[Level, ...]:
    """From easy to master; the bots' own list of levels, where there is one."""
    own = _from_bots()
    return tuple(
        Level(name, own.get(name) or _first(specs), f"bot.{name}") for name, specs in CANDIDATES.items()
    )


def _from_bots() -> dict[str, str]:
    if find_spec("chocolatl.bots.levels") is None:
        return {}
    return dict(getattr(import_module("chocolatl.bots.levels"), "LEVELS", {}))


def _first(specs: tuple[str, ...]) -> str:
    return next(spec for spec in specs if spec.partition(":")[0] in REGISTRY)


def spec_of(bot: str) -> str:
    """A level's bot; anything else is a bot's own notation."""
    return next((level.spec for level in levels() if level.name == bot), bot)
