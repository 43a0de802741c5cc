"""The yard of the pyramid with its scaffold, and the stones one places."""

from draw.kit import Ground, drawing, line, oval, poly, rect

STONE = ("st1", "st2", "st3")


def yard() -> str:
    ground = Ground(4, 136)
    parts = [ground.shadow((0, 0, 0), (200, 50, 12)), *ground.block((0, 0, 0), (196, 52, 8), STONE, 3)]
    parts += scaffold()
    parts += ground.block((150, 30, 8), (16, 10, 9), STONE) + ground.block((170, 26, 8), (16, 10, 9), STONE)
    return drawing(222, 146, parts)


def scaffold() -> list[str]:
    posts = [
        rect(10, 22, 4.4, 106, "wd2"),
        rect(44, 14, 4.4, 104, "wd2"),
        rect(13, 22, 1.6, 106, "wd3"),
        rect(47, 14, 1.6, 104, "wd3"),
    ]
    beams = [line(f"M8 {y}L52 {y - 8}", "wd2", 3.4) for y in (38, 70, 100)]
    braces = [line("M12 98L46 62", "wd3", 2), line("M12 68L46 32", "wd3", 2)]
    decks = [poly([(8, y), (52, y - 8), (60, y - 5), (16, y + 4)], "wd1") for y in (67, 97)]
    arm = [line("M12 30L84 2", "wd2", 4), line("M82 3v24", "wd3", 1.6)]
    load = [
        rect(73, 27, 18, 12, "st2"),
        poly([(73, 27), (78, 21), (96, 21), (91, 27)], "st1"),
        poly([(91, 27), (96, 21), (96, 33), (91, 39)], "st3"),
    ]
    return [*braces, *beams, *posts, *decks, *arm, *load]


def cube(w: float, h: float, dx: float, dy: float) -> list[str]:
    """A block of the colour of its owner, with soft corners."""
    soft = 'stroke="var(--tone)" stroke-width="1.6" stroke-linejoin="round"'
    front = [(1, dy + 1), (w + 1, dy + 1), (w + 1, dy + h + 1), (1, dy + h + 1)]
    top = [(1, dy + 1), (1 + dx, 1), (w + dx + 1, 1), (w + 1, dy + 1)]
    side = [(w + 1, dy + 1), (w + dx + 1, 1), (w + dx + 1, h + 1), (w + 1, dy + h + 1)]
    return [
        poly(side, "tone", 1, soft),
        poly(top, "tone", 1, soft),
        poly(front, "tone", 1, soft),
        poly(top, "#fff", 0.34),
        poly(side, "#000", 0.32),
        line(f"M1.5 {dy + 1}h{w - 1}", "#fff", 1.3, 0.6),
    ]


def stone() -> str:
    faint = line("M5 14.5h27M5 29h27", "#000", 0.9, 0.22)
    return drawing(45, 36, [*cube(35, 24, 6.5, 7.6), faint])


def little_cube() -> str:
    grain = line("M4 12.5q5-2 10 0M4 16q5-2 10 0", "#000", 0.9, 0.25)
    return drawing(26, 24, [oval(16, 20.5, 9, 2.4, "sh2"), *cube(15, 14, 5, 5.6), grain])


DRAWINGS = {"yard": yard, "stone": stone, "cube": little_cube}
