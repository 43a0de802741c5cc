"""The notebook runs from top to bottom, and shows what it promises: a board, a better player, a curve."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CELLS = json.loads((ROOT / "examples" / "quickstart.ipynb").read_text())["cells"]
CODE = ["".join(cell["source"]) for cell in CELLS if cell["cell_type"] == "code"]


def run(cell: str, scope: dict[str, Any]) -> Any:
    """What a notebook would show under this cell: the value of a last line that is an expression."""
    body = ast.parse(cell).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "quickstart", "exec"), scope)
    if last is None:
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), "quickstart", "eval"), scope)


def test_every_cell_runs_and_shows():
    scope: dict[str, Any] = {}
    shown = [run(cell, scope) for cell in CODE]
    for picture in (shown[1], shown[3], shown[4]):
        assert picture._repr_svg_().startswith("<svg")
    shares = scope["shares"]
    assert sum(shares[-100:]) / 100 > sum(shares[:100]) / 100
    assert "last 100" in shown[2]


def test_the_readme_begins_with_the_same_lines():
    assert f"```python\n{CODE[0]}\n```" in (ROOT / "README.md").read_text()


def test_no_output_is_kept():
    """What a cell shows is made by running it; nothing in the file can be out of date."""
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in CELLS)
