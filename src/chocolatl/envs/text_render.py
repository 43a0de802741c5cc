"""A table as letters, and the same letters as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chocolatl.envs.pixel_font import picture
from chocolatl.rules.state import Cards, State
from chocolatl.rules.words import Seat

RENDER_MODES = ("ansi", "rgb_array", "human")


def render(state: State, mode: str | None) -> Any:
    """Letters (`ansi`), a picture (`rgb_array`), or letters on the screen (`human`)."""
    if mode == "rgb_array":
        return picture(draw(state))
    if mode == "human":
        import sys

        sys.stdout.write(draw(state) + "\n")
        return None
    return draw(state) if mode == "ansi" else None


def draw(state: State) -> str:
    """The whole table, hands too: the drawing is for whoever runs the environment."""
    return "\n".join([*_table(state), "", *_players(state), "", *_places(state), *_end(state)])


def _table(state: State) -> Iterator[str]:
    last = f"  last round ({state.last})" if state.last else ""
    yield f"CHOCOLATL  round {state.round}/{state.board.rounds}  {state.mode or '-'}  {_asked(state)}{last}"
    yield f"harvest {_cards(state.harvest)}   better cards {_cards(state.improvements)}"
    figures = f"chocolatl {_seat(state.chocolatl)}   old man {_seat(state.old_man)}"
    yield f"{figures}   behind to ahead {_cards(state.line)}"
    yield f"pyramid {' / '.join(_rows(state))}"


def _asked(state: State) -> str:
    if state.asked is None:
        return "over" if state.result else "-"
    where = state.asked.locations[0] if len(state.asked.locations) == 1 else "all"
    return f"{state.asked.kind.replace('_', ' ')} {where if state.asked.locations else ''}".strip().replace(
        "_", " "
    )


def _rows(state: State) -> Iterator[str]:
    for number, row in enumerate(state.board.pyramid):
        start = state.board.row_start(number)
        stones = [str(seat) for seat in state.pyramid[start : start + row.boxes]]
        yield "".join(stones) + "." * (row.boxes - len(stones))


def _players(state: State) -> Iterator[str]:
    yield "seat  box  cubes  huts  dice  altar  hand"
    for seat, player in enumerate(state.players):
        altar = "-" if player.sacrifice is None else str(player.sacrifice)
        numbers = f"{seat:4}{player.box:5}{player.cubes:7}{player.huts:6}{player.dice:6}{altar:>7}"
        yield f"{numbers}  {_cards(player.hand)}"


def _places(state: State) -> Iterator[str]:
    yield "place       " + "".join(f"{f'seat {seat}':>10}" for seat in state.seats)
    for place, location in enumerate(state.board.locations):
        here = ">" if location == state.location else " "
        laid = "".join(f"{_offering(player.laid[place], state.up[place]):>10}" for player in state.players)
        yield f"{here}{location.replace('_', ' '):11}{laid}"


def _offering(laid: Cards, up: int) -> str:
    """Cards on the table; those face down in brackets."""
    return " ".join([*map(str, laid[:up]), *(f"({card})" for card in laid[up:])]) or "-"


def _end(state: State) -> Iterator[str]:
    if state.result is not None:
        yield ""
        scores = _cards(state.result.scores)
        yield f"winner {_cards(state.result.winners)} by {state.result.by}, scores {scores}"


def _cards(cards: Cards) -> str:
    return " ".join(map(str, cards)) or "-"


def _seat(seat: Seat | None) -> str:
    return "-" if seat is None else str(seat)
