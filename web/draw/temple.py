"""The temple: three tiers, a stair, a sanctuary with a comb, two fires."""

from draw.kit import Ground, between, drawing, glow, group, line, oval, path, poly

PLASTER, RED, STONE = ("pl1", "pl2", "pl3"), ("pl1", "rd1", "rd2"), ("st1", "st2", "st3")
MIDDLE, DEPTH = 84.0, 48.0
TIERS = ((76.0, 30.0, PLASTER), (62.0, 26.0, RED), (48.0, 24.0, PLASTER))
STEPS = 13


def tiers(ground: Ground) -> list[str]:
    z, parts = 5.0, list[str]()
    for nth, (half, height, faces) in enumerate(TIERS):
        corner, size = (MIDDLE - half, DEPTH - 0.62 * half, z), (2 * half, 1.24 * half, height)
        parts += ground.block(corner, size, faces, 4)
        lip = [
            (corner[0] + 3.4, corner[1] + 3.4, z + height - 4),
            (corner[0] + size[0] - 3.4, corner[1] + 3.4, z + height - 4),
        ]
        top = [
            (corner[0] + size[0] - 4, corner[1] + 4, z + height),
            (corner[0] + 4, corner[1] + 4, z + height),
        ]
        parts.append(ground.face([*lip, *top], "pl1"))
        parts += ornaments(ground, nth, half, corner[1], z, height)
        z += height
    return parts


def ornaments(ground: Ground, nth: int, half: float, y: float, z: float, height: float) -> list[str]:
    """Panels on the plaster tiers, gold discs on the red one; none behind the stair."""
    spots = [MIDDLE + step * 14 for step in range(-5, 6) if abs(step * 14) > 17 and abs(step * 14) < half - 9]
    found = list[str]()
    for x in spots:
        if nth == 1:
            cx, cy = ground.at((x, y + 2, z + height * 0.46))
            found.append(oval(cx, cy, 3.6, 3.6, "gold"))
            found.append(oval(cx, cy, 1.3, 1.3, "rd2"))
            continue
        low, high = z + height * 0.24, z + height * 0.62
        found.append(
            ground.face(
                [
                    (x - 4, y + 1.4, low),
                    (x + 4, y + 1.4, low),
                    (x + 4, y + 2.4, high),
                    (x - 4, y + 2.4, high),
                ],
                "pl3",
                0.55,
            )
        )
    return found


def stair(ground: Ground) -> list[str]:
    foot = (ground.at((MIDDLE - 14, -8, 0)), ground.at((MIDDLE + 14, -8, 0)))
    head = (
        ground.at((MIDDLE - 14, DEPTH - 0.62 * 48 + 4, 85)),
        ground.at((MIDDLE + 14, DEPTH - 0.62 * 48 + 4, 85)),
    )
    strip = [foot[0], foot[1], head[1], head[0]]
    parts = [
        poly(
            [(foot[1][0], foot[1][1]), (foot[1][0] + 5, foot[1][1]), (head[1][0] + 5, head[1][1]), head[1]],
            "pl3",
        )
    ]
    parts.append(poly(strip, "st1"))
    for step in range(1, STEPS + 1):
        a, b = (between(foot[i], head[i], step / (STEPS + 1)) for i in (0, 1))
        parts.append(line(f"M{a[0] + 5:.1f} {a[1]:.1f}L{b[0] - 5:.1f} {b[1]:.1f}", "st3", 1.5))
    for side, by in ((0, 4.6), (1, -4.6)):
        ramp = [
            foot[side],
            (foot[side][0] + by, foot[side][1]),
            (head[side][0] + by, head[side][1]),
            head[side],
        ]
        parts.append(poly(ramp, "pl1"))
    return parts


def sanctuary(ground: Ground) -> list[str]:
    x, y, z = MIDDLE - 27, DEPTH - 18, 85.0
    parts = ground.block((x, y, z), (54, 40, 30), PLASTER)
    parts += [
        ground.face([(x, y, z + 21), (x + 54, y, z + 21), (x + 54, y, z + 26), (x, y, z + 26)], "rd1"),
        ground.face(
            [(x + 54, y, z + 21), (x + 54, y + 40, z + 21), (x + 54, y + 40, z + 26), (x + 54, y, z + 26)],
            "rd2",
        ),
        ground.face([(x + 18, y, z), (x + 36, y, z), (x + 36, y, z + 19), (x + 18, y, z + 19)], "win"),
        ground.face([(x + 22, y, z), (x + 32, y, z), (x + 32, y, z + 15), (x + 22, y, z + 15)], "win2"),
    ]
    parts += ground.block((x - 3, y - 3, z + 30), (60, 46, 5), ("pl1", "rd1", "rd2"))
    bx, by = ground.at((x + 3, y + 26, z + 35))
    comb = [
        (0, 0),
        (0, -11),
        (6, -11),
        (6, -20),
        (12, -20),
        (12, -29),
        (36, -29),
        (36, -20),
        (42, -20),
        (42, -11),
        (48, -11),
        (48, 0),
    ]
    parts.append(poly([(bx + 5 + px, by - 2 + py) for px, py in comb], "pl3"))
    parts.append(poly([(bx + px, by + py) for px, py in comb], "pl2"))
    px, py = bx + 24, by - 14
    parts.append(oval(px, py, 6, 10, "gold"))
    parts += [line(f"M{px + dx:.1f} {py - 8}q{-dx / 2:.1f} 8 0 16", "rd2", 1.6) for dx in (-3, 0, 3)]
    return parts


def fire(x: float, y: float) -> list[str]:
    return [
        line(f"M{x:.1f} {y - 20:.1f}q7-7 2-15t1-14", "smoke", 3, 0.5, 'class="rise"'),
        path(f"M{x - 5:.1f} {y:.1f}h10l-1.5 8h-7z", "st4"),
        path(f"M{x:.1f} {y - 15:.1f}c7 8 6 15 0 15s-7-7 0-15z", "fire", extra='class="flame"'),
        path(f"M{x:.1f} {y - 8:.1f}c3 4 3 8 0 8s-3-4 0-8z", "fire2"),
    ]


def temple() -> str:
    ground = Ground(4, 192)
    shade = ground.shadow((8, 0, 0), (152, 94, 40))
    parts = [
        shade,
        *ground.block((0, 0, 0), (168, 96, 5), STONE),
        *tiers(ground),
        *stair(ground),
        *sanctuary(ground),
    ]
    left, right = ground.at((MIDDLE - 42, DEPTH - 20, 85)), ground.at((MIDDLE + 42, DEPTH - 20, 85))
    door = ground.at((MIDDLE, DEPTH - 18, 94))
    parts += [
        group(fire(*left)),
        group(fire(*right)),
        glow(*door, 33),
        glow(left[0], left[1] - 7, 22),
        glow(right[0], right[1] - 7, 22),
    ]
    return drawing(210, 200, parts)


DRAWINGS = {"temple": temple}
