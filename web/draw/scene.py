"""The land: sky, volcanoes, lake, fields and the road, for the wide board, the tall board and the strips of tiles."""

from draw.kit import drawing, group, line, oval, path, rect


def volcano(x: float, y: float, w: float, h: float, snow: float = 0.32) -> list[str]:
    """Concave sides, a crater of three points, snow with teeth; foot centre at x, y."""
    top, half, lip = y - h, w / 2, w * 0.07
    left, right = (
        f"M{x - half:.0f} {y}Q{x - half * 0.3:.0f} {y - h * 0.42:.0f} {x - lip:.0f} {top}",
        f"Q{x + half * 0.3:.0f} {y - h * 0.42:.0f} {x + half:.0f} {y}z",
    )
    crater = f"l{lip * 0.6:.1f} 5 {lip * 0.5:.1f}-4 {lip * 0.5:.1f} 3L{x + lip:.0f} {top}"
    edge, wide = top + h * snow, lip + half * snow * 0.52
    teeth = "".join(
        f"L{x + wide * (1 - nth * 0.4):.0f} {edge - (h * 0.1 if nth % 2 else -2):.0f}" for nth in range(6)
    )
    white = f"M{x - wide:.0f} {edge:.0f}Q{x - lip * 1.5:.0f} {top + h * 0.12:.0f} {x - lip:.0f} {top}{crater}Q{x + lip * 1.5:.0f} {top + h * 0.12:.0f} {x + wide:.0f} {edge:.0f}{teeth}z"
    return [
        path(left + crater + right, "url(#g-vol)"),
        path(
            f"M{x + lip:.0f} {top}{right[:-1]}H{x + half * 0.28:.0f}Q{x + half * 0.16:.0f} {y - h * 0.5:.0f} {x + lip:.0f} {top}z",
            "#000",
            0.1,
        ),
        path(white, "snow"),
    ]


def smoke(x: float, y: float) -> str:
    return path(
        f"M{x} {y}q-8-9 6-14t22-6q16-2 30-9-8 14-28 16t-20 8q-6 3-10 5z", "smoke", 0.5, 'class="rise"'
    )


def cloud(x: float, y: float, size: float = 1) -> str:
    return group([path("M0 0q2-8 12-7 4-9 14-6 8-6 16 1 10-2 14 6 10 0 14 6z", "cloud")], x, y, size)


def sky(w: float, horizon: float) -> list[str]:
    stars = [
        oval(w * a, horizon * b, 1.2, 1.2, "star", 0.9)
        for a, b in (
            (0.05, 0.2),
            (0.13, 0.55),
            (0.22, 0.15),
            (0.31, 0.5),
            (0.45, 0.22),
            (0.56, 0.5),
            (0.63, 0.12),
            (0.71, 0.4),
            (0.8, 0.2),
            (0.9, 0.48),
            (0.96, 0.16),
        )
    ]
    return [rect(0, 0, w, horizon + 30, "url(#g-sky)"), group(stars)]


def sun(x: float, y: float, r: float) -> list[str]:
    return [oval(x, y, r * 3, r * 3, "url(#g-sun)"), oval(x, y, r, r, "sun")]


def lake(w: float, top: float, bottom: float) -> list[str]:
    glints = "".join(
        f"M{w * a:.0f} {top + (bottom - top) * b:.0f}h{c}"
        for a, b, c in (
            (0.25, 0.25, 26),
            (0.31, 0.5, 18),
            (0.36, 0.32, 40),
            (0.62, 0.2, 24),
            (0.66, 0.45, 34),
            (0.63, 0.72, 20),
            (0.93, 0.3, 40),
            (0.9, 0.62, 22),
        )
    )
    return [
        path(f"M0 {top + 3}q{w * 0.2:.0f}-8 {w * 0.45:.0f} 0t{w * 0.55:.0f}-2V{bottom}H0z", "url(#g-lake)"),
        line(glints, "glint", 2, 0.8, 'class="glint"'),
    ]


def agave(x: float, y: float, size: float = 1) -> str:
    leaves = [
        path("M0 0q-6-8-14-10 3 9 12 11z", "ag2"),
        path("M0 0q6-8 14-10-3 9-12 11z", "ag2"),
        path("M-1 0q-6-9-7-17 7 5 9 16z", "ag1"),
        path("M1 0q6-9 7-17-7 5-9 16z", "ag1"),
        path("M-2 0q-1-12 2-20 3 8 2 20z", "ag3"),
    ]
    return group([oval(6, 0, 13, 2.6, "sh"), *leaves], x, y, size)


def bush(x: float, y: float, size: float = 1) -> str:
    return group(
        [
            oval(8, 2, 20, 4, "sh"),
            oval(-8, -3, 8, 8, "gr2"),
            oval(6, -5, 10, 10, "gr2"),
            oval(3, -9, 5, 5, "gr1"),
            oval(-10, -6, 4, 4, "gr1"),
        ],
        x,
        y,
        size,
    )


def maize(x: float, y: float, many: int) -> str:
    one = [line("M0 0v-13M0-4q-4-1-6-6M0-5q4-1 6-6M0-9q-3-1-4-4", "gr3", 1.6), line("M0-13v-3", "th1", 1.8)]
    return group([group(one, nth * 11, (nth % 2) * 5) for nth in range(many)], x, y)


def road(d: str) -> list[str]:
    return [
        line(d, "road2", 26, extra='transform="translate(0 3)"'),
        line(d, "road1", 22),
        line(d, "road2", 2.2, extra='stroke-dasharray=".1 13"'),
    ]


def wide() -> str:
    """Behind everything on the wide board: 1022 by 502, inside the rim."""
    way = "M70 224c60-6 110 8 170 4s140-24 240-22 140 4 260-2 176-10 232 18c40 22 30 62-14 70-60 10-120-6-260-4s-180 4-300 2-200-14-290 6c-70 14-80 70-74 110 6 34 20 60 60 72 60 14 150 8 250 6s330-8 540-2"
    land = [
        path(
            "M0 128q70-26 150-22t150 16q70-14 140-8 90 6 130 60 24 34 0 60-30 26 20 40t432 10V502H0z",
            "url(#g-land)",
        ),
        path("M0 172q90 10 170 2t150 20q100 30 40 60T0 262z", "la3", 0.55),
        path("M420 502q20-90 120-130t240-30 242 40v120z", "la4", 0.5),
        path("M0 300q120-20 250 0t190 40q-60 60-200 60T0 380z", "la3", 0.4),
        path("M556 268q30-30 110-40t180-18 176-18v90H556z", "la2"),
        path("M640 240q80-22 170-20t212-22v30q-180 20-382 12z", "la1", 0.6),
    ]
    parts = [
        *sky(1022, 92),
        *sun(308, 48, 23),
        cloud(210, 30),
        cloud(850, 22, 1.2),
        path("M0 88q120-18 230-8t190 4 260-6 342 4v40H0z", "hill", 0.7),
        smoke(476, 18),
        *volcano(476, 96, 250, 82),
        *volcano(745, 98, 290, 64, 0.42),
        *lake(1022, 92, 262),
        *land,
        *road(way),
    ]
    parts += [
        agave(318, 268),
        agave(344, 276, 0.7),
        agave(694, 304),
        agave(860, 268, 0.8),
        agave(270, 342, 0.9),
        bush(26, 262),
        bush(170, 272, 0.7),
        bush(990, 306, 0.8),
        bush(410, 352, 0.8),
        maize(790, 318, 20),
    ]
    return drawing(1022, 502, parts)


def tall() -> str:
    """Behind the tall board: 664 by 628."""
    way = "M30 222c90 0 160 6 260 4s240-14 320 0c40 8 40 60 0 66-60 8-130-8-220-4s-170 0-196 40c-20 30 4 66 60 70 90 6 250 0 340 6 44 4 40 44 0 48-110 10-330-8-480 0-70 4-90 30-84 60s40 60 100 62c140 6 300-6 470 4"
    land = [
        path("M0 150q70-28 150-24t150 16q110-20 200-10t164 10V628H0z", "url(#g-land)"),
        path("M0 190q150 10 250 6t180 40-200 40-230-20z", "la3", 0.5),
        path("M230 628q40-150 220-160t214 20v140z", "la4", 0.45),
        path("M0 262q80-26 150-10t60 70-60 100-150 20z", "wa2"),
        path("M0 272q80-26 140-8t54 60-60 90-134 16z", "wa1", 0.6),
    ]
    parts = [
        *sky(664, 92),
        *sun(288, 44, 20),
        cloud(206, 36),
        path("M0 94q120-20 260-8t404 0v40H0z", "hill", 0.7),
        smoke(488, 20),
        *volcano(488, 104, 230, 82),
        *lake(664, 96, 176),
        *land,
        *road(way),
    ]
    parts += [bush(20, 250, 0.8), agave(250, 300, 0.8), agave(620, 320, 0.8), bush(420, 478, 0.8)]
    return drawing(664, 628, parts)


def strip() -> str:
    """Behind a tile or a grown place: sky, a volcano, the lake, a field; 240 by 150."""
    land = [
        path("M0 92q60-14 120-8t120-2v68H0z", "url(#g-land)"),
        path("M0 112q60-10 130 4t110 0v34H0z", "la4", 0.45),
    ]
    return drawing(
        240, 150, [*sky(240, 60), *sun(60, 30, 11), *volcano(180, 76, 120, 48), *lake(240, 70, 110), *land]
    )


def plain_agave() -> str:
    return drawing(30, 24, [agave(14, 22)])


DRAWINGS = {"wide": wide, "tall": tall, "strip": strip, "agave": plain_agave}
