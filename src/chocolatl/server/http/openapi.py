"""The description of the HTTP interface: Litestar's, with the exact shapes of our values by msgspec."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar

from chocolatl.records.board_limits import add_bounds
from chocolatl.records.record import Record
from chocolatl.server import protocol

REF = "#/components/schemas/{name}"
BODIES = (
    protocol.CreateTable,
    protocol.PlayNow,
    protocol.Join,
    protocol.Start,
    protocol.Settings,
    protocol.Me,
    protocol.SetReach,
    protocol.Reach,
    protocol.SetSeat,
    protocol.Claim,
    protocol.SetWebhook,
    protocol.PersonalLink,
    protocol.Listing,
    protocol.Verification,
    protocol.Info,
    protocol.Problem,
    Record,
)
PUBLISHED = Path(__file__).with_name("openapi.json")
RECORD_PATH = "/api/tables/{table}/record"


def description(app: Litestar) -> bytes:
    """OpenAPI in JSON. Litestar alone forgets bounds of optional fields and that unknown ones are refused."""
    schema: dict[str, Any] = app.openapi_schema.to_schema()
    _, components = msgspec.json.schema_components(BODIES, ref_template=REF)
    add_bounds(components)
    schema["components"]["schemas"] |= components
    # The route answers with bytes that are encoded already; Litestar takes them for a string.
    content = schema["paths"][RECORD_PATH]["get"]["responses"]["200"]["content"]
    content["application/json"]["schema"] = {"$ref": REF.format(name="Record")}
    return msgspec.json.format(msgspec.json.encode(schema, order="deterministic"), indent=1) + b"\n"


def published() -> bytes:
    """The same for the interface of this version, made ahead by `python3 run.py update`.

    Litestar needs 0.3 s of processor time for it the first time, which nobody may take from those who play.
    """
    return PUBLISHED.read_bytes()


def read_exactly(body: bytes, kind: Any) -> None:
    """Raises MsgspecError unless the body is what the description says; to JSON Schema, 4.0 is whole."""
    msgspec.convert(_with_whole_numbers(msgspec.json.decode(body)), kind)


def _with_whole_numbers(value: Any) -> Any:
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {key: _with_whole_numbers(inner) for key, inner in value.items()}
        case list():
            return [_with_whole_numbers(inner) for inner in value]
        case _:
            return value
