"""HTTP: the code that opens a screen of a table, and the table that a code opens."""

from __future__ import annotations

import hmac
from typing import Annotated

from litestar import get, post
from litestar.params import PathParameter, QueryParameter

from chocolatl.rules.texts import whole
from chocolatl.server.errors import RequestError
from chocolatl.server.http.problems import PROBLEMS
from chocolatl.server.http.request_context import TableId, Tables, Visitor, reading_again
from chocolatl.server.protocol import ScreenLink, ScreenOf
from chocolatl.server.secret import SCREEN_CODE, TABLE_ID
from chocolatl.server.tables.permissions import require_seat

Code = Annotated[str, PathParameter(pattern=whole(SCREEN_CODE), description="what a seat was given")]
Known = Annotated[
    str | None, QueryParameter(pattern=whole(TABLE_ID), description="the table the screen shows so far")
]


@post("/tables/{table:str}/screen", responses=PROBLEMS)
@reading_again
async def screen(registry: Tables, visitor: Visitor, table: TableId) -> ScreenLink:
    """The code for a screen in the middle of the room; the same for every seat."""
    require_seat((await registry.open_table(table)).row, visitor)
    return ScreenLink(registry.services.secret.screen_code(table))


@get("/screens/{code:str}", responses=PROBLEMS)
async def screen_of(registry: Tables, code: Code, table: Known = None) -> ScreenOf:
    """The table of a code that was typed; of a screen that shows one, the rematch when there is one."""
    code_of = registry.services.secret.screen_code
    found = await registry.screen_codes.table_of(code, registry.tables) if table is None else table
    if found is None or not hmac.compare_digest(code_of(found), code):
        raise RequestError("bad_token", "this code opens no screen", "the code that a player is shown")
    if table is not None and (after := (await registry.open_table(table)).lobby.rematch) is not None:
        return ScreenOf(after, code_of(after))
    return ScreenOf(found, code)


SCREEN_ROUTES = (screen, screen_of)
