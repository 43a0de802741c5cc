"""The end: final scoring (6.1, 6.2) and the winner (6.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from chocolatl.rules import events as ev
from chocolatl.rules.chance import leftover_die
from chocolatl.rules.event_writer import EventWriter, moved_line
from chocolatl.rules.state import State
from chocolatl.rules.types import Card, Seat, Source
from chocolatl.rules.versions import version_named

MAJORITY = 3
FIGURE = 3

Part = tuple[Seat, Source, int]
"""What a source of 6.1 gives to a seat; nothing given is no part."""


def finish(writer: EventWriter) -> None:
    """Final scoring as the version of this game has it, and the result."""
    FINAL_SCORING[version_named(writer.state.version).final_scoring](writer)
    writer.emit(result(writer.state))


def result(state: State) -> ev.GameEnded:
    """The winners, and what decided: points, the higher sacrifice, or nothing (a shared victory)."""
    scores = tuple(player.box for player in state.players)
    winners = tuple(seat for seat, rank in enumerate(final_ranks(scores, _sacrifices(state))) if rank == 0)
    by: Literal["points", "sacrifice", "shared"] = "points"
    if scores.count(max(scores)) > 1:
        by = "sacrifice" if len(winners) == 1 else "shared"
    return ev.GameEnded(scores, winners, by)


def final_ranks(scores: Sequence[int], sacrifices: Sequence[Card]) -> tuple[int, ...]:
    """Each seat's place, from 0: most points, then the higher sacrifice, then the same place (6.3)."""
    merits = list(zip(scores, sacrifices, strict=True))
    return tuple(sum(other > merit for other in merits) for merit in merits)


def _one_sum(writer: EventWriter) -> None:
    """Everything is turned up and rolled first; then one sum per player, in seat order."""
    writer.emit(ev.AltarOpened(_sacrifices(writer.state)))
    rolled = [*_leftover_dice(writer)]
    parts = [*_stones(writer.state), *_figures(writer.state), *_altar(writer.state), *rolled]
    for seat in writer.state.seats:
        _move_once(writer, seat, [part for part in parts if part[0] == seat])


def _move_once(writer: EventWriter, seat: Seat, parts: Sequence[Part]) -> None:
    """The marker moves once, by the sum of all parts: 3.8 and 3.9 look at the result only.

    Each event tells where the sum so far takes the marker from the place that it had before. What costs
    points comes last: so no sum on the way is below box 0, and the last event tells where the move ends.
    """
    before = writer.state
    for _, source, due in sorted(parts, key=lambda part: part[2] < 0):
        so_far = writer.state.players[seat].box
        box = max(0, so_far + due)
        line = before.line if box == before.players[seat].box else moved_line(before, seat, box)
        writer.emit(ev.Scored(seat, box - so_far, due, source, box, line, "6.1"))


def _source_by_source(writer: EventWriter) -> None:
    """Every source in the order of 6.1, every seat in seat order; each loss by itself stops at box 0."""
    _move_each_time(writer, _stones(writer.state))
    _move_each_time(writer, _figures(writer.state))
    writer.emit(ev.AltarOpened(_sacrifices(writer.state)))
    _move_each_time(writer, _altar(writer.state))
    _move_each_time(writer, _leftover_dice(writer))


def _move_each_time(writer: EventWriter, parts: Iterator[Part]) -> None:
    for seat, source, due in parts:
        writer.score(seat, due, source, "6.1")


FINAL_SCORING: Mapping[str, Callable[[EventWriter], None]] = {
    "source_by_source": _source_by_source,
    "one_sum": _one_sum,
}


def _stones(state: State) -> Iterator[Part]:
    stones = [state.pyramid.count(seat) for seat in state.seats]
    for seat, count in enumerate(stones):
        if count:
            yield seat, "stones", count
    for seat in _best(stones) if any(stones) else ():
        yield seat, "most_stones", MAJORITY


def _figures(state: State) -> Iterator[Part]:
    if state.chocolatl is not None:
        yield state.chocolatl, "chocolatl", FIGURE
    if state.old_man is not None:
        yield state.old_man, "old_man", -FIGURE


def _altar(state: State) -> Iterator[Part]:
    sacrifices = _sacrifices(state)
    for seat, card in enumerate(sacrifices):
        if card:
            yield seat, "sacrifice", card
    for seat in _best(sacrifices):
        yield seat, "highest_sacrifice", MAJORITY


def _leftover_dice(writer: EventWriter) -> Iterator[Part]:
    """Says each roll when its part is asked for."""
    for seat in writer.state.seats:
        if writer.state.players[seat].dice:
            value = leftover_die(writer.chance, seat)
            writer.emit(ev.LeftoverRolled(seat, value))
            yield seat, "leftover_die", value


def _sacrifices(state: State) -> tuple[Card, ...]:
    return tuple(player.sacrifice or 0 for player in state.players)


def _best(values: Sequence[int]) -> list[Seat]:
    best = max(values)
    return [seat for seat, value in enumerate(values) if value == best]
