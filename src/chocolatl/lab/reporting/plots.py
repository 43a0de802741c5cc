"""Plots as inline SVG in the colours of the page; each has a text for those who do not see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from xml.etree.ElementTree import Element

from chocolatl.lab.reporting.html import node

WIDTH, LABELS, MARGIN, ROW = 720.0, 210.0, 24.0, 24.0
COLOURS = "abcdefg"
OWN_COLOURS = {"gold": "b", "red": "d", "green": "c"}
HATCHES = ("", "6 0", "1 2", "5 2", "3 3", "8 2 2 2", "2 4")


@dataclass(frozen=True)
class Range:
    """A value with its interval; `fair` is what it would be if all were equal."""

    label: str
    value: float
    low: float
    high: float
    fair: float | None = None


@dataclass(frozen=True)
class Scale:
    """From values to places on the paper."""

    low: float
    high: float
    begin: float
    end: float

    def __call__(self, value: float) -> float:
        part = (value - self.low) / ((self.high - self.low) or 1)
        return self.begin + part * (self.end - self.begin)

    def ticks(self) -> list[float]:
        """Some round values."""
        step = round_step((self.high - self.low) / 5)
        return [i * step for i in range(ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9) + 1)]


def round_step(rough: float) -> float:
    """1, 2 or 5 times a power of ten, not below the rough one."""
    if rough <= 0:
        return 1.0
    power: float = 10.0 ** floor(log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * (1 - 1e-9))


def range_plot(title: str, ranges: Sequence[Range], *, percent: bool = False) -> Element:
    """A dot with its interval on each row, and a dashed mark where it would be fair."""
    values = [v for r in ranges for v in (r.low, r.high, r.value, r.fair) if v is not None]
    scale = Scale(min(*values, 0.0), max(values), LABELS, WIDTH - MARGIN)
    height = ROW * len(ranges) + 2 * MARGIN
    drawn = _axis(scale, height, percent=percent)
    for number, r in enumerate(ranges):
        y = MARGIN + ROW * (number + 0.5)
        drawn.append(node("text", r.label, x=LABELS - 8, y=y + 4, text_anchor="end"))
        if r.fair is not None:
            x = scale(r.fair)
            drawn.append(node("line", x1=x, x2=x, y1=y - ROW / 2, y2=y + ROW / 2, class_="fair"))
        drawn.append(node("line", x1=scale(r.low), x2=scale(r.high), y1=y, y2=y, class_="range"))
        drawn.append(node("circle", cx=scale(r.value), cy=y, r=5, class_="dot"))
    said = "; ".join(
        f"{r.label}: {_number(r.value, percent)} ({_number(r.low, percent)} to {_number(r.high, percent)})"
        for r in ranges
    )
    return _picture(title, said, height, drawn)


def stacked_plot(
    title: str, bars: Mapping[str, Mapping[str, float]], *, percent: bool = False, unit: str = ""
) -> Element:
    """One bar for each label, made of parts; negative parts go to the left of nought."""
    parts = list(dict.fromkeys(part for bar in bars.values() for part in bar))
    highest = max(sum(max(0.0, v) for v in bar.values()) for bar in bars.values())
    lowest = min(sum(min(0.0, v) for v in bar.values()) for bar in bars.values())
    scale = Scale(lowest, highest, LABELS, WIDTH - MARGIN)
    legend, legend_height = _legend(parts, MARGIN + ROW * len(bars) + MARGIN)
    height = ROW * len(bars) + 2 * MARGIN + legend_height
    drawn = _axis(scale, height - legend_height, percent=percent)
    for number, (label, bar) in enumerate(bars.items()):
        y = MARGIN + ROW * number
        drawn.append(node("text", label, x=LABELS - 8, y=y + ROW / 2 + 4, text_anchor="end"))
        drawn += _bar(bar, parts, scale, y)
    said = "; ".join(
        f"{label}: " + ", ".join(f"{part} {_number(v, percent)}{unit}" for part, v in bar.items())
        for label, bar in bars.items()
    )
    return _picture(title, said, height, [*drawn, *legend])


def line_plot(title: str, lines: Mapping[str, Mapping[int, float]], across: str) -> Element:
    """One line for each name over whole numbers, such as rounds."""
    xs = sorted({x for line in lines.values() for x in line})
    values = [v for line in lines.values() for v in line.values()]
    height = 320.0
    up = Scale(min(0.0, *values), max(0.0, *values), height - 2 * MARGIN, MARGIN)
    scale = Scale(xs[0], xs[-1], 60, WIDTH - MARGIN)
    drawn = [
        e
        for tick in up.ticks()
        for e in (
            node("line", x1=60, x2=WIDTH - MARGIN, y1=up(tick), y2=up(tick), class_="axis"),
            node("text", _number(tick, False), x=52, y=up(tick) + 4, text_anchor="end"),
        )
    ]
    drawn += [node("text", f"{across} {x}", x=scale(x), y=height - 26, text_anchor="middle") for x in xs]
    for number, line in enumerate(lines.values()):
        points = " ".join(f"{scale(x):.1f},{up(line[x]):.1f}" for x in xs if x in line)
        look = {"stroke": colour(number), "stroke_dasharray": HATCHES[number % len(HATCHES)] or "none"}
        drawn.append(node("polyline", points=points, fill="none", stroke_width=2.5, **look))
    legend, legend_height = _legend(list(lines), height - 12)
    said = "; ".join(
        f"{name}: " + ", ".join(f"{across} {x} {v:.2f}" for x, v in line.items())
        for name, line in lines.items()
    )
    return _picture(title, said, height + legend_height, [*drawn, *legend])


def colour(number: int, name: str = "") -> str:
    """A colour of the page, light or dark; what has a colour's name gets that colour."""
    return f"var(--{OWN_COLOURS.get(name, COLOURS[number % len(COLOURS)])})"


def _look(number: int, name: str) -> dict[str, str]:
    return {"fill": colour(number, name), "fill_opacity": str(1 - 0.3 * (number // len(COLOURS)))}


def _bar(bar: Mapping[str, float], parts: Sequence[str], scale: Scale, y: float) -> list[Element]:
    right = left = 0.0
    drawn = []
    for number, part in enumerate(parts):
        value = bar.get(part, 0.0)
        begin = right if value >= 0 else left
        x1, x2 = sorted((scale(begin), scale(begin + value)))
        right, left = (right + value, left) if value >= 0 else (right, left + value)
        title = node("title", f"{part} {value:.2f}")
        width = max(0.0, x2 - x1)
        drawn.append(node("rect", title, x=x1, y=y + 3, width=width, height=ROW - 6, **_look(number, part)))
    return drawn


def _axis(scale: Scale, height: float, *, percent: bool) -> list[Element]:
    drawn = []
    for tick in scale.ticks():
        x = scale(tick)
        drawn.append(node("line", x1=x, x2=x, y1=MARGIN - 6, y2=height - MARGIN, class_="axis"))
        drawn.append(node("text", _number(tick, percent), x=x, y=height - 8, text_anchor="middle"))
    return drawn


def _legend(names: Sequence[str], top: float) -> tuple[list[Element], float]:
    drawn, in_row = [], 4
    for number, name in enumerate(names):
        x, y = 20 + (number % in_row) * (WIDTH - 30) / in_row, top + 10 + 18 * (number // in_row)
        drawn += [
            node("rect", x=x, y=y, width=12, height=12, **_look(number, name)),
            node("text", name.replace("_", " "), x=x + 17, y=y + 11),
        ]
    return drawn, 18.0 * ceil(len(names) / in_row) + 14


def _picture(title: str, said: str, height: float, drawn: Sequence[Element]) -> Element:
    picture = node(
        "svg",
        node("title", title),
        node("desc", said),
        *drawn,
        viewBox=f"0 0 {WIDTH:g} {height:g}",
        role="img",
    )
    return node("figure", picture, node("figcaption", title, class_="note"))


def _number(value: float, percent: bool) -> str:
    if percent:
        return f"{100 * value:.1f}%".replace(".0%", "%")
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"
