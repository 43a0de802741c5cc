"""A recorded game as an animated file, without a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple

from msgspec.structs import replace

from chocolatl.picture.animation import QUALITY, Timed, palette_of, write_gif, write_webp
from chocolatl.picture.model import Style
from chocolatl.picture.raster import pixels, png
from chocolatl.picture.shots import Shot, shots
from chocolatl.picture.whole import svg
from chocolatl.records.record import Record
from chocolatl.rules.types import Seat

if TYPE_CHECKING:
    from PIL.Image import Image

Format = Literal["webp", "gif"]
Still = Literal["png", "svg"]
_LEAST_MS = 20
"""Browsers show what is shorter for a tenth of a second."""
_SAMPLES, _SAMPLE_WIDE = 24, 320


class Film(NamedTuple):
    """What is filmed: whose eyes, which rounds (all, if None), how quick, how it looks."""

    style: Style
    seat: Seat | None = None
    rounds: range | None = None
    speed: float = 1
    quality: int = QUALITY


def write_film(
    file: BinaryIO,
    record: Record,
    film: Film,
    format: Format = "webp",  # noqa: A002
    on_picture: Callable[[int], object] = bool,
) -> int:
    """Write the game; returns how many milliseconds it lasts. Raises ValueError if there is nothing to show.

    The record is taken as true: `verify` it before. `on_picture` is called with 1 for each picture drawn;
    there are as many as `cut` gives.
    """
    taken = cut(record, film)
    frames = _frames(taken, film, on_picture)
    if format == "gif":
        write_gif(file, frames, palette_of(_samples(taken, film.style)))
    else:
        write_webp(file, frames, (film.style.width, film.style.height), film.quality)
    return sum(_ms(shot, film) for shot in taken)


def write_still(file: BinaryIO, record: Record, film: Film, format: Still = "png") -> None:  # noqa: A002
    """Write the last picture of a film."""
    last = cut(record, film)[-1].picture
    file.write(svg(last, film.style).encode() if format == "svg" else png(last, film.style))


def _frames(taken: Sequence[Shot], film: Film, on_picture: Callable[[int], object]) -> Iterator[Timed]:
    for shot in taken:
        yield Timed(pixels(shot.picture, film.style), _ms(shot, film))
        on_picture(1)


def cut(record: Record, film: Film) -> list[Shot]:
    """The shots of the rounds that were asked for; what comes before the first round belongs to it."""
    found = [
        shot
        for shot in shots(record, film.seat, film.style.lang)
        if film.rounds is None or max(1, shot.round) in film.rounds
    ]
    if not found:
        raise ValueError(f"no round {film.rounds.start if film.rounds else 1} in this game")
    return found


def _ms(shot: Shot, film: Film) -> int:
    return max(_LEAST_MS, round(shot.ms / film.speed))


def _samples(taken: Sequence[Shot], style: Style) -> Iterator[Image]:
    """Pictures from all over the film, small: their colours are those of all."""
    small = replace(style, width=_SAMPLE_WIDE, height=max(120, _SAMPLE_WIDE * style.height // style.width))
    for shot in islice(taken, 0, None, max(1, len(taken) // _SAMPLES)):
        yield pixels(shot.picture, small)
