"""From what the database holds to values, also where a newer program wrote it.

Texts of this program are read strictly, at no extra cost. Else an unknown field that decides nothing is
passed over (it stays in the database), and what could change the game raises TooNew: an unknown event, rules
version or phase, or something unknown in rules or board. No process decides on half of what was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar, get_args

import msgspec
import structlog

from chocolatl.records.unknown_fields import PLAY, TooNewError, refuse_too_new, split
from chocolatl.rules import RULES_VERSIONS, Event
from chocolatl.rules.events import GameEnded
from chocolatl.server.errors import TooNew
from chocolatl.server.protocol import Phase
from chocolatl.server.store.document_codec import decode_grown
from chocolatl.server.store.documents import Lobby

T = TypeVar("T")
Events = tuple[Event, ...]
KNOWN_PHASES: frozenset[str] = frozenset(get_args(Phase))
MOST_TOLD = 1000
log = structlog.get_logger()

_events = msgspec.json.Decoder(Events).decode
_lobby = msgspec.json.Decoder(Lobby).decode
_result = msgspec.json.Decoder(GameEnded).decode
_told: set[str] = set()


def decode_events(body: bytes) -> Events:
    """The events of one decision. Raises TooNew."""
    try:
        return _events(body)
    except msgspec.MsgspecError:
        events: Events = _grown(body, Events)
        return events


def decode_result(body: bytes) -> GameEnded:
    """The outcome of a game. Raises TooNew."""
    try:
        return _result(body)
    except msgspec.MsgspecError:
        result: GameEnded = _grown(body, GameEnded)
        return result


def decode_lobby(body: bytes) -> Lobby:
    """Who sits where, with everything unknown in it; `refuse_newer` tells whether it can be played."""
    try:
        return _lobby(body)
    except msgspec.MsgspecError:
        pass
    try:
        return decode_grown(body, Lobby)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise TooNew(f"the table cannot be read: {error}") from None


def _grown(body: bytes, type_: Any) -> Any:
    try:
        known, unknown = split(msgspec.json.decode(body), type_)
        refuse_too_new(unknown)
        return msgspec.convert(known, type_)
    except (msgspec.MsgspecError, TooNewError, UnicodeError, RecursionError) as error:
        raise TooNew(f"the game cannot be read: {error}") from None


def known_phase(phase: str) -> Phase:
    """The same, if this program has such a phase. Raises TooNew."""
    if phase not in KNOWN_PHASES:
        raise TooNew(f"the table is {phase!r}, a phase that this program does not know")
    return phase  # type: ignore[return-value]


def refuse_newer(lobby: Lobby) -> None:
    """Raises TooNew for a table whose game this program could only play wrongly."""
    if lobby.rules_version not in RULES_VERSIONS:
        raise TooNew(f"the table plays by rules version {lobby.rules_version!r}")
    if unknown := PLAY & lobby.unknown_inside:
        raise TooNew(f"the table has unknown {' and '.join(sorted(unknown))}")


def readable(rows: Iterable[Any], read: Callable[[Any], T]) -> Iterator[T]:
    """What can be read of a list; one table of a newer program, or a damaged one, never hides the others."""
    for row in rows:
        try:
            yield read(row)
        except TooNew as error:
            tell_once(row.id, error)


def tell_once(table: str, error: TooNew) -> None:
    """A list is asked for again and again: one line of log for each table is enough."""
    if table not in _told and len(_told) < MOST_TOLD:
        _told.add(table)
        log.warning("table.too_new", reason=error.problem.reason)
