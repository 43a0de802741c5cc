"""The folder tree is the architecture: imports have no cycle, folders stay small, a name means one thing."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {"chocolatl": ROOT / "src", "tools": ROOT}
MOST_MODULES = 24
COMMANDS = "chocolatl.cli.commands."
"""A command has the name of what it runs."""


def module_files() -> dict[str, Path]:
    found = {}
    for package, base in PACKAGES.items():
        for file in (base / package).rglob("*.py"):
            parts = file.relative_to(base).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


FILES = module_files()
TREES = {module: ast.parse(file.read_text("utf-8")) for module, file in FILES.items()}


def imports(module: str) -> Iterator[str]:
    """Every module that this one imports, also within functions and for type checkers only."""
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if name in FILES else node.module


GRAPH = {module: {name for name in imports(module) if name in FILES} - {module} for module in FILES}


def test_no_module_imports_itself_through_others():
    try:
        TopologicalSorter(GRAPH).prepare()
    except CycleError as error:
        cycle = " <- ".join(error.args[1])
        raise AssertionError(f"an import cycle: {cycle}") from None


def test_every_import_is_absolute():
    """Else the graph above would miss it."""
    relative = [
        module
        for module, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


def test_the_game_does_not_know_the_tools_for_developers():
    known = {module: names for module, names in GRAPH.items() if module.startswith("chocolatl")}
    assert [module for module, names in known.items() if any(n.startswith("tools") for n in names)] == []


def test_no_folder_is_crowded():
    folders = Counter(file.parent for file in FILES.values() if file.name != "__init__.py")
    crowded = {str(folder.relative_to(ROOT)): n for folder, n in folders.items() if n > MOST_MODULES}
    assert crowded == {}


def test_no_two_modules_have_one_name():
    named = defaultdict(list)
    for module, file in FILES.items():
        if not file.name.startswith("__") and not module.startswith(COMMANDS):
            named[file.stem].append(module)
    assert [modules for modules in named.values() if len(modules) > 1] == []


def test_no_two_public_classes_have_one_name():
    named = defaultdict(list)
    for module, tree in TREES.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                named[node.name].append(module)
    assert {name: modules for name, modules in named.items() if len(modules) > 1} == {}
