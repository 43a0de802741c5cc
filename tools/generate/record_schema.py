"""The JSON Schema of a record file, for docs/record.schema.json."""

from __future__ import annotations

import json
from pathlib import Path

from chocolatl.records.record import schema

TARGET = Path(__file__).resolve().parents[2] / "docs" / "record.schema.json"


def text() -> bytes:
    """The schema as the code has it now."""
    return json.dumps(schema(), indent=2).encode() + b"\n"
