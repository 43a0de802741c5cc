"""The description of the HTTP interface: Litestar's, with the exact shapes of our values by msgspec."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Litestar

from chocolatl.rules.bounds import add_bounds
from chocolatl.rules.record import Record
from chocolatl.server import wire

REF = "#/components/schemas/{name}"
BODIES = (
    wire.CreateTable,
    wire.PlayNow,
    wire.Join,
    wire.Start,
    wire.Settings,
    wire.SetSeat,
    wire.Claim,
    wire.SetWebhook,
    wire.PersonalLink,
    wire.Listing,
    wire.Verification,
    wire.Info,
    wire.Problem,
    Record,
)
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
    return msgspec.json.encode(schema)


class Description:
    """Built once, when it is first asked for; in a thread, because it takes a while."""

    def __init__(self) -> None:
        self._made: asyncio.Task[bytes] | None = None

    async def get(self, app: Litestar) -> bytes:
        """The same bytes every time."""
        if self._made is None or (self._made.done() and not _fine(self._made)):
            self._made = asyncio.create_task(asyncio.to_thread(description, app))
        return await asyncio.shield(self._made)


def _fine(task: asyncio.Task[bytes]) -> bool:
    return not task.cancelled() and task.exception() is None


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
