"""Values that a newer program wrote: read what is known, and tell which fields are not.

Every struct refuses unknown fields, as a request must. What is stored is read strictly first, which costs
nothing; only a text that is refused is split here, along the types, into its known part and the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from msgspec import inspect

Path = tuple[str | int, ...]
"""The keys and places that lead to a value."""


PLAY = frozenset(("rules", "board", "action", "draw"))
"""Values that decide how a game goes on. One with an unknown field cannot be played or judged."""


class TooNewError(ValueError):
    """Something that only a newer program can play or judge."""


class Split(NamedTuple):
    """The known part of a JSON value, with keys in the order of the type's fields; and the paths of all
    fields that the type does not have."""

    known: Any
    unknown: tuple[Path, ...]


def split(tree: Any, type_: Any) -> Split:
    """Walk a JSON value along its type. What does not fit the type stays, for the decoder to refuse."""
    unknown: list[Path] = []
    return Split(_known(tree, type_info(type_), (), unknown), tuple(unknown))


def refuse_too_new(unknown: Iterable[Path]) -> None:
    """Raises TooNewError where an unknown field could change the game."""
    for path in unknown:
        if not PLAY.isdisjoint(path[:-1]):
            raise TooNewError(
                f"{path_text(path)}: this program does not know it, so it cannot tell how the game goes"
            )


@cache
def type_info(type_: Any) -> inspect.Type:
    """What msgspec knows of a type."""
    return inspect.type_info(type_)


def path_text(path: Path) -> str:
    """`events[3].rules.new_switch`."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")


def _known(tree: Any, info: inspect.Type, path: Path, unknown: list[Path]) -> Any:
    if isinstance(tree, dict):
        struct = _struct_for(tree, info)
        return tree if struct is None else _known_fields(tree, struct, path, unknown)
    if isinstance(tree, list):
        item = _item_of(info)
        if item is not None:
            return [_known(child, item, (*path, place), unknown) for place, child in enumerate(tree)]
    return tree


def _known_fields(tree: dict[str, Any], info: inspect.StructType, path: Path, unknown: list[Path]) -> Any:
    known = {info.tag_field: info.tag} if info.tag_field else {}
    for field in info.fields:
        key = field.encode_name
        if key in tree:
            known[key] = _known(tree[key], field.type, (*path, key), unknown)
    unknown.extend((*path, key) for key in tree if key not in known)
    return known


def _struct_for(tree: dict[str, Any], info: inspect.Type) -> inspect.StructType | None:
    """The struct that this object is: the only one possible, or the one with its tag."""
    for struct in _members(info):
        if isinstance(struct, inspect.StructType) and tree.get(struct.tag_field or "") == struct.tag:
            return struct
    return None


def _item_of(info: inspect.Type) -> inspect.Type | None:
    for member in _members(info):
        if isinstance(member, inspect.VarTupleType | inspect.ListType):
            return member.item_type
    return None


def _members(info: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(info, inspect.Metadata):
        yield from _members(info.type)
    elif isinstance(info, inspect.UnionType):
        for member in info.types:
            yield from _members(member)
    else:
        yield info
