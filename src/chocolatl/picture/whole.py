"""The whole picture: board, people, words; in the colours of a theme and at a size."""

from __future__ import annotations

from chocolatl.picture.altar import altar
from chocolatl.picture.art import coloured, definitions
from chocolatl.picture.board_layout import BOXES, GAP, WIDTH, Canvas, canvas
from chocolatl.picture.final import final
from chocolatl.picture.ground import ground
from chocolatl.picture.labels import Labels, labels
from chocolatl.picture.markers import marker_boxes, markers
from chocolatl.picture.model import Picture, Style
from chocolatl.picture.places import place
from chocolatl.picture.plaques import plaques
from chocolatl.picture.reveal import reveal
from chocolatl.picture.shapes import group, rect
from chocolatl.picture.text import write
from chocolatl.picture.tray import tray

_SMALL = 0.62
"""Below this scale numbers of boxes cannot be read, and only every tenth is written."""


def svg(picture: Picture, style: Style | None = None) -> str:
    """A position as SVG text, words as outlines: it looks the same wherever it is shown."""
    style = style or Style()
    divided, words = canvas(style.width, style.height), labels(style.lang)
    at = divided.left + GAP
    below = _gradients() + rect(0, 0, divided.width, divided.height, "url(#page)")
    above = "".join(
        (
            group(_on_board(picture, words), at, GAP),
            group(_beside(picture, divided, words), at + WIDTH + GAP, 0),
            tray(picture, divided, words),
        )
    )
    board = group([_ground(picture, style, divided)], at, GAP)
    body = coloured(below, style.theme) + board + coloured(above, style.theme)
    size = f'width="{style.width}" height="{style.height}"'
    box = f'viewBox="0 0 {divided.width:.2f} {divided.height:.2f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>'
    return f"{head}{definitions(body, style.theme)}{body}</svg>"


def _ground(picture: Picture, style: Style, divided: Canvas) -> str:
    taken = frozenset(box % BOXES for box in marker_boxes(picture))
    small = style.width / divided.width < _SMALL
    return ground(picture.view.board, taken, picture.view.location, small, style.theme)


def _on_board(picture: Picture, words: Labels) -> list[str]:
    if picture.show is not None:
        return [reveal(picture, picture.show, words), markers(picture)]
    if picture.final is not None:
        return [final(picture, picture.final, words), markers(picture)]
    places = [place(picture, location, words) for location in picture.view.board.locations]
    return [altar(picture, words), *places, markers(picture)]


def _beside(picture: Picture, divided: Canvas, words: Labels) -> list[str]:
    title = write("Chocolatl", 0, 35, 27, anchor="start")
    return [title, group([plaques(picture, divided.column, words)], 0, 52)]


def _gradients() -> str:
    pairs = {"page": ("page", "pageb"), "paper": ("paper", "paper2"), "tray": ("tray1", "tray2")}
    stops = '<stop offset="0" stop-color="var(--{})"/><stop offset="1" stop-color="var(--{})"/>'
    made = "".join(
        f'<linearGradient id="{name}" x2="0" y2="1">{stops.format(*ends)}</linearGradient>'
        for name, ends in pairs.items()
    )
    return f"<defs>{made}</defs>"
