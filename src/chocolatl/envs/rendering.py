"""A table as a picture of the board (pixels or SVG), and as letters.

`human` shows the letters at every reset and step by itself, as both libraries do it; the others are returned
by `render()`. A picture always has the same size, so that its frames make a video.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chocolatl.i18n.event_sentences import describe_in
from chocolatl.picture import Picture, Style, people_named, pixels, svg
from chocolatl.picture.labels import Captions
from chocolatl.rules.state import Cards, State
from chocolatl.rules.types import Seat
from chocolatl.rules.view import view

RENDER_MODES = ("ansi", "rgb_array", "human", "svg")
CANVAS = Style(960, 540)


class Svg(str):
    """SVG text that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def checked_render_mode(mode: str | None) -> str | None:
    """The mode, if there is such a one; else ValueError."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode={mode!r}: expected None or one of {', '.join(RENDER_MODES)}")
    return mode


def render(state: State, mode: str | None, seat: Seat | None = None) -> Any:
    """Letters, pixels, SVG, or letters on the screen (None). `seat`: whose eyes a picture is for."""
    match mode:
        case "ansi":
            return draw(state)
        case "human":
            sys.stdout.write(draw(state) + "\n")
            return None
        case "rgb_array":
            return frame(state, seat)
        case "svg":
            return board_svg(state, seat)
        case _:
            return None


def frame(state: State, seat: Seat | None = None) -> NDArray[np.uint8]:
    """The board as pixels: height, width, and red, green and blue."""
    return np.array(pixels(_picture(state, seat), CANVAS))


def board_svg(state: State, seat: Seat | None = None) -> Svg:
    """The board as SVG."""
    return Svg(svg(_picture(state, seat), CANVAS))


def _picture(state: State, seat: Seat | None) -> Picture:
    """As a seat sees the table, or somebody who looks on, with the question that is open."""
    names = [f"player {number}" for number in state.seats]
    told = state.asked or state.result
    caption = describe_in(Captions(names, "en"), told)[-1:] if told is not None else ()
    return Picture(view(state, seat), people_named(names), tuple(caption))


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
