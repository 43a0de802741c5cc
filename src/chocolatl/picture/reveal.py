"""A location grown over the board: cards turned up, sums with their parts, the winner, the prizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from chocolatl.picture.art import standing, use
from chocolatl.picture.board_layout import HEIGHT, RIM, WIDTH
from chocolatl.picture.labels import Labels, signed
from chocolatl.picture.model import Picture, RevealRow, Show
from chocolatl.picture.pieces import CARD_HIGH, CARD_WIDE, card, die, disc, ribbon, tag, token
from chocolatl.picture.prizes import points_paper
from chocolatl.picture.shapes import group, rect, stroke
from chocolatl.picture.text import BOLD, cut, width, write
from chocolatl.rules.types import Location

_WIDE, _HIGH = WIDTH - 2 * RIM, HEIGHT - 2 * RIM
_BUILDINGS: dict[Location, str] = {
    "temple": "temple", "plantation": "grove", "city": "city", "pyramid": "yard", "drink": "kitchen",
    "ball_court": "court",
}  # fmt: skip
_FLOORS: dict[Location, tuple[str, str]] = {
    "plantation": ("soil", "la2"),
    "drink": ("soil", "la2"),
    "ball_court": ("court", "la2"),
}
_HORIZON, _TABLE, _FOOT = 262, 216, 484
"""Heights: where the floor begins, the top of the table with the prizes, where the columns stand."""
_CARD, _PEDESTAL = 76, 68
_MIDDLE = _WIDE / 2
_GONE = 0.22


def reveal(picture: Picture, show: Show, labels: Labels) -> str:
    """Over the whole board, within its rim."""
    parts = [
        *_scenery(show.location),
        *_title(picture, show.location, labels),
        *_table(picture, show, labels),
    ]
    step = min(250.0, (_WIDE - 24) / len(show.rows))
    left = (_WIDE - step * len(show.rows)) / 2
    for rank, row in enumerate(show.rows):
        parts.append(_column(picture, row, rank, left + step * (rank + 0.5), step - 14, labels))
    frame = rect(RIM, RIM, _WIDE, _HIGH, "none", 10, stroke("var(--rimlo)", 3))
    return group([group(parts, RIM, RIM)], more='clip-path="url(#inner)"') + frame


def _scenery(location: Location) -> Iterator[str]:
    yield use("strip", 0, -76, _WIDE)
    top, bottom = _FLOORS.get(location, ("st2", "st1"))
    stops = f'<stop offset="0" stop-color="var(--{top})"/><stop offset="1" stop-color="var(--{bottom})"/>'
    yield f'<linearGradient id="floor" x2="0" y2="1">{stops}</linearGradient>'
    yield rect(0, _HORIZON, _WIDE, _HIGH - _HORIZON, "url(#floor)")
    yield standing(_BUILDINGS[location], 138, _HORIZON + 10, 228)


def _title(picture: Picture, location: Location, labels: Labels) -> Iterator[str]:
    name = labels.say(f"location.{location}")
    w = width(name, 30) + 96
    left = _MIDDLE - w / 2
    yield rect(left, 18, w, 46, "var(--sign)", 10) + rect(
        left + 6, 18, w - 12, 2, "#ffffff", 0, 'opacity="0.18"'
    )
    yield write(name, _MIDDLE + 18, 51, 30, "var(--signt)")
    yield disc(picture.view.board.locations.index(location) + 1, left + 12, 41, 29, 30, 5)


def _table(picture: Picture, show: Show, labels: Labels) -> Iterator[str]:
    """A wooden table with what can be won; what has been handed out is faint."""
    yield rect(_MIDDLE - 178, _TABLE + 9, 16, 46, "var(--wd3)") + rect(
        _MIDDLE + 162, _TABLE + 9, 16, 46, "var(--wd3)"
    )
    yield rect(_MIDDLE - 190, _TABLE, 380, 12, "var(--wd1)") + rect(
        _MIDDLE - 190, _TABLE + 12, 380, 7, "var(--wd3)"
    )
    for name, drawn in _THINGS[show.location](picture, labels):
        yield group([drawn], more=f'opacity="{_GONE}"') if name in show.gone else drawn


Things = Iterator[tuple[str, str]]


def _labelled(drawn: str, text: str, x: float) -> str:
    return drawn + tag(text, x, _TABLE + 3, 16)


def _temple(_: Picture, labels: Labels) -> Things:
    x, first = _MIDDLE - 80, labels.say("prize.first", n=signed(1))
    yield "chocolatl", _labelled(standing("god", x, _TABLE + 2, 96), first, x)
    yield (
        "old_man",
        _labelled(standing("old_man", x + 160, _TABLE + 2, 72), labels.say("prize.last"), x + 160),
    )


def _plantation(picture: Picture, labels: Labels) -> Things:
    for rank, points in enumerate(picture.view.harvest):
        x = _MIDDLE + (rank - 1) * 104
        yield f"harvest-{rank}", _labelled(die(points, x - 38, _TABLE - 72, 78), labels.rank(rank + 1), x)


def _city(_: Picture, labels: Labels) -> Things:
    x = _MIDDLE - 84
    yield "hut", _labelled(standing("hut", x, _TABLE + 2, 108), labels.say("prize.hut"), x)
    yield "or", write(labels.say("city.or"), _MIDDLE, _TABLE - 30, 22)
    yield "die", _labelled(die(None, x + 132, _TABLE - 72, 78, black=True), labels.say("prize.die"), x + 168)


def _pyramid(picture: Picture, labels: Labels) -> Things:
    """The row that is being built, with its bonus; the rest stands on the board."""
    del labels
    board, built = picture.view.board, len(picture.view.pyramid)
    total = sum(row.boxes for row in board.pyramid)
    row = board.row_of(min(built, total - 1))
    first, boxes = board.row_start(row), board.pyramid[row].boxes
    wide = min(58.0, 300 / boxes)
    left, high = _MIDDLE - boxes * wide / 2 - 16, wide * 25 / 35
    for box in range(boxes):
        x = left + box * wide
        if first + box < built:
            colour = picture.people[picture.view.pyramid[first + box]].colour
            stone = use(f"stone-{colour}", x - 1.6, _TABLE - high * 1.33, wide * 45 / 36)
            yield "", stone + token(colour, x + wide * 0.5, _TABLE - high * 0.5, wide * 0.55)
        else:
            dashed = stroke("var(--ghostl)", 2, 'stroke-dasharray="5 4"')
            yield "", rect(x, _TABLE - high, wide - 3, high - 1, "var(--ghost)", 4, dashed)
    yield "", disc(board.pyramid[row].bonus, left + boxes * wide + 24, _TABLE - high / 2, 20, 24, 3)


def _drink(picture: Picture, labels: Labels) -> Things:
    board, number = picture.view.board, max(1, picture.view.round)
    pays = board.drink[min(number, len(board.drink)) - 1]
    prizes = (
        (labels.rank(1), pays.first),
        (labels.rank(2), pays.second),
        (labels.say("prize.last"), -board.drink_last),
    )
    yield "", standing("vessel", _MIDDLE - 132, _TABLE + 2, 84)
    for nth, (name, points) in enumerate(prizes):
        x = _MIDDLE - 34 + nth * 86
        yield "", _labelled(points_paper(points, x, _TABLE - 54, 32), name, x)


def _ball_court(picture: Picture, labels: Labels) -> Things:
    view = picture.view
    for rank in range(2):
        x = _MIDDLE - 60 + rank * 120
        if view.last:
            points = (view.board.ball_first, view.board.ball_second)[rank]
            yield "", _labelled(points_paper(points, x, _TABLE - 54, 34), labels.rank(rank + 1), x)
        elif rank < len(view.improvements):
            value = sorted(view.improvements, reverse=True)[rank]
            yield f"ball-{rank}", _labelled(card(value, x - 37, _TABLE - 100, 74), labels.rank(rank + 1), x)


_THINGS: dict[Location, Callable[[Picture, Labels], Things]] = {
    "temple": _temple, "plantation": _plantation, "city": _city, "pyramid": _pyramid, "drink": _drink,
    "ball_court": _ball_court,
}  # fmt: skip


def _column(picture: Picture, row: RevealRow, rank: int, x: float, wide: float, labels: Labels) -> str:
    """One player's offering; the first stands larger and glows."""
    first = row.standing is not None and rank == 0
    parts = [*_cards(picture, row, first), *_pedestal(picture, row, wide, first), *_parts_of(row)]
    if row.standing is not None:
        fill, ink = ("var(--r)", "#ffffff") if first else ("var(--sign)", "var(--signt)")
        parts.append(ribbon(labels.rank(rank + 1), 0, -_PEDESTAL - CARD_HIGH - 46, 20, fill, ink))
    scale = min(1.1, (wide + 12) / wide) if first else 1
    return group(parts, x, _FOOT, scale)


def _cards(picture: Picture, row: RevealRow, first: bool) -> Iterator[str]:
    high = _CARD * CARD_HIGH / CARD_WIDE
    top, many = -_PEDESTAL - high - 6, len(row.cards)
    for nth, value in enumerate(row.cards):
        x = (nth - many / 2) * (_CARD + 3)
        drawn = card(value, x, top, _CARD, picture.people[row.seat].colour)
        if first:
            for spread, faint in ((10, 0.18), (6, 0.3), (3, 1)):
                glow = rect(
                    x - spread, top - spread, _CARD + 2 * spread, high + 2 * spread, "var(--hot)", 8 + spread
                )
                drawn = f'<g opacity="{faint}">{glow}</g>' + drawn if faint < 1 else glow + drawn
        turn = 2 if nth else -2
        yield f'<g transform="rotate({turn} {x + _CARD / 2:.1f} {top + high / 2:.1f})">{drawn}</g>'


def _pedestal(picture: Picture, row: RevealRow, wide: float, first: bool) -> Iterator[str]:
    person, left = picture.people[row.seat], -wide / 2
    mine = picture.view.seat == row.seat
    edge = "var(--gold)" if first else f"var(--{person.colour}-tone)" if mine else ""
    yield rect(left + 6, -_PEDESTAL + 6, wide, _PEDESTAL, "var(--sh2)", 5)
    yield rect(left, -_PEDESTAL, wide, _PEDESTAL, "var(--st2)", 5, stroke(edge, 3) if edge else "")
    yield rect(left - 3, -_PEDESTAL - 2, wide + 6, 9, "var(--st1)", 3)
    ink = "light-dark(#3a1f10, #fff0d8)"
    total = _total(row)
    if total is not None:
        yield write(total, -left - 12, -17, 40, ink, "end")
    room = wide - 48 - (width(str(total), 40) + 12 if total is not None else 0)
    yield token(person.colour, left + 20, -38, 24)
    yield write(cut(person.name, 19, room), left + 36, -32, 19, ink, "start")
    if row.points:
        text = signed(row.points)
        span = width(text, 16, BOLD) + 16
        yield rect(left + 12, -25, span, 21, "var(--btn)" if row.points > 0 else "var(--r)", 10.5)
        yield write(
            text, left + 12 + span / 2, -9.5, 16, "var(--btnt)" if row.points > 0 else "#ffffff", face=BOLD
        )


def _total(row: RevealRow) -> int | None:
    """Never a sum before its cards."""
    if row.standing is not None:
        return row.standing.total
    values = [value for value in row.cards if value is not None]
    return sum(values) + sum(row.dice) if values and len(values) == len(row.cards) else None


def _parts_of(row: RevealRow) -> Iterator[str]:
    """What was added to the cards: huts, the old man, bonus dice; in one line over the foot of the cards."""
    things = list[tuple[float, str]]()
    huts, man = (row.standing.huts, row.standing.old_man) if row.standing else (0, 0)
    for name, value in (("hut", huts), ("old_man", man)):
        if value:
            things.append(_stamp(name, signed(value)))
    things += [(38.0, die(value, 0, -19, 36, black=True)) for value in row.dice]
    x = -sum(w + 4 for w, _ in things) / 2
    for w, drawn in things:
        yield group([drawn], x, -_PEDESTAL - 14)
        x += w + 4


def _stamp(name: str, text: str) -> tuple[float, str]:
    figure = 22 if name == "hut" else 15
    w = width(text, 16, BOLD) + figure + 20
    paper = rect(0, -12, w, 24, "var(--tag)", 12, stroke("var(--tagl)", 1))
    return w, paper + standing(name, 8 + figure / 2, 9, figure) + write(
        text, 12 + figure, 5.5, 16, "var(--tagt)", "start", BOLD
    )
