"""A game as a file: one JSON object (one line, in collections) with every event and every secret.

docs/RECORD.md describes it for readers in any language; `verify` checks one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from chocolatl.records.board_limits import add_bounds
from chocolatl.records.canonical_json import JsonTextError, canonical, parse
from chocolatl.records.unknown_fields import Path, TooNewError, path_text, refuse_too_new, split
from chocolatl.rules import RULES_VERSION, SealedChance, State, evolve
from chocolatl.rules import events as ev
from chocolatl.rules.texts import BOT_NAME, SHORT_WORD, shown, whole
from chocolatl.rules.types import MAX_PLAYERS, Value

FORMAT: Literal["chocolatl-record/1"] = "chocolatl-record/1"

Sha256 = Annotated[str, msgspec.Meta(pattern=whole("[0-9a-f]{64}"), max_length=64)]
Hex = Annotated[str, msgspec.Meta(pattern=whole("([0-9a-f]{2})*"), max_length=256)]

MOST_BYTES = 8 * 1024 * 1024
"""Of one record. A usual game has 60 KB; one whose players changed every answer thousands of times fits."""
MOST_EVENTS = 100_000
MOST_NAMED = 100
"""Of the unknown fields: so many are told."""
# No control characters, which a terminal would obey.
RecordedText = Annotated[
    str, msgspec.Meta(pattern=whole(r"[^\x00-\x1f\x7f-\x9f]*"), max_length=BOT_NAME.most + 20)
]
RecordedWord = Annotated[
    str, msgspec.Meta(pattern=whole(r"[^\x00-\x1f\x7f-\x9f]*"), max_length=SHORT_WORD.most)
]
BySeat = msgspec.Meta(max_length=MAX_PLAYERS)


class RecordError(ValueError):
    """Something that cannot be read as a record.

    >>> decode(b"{}")
    Traceback (most recent call last):
    chocolatl.records.record.RecordError: record: Object missing required field `format`
    """


class Record(Value, frozen=True, omit_defaults=True):
    """One game. `key` is absent while it runs; `nonces` (one per seat, or none) belong to its chance."""

    format: Literal["chocolatl-record/1"]
    rules_version: RecordedWord
    names: Annotated[tuple[RecordedText, ...], BySeat]
    commitment: Sha256
    events: Annotated[tuple[ev.Event, ...], msgspec.Meta(min_length=1, max_length=MOST_EVENTS)]
    key: Sha256 | None = None
    nonces: Annotated[tuple[Hex, ...], BySeat] = ()
    edition: RecordedWord | None = None
    bots: Annotated[tuple[RecordedText | None, ...], BySeat] = ()
    checksum: Sha256 | None = None

    @property
    def started(self) -> ev.Started:
        """The first event: players, rules and board."""
        first = self.events[0]
        if not isinstance(first, ev.Started):
            raise RecordError(f"event 0: expected started, got {encode_event(first)}")
        return first

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end."""
        return isinstance(self.events[-1], ev.GameEnded)

    @property
    def chance(self) -> SealedChance | None:
        """The chance of this game, once its key is known."""
        if self.key is None:
            return None
        nonces = tuple(map(bytes.fromhex, self.nonces))
        return SealedChance(bytes.fromhex(self.key), nonces, self.started.draw)


def make_record(
    events: Sequence[ev.Event],
    names: Sequence[str],
    chance: SealedChance,
    *,
    edition: str | None = None,
    bots: Sequence[str | None] = (),
) -> Record:
    """The record of a game so far. The key goes in only after the last event, never while it runs.

    Args:
        events: all of them, from the first.
        names: of the players, by seat.
        chance: that of the game.
        edition: the name of the preset that `rules` of the game is, if it is one.
        bots: their notation by seat, None for a person; or nothing at all.

    >>> chance = SealedChance(key_from_seed(1))
    >>> events = list(start(default_board(), Rules(), 3, chance))
    >>> for _, more in play_to_end(fold(events), random_player(Random(1)), chance):
    ...     events += more
    >>> make_record(events, ["Ana", "Ben", "Cleo"], chance, edition="english").finished
    True
    """
    first = events[0]
    made = Record(
        FORMAT,
        first.version if isinstance(first, ev.Started) else RULES_VERSION,
        tuple(names),
        chance.commitment,
        tuple(events),
        key=chance.key.hex() if isinstance(events[-1], ev.GameEnded) else None,
        nonces=tuple(nonce.hex() for nonce in chance.nonces),
        edition=edition,
        bots=tuple(bots),
    )
    return replace(made, checksum=checksum_of(made))


def checksum_of(made: Record) -> str:
    """SHA-256 over the record without its checksum: finds slips and edits that leave no other trace."""
    return hashlib.sha256(encode(replace(made, checksum=None))).hexdigest()


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Record)


def encode(made: Record) -> bytes:
    """One line of JSON, without the line feed.

    >>> chance = SealedChance(key_from_seed(1))
    >>> made = make_record(start(default_board(), Rules(), 3, chance), ["Ana", "Ben", "Cleo"], chance)
    >>> encode(made)[:31]
    b'{"format":"chocolatl-record/1",'
    """
    return _ENCODER.encode(made)


def encode_event(event: ev.Event) -> str:
    """An event as it stands in a record."""
    return _ENCODER.encode(event).decode()


class Read(NamedTuple):
    """A record, and the paths of the fields in its text that this program does not know."""

    record: Record
    unknown: tuple[str, ...]


def decode(data: bytes, source: str = "record") -> Record:
    """Read one record.

    Args:
        data: its JSON text.
        source: what messages call it, such as the name of the file.

    Raises:
        RecordError: names the source, the place and what was expected.

    >>> chance = SealedChance(key_from_seed(1))
    >>> made = make_record(start(default_board(), Rules(), 3, chance), ["Ana", "Ben", "Cleo"], chance)
    >>> decode(encode(made)) == made
    True
    """
    return read(data, source).record


def read(data: bytes, source: str = "record") -> Read:
    """Read one record, also one with fields that a later program has added. Raises RecordError.

    The checksum in the text is of the text's own canonical form. A right one is replaced by that of the value
    as this program writes it, so that fields added since leave a record as true as it was.
    """
    if len(data) > MOST_BYTES:
        raise RecordError(f"{source}: {len(data)} bytes, expected at most {MOST_BYTES}")
    try:
        made, unknown = _strict_or_grown(data)
        tree = parse(data)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$")
        place = path.strip(".`")
        raise RecordError(f"{source}: {place + ': ' if place else ''}{shown(reason, 400)}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"{source}: {_not_json(data, str(error))}") from None
    except (JsonTextError, TooNewError) as error:
        raise RecordError(f"{source}: {shown(str(error), 400)}") from None
    except RecursionError:
        raise RecordError(f"{source}: nested too deeply") from None
    return Read(_sealed_anew(made, tree, unknown, source), tuple(map(path_text, unknown[:MOST_NAMED])))


def _sealed_anew(made: Record, tree: dict[str, object], unknown: Sequence[Path], source: str) -> Record:
    """A wrong checksum stays, for `verify` to name the event; with unknown fields only the text can tell."""
    if made.checksum is None:
        return made
    own = {key: value for key, value in tree.items() if key != "checksum"}
    expected = _sha256(own)
    # A tool may have sorted the keys: then they are put back in the order in which records are written.
    if made.checksum == expected or (not unknown and made.checksum == _sha256(split(own, Record).known)):
        return replace(made, checksum=checksum_of(made))
    if unknown:
        raise RecordError(
            f"{source}: checksum is {made.checksum}, expected {expected}: something was changed"
        )
    return made


def _sha256(tree: object) -> str:
    return hashlib.sha256(canonical(tree)).hexdigest()


def _strict_or_grown(data: bytes) -> tuple[Record, tuple[Path, ...]]:
    """Strictly first; a text that has more fields than we know, without them."""
    try:
        return _DECODER.decode(data), ()
    except msgspec.ValidationError:
        tree = parse(data)
        _refuse_other_format(tree)
        known, unknown = split(tree, Record)
        refuse_too_new(unknown)
        return msgspec.convert(known, Record), unknown


def _refuse_other_format(tree: object) -> None:
    found = tree.get("format") if isinstance(tree, dict) else None
    if isinstance(found, str) and found != FORMAT:
        raise TooNewError(f"format: this program reads {FORMAT!r}, not {found[:40]!r}")


def _not_json(data: bytes, reason: str) -> str:
    if not data.strip():
        return "empty: expected a JSON object"
    if "truncated" in reason:
        return f"cut off after {len(data)} bytes, in the middle of a record"
    return f"not a record: {reason}"


def documents(lines: Iterable[bytes], source: str) -> Iterator[tuple[str, bytes]]:
    """The JSON texts of a file with their place: one per line, or a single one spread over many lines."""
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    first = next(numbered, None)
    if first is None:
        yield source, b""
    elif first[1].strip() == b"{":
        yield source, _joined((line for _, line in chain((first,), numbered)), source)
    else:
        yield from ((f"{source}:{number}", line) for number, line in chain((first,), numbered))


def _joined(lines: Iterable[bytes], source: str) -> bytes:
    found = bytearray()
    for line in lines:
        found += line
        if len(found) > MOST_BYTES:
            raise RecordError(f"{source}: expected a record of at most {MOST_BYTES} bytes")
    return bytes(found)


def replay(made: Record) -> Iterator[tuple[State | None, ev.Event, State]]:
    """Every event with the state before and after it.

    Args:
        made: a record; what it says is not checked (see `verify`).

    >>> chance = SealedChance(key_from_seed(1))
    >>> made = make_record(start(default_board(), Rules(), 3, chance), ["Ana", "Ben", "Cleo"], chance)
    >>> [(type(event).__name__, after.turn) for _, event, after in replay(made)]
    [('Started', 0), ('Asked', 1)]
    """
    before: State | None = None
    for event in made.events:
        after = evolve(before, event)
        yield before, event, after
        before = after


def schema() -> dict[str, object]:
    """The JSON Schema of a record; docs/record.schema.json holds it."""
    made = msgspec.json.schema(Record)
    add_bounds(made["$defs"])
    return made
