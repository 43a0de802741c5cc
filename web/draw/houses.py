"""The city on its island, and the hut one builds there."""

from draw.kit import Ground, drawing, glow, line, oval, path, rect

PLASTER = ("pl1", "pl2", "pl3")


def openings(ground: Ground, x: float, y: float, w: float, h: float) -> list[str]:
    def hole(left: float, right: float, low: float, high: float) -> str:
        return ground.face(
            [(x + left, y, low), (x + right, y, low), (x + right, y, high), (x + left, y, high)], "win"
        )

    parts = [hole(w * 0.37, w * 0.63, 0, h * 0.62)]
    if w > 26:
        parts += [hole(w * 0.12, w * 0.25, h * 0.42, h * 0.7), hole(w * 0.75, w * 0.88, h * 0.42, h * 0.7)]
    side = [
        (x + w, y + 7, h * 0.4),
        (x + w, y + 12, h * 0.4),
        (x + w, y + 12, h * 0.72),
        (x + w, y + 7, h * 0.72),
    ]
    return [*parts, ground.face(side, "win", 0.8)]


def thatch(ground: Ground, x: float, y: float, w: float, d: float, z: float) -> list[str]:
    x, y, w, d = x - 4, y - 4, w + 8, d + 8
    rise, (a, b) = w * 0.44, (x + w * 0.28, x + w * 0.7)
    ridge = ((a, y + d / 2, z + rise), (b, y + d / 2, z + rise))
    parts = [
        ground.face([(x + w, y, z), (x + w, y + d, z), ridge[1]], "th3"),
        ground.face([(x, y, z), (x + w, y, z), ridge[1], ridge[0]], "th2"),
        ground.face([(x, y, z), (x + w * 0.16, y, z), ridge[0]], "th1"),
    ]
    for share in (0.34, 0.52, 0.7, 0.86):
        foot, head = (
            ground.at((x + w * share, y, z + 1)),
            ground.at((a + (b - a) * share, y + d / 2, z + rise - 2)),
        )
        parts.append(line(f"M{foot[0]:.1f} {foot[1]:.1f}L{head[0]:.1f} {head[1]:.1f}", "th3", 0.9, 0.8))
    low, left, right = ground.at((x, y, z)), ground.at(ridge[0]), ground.at(ridge[1])
    end = ground.at((x + w, y, z))
    parts.append(line(f"M{low[0]:.1f} {low[1]:.1f}L{end[0]:.1f} {end[1]:.1f}", "th3", 2.6))
    parts.append(line(f"M{left[0]:.1f} {left[1]:.1f}L{right[0]:.1f} {right[1]:.1f}", "th1", 2.8))
    return parts


def house(ground: Ground, x: float, y: float, w: float, d: float, h: float = 18) -> list[str]:
    return [
        *ground.block((x, y, 0), (w, d, h), PLASTER),
        *openings(ground, x, y, w, h),
        *thatch(ground, x, y, w, d, h),
    ]


def council(ground: Ground, x: float, y: float) -> list[str]:
    parts = [*ground.block((x, y, 0), (46, 30, 24), PLASTER), *openings(ground, x, y, 46, 24)]
    parts += ground.block((x - 2, y - 2, 24), (50, 34, 4), ("pl3", "rd1", "rd2"))
    upper = Ground(ground.x, ground.y - 28)
    parts += upper.block((x + 10, y + 8, 0), (26, 16, 11), PLASTER)
    return [
        *parts,
        upper.face([(x + 19, y + 8, 0), (x + 27, y + 8, 0), (x + 27, y + 8, 8), (x + 19, y + 8, 8)], "win"),
        *thatch(upper, x + 10, y + 8, 26, 16, 11),
    ]


def city() -> str:
    ground = Ground(12, 112)
    parts = [
        oval(102, 93, 106, 37, "wa3", 0.45),
        oval(102, 92, 99, 32, "ea3"),
        oval(102, 87, 99, 31, "ea1"),
        oval(96, 84, 84, 23, "ea2", 0.6),
    ]
    parts += [
        ground.shadow((34, 52, 0), (36, 20, 16)),
        ground.shadow((76, 54, 0), (46, 26, 24)),
        ground.shadow((128, 50, 0), (34, 20, 16)),
    ]
    parts += house(ground, 20, 66, 36, 22) + house(ground, 112, 62, 36, 22) + council(ground, 62, 54)
    parts += [ground.shadow((10, 22, 0), (32, 20, 14)), ground.shadow((114, 20, 0), (34, 20, 14))]
    parts += house(ground, 4, 26, 32, 20, 16) + house(ground, 110, 22, 34, 22, 16)
    parts += [line("M48 104q24 6 60 4", "ea3", 1.6, 0.7), glow(104, 78, 62)]
    return drawing(206, 126, parts)


def hut() -> str:
    ground = Ground(6, 48)
    return drawing(62, 54, [ground.shadow((0, 0, 0), (38, 24, 16)), *house(ground, 2, 0, 38, 22, 18)])


def flag() -> str:
    """Stands where somebody has built; the pennant is the owner's."""
    return drawing(24, 34, [rect(3, 2, 2, 31, "wd3"), path("M5 2h16l-4 6 4 6H5z", "tone")])


DRAWINGS = {"city": city, "hut": hut, "flag": flag}
