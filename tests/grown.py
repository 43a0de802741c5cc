"""A newer program: this one, with fields and an event kind added to its source while it is imported.

`python -m tests.grown GROWTH ...` is the command `chocolatl` of such a program.
"""

import ast
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

Growth = dict[str, dict[str, str]]
END = ""

FIELDS: Growth = {
    "chocolatl.rules.events": {"Scored": "applause: int = 7"},
    "chocolatl.server.store.documents": {"Lobby": "theme: str = 'dark'", "SeatDoc": "badge: str = 'new'"},
    "chocolatl.server.protocol.table_info": {"Slow": "holidays: tuple[str, ...] = ('May',)"},
}
PLAY: Growth = {
    "chocolatl.rules.editions": {"Rules": "temple_step: Literal['one', 'two'] = 'one'"},
    "chocolatl.rules.board": {"Board": "mascot: str = 'jaguar'", "Row": "steps: int = 3"},
    "chocolatl.rules.events": {"Started": "weather: str = 'dry'", "Scored": "applause: int = 7"},
}
KIND: Growth = {
    "chocolatl.rules.events": {
        END: """
class Cheered(Value, frozen=True, tag_field="event", tag="cheered"):
    seat: Seat
    rule: str = "2.4"
Event = Event | Cheered
"""
    },
    "chocolatl.rules.evolve": {END: "EVOLVE[ev.Cheered] = lambda state, event: state"},
    "chocolatl.rules.view": {
        END: """
from chocolatl.rules.events import Cheered
PUBLIC_EVENTS = (*PUBLIC_EVENTS, Cheered)
"""
    },
    "chocolatl.rules.event_writer": {
        END: """
def _emit_and_cheer(self, event, emit=EventWriter.emit):
    from chocolatl.rules.events import Cheered
    emit(self, event)
    if event.__struct_config__.tag == "round_ended":
        emit(self, Cheered(0))
EventWriter.emit = _emit_and_cheer
"""
    },
}
GROWTHS = {"fields": FIELDS, "play": PLAY, "kind": KIND}
"""Module, class, and the field that is added after its last one (END: what is added to the module)."""


class _Grower(SourceFileLoader):
    """Compiles the source of a module after adding to it."""

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
        tree.body += ast.parse(self._added.get(END, "")).body
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


def _add_field(node: ast.ClassDef, field: str) -> None:
    last = max(place for place, part in enumerate(node.body) if isinstance(part, ast.AnnAssign))
    node.body[last + 1 : last + 1] = ast.parse(field).body


class _Finder(MetaPathFinder):
    def __init__(self, growth: Growth) -> None:
        self._growth = growth

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path) if name in self._growth else None
        if spec is not None and spec.origin is not None:
            spec.loader = _Grower(name, spec.origin, self._growth[name])
        return spec


def grow(growth: Growth) -> None:
    """From now on these modules are imported with what is added to them."""
    assert not set(growth) & set(sys.modules), "imported before it could grow"
    sys.meta_path.insert(0, _Finder(growth))


if __name__ == "__main__":
    grow(GROWTHS[sys.argv.pop(1)])
    from chocolatl.cli import main

    sys.exit(main())
