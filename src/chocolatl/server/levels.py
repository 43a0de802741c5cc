"""The bots that people at a table may choose: the four levels, and the two simple ones by name.

Nothing else that the bots' notation can say comes in from the network: it can name programs to run.
"""

from __future__ import annotations

from functools import cache

from chocolatl.bots.levels import LEVELS
from chocolatl.server.wire import Level

SIMPLE = ("random", "greedy")


@cache
def levels() -> tuple[Level, ...]:
    """From easy to master."""
    return tuple(Level(name, spec, f"bot.{name}") for name, spec in LEVELS.items())


def may_sit(bot: str) -> bool:
    """Is this a bot that someone may put on a seat?"""
    return bot in LEVELS or bot in SIMPLE


def spec_of(bot: str) -> str:
    """The notation of a level's bot; a simple bot's name is its notation."""
    return LEVELS.get(bot, bot)
