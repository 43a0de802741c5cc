"""The short notation for bots: `greedy`, `G`, `greedy:0`, `greedy:variation=0`; tables: `greedy,random*3`."""

from __future__ import annotations

from typing import Any

from chocolatl.bots.bot import Bot, Seed
from chocolatl.bots.registry import REGISTRY, Entry, Parameter
from chocolatl.rules.types import MAX_PLAYERS, MIN_PLAYERS, Value
from chocolatl.suggestions import expected


class BotSpecError(ValueError):
    """A notation that names no bot; the message quotes it and says what was expected.

    >>> parse_bot("greedy:200")
    Traceback (most recent call last):
    chocolatl.bots.spec.BotSpecError: bot 'greedy:200': variation '200': expected a whole number from 0 to 100
    """


class Spec(Value, frozen=True):
    """A bot with its settings, as texts: `settings` are only those that were written down."""

    name: str
    settings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """The notation again, in full words."""
        return ":".join([self.name, *(f"{name}={text}" for name, text in self.settings)])

    def values(self) -> dict[str, Any]:
        """Every parameter of this bot, read; defaults where nothing was written."""
        written = dict(self.settings)
        parameters = REGISTRY[self.name].parameters
        return {p.name: p.read(written.get(p.name, p.default)) for p in parameters}

    def make(self, seed: Seed) -> Bot:
        """The bot itself."""
        return REGISTRY[self.name].build(seed, **self.values())


def make_bot(bot: str, seed: Seed = 0) -> Bot:
    """A bot from its notation.

    Args:
        bot: such as `greedy`, `G`, `greedy:0` or `greedy:variation=0`.
        seed: of its own randomness; the same seed and view give the same answer everywhere.

    Raises:
        BotSpecError: no such bot or setting.

    >>> type(make_bot("random", seed=1)).__name__
    'RandomBot'
    """
    return parse_bot(bot).make(seed)


def parse_bot(text: str) -> Spec:
    """Read one bot.

    Args:
        text: its notation, see `make_bot`.

    Raises:
        BotSpecError: no such bot or setting.

    >>> str(parse_bot("E:8"))
    'equilibrium:thinking=8'
    """
    name, *arguments = text.strip().split(":")
    entry = _entry(name, text)
    settings = dict[str, str]()
    for place, argument in enumerate(arguments):
        parameter, value = _argument(entry, place, argument, text)
        if parameter.name in settings:
            raise BotSpecError(f"bot {text!r}: {parameter.name} is given twice: expected each setting once")
        settings[parameter.name] = _checked(parameter, value, text)
    return Spec(entry.name, tuple(settings.items()))


def parse_table(text: str) -> tuple[Spec, ...]:
    """Read the bots of a whole table, seat by seat.

    Args:
        text: notations between commas; `random*3` is three of them.

    Raises:
        BotSpecError: no such bot or setting, or not 3 to 5 of them.

    >>> [str(spec) for spec in parse_table("greedy,random*2")]
    ['greedy', 'random', 'random']
    """
    specs = tuple(spec for part in text.split(",") for spec in _counted(part))
    if not MIN_PLAYERS <= len(specs) <= MAX_PLAYERS:
        wanted = f"expected {MIN_PLAYERS} to {MAX_PLAYERS}"
        raise BotSpecError(f"players {text!r}: these are {len(specs)}, {wanted}, such as 'greedy,random*3'")
    return specs


def _counted(part: str) -> tuple[Spec, ...]:
    bot, star, count = part.partition("*")
    if star and not (count.isascii() and count.isdigit() and 1 <= int(count) <= MAX_PLAYERS):
        raise BotSpecError(
            f"players {part!r}: {count!r} after the star: expected a number from 1 to {MAX_PLAYERS}"
        )
    return (parse_bot(bot),) * (int(count) if star else 1)


def _entry(name: str, text: str) -> Entry:
    for entry in REGISTRY.values():
        if name.lower() in (entry.name, entry.alias.lower()):
            return entry
    raise BotSpecError(f"bot {text!r}: {name!r} does not exist: {expected(name, REGISTRY)}")


def _argument(entry: Entry, place: int, argument: str, text: str) -> tuple[Parameter, str]:
    """The parameter that an argument is for: by name, else by place."""
    name, equals, value = argument.partition("=")
    if equals:
        found = next((p for p in entry.parameters if p.name == name), None)
        if found is None:
            known = [p.name for p in entry.parameters] or ["no settings"]
            raise BotSpecError(f"bot {text!r}: setting {name!r} does not exist: {expected(name, known)}")
        return found, value
    if place >= len(entry.parameters):
        names = ", ".join(p.name for p in entry.parameters) or "none"
        raise BotSpecError(f"bot {text!r}: too many settings, {argument!r} is left over: expected {names}")
    return entry.parameters[place], argument


def _checked(parameter: Parameter, value: str, text: str) -> str:
    try:
        parameter.read(value)
    except ValueError as error:
        raise BotSpecError(f"bot {text!r}: {parameter.name} {value!r}: {error}") from None
    return value
