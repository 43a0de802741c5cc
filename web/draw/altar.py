"""The altar: two round drums of stone."""

from draw.kit import drawing, line, oval, path


def drum(x: float, y: float, rx: float, ry: float, h: float) -> list[str]:
    wall = f"M{x - rx} {y}v{h}a{rx} {ry} 0 0 0 {2 * rx} 0v-{h}z"
    cut = x + rx * 0.42
    deep = ry * 0.907
    dark = f"M{cut:.1f} {y + deep:.1f}v{h}A{rx} {ry} 0 0 0 {x + rx} {y + h}v-{h}A{rx} {ry} 0 0 1 {cut:.1f} {y + deep:.1f}z"
    return [path(wall, "st2"), path(dark, "st3"), oval(x, y, rx, ry, "st1")]


def altar() -> str:
    dashes = 'stroke="var(--st3)" stroke-width="4.5" stroke-dasharray="9 7" opacity=".5"'
    rim = 'stroke="var(--st3)" stroke-width="1.6" opacity=".8"'
    return drawing(
        270,
        96,
        [
            oval(172, 66, 128, 26, "sh"),
            *drum(135, 46, 130, 33, 11),
            *drum(135, 36, 113, 27, 11),
            oval(135, 36, 99, 22, "none", extra=dashes),
            oval(135, 36, 106, 24.6, "none", extra=rim),
            line("M22 38q2 12 30 20", "#fff", 1.6, 0.3),
        ],
    )


DRAWINGS = {"altar": altar}
