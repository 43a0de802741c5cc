"""A newer program: this one with fields and an event kind added to its source while it is imported.

`python -m tests.grown ...` is the command `chocolatl` of that program.
"""

import ast
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

ADDED: dict[str, dict[str, str]] = {
    "chocolatl.rules.editions": {"Rules": "temple_step: Literal['one', 'two'] = 'one'"},
    "chocolatl.rules.board": {"Board": "mascot: str = 'jaguar'", "Row": "steps: int = 3"},
    "chocolatl.rules.events": {"Started": "weather: str = 'dry'", "Scored": "applause: int = 7"},
}
"""Module, class, and the field that is added after its last one."""


class _Grower(SourceFileLoader):
    """Compiles the source of a module after adding the fields."""

    def __init__(self, name: str, path: str, added: dict[str, str]) -> None:
        super().__init__(name, path)
        self._added = added

    def get_code(self, fullname: str) -> CodeType:
        """Never from the cache, which holds the program as it is."""
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path), path)
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.name in self._added:
                _add_field(node, self._added[node.name])
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


def _add_field(node: ast.ClassDef, field: str) -> None:
    last = max(place for place, part in enumerate(node.body) if isinstance(part, ast.AnnAssign))
    node.body[last + 1 : last + 1] = ast.parse(field).body


class _Finder(MetaPathFinder):
    def __init__(self, added: dict[str, dict[str, str]]) -> None:
        self._added = added

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path) if name in self._added else None
        if spec is not None and spec.origin is not None:
            spec.loader = _Grower(name, spec.origin, self._added[name])
        return spec


def grow(added: dict[str, dict[str, str]]) -> None:
    """From now on these modules are imported with their added fields."""
    assert not set(added) & set(sys.modules), "imported before it could grow"
    sys.meta_path.insert(0, _Finder(added))


if __name__ == "__main__":
    grow(ADDED)
    from chocolatl.cli import main

    sys.exit(main())
