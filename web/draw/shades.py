"""The gradients that drawings share; a gradient takes its tokens from where it stands, so it stands in the page once."""

from draw.kit import drawing

Stops = tuple[tuple[float, str], ...]


def linear(name: str, stops: Stops, way: str = 'x2="0" y2="1"') -> str:
    return f'<linearGradient id="g-{name}" {way}>{spread(stops)}</linearGradient>'


def radial(name: str, stops: Stops) -> str:
    return f'<radialGradient id="g-{name}">{spread(stops)}</radialGradient>'


def spread(stops: Stops) -> str:
    return "".join(
        f'<stop offset="{at:g}" stop-color="{tone if tone[0] == "#" else f"var(--{tone})"}"/>'
        for at, tone in stops
    )


def shades() -> str:
    return drawing(
        1,
        1,
        [
            linear("sky", ((0, "sky1"), (1, "sky2"))),
            linear("lake", ((0, "wa1"), (0.5, "wa2"), (1, "wa2"))),
            linear("land", ((0, "la1"), (0.35, "la2"), (0.7, "la4"), (1, "la2"))),
            linear("vol", ((0, "vol1"), (1, "vol2")), ""),
            radial("sun", ((0, "halo"), (0.5, "halo"), (1, "halo0"))),
            radial("glow", ((0, "glow"), (0.45, "glow1"), (1, "glow0"))),
            linear("card", ((0, "#fffaf0"), (1, "#f7e2b8"))),
            linear("better", ((0, "#f4fff4"), (1, "#cfe8c8"))),
            linear("back", ((0, "#7b3f20"), (1, "#4a2412"))),
        ],
    )


DRAWINGS = {"shades": shades}
