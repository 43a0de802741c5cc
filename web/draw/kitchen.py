"""The kitchen where cacao is boiled and foamed, and its vessel."""

from draw.kit import Ground, drawing, glow, group, line, oval, path, poly, rect


def vessel() -> list[str]:
    """68 by 76; its foot at 34, 74."""
    zigzag = "M3.5 46l6-7 6 7 6-7 6 7 6-7 6 7 6-7 6 7 6-7 6 7"
    return [
        oval(40, 72, 34, 5, "sh2"),
        path("M8 24c-9 14-6 34 8 48h36c14-14 17-34 8-48z", "pot1"),
        path("M44 24h16c9 14 6 34-8 48H42c10-16 10-34 2-48z", "#000", 0.24),
        path("M1.7 38h64.6q1.2 6 0 12H1.7q-1.2-6 0-12z", "pot2"),
        line(zigzag, "pot1", 2.4),
        oval(34, 24, 29, 8, "pot3"),
        path("M4 24c-3-8 4-13 10-10 2-8 12-10 17-5 5-6 16-4 17 3 8-2 15 4 12 12-6 5-50 6-56 0z", "foam1"),
        path("M12 23c-1-5 5-7 8-4 4-6 14-4 15 1 6-3 13 0 12 4-8 2-29 2-35-1z", "foam2"),
        oval(23, 15, 2.6, 2.6, "#fff", 0.9),
        oval(43, 13, 2, 2, "#fff", 0.9),
        oval(33, 18, 1.5, 1.5, "#fff", 0.9),
        line("M8 34c-3 9-2 18 2 26", "#fff", 3.4, 0.3),
    ]


def hearth(x: float, y: float) -> list[str]:
    def flame(at: float, size: float) -> str:
        return group(
            [
                path(
                    "M0 0c-11-5-8-15-3-20 0 5 3 6 4 3 1-5-1-8 2-12 6 8 14 20-3 29z",
                    "fire",
                    extra='class="flame"',
                ),
                path("M0-1c-5-2-5-8-1-12 1 4 6 8 1 12z", "fire2"),
            ],
            at,
            y + 2,
            size,
        )

    stones = [oval(x + dx, y + 3 + abs(dx) * -0.06, 6, 4, "st3") for dx in (-36, -22, 24, 38)]
    return [oval(x, y, 42, 9, "st4"), flame(x - 26, 1), flame(x + 30, 1.05), flame(x - 4, 0.7), *stones]


def roof() -> list[str]:
    front = [(4, 64), (164, 64), (128, 16), (44, 16)]
    straws = [line(f"M{20 + nth * 24} 62L{50 + nth * 13} 18", "th3", 1, 0.75) for nth in range(7)]
    rows = line("M14 51H154M24 38H145M34 27H136", "th3", 0.9, 0.45)
    return [
        poly([(164, 64), (178, 46), (140, 10), (128, 16)], "th3"),
        poly(front, "th2"),
        poly([(4, 64), (30, 64), (44, 16)], "th1"),
        *straws,
        rows,
        line("M4 64H164l14-18", "th3", 4.6),
        line("M44 15H128l11-5", "th1", 5),
        line("M46 16l-6-9M126 15l6-10", "wd3", 3.4),
        line("M146 4q9-8 3-16t3-15", "smoke", 4, 0.55, 'class="rise"'),
    ]


def kitchen() -> str:
    ground = Ground(4, 158)
    floor = ground.block((0, 0, 0), (150, 76, 5), ("st1", "st2", "st3"))
    wall = ground.block((4, 66, 5), (138, 4, 60), ("pl1", "pl2", "pl3"))
    shade = ground.face([(6, 6, 5), (146, 6, 5), (146, 64, 5), (6, 64, 5)], "sh", 0.7)
    shelf = [
        rect(122, 96, 42, 3, "wd3"),
        path("M127 96c-4-5-3-9 1-11h8c4 2 5 6 1 11z", "pot1"),
        path("M147 96c-3-6-2-12 1-14h6c3 2 4 8 1 14z", "pot3"),
        rect(128, 84, 8, 2, "pot2"),
    ]
    posts = [
        rect(168, 62, 5, 66, "wd2"),
        rect(8, 62, 6, 92, "wd2"),
        rect(12, 62, 2, 92, "wd3"),
        rect(148, 62, 6, 92, "wd2"),
        rect(152, 62, 2, 92, "wd3"),
    ]
    pot = group(vessel(), 52, 82, 0.88)
    ladle = line("M92 92L112 70", "wd3", 3.6)
    parts = [
        ground.shadow((0, 0, 0), (150, 70, 26)),
        *floor,
        *wall,
        shade,
        *shelf,
        posts[0],
        glow(82, 112, 72),
        *hearth(82, 143),
        pot,
        ladle,
        *posts[1:],
        *roof(),
        glow(52, 138, 26),
        glow(114, 138, 26),
    ]
    return drawing(186, 168, parts)


def vessel_alone() -> str:
    return drawing(68, 78, vessel())


DRAWINGS = {"kitchen": kitchen, "vessel": vessel_alone}
