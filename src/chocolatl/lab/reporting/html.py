"""HTML as a tree, so that nothing is ever left open or unescaped; the page asks nobody else for anything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element, tostring

Child = Element | str

STYLE = """
:root { color-scheme: light dark; --ink: #2b1d14; --paper: #fffaf3; --line: #d9cbbb; --soft: #6b594b;
  --a: #8a4b12; --b: #b8860b; --c: #2f6f4f; --d: #a33b3b; --e: #3b5ba3; --f: #7a4b8f; --g: #4f7f8f; }
@media (prefers-color-scheme: dark) { :root {
  --ink: #f3e9dd; --paper: #1d1612; --line: #4c3d31; --soft: #bfae9d;
  --a: #e2a266; --b: #e6c453; --c: #7cc9a0; --d: #ec8f8f; --e: #93b1f2; --f: #cda2e0; --g: #9fd0df; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 62rem; padding: 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .5rem 0; }
caption { text-align: left; color: var(--soft); padding-bottom: .3rem; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
svg { width: 100%; height: auto; max-width: 46rem; display: block; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
.axis { stroke: var(--line); } .fair { stroke: var(--soft); stroke-dasharray: 4 3; }
.range { stroke: var(--a); stroke-width: 3; } .dot { fill: var(--a); }
figure { margin: 1rem 0; } .note, summary { color: var(--soft); }
"""


def node(tag: str, *children: Child, **attributes: str | float) -> Element:
    """An element; `class_` and the like lose their underscore, other underscores become hyphens."""
    names = {name.rstrip("_").replace("_", "-"): _text(value) for name, value in attributes.items()}
    element = Element(tag, names)
    last: Element | None = None
    for child in children:
        if isinstance(child, str):
            _append_text(element, last, child)
        else:
            element.append(child)
            last = child
    return element


def _append_text(element: Element, last: Element | None, text: str) -> None:
    if last is None:
        element.text = (element.text or "") + text
    else:
        last.tail = (last.tail or "") + text


def _text(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")


def document(title: str, *children: Child) -> str:
    """A whole page."""
    head = node(
        "head",
        node("meta", charset="utf-8"),
        node("meta", name="viewport", content="width=device-width, initial-scale=1"),
        node("title", title),
        node("style", STYLE),
    )
    page = node("html", head, node("body", node("main", node("h1", title), *children)), lang="en")
    return "<!doctype html>\n" + tostring(page, encoding="unicode", method="html") + "\n"


def section(title: str, *children: Child) -> Element:
    """A part of the page under its heading."""
    return node("section", node("h2", title), *children)


def data_table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Element:
    """A table whose first column names its rows."""
    head = node("tr", *(node("th", column, scope="col") for column in columns))
    body = [
        node("tr", node("th", row[0], scope="row"), *(node("td", cell) for cell in row[1:])) for row in rows
    ]
    table = node("table", node("caption", caption), node("thead", head), node("tbody", *body))
    return node("div", table, class_="wide", tabindex="0", role="region", aria_label=caption)
