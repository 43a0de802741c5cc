"""Dice, score markers and symbols of the players, cards, and what lies at the places."""

from collections.abc import Callable
from functools import partial

from draw.kit import drawing, group, line, oval, path, poly, rect

# Five shapes, 34 by 34 about the origin: never told apart by colour alone.
SHAPES = {
    "jade": "M0-15A15 15 0 1 1 0 15 15 15 0 1 1 0-15z",
    "maize": "M-17 0L-8.5-14.5h17L17 0 8.5 14.5h-17z",
    "chili": "M0-17L17 13h-34z",
    "indigo": "M0-18L18 0 0 18-18 0z",
    "plum": "M-14-14h28v28h-28z",
}
LETTERS = {"jade": "J", "maize": "M", "chili": "C", "indigo": "I", "plum": "P"}


def letter(name: str, size: float) -> str:
    """Set in the page's own face; the shape alone says whose it is when the letter is too small."""
    low = 9.5 if name == "chili" else 5.6
    return f'<text y="{low}" text-anchor="middle" font-family="Bree Serif" font-size="{size}" fill="var(--letter)">{LETTERS[name]}</text>'


def marker(name: str) -> str:
    shape, edge = SHAPES[name], 'stroke-width="4" stroke-linejoin="round"'
    thick = [
        path(shape, "tone-d", extra=f'{edge} stroke="var(--tone-d)" transform="translate(0 {y})"')
        for y in (6, 4, 2)
    ]
    shade = path(shape, "sh2", extra='transform="translate(5 9)"')
    face = path(shape, "tone", extra=f'{edge} stroke="var(--tone)"')
    rim = path(
        shape, "none", 0.6, 'stroke="#fff" stroke-width="1.5" stroke-linejoin="round" transform="scale(.93)"'
    )
    return drawing(46, 50, [group([shade, *thick, face, rim, letter(name, 16)], 21, 21)])


def symbol(name: str) -> str:
    edge = 'stroke="var(--mkedge)" stroke-width="2" stroke-linejoin="round"'
    return drawing(40, 40, [group([path(SHAPES[name], "tone", extra=edge), letter(name, 17)], 20, 20)])


def die(front: str, top: str, side: str) -> str:
    def face(corners: list[tuple[float, float]], tone: str) -> str:
        return poly(corners, tone, 1, f'stroke="var(--{tone})" stroke-width="4" stroke-linejoin="round"')

    return drawing(
        48,
        48,
        [
            poly([(34, 44), (48, 38), (60, 41), (40, 47)], "sh2"),
            face([(35, 11), (42, 4), (42, 34), (35, 42)], side),
            face([(4, 11), (11, 4), (42, 4), (35, 11)], top),
            face([(4, 11), (35, 11), (35, 42), (4, 42)], front),
            line("M4 10.5h30", "#fff", 1.2, 0.5),
        ],
    )


def card() -> str:
    line_ = 'stroke="#d9ab62" stroke-width="1"'
    return drawing(
        70,
        98,
        [
            rect(0.8, 0.8, 68.4, 96.4, "url(#g-card)", 7, 1, 'stroke="var(--cardedge)" stroke-width="1.6"'),
            rect(4.5, 4.5, 61, 89, "none", 4.5, 1, line_),
        ],
    )


def better() -> str:
    """An improvement card: stepped corners, a jade frame, feathers round a golden disc."""
    outline = "M1 13h6V7h6V1h44v6h6v6h6v72h-6v6h-6v6H13v-6H7v-6H1z"
    inner = "M5.5 16.5h6v-6h6v-5h35v5h6v6h6v65h-6v6h-6v5h-35v-5h-6v-6h-6z"
    feathers = [
        group(
            [path("M0 0c-6-7-5-17 0-23 5 6 6 16 0 23z", tone), line("M0-2v-17", "#fff", 0.8, 0.5)],
            extra=f'transform="translate(43 66) rotate({turn})"',
        )
        for turn, tone in ((-64, "jade2"), (64, "jade2"), (-32, "jade"), (32, "jade"), (0, "jade2"))
    ]
    disc = [
        oval(43, 66, 13, 13, "gold"),
        oval(43, 66, 13, 13, "none", extra='stroke="#9a6420" stroke-width="1.5"'),
        oval(43, 66, 5.4, 8.4, "pod4", extra='transform="rotate(18 43 66)"'),
        line("M41 59q-2 7 1 14M45 60q1 6-1 12", "#000", 0.9, 0.3),
    ]
    return drawing(
        70,
        98,
        [
            path(outline, "url(#g-better)", extra='stroke="var(--cardedge)" stroke-width="1.6"'),
            path(inner, "none", extra='stroke="var(--jade)" stroke-width="2.4"'),
            *feathers,
            *disc,
        ],
    )


def back() -> str:
    corners = [(12, 14, 1, 1), (58, 14, -1, 1), (12, 84, 1, -1), (58, 84, -1, -1)]
    frets = [
        line(
            "M0 18V0h19v13H8V7h5",
            "#d9a45c",
            3,
            extra=f'transform="translate({x} {y}) scale({sx} {sy})" stroke-linecap="butt" stroke-linejoin="miter"',
        )
        for x, y, sx, sy in corners
    ]
    petals = [
        path(
            "M0 0c-4-5-4-10 0-15 4 5 4 10 0 15z",
            "#e9bd84",
            extra=f'transform="translate(35 49) rotate({turn})"',
        )
        for turn in (0, 72, 144, 216, 288)
    ]
    frame = rect(5, 5, 60, 88, "none", 4, 1, 'stroke="#d9a45c" stroke-width="1.4"')
    return drawing(
        70,
        98,
        [
            rect(0.8, 0.8, 68.4, 96.4, "url(#g-back)", 7, 1, 'stroke="#2d1409" stroke-width="1.6"'),
            frame,
            *[f.replace('stroke-linecap="round" stroke-linejoin="round" ', "") for f in frets],
            *petals,
            oval(35, 49, 3.6, 3.6, "#d4472f"),
        ],
    )


def crown() -> str:
    return drawing(
        24,
        16,
        [
            path(
                "M2 14V3l5.5 5L12 1l4.5 7L22 3v11z",
                "gold",
                extra='stroke="var(--crownl)" stroke-width="1.6" stroke-linejoin="round"',
            )
        ],
    )


DRAWINGS: dict[str, Callable[[], str]] = {
    **{f"mark-{name}": partial(marker, name) for name in SHAPES},
    **{f"sym-{name}": partial(symbol, name) for name in SHAPES},
    "die-harvest": partial(die, "hd1", "hd2", "hd3"),
    "die-bonus": partial(die, "bd1", "bd2", "bd3"),
    "card": card,
    "better": better,
    "back": back,
    "crown": crown,
}
