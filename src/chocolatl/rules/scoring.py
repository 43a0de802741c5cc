"""The end: final scoring (6.1, 6.2) and the winner (6.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from chocolatl.rules.chance import leftover_die
from chocolatl.rules.events import AltarOpened, GameEnded, LeftoverRolled
from chocolatl.rules.play import Play
from chocolatl.rules.state import State
from chocolatl.rules.words import Seat, Source

MAJORITY = 3
FIGURE = 3


def finish(play: Play) -> None:
    """Every source in the order of 6.1, every seat in seat order."""
    _stones(play)
    _figures(play)
    _sacrifices(play)
    _leftover_dice(play)
    play.say(result(play.state))


def result(state: State) -> GameEnded:
    """Most points; then the higher sacrifice; then a shared victory."""
    scores = tuple(player.box for player in state.players)
    winners = _best(scores)
    by: Literal["points", "sacrifice", "shared"] = "points"
    if len(winners) > 1:
        sacrifices = tuple(player.sacrifice or 0 for player in state.players)
        highest = max(sacrifices[seat] for seat in winners)
        winners = [seat for seat in winners if sacrifices[seat] == highest]
        by = "sacrifice" if len(winners) == 1 else "shared"
    return GameEnded(scores, tuple(winners), by)


def _best(values: Sequence[int]) -> list[Seat]:
    best = max(values)
    return [seat for seat, value in enumerate(values) if value == best]


def _final(play: Play, seat: Seat, points: int, source: Source) -> None:
    play.score(seat, points, source, "6.1")


def _stones(play: Play) -> None:
    stones = [play.state.pyramid.count(seat) for seat in play.state.seats]
    for seat, count in enumerate(stones):
        _final(play, seat, count, "stones")
    for seat in _best(stones) if any(stones) else ():
        _final(play, seat, MAJORITY, "most_stones")


def _figures(play: Play) -> None:
    if play.state.chocolatl is not None:
        _final(play, play.state.chocolatl, FIGURE, "chocolatl")
    if play.state.old_man is not None:
        _final(play, play.state.old_man, -FIGURE, "old_man")


def _sacrifices(play: Play) -> None:
    sacrifices = tuple(player.sacrifice or 0 for player in play.state.players)
    play.say(AltarOpened(sacrifices))
    for seat, card in enumerate(sacrifices):
        _final(play, seat, card, "sacrifice")
    for seat in _best(sacrifices):
        _final(play, seat, MAJORITY, "highest_sacrifice")


def _leftover_dice(play: Play) -> None:
    for seat in play.state.seats:
        if play.state.players[seat].dice:
            value = leftover_die(play.chance, seat)
            play.say(LeftoverRolled(seat, value))
            _final(play, seat, value, "leftover_die")
