"""Changes one value anywhere in a record, as a forger or a bad disk would."""

from random import Random
from typing import Any

import msgspec

from chocolatl.records.record import Record

OTHER_WORDS = (
    "gold",
    "red",
    "green",
    "temple",
    "city",
    "figure",
    "stack",
    "hut",
    "die",
    "row",
    "4.4",
    "shared",
)
Path = tuple[str | int, ...]


def leaves(value: Any, path: Path = ()) -> list[Path]:
    """The paths of all single values, and of all lists, below here."""
    if isinstance(value, dict):
        return [leaf for key, child in value.items() for leaf in leaves(child, (*path, key))]
    if isinstance(value, list | tuple):
        inner = [leaf for i, child in enumerate(value) for leaf in leaves(child, (*path, i))]
        return [*inner, path]
    return [path]


def tampered(record: Record, number: int, rng: Random) -> bytes:
    """The record as JSON, with one value of one event changed."""
    tree = msgspec.to_builtins(record)
    event = dict(tree["events"][number])
    path = rng.choice(leaves(event))
    tree["events"] = [*tree["events"][:number], _put(event, path, rng), *tree["events"][number + 1 :]]
    return msgspec.json.encode(tree)


def _put(value: Any, path: Path, rng: Random) -> Any:
    if not path:
        return _other(value, rng)
    head, rest = path[0], path[1:]
    if isinstance(value, dict):
        return value | {head: _put(value[head], rest, rng)}
    assert isinstance(head, int)
    return [*value[:head], _put(value[head], rest, rng), *value[head + 1 :]]


def _other(value: Any, rng: Random) -> Any:
    match value:
        case int():
            return value + rng.choice((-1, 1, 7))
        case str():
            return rng.choice([word for word in OTHER_WORDS if word != value])
        case None:
            return rng.choice((0, 3, "figure"))
        case list() | tuple() if value:
            return rng.choice((list(value[:-1]), [*value, value[0]]))
        case _:
            return [0]
