"""The recorded games of the corpus."""

import gzip
from functools import cache
from pathlib import Path

from chocolatl.records.record import Record, decode

CORPUS = Path(__file__).parent / "corpus"
NAMES = sorted(path.name.removesuffix(".jsonl.gz") for path in CORPUS.glob("*.jsonl.gz"))


@cache
def text(name: str) -> bytes:
    """A recorded game as it was written."""
    return gzip.decompress((CORPUS / f"{name}.jsonl.gz").read_bytes())


@cache
def game(name: str) -> Record:
    """A recorded game by its name."""
    return decode(text(name), name)
