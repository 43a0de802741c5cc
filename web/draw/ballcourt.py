"""The ball court: a field shaped like a lying H between walls, the ring, people watching, the ball."""

from draw.kit import Ground, drawing, line, oval, path, poly, rect

CLOAKS = ("rd1", "jade", "pl1", "cloak", "rd1", "gold", "cloak", "jade", "rd1")


def watchers(x: float, y: float, many: int, apart: float = 12) -> list[str]:
    found = list[str]()
    for nth in range(many):
        cx = x + nth * apart
        found += [
            path(f"M{cx - 5:.1f} {y}v-5q0-4 5-4t5 4v5z", CLOAKS[nth % len(CLOAKS)]),
            oval(cx, y - 11, 3.7, 3.7, "skin"),
            path(f"M{cx - 3.7:.1f} {y - 11}q0-4 3.7-4t3.7 4q-4-2-7.4 0z", "#2a1410"),
        ]
    return found


def fret(x: float, y: float, flip: int) -> list[str]:
    steps = f"M{x} {y}h{6 * flip}v-7h{6 * flip}v-7h{6 * flip}v-7h{7 * flip}v21z"
    hook = f"M{x + 8 * flip} {y - 2}h{12 * flip}v-11h{-5 * flip}v5"
    return [path(steps, "pl3", 0.8), line(hook, "pl1", 2.2)]


def wall(x: float, y: float) -> list[str]:
    top = [(x, y), (x + 8, y - 8), (x + 116, y - 8), (x + 108, y)]
    side = [(x + 108, y), (x + 116, y - 8), (x + 116, y + 44), (x + 108, y + 54)]
    foot = [(x - 6, y + 62), (x, y + 50), (x + 108, y + 50), (x + 114, y + 62)]
    return [
        *watchers(x + 10, y - 4, 9),
        poly(top, "pl1"),
        poly(side, "pl3"),
        rect(x, y, 108, 54, "pl2"),
        rect(x, y, 108, 5, "rd1"),
        rect(x, y + 44, 108, 4, "rd1"),
        poly(foot, "pl1"),
        *fret(x + 8, y + 38, 1),
        *fret(x + 100, y + 38, -1),
        *ring(x + 54, y + 25),
    ]


def ring(x: float, y: float) -> list[str]:
    return [
        oval(x + 3, y + 1, 18, 19, "st4"),
        oval(x, y, 18, 19, "st1"),
        oval(x, y, 13, 14, "none", extra='stroke="var(--st3)" stroke-width="3" stroke-dasharray="3 3"'),
        oval(x, y, 8.5, 9.5, "st4"),
        oval(x + 2, y + 0.6, 6.4, 7.6, "ringh"),
    ]


def ball(x: float, y: float, r: float = 9) -> list[str]:
    return [
        oval(x + 5, y + r * 0.75, r, r * 0.35, "sh2"),
        oval(x, y, r, r, "#3a2a25"),
        line(
            f"M{x - r * 0.5:.1f} {y - r * 0.3:.1f}q{r * 0.3:.1f}-{r * 0.4:.1f} {r * 0.7:.1f}-{r * 0.3:.1f}",
            "#fff",
            r * 0.18,
            0.5,
        ),
    ]


def court() -> str:
    ground = Ground(4, 158)
    field = [
        (6, 4),
        (52, 4),
        (52, 28),
        (140, 28),
        (140, 4),
        (186, 4),
        (186, 104),
        (140, 104),
        (140, 82),
        (52, 82),
        (52, 104),
        (6, 104),
    ]
    plan = [(x, y, 4.0) for x, y in field]
    middle = ground.at((96, 46, 4))
    parts = [
        ground.shadow((0, 0, 0), (192, 108, 10)),
        *ground.block((0, 0, 0), (192, 110, 4), ("st1", "st2", "st3")),
        ground.face(plan, "court"),
    ]
    parts += [
        oval(*middle, 25, 11, "none", extra='stroke="var(--chalk)" stroke-width="2"'),
        line(f"M{middle[0] - 32:.1f} {middle[1]:.1f}h64", "chalk", 2),
    ]
    parts += pole(44, 34, "rd1") + wall(66, 56) + pole(214, 34, "jade")
    front = ground.block((44, 16, 4), (104, 7, 10), ("pl1", "pl2", "pl3"))
    return drawing(236, 166, [*parts, *front, *ball(176, 142)])


def pole(x: float, y: float, tone: str) -> list[str]:
    return [rect(x, y, 2.6, 78, "wd3"), path(f"M{x + 2.6} {y + 2}l17 6-17 7z", tone, extra='class="wave"')]


def ball_alone() -> str:
    return drawing(26, 24, ball(11, 11, 10))


DRAWINGS = {"court": court, "ball": ball_alone}
