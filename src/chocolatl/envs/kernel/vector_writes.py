"""Small numbers into an observation: the strokes that everything else is drawn with."""

from __future__ import annotations

from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints


@jit_internal
def clear(out: Ints, start: int, end: int) -> None:
    """Zeros from start to end."""
    for at in range(start, end):
        out[at] = 0


@jit_internal
def copy(source: Ints, start: int, end: int, out: Ints, at: int) -> None:
    """Numbers of another place."""
    for step in range(end - start):
        out[at + step] = source[start + step]


@jit_internal
def one_hot(out: Ints, at: int, size: int, chosen: int) -> int:
    """A one for what is chosen (nothing, if negative); returns where it goes on."""
    for step in range(size):
        out[at + step] = step == chosen
    return at + size


@jit_internal
def count_cards(s: Ints, start: int, count: int, values: int, out: Ints, at: int) -> None:
    """How many of each card value there are among some cards."""
    clear(out, at, at + values)
    for card in range(start, start + count):
        out[at + s[card]] += 1


@jit_internal
def two_slots(s: Ints, laid: int, count: int, out: Ints, at: int) -> None:
    """The cards of one location: card + 1, or 0. Without branches, as they could not be foreseen."""
    out[at] = (s[laid] + 1) * (count > 0)
    out[at + 1] = (s[laid + 1] + 1) * (count > 1)
