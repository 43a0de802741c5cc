"""The plantation: three cacao trees on furrows, a basket of pods, beans drying on a mat."""

from draw.kit import drawing, group, line, oval, path, poly

CROWN = (
    (-24, -74, 20),
    (22, -76, 19),
    (0, -84, 22),
    (-34, -62, 14),
    (34, -63, 14),
    (-12, -64, 18),
    (13, -64, 18),
)
LIGHTS = ((-28, -80, 9), (-6, -93, 11), (18, -85, 8), (-36, -66, 5), (30, -68, 5))
PODS = (
    (-7, -38, 0.55, "pod3"),
    (6, -28, 0.6, "pod2"),
    (-22, -50, 0.6, "pod4"),
    (24, -50, 0.62, "pod2"),
    (-36, -48, 0.5, "pod3"),
    (37, -49, 0.5, "pod4"),
    (10, -52, 0.55, "pod4"),
)


def pod(tone: str) -> list[str]:
    """16 by 27, its stem at the origin."""
    outline = "M0 0c5 1 8 6 8 12 0 7-3 12-8 16-5-4-8-9-8-16C-8 6-5 1 0 0z"
    return [
        path(outline, tone),
        path("M0 0c5 1 8 6 8 12 0 7-3 12-8 16 3-8 4-19 0-28z", "#000", 0.2),
        line("M0 1v25M-4.5 4c-2 7-1 14 1.5 19M4.5 4c2 7 1 14-1.5 19", "#000", 0.9, 0.22),
        line("M-5 8c-1 4-1 7 0 9", "#fff", 1.6, 0.5),
    ]


def tree() -> list[str]:
    leaves = [
        (-34, -50, -30),
        (-18, -50, 12),
        (2, -50, -8),
        (20, -51, 20),
        (36, -52, 34),
        (-44, -60, -60),
        (44, -61, 62),
    ]
    parts = [oval(22, 0, 44, 8, "sh")]
    parts.append(
        path(
            "M-7 2c3-12 2-24-1-34-2-8-8-14-14-18l4-3c7 4 12 9 14 15 2-8 1-14-1-20h8c-1 7-1 13 0 19 3-6 8-11 15-14l3 4c-8 4-13 10-15 18-2 11-2 22 2 33z",
            "bark",
        )
    )
    parts.append(path("M3 2c-2-12-1-24 1-34l3-8c-2 12-2 28 1 42z", "#000", 0.24))
    parts += [oval(x, y, r, r, "gr3") for x, y, r in CROWN]
    parts += [oval(x - 3, y - 5, r * 0.8, r * 0.8, "gr2") for x, y, r in CROWN]
    parts += [oval(x, y, r, r, "gr1", 0.85) for x, y, r in LIGHTS]
    parts += [
        path(
            "M0 0c4 3 5 9 0 15-5-6-4-12 0-15z", "gr3", extra=f'transform="translate({x} {y}) rotate({turn})"'
        )
        for x, y, turn in leaves
    ]
    for x, y, size, tone in PODS:
        parts += [line(f"M{x} {y - 5}v6", "bark", 1.2), group(pod(tone), x, y, size)]
    return parts


def soil() -> list[str]:
    parts = [poly([(0, 118), (26, 72), (182, 72), (208, 118)], "soil")]
    for nth in range(5):
        y = 76 + nth * (7 + nth * 0.8)
        out = 26 - (y - 72) * 0.56
        parts.append(line(f"M{out:.1f} {y:.1f}H{208 - out:.1f}", "soil2", 2.6 + nth * 0.3))
        parts.append(line(f"M{out + 1:.1f} {y + 2.6:.1f}H{207 - out:.1f}", "soil3", 1.2))
    return parts


def basket() -> list[str]:
    heads = [oval(12, 100, 5, 4, "pod4"), oval(20, 98, 5.5, 4.5, "pod2"), oval(28, 100, 5, 4, "pod3")]
    weave = "M8 106h24M9 110h22M14 102v13M20 102v13M26 102v13"
    return [
        oval(26, 116, 20, 3, "sh"),
        *heads,
        path("M5 102h30l-4 14H9z", "th2"),
        line(weave, "th3", 1.1),
        line("M5 102h30", "th1", 2.4),
    ]


def mat() -> list[str]:
    beans = line("M154 107h28M150 112h30", "soil3", 2.6, extra='stroke-dasharray="2 4"')
    return [
        poly([(144, 116), (152, 103), (194, 103), (188, 116)], "th1"),
        line("M144 116h44l6-13", "th3", 1),
        beans,
    ]


def grove() -> str:
    mirrored = group(tree(), extra='transform="translate(160 90) scale(-.74 .74)"')
    parts = [*soil(), group(tree(), 48, 90, 0.72), mirrored, group(tree(), 104, 104, 0.98), *basket(), *mat()]
    return drawing(208, 122, parts)


def one_tree() -> str:
    return drawing(96, 112, [group(tree(), 48, 106)])


def one_pod() -> str:
    """The pod of a card: its colour comes from where it is used."""
    leaf = path("M0 2c-3-6-10-9-17-8 4 6 10 9 17 8z", "leaf1") + path(
        "M0 2C2-3 0-7-4-9c-1 5 0 9 4 11z", "leaf2"
    )
    return drawing(24, 40, [group([leaf, *pod("pod")], 13, 10)])


DRAWINGS = {"grove": grove, "tree": one_tree, "pod": one_pod}
