"""The built page: files from `static/`, and the page itself for every address that the page draws."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[1] / "static"
NOT_BUILT = b"The page is not built; run: python3 run.py play\n"
WORTH_PACKING = 1024
LONGEST_PATH = 1024


class File(NamedTuple):
    """A file in memory. `forever`: its name changes when its content does."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str
    forever: bool


class StaticFiles:
    """Reads each file once, and again when it has changed on disk."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder.resolve()
        self._files: dict[Path, tuple[int, File]] = {}

    def find(self, path: str) -> File | None:
        """The file, or the page for an address like /table/…; nothing, if there is no such file."""
        if len(path) > LONGEST_PATH or not path.isprintable():
            return None
        try:
            wanted = (self._folder / path.lstrip("/")).resolve()
            if not wanted.is_relative_to(self._folder):
                return None
            if wanted.is_file():
                return self._read(wanted)
        except (OSError, ValueError):  # a name that no file can have
            return None
        last = path.rpartition("/")[2]
        return None if "." in last else self._read(self._folder / "index.html")

    @property
    def built(self) -> bool:
        """Is there a page at all?"""
        return (self._folder / "index.html").is_file()

    def _read(self, path: Path) -> File | None:
        try:
            changed = path.stat().st_mtime_ns
        except OSError:
            return None
        known = self._files.get(path)
        if known is None or known[0] != changed:
            known = self._files[path] = (changed, _load(path, self._folder))
        return known[1]


def _load(path: Path, folder: Path) -> File:
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix == ".webmanifest":
        kind = "application/manifest+json"
    text = kind.startswith("text/") or kind.endswith(("javascript", "json", "xml"))
    packed = gzip.compress(body, 9, mtime=0) if text and len(body) > WORTH_PACKING else None
    forever = path.relative_to(folder).parts[0] == "assets"
    kind = f"{kind}; charset=utf-8" if text else kind
    return File(body, packed, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"', forever)
