"""What holds for the repository as a whole."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
# Each pattern holds a set of one character, so that this file does not contain what it looks for.
PACKAGE_HOST = re.compile(rb"(py[p]i|pythonhoste[d]|npmj[s]|deb\.debia[n]|yarnpk[g])\.(org|com|io)")
OUTSIDE = re.compile(rb"\.\./share[d]")


def tracked() -> list[Path]:
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [file for name in names.decode().split("\0") if name and (file := ROOT / name).is_file()]


def test_no_file_names_a_package_host() -> None:
    """It must install behind any mirror."""
    assert [file for file in tracked() if PACKAGE_HOST.search(file.read_bytes())] == []


def test_no_file_points_outside_the_repository() -> None:
    assert [file for file in tracked() if OUTSIDE.search(file.read_bytes())] == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_locked_requirement_has_a_hash(lock: Path) -> None:
    requirements = re.split(r"\n(?=[a-z])", "\n" + lock.read_text())[1:]
    assert requirements
    assert [text for text in requirements if "--hash=sha256:" not in text] == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_all_locks_agree(lock: Path) -> None:
    assert pins(lock) <= pins(ROOT / "requirements" / "all.txt")


def pins(lock: Path) -> set[str]:
    return set(re.findall(r"^[a-z]\S+==\S+", lock.read_text(), re.MULTILINE))


def test_wheels_are_built_with_what_the_lock_holds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert set(project["build-system"]["requires"]) <= set(project["dependency-groups"]["build"])


def test_rules_import_only_the_standard_library_and_msgspec() -> None:
    """Import-linter keeps our own packages apart; this keeps other people's out of the rules."""
    allowed = sys.stdlib_module_names | {"chocolatl", "msgspec"}
    rules = ROOT / "src" / "chocolatl" / "rules"
    assert {name for file in rules.rglob("*.py") for name in imported(file)} <= allowed


def imported(file: Path) -> set[str]:
    """The packages a file imports, relative imports left out."""
    names = set[str]()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}
