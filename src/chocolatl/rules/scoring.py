"""The end: final scoring (6.1, 6.2) and the winner (6.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from chocolatl.rules.chance import leftover_die
from chocolatl.rules.events import AltarOpened, GameEnded, LeftoverRolled, Scored
from chocolatl.rules.play import Play, moved_line
from chocolatl.rules.state import State
from chocolatl.rules.versions import version_named
from chocolatl.rules.words import Card, Seat, Source

MAJORITY = 3
FIGURE = 3

Part = tuple[Seat, Source, int]
"""What a source of 6.1 gives to a seat; nothing given is no part."""


def finish(play: Play) -> None:
    """Final scoring as the version of this game has it, and the result."""
    FINAL_SCORING[version_named(play.state.version).final_scoring](play)
    play.say(result(play.state))


def result(state: State) -> GameEnded:
    """Most points; then the higher sacrifice; then a shared victory."""
    scores = tuple(player.box for player in state.players)
    winners = _best(scores)
    by: Literal["points", "sacrifice", "shared"] = "points"
    if len(winners) > 1:
        sacrifices = _sacrifices(state)
        highest = max(sacrifices[seat] for seat in winners)
        winners = [seat for seat in winners if sacrifices[seat] == highest]
        by = "sacrifice" if len(winners) == 1 else "shared"
    return GameEnded(scores, tuple(winners), by)


def _one_sum(play: Play) -> None:
    """Everything is turned up and rolled first; then one sum per player, in seat order."""
    play.say(AltarOpened(_sacrifices(play.state)))
    rolled = [*_leftover_dice(play)]
    parts = [*_stones(play.state), *_figures(play.state), *_altar(play.state), *rolled]
    for seat in play.state.seats:
        _move_once(play, seat, [part for part in parts if part[0] == seat])


def _move_once(play: Play, seat: Seat, parts: Sequence[Part]) -> None:
    """The marker moves once, by the sum of all parts: 3.8 and 3.9 look at the result only.

    Each event tells where the sum so far takes the marker from the place that it had before. What costs
    points comes last: so no sum on the way is below box 0, and the last event tells where the move ends.
    """
    before = play.state
    for _, source, due in sorted(parts, key=lambda part: part[2] < 0):
        so_far = play.state.players[seat].box
        box = max(0, so_far + due)
        line = before.line if box == before.players[seat].box else moved_line(before, seat, box)
        play.say(Scored(seat, box - so_far, due, source, box, line, "6.1"))


def _source_by_source(play: Play) -> None:
    """Every source in the order of 6.1, every seat in seat order; each loss by itself stops at box 0."""
    _move_each_time(play, _stones(play.state))
    _move_each_time(play, _figures(play.state))
    play.say(AltarOpened(_sacrifices(play.state)))
    _move_each_time(play, _altar(play.state))
    _move_each_time(play, _leftover_dice(play))


def _move_each_time(play: Play, parts: Iterator[Part]) -> None:
    for seat, source, due in parts:
        play.score(seat, due, source, "6.1")


FINAL_SCORING: Mapping[str, Callable[[Play], None]] = {
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


def _leftover_dice(play: Play) -> Iterator[Part]:
    """Says each roll when its part is asked for."""
    for seat in play.state.seats:
        if play.state.players[seat].dice:
            value = leftover_die(play.chance, seat)
            play.say(LeftoverRolled(seat, value))
            yield seat, "leftover_die", value


def _sacrifices(state: State) -> tuple[Card, ...]:
    return tuple(player.sacrifice or 0 for player in state.players)


def _best(values: Sequence[int]) -> list[Seat]:
    best = max(values)
    return [seat for seat, value in enumerate(values) if value == best]
