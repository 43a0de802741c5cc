"""TypeScript declarations of everything that travels to the page, read off the Python types."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

from msgspec import inspect

from chocolatl.bots.analysis import Analysis
from chocolatl.rules import Rules, View, actions, events, questions, refusal
from chocolatl.rules import commit_reveal as draw
from chocolatl.rules import types as words
from chocolatl.server import protocol

TARGET = Path(__file__).resolve().parents[2] / "web" / "src" / "wire.ts"
HEADER = "// Written by `python3 run.py update` from the Python types. Do not edit.\n"

# Names for unions and sets of words, which Python forgets at run time.
NAMED: dict[str, Any] = {
    "Colour": words.Colour,
    "Location": words.Location,
    "Figure": words.Figure,
    "TieBreak": words.TieBreak,
    "Source": words.Source,
    "QuestionKind": events.QuestionKind,
    "LastRoundReason": events.LastRoundReason,
    "RefusalCode": refusal.RefusalCode,
    "Action": actions.Action,
    "Event": events.Event,
    "Question": questions.Question,
    "SeatColour": protocol.SeatColour,
    "Phase": protocol.Phase,
    "Presence": protocol.Presence,
    "DrawState": protocol.DrawState,
    "DrawKind": draw.Kind,
    "ListName": protocol.ListName,
    "Phrase": protocol.Phrase,
    "Notice": protocol.Notice,
    "Code": protocol.Code,
    "Pace": protocol.Pace,
    "ClientMessage": protocol.ClientMessage,
    "ServerMessage": protocol.ServerMessage,
}
ANSWERS: tuple[Any, ...] = (
    View,
    protocol.Seated,
    protocol.Listing,
    protocol.Info,
    protocol.Problem,
    protocol.PersonalLink,
    protocol.Reach,
    protocol.RenewLink,
    protocol.ScreenLink,
    protocol.ScreenOf,
    protocol.Verification,
    Analysis,
)
# The page may leave out what has a default here; the server never does.
REQUESTS: tuple[Any, ...] = (
    protocol.CreateTable,
    protocol.PlayNow,
    protocol.PassAround,
    protocol.Join,
    protocol.Start,
    protocol.Settings,
    protocol.Me,
    protocol.SetReach,
    protocol.SetSeat,
    protocol.Claim,
    protocol.SetWebhook,
    protocol.AskHint,
    protocol.AskAnalysis,
)
SIMPLE: dict[type, str] = {
    inspect.AnyType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BytesType: "string",
    inspect.DateTimeType: "string",
    inspect.RawType: "unknown",
}


class Declarations:
    """Collects one declaration per struct and per named union, in the order they are met."""

    def __init__(self, named: dict[str, Any]) -> None:
        self._aliases = {_key(inspect.type_info(type_)): name for name, type_ in named.items()}
        self._written: dict[str, str] = {}
        for name, type_ in named.items():
            self._written[name] = f"export type {name} = {self._spell(inspect.type_info(type_))};"

    def add(self, type_: Any) -> None:
        """Declare this type and all that it is made of."""
        self.name(inspect.type_info(type_))

    def text(self) -> str:
        """The whole file."""
        return "\n".join([HEADER, *(self._written[name] + "\n" for name in self._written)])

    def name(self, info: inspect.Type) -> str:
        """How to refer to a type."""
        return self._aliases.get(_key(info)) or self._spell(info)

    def _spell(self, info: inspect.Type) -> str:
        match info:
            case inspect.StructType():
                return self._struct(info)
            case inspect.LiteralType(values):
                return " | ".join(json.dumps(value) for value in values)
            case inspect.UnionType():
                return self._union(info)
            case inspect.VarTupleType(item) | inspect.ListType(item) | inspect.SetType(item):
                return f"readonly {_grouped(self.name(item))}[]"
            case inspect.TupleType(items):
                return f"readonly [{', '.join(map(self.name, items))}]"
            case inspect.DictType(key, value):
                return f"Readonly<Record<{self.name(key)}, {self.name(value)}>>"
            case _ if type(info) in SIMPLE:
                return SIMPLE[type(info)]
        raise TypeError(f"no TypeScript form for {info}")

    def _union(self, info: inspect.UnionType) -> str:
        """A named union may hide behind an optional: `Action | None`."""
        rest = tuple(member for member in info.types if not isinstance(member, inspect.NoneType))
        if len(rest) == len(info.types):
            return " | ".join(self.name(member) for member in info.types)
        inner = rest[0] if len(rest) == 1 else inspect.UnionType(rest)
        return f"{self.name(inner)} | null"

    def _struct(self, info: inspect.StructType) -> str:
        name = info.cls.__name__
        if name not in self._written:
            self._written[name] = ""
            self._written[name] = "\n".join([f"export interface {name} {{", *self._fields(info), "}"])
        return name

    def _fields(self, info: inspect.StructType) -> Iterator[str]:
        if info.tag_field:
            yield f"  readonly {info.tag_field}: {json.dumps(info.tag)};"
        optional = info.cls in REQUESTS or info.cls is protocol.Hello
        for field in info.fields:
            mark = "?" if optional and not field.required else ""
            yield f"  readonly {field.encode_name}{mark}: {self.name(field.type)};"


def _key(info: inspect.Type) -> str:
    """Equal for equal unions, whatever the order of their members."""
    if isinstance(info, inspect.UnionType):
        return "|".join(sorted(map(repr, info.types)))
    return repr(info)


def _grouped(name: str) -> str:
    return f"({name})" if " " in name else name


def typescript(named: dict[str, Any] = NAMED, roots: Iterable[Any] = (*ANSWERS, *REQUESTS)) -> str:
    """The text of wire.ts."""
    declarations = Declarations(named)
    for root in roots:
        declarations.add(root)
    return declarations.text() + _switches()


def _switches() -> str:
    """What each switch of an edition (rule 7) can be, the default first."""
    kinds = get_type_hints(Rules)
    lines = (f"  {name}: {json.dumps(get_args(kinds[name]))}," for name in Rules.__struct_fields__)
    head = "\nexport const SWITCHES: { readonly [S in keyof Rules]: readonly Rules[S][] } = {"
    return "\n".join([head, *lines, "};", ""])


def text() -> bytes:
    """The whole file."""
    return typescript().encode()
