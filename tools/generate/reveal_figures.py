"""How long the page shows each event, from `chocolatl.server.protocol.reveal_times`."""

from pathlib import Path

import msgspec

from chocolatl.server.protocol.reveal_times import REVEAL

TARGET = Path(__file__).resolve().parents[2] / "web" / "src" / "lib" / "reveal_times.json"


def text() -> bytes:
    """The figures as JSON, one per line."""
    return msgspec.json.format(msgspec.json.encode(REVEAL), indent=2) + b"\n"
