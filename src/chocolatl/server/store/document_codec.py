"""Documents in the database, which older and newer processes read and write in turn.

A text with only known fields is read and written by msgspec as it is. One that a newer process wrote is
split: what this process knows becomes the value, the rest stays with it and is written back unchanged.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, UnsetType, inspect
from msgspec.structs import fields, replace

from chocolatl.records.unknown_fields import split, type_info
from chocolatl.rules.types import Value

T = TypeVar("T", bound="Stored")
_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class Unknown(NamedTuple):
    """What a newer process wrote and this one does not know.

    `fields` are those of the document itself. `inner[name]` is a known field with something unknown inside:
    as this process reads it, and as it was written. While its value stays, the latter is written back.
    """

    fields: dict[str, Any]
    inner: dict[str, tuple[Any, Any]]


class Stored(Value, frozen=True, kw_only=True):
    """The base of documents that keep what they do not know: `replace` hands it on, a new value has none."""

    unknown: Unknown | UnsetType = UNSET

    @property
    def unknown_inside(self) -> frozenset[str]:
        """The known fields with something unknown inside."""
        return frozenset() if isinstance(self.unknown, UnsetType) else frozenset(self.unknown.inner)


def decode_grown(data: bytes, type_: type[T]) -> T:
    """Read a document that may have unknown fields at any depth. Raises msgspec.MsgspecError."""
    tree = _decode(data)
    return _with_unknown(msgspec.convert(split(tree, type_).known, type_), tree)


def encode_stored(document: Stored) -> bytes:
    """The text of a document, with everything that was unknown in it."""
    return _encode(_tree(document)) if _has_unknown(document) else _encode(document)


def _with_unknown(document: T, tree: dict[str, Any]) -> T:
    names = {field.encode_name for field in fields(document)}
    unknown = Unknown({key: child for key, child in tree.items() if key not in names}, {})
    changes: dict[str, Any] = {}
    for field in fields(document):
        if field.name not in tree:
            continue
        value, written = getattr(document, field.name), tree[field.name]
        if field.name in _stored_lists(type(document)):
            changes[field.name] = tuple(map(_with_unknown, value, written))
        elif split(written, field.type).unknown:
            unknown.inner[field.name] = (_builtins(value), written)
    if unknown.fields or unknown.inner:
        changes["unknown"] = unknown
    return replace(document, **changes)


def _tree(document: Stored) -> dict[str, Any]:
    unknown = Unknown({}, {}) if isinstance(document.unknown, UnsetType) else document.unknown
    tree: dict[str, Any] = {}
    lists = _stored_lists(type(document))
    for name in document.__struct_fields__:
        if name == "unknown":
            continue
        value = getattr(document, name)
        tree[name] = [_tree(item) for item in value] if name in lists else _builtins(value)
        read, written = unknown.inner.get(name, (None, None))
        if read is not None and read == tree[name]:
            tree[name] = written
    return unknown.fields | tree


def _has_unknown(document: Stored) -> bool:
    if document.unknown is not UNSET:
        return True
    return any(
        _has_unknown(item) for name in _stored_lists(type(document)) for item in getattr(document, name)
    )


@cache
def _stored_lists(type_: type[Stored]) -> tuple[str, ...]:
    """The fields that are lists of documents, such as the seats of a lobby."""
    return tuple(field.name for field in fields(type_) if _is_stored_list(type_info(field.type)))


def _is_stored_list(info: inspect.Type) -> bool:
    item = info.item_type if isinstance(info, inspect.VarTupleType) else None
    return isinstance(item, inspect.StructType) and issubclass(item.cls, Stored)


def _builtins(value: Any) -> Any:
    return _decode(_encode(value))
