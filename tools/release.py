"""Is this commit a release? Version, changelog and tag must agree; writes build/release-notes.md."""

import re
import runpy
import subprocess
import sys
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADING = re.compile(r"^## (?P<version>\S+)(?: - (?P<date>\S+))?$", re.MULTILINE)


def version() -> str:
    found: str = runpy.run_path(str(ROOT / "src" / "chocolatl" / "__init__.py"))["__version__"]
    return found


def newest_entry(changelog: str) -> tuple[str, str | None, str]:
    """Version, date and text of the first entry of a changelog."""
    headings = list(HEADING.finditer(changelog))
    if not headings:
        raise ValueError("CHANGELOG.md: expected a heading such as `## 0.2.0 - 2026-11-17`, found none")
    end = headings[1].start() if len(headings) > 1 else len(changelog)
    return headings[0]["version"], headings[0]["date"], changelog[headings[0].end() : end].strip() + "\n"


def problems(wanted: str, changelog: str, tags: list[str], dirty: bool) -> list[str]:
    """Why this commit cannot be released as `wanted`; empty: it can."""
    found = []
    entry, day, _ = newest_entry(changelog)
    if entry != wanted:
        found.append(f"CHANGELOG.md begins with {entry}, but the version is {wanted}")
    elif day is None:
        found.append(f"CHANGELOG.md: {wanted} has no date; expected `## {wanted} - YYYY-MM-DD`")
    else:
        try:
            date.fromisoformat(day)
        except ValueError:
            found.append(f"CHANGELOG.md: {day!r} is no date; expected YYYY-MM-DD")
    if f"v{wanted}" not in tags:
        found.append(f"this commit has no tag v{wanted}: run `git tag v{wanted}`")
    if dirty:
        found.append("the working tree has changes that are not committed")
    return found


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def main() -> int:
    wanted, changelog = version(), (ROOT / "CHANGELOG.md").read_text()
    found = problems(
        wanted, changelog, git("tag", "--points-at", "HEAD").split(), bool(git("status", "--porcelain"))
    )
    for problem in found:
        print(problem, file=sys.stderr)
    if found:
        return 1
    notes = ROOT / "build" / "release-notes.md"
    notes.parent.mkdir(exist_ok=True)
    notes.write_text(newest_entry(changelog)[2])
    print(f"{wanted} can be released; its notes are in {notes.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
