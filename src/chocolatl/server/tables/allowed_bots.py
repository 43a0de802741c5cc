"""The bots that people at a table may choose: the five levels, and the two simple ones by name.

Nothing else that the bots' notation can say comes in from the network: it can name programs to run.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from chocolatl.bots.levels import LEVELS
from chocolatl.server.protocol import Level

UNCOMPILED_BOTS = ("random", "greedy")
LaneName = Literal["simple", "light", "strong"]


@cache
def levels() -> tuple[Level, ...]:
    """From a first game to master."""
    return tuple(Level(name, spec, f"bot.{name}") for name, spec in LEVELS.items())


def is_allowed_bot(bot: str) -> bool:
    """Is this a bot that someone may put on a seat?"""
    return bot in LEVELS or bot in UNCOMPILED_BOTS


def spec_of(bot: str) -> str:
    """The notation of a level's bot; a simple bot's name is its notation."""
    return LEVELS.get(bot, bot)


def lane_of(spec: str) -> LaneName:
    """By the CPU time of a decision with five players, median and most, in ms.

    simple: random 0.01 and 0.04, greedy 0.3 and 1.0, the three levels of `person` about the same; light: flat
    5 and 6, after 2 s of loading compiled code; strong: hard 14 and 21, master 210 and 420, likewise.
    """
    name = spec.partition(":")[0]
    if name in (*UNCOMPILED_BOTS, "person"):
        return "simple"
    return "light" if name == "flat" else "strong"


SUBSTITUTE_BOT = "medium"
"""The bot that holds the seat of someone who let a deadline pass."""
