"""What can be wrong with a record before its first answer: each check is a function of the record alone.

A check yields the problems it finds; `verify` runs them in order and stops at the first problem, so each may
rely on those before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from chocolatl.records.board_file import play_problems
from chocolatl.records.record import Record, encode_event
from chocolatl.rules.chance import commitment_of
from chocolatl.rules.commit_reveal import draw_problems, lots_of
from chocolatl.rules.events import Started
from chocolatl.rules.types import MAX_PLAYERS, MIN_PLAYERS, Value
from chocolatl.rules.versions import RULES_VERSIONS, VERSIONS


class Discrepancy(Value, frozen=True):
    """What is wrong. `event` is the number (from 0) of the first wrong event, or empty: it is in the header.

    `answer` is the number of the answer from which that event should have followed.
    """

    event: int | None
    reason: str
    answer: int | None = None

    def __str__(self) -> str:
        place = "record" if self.event is None else f"event {self.event}"
        cause = "" if self.answer is None else f" (it follows from the answer in event {self.answer})"
        return f"{place}: {self.reason}{cause}"


RecordCheck = Callable[[Record], Iterator[Discrepancy]]


def version_problems(made: Record) -> Iterator[Discrepancy]:
    """Rules that this program does not know."""
    if made.rules_version not in VERSIONS:
        known = " and ".join(RULES_VERSIONS)
        yield Discrepancy(None, f"rules_version is {made.rules_version!r}, this program knows {known}")


def setup_problems(made: Record) -> Iterator[Discrepancy]:
    """The first event must set up a game that can be played."""
    first = made.events[0]
    if not isinstance(first, Started):
        yield Discrepancy(0, f"expected a started event, found {encode_event(first)}")
        return
    if not MIN_PLAYERS <= first.players <= MAX_PLAYERS:
        yield Discrepancy(0, f"players is {first.players}, expected {MIN_PLAYERS} to {MAX_PLAYERS}")
    for key, reason in play_problems(first.board):
        yield Discrepancy(0, f"board.{key}: {reason}")


def commitment_problems(made: Record) -> Iterator[Discrepancy]:
    """The key is the one that was promised."""
    draw = made.started.draw
    if draw is not None:
        if made.commitment != draw.key_commitment:
            expected = f"but the draw in event 0 says {draw.key_commitment}"
            yield Discrepancy(None, f"commitment is {made.commitment}, {expected}")
        if made.nonces:
            yield Discrepancy(None, "nonces stand in the draw of event 0, expected none beside it")
    elif made.key is not None and commitment_of(bytes.fromhex(made.key)) != made.commitment:
        expected = commitment_of(bytes.fromhex(made.key))
        yield Discrepancy(None, f"commitment is {made.commitment}, but the key gives {expected}")


def seat_problems(made: Record) -> Iterator[Discrepancy]:
    """One name for each seat; one nonce and bot, or none at all."""
    lists = {"names": made.names, "nonces": made.nonces, "bots": made.bots}
    for key, values in lists.items():
        optional = key != "names"
        if len(values) != made.started.players and (values or not optional):
            expected = f"one for each of {made.started.players} players"
            yield Discrepancy(None, f"{key} has {len(values)} entries, expected {expected}")


def rules_problems(made: Record) -> Iterator[Discrepancy]:
    """Header and first event agree on version and edition."""
    first = made.started
    if made.rules_version != first.version:
        reason = f"rules_version is {made.rules_version!r}, but event 0 is of version {first.version!r}"
        yield Discrepancy(None, reason)
    elif made.edition is not None and VERSIONS[first.version].editions.get(made.edition) != first.rules:
        yield Discrepancy(None, f"edition is {made.edition!r}, but the rules of event 0 are not its preset")


def draw_of_dice_problems(made: Record) -> Iterator[Discrepancy]:
    """Commitments, openings and the key fit together."""
    first = made.started
    if first.draw is None:
        return
    key = None if made.key is None else bytes.fromhex(made.key)
    for reason in draw_problems(first.draw, lots_of(first.players, first.board), key):
        yield Discrepancy(0, f"draw: {reason}")
    for seat, (kind, bot) in enumerate(zip(first.draw.kinds, made.bots, strict=False)):
        if kind != "barred" and (kind == "bot") != (bot is not None):
            yield Discrepancy(0, f"draw: seat {seat} is {kind}, but bots says {bot!r}")


HEADER_CHECKS: tuple[RecordCheck, ...] = (
    version_problems,
    setup_problems,
    commitment_problems,
    seat_problems,
    rules_problems,
    draw_of_dice_problems,
)
