"""HTTP: new tables, lists of tables, and a table before and after its game: settings, start, rematch."""

from __future__ import annotations

from math import isfinite
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from chocolatl import __version__
from chocolatl.rules import EDITIONS, RULES_VERSION
from chocolatl.rules.board import BOARD_NAMES, default_board
from chocolatl.server.errors import RequestError, TooNew
from chocolatl.server.http.problems import PROBLEMS
from chocolatl.server.http.request_context import Origin, TableId, Tables, Visitor, reading_again
from chocolatl.server.protocol import (
    PROTOCOL,
    CreateTable,
    Edition,
    Info,
    Listing,
    ListName,
    PassAround,
    PlayNow,
    Seated,
    Settings,
    Start,
)
from chocolatl.server.protocol.limits import CONSTANTS, LIMITS
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.allowed_bots import levels
from chocolatl.server.tables.create_table import (
    create_bot_game,
    create_rematch,
    create_shared_game,
    create_table,
)
from chocolatl.server.tables.draw_steps import start_draw
from chocolatl.server.tables.host_role import with_settings
from chocolatl.server.tables.lobby import COLOURS
from chocolatl.server.tables.permissions import (
    require_allowed_bot,
    require_host,
    require_may_watch,
    require_phase,
)
from chocolatl.server.tables.public_info import table_for
from chocolatl.server.tables.seat_changes import changed_in
from chocolatl.server.tables.table_registry import TableRegistry

Before = Annotated[float | None, QueryParameter(description="`next` of the page before")]
Mixed = Annotated[bool, QueryParameter(description="seats in another order; whoever asks first decides")]
PAGE = 20
"""A page shows six of a list at first, so more than some clicks' worth would only make it heavy."""
MY_PAGE = 200


@get("/info", cache_control=None)
async def info() -> Info:
    """What a page needs before it draws anything."""
    editions = tuple(Edition(name, rules) for name, rules in EDITIONS.items())
    return Info(
        __version__,
        PROTOCOL,
        RULES_VERSION,
        editions,
        levels(),
        COLOURS,
        LIMITS,
        CONSTANTS,
        default_board(),
        BOARD_NAMES,
    )


@post("/tables", responses=PROBLEMS)
async def create(registry: Tables, visitor: Visitor, origin: Origin, data: JSONBody[CreateTable]) -> Seated:
    """Create a table and sit down as its host."""
    return await create_table(registry.services, visitor, origin, data)


@post("/play-now", responses=PROBLEMS)
async def play_now(registry: Tables, visitor: Visitor, origin: Origin, data: JSONBody[PlayNow]) -> Seated:
    """A table against bots; it starts when your socket says hello."""
    return await create_bot_game(registry.services, visitor, origin, data)


@post("/pass-around", responses=PROBLEMS)
async def pass_around(
    registry: Tables, visitor: Visitor, origin: Origin, data: JSONBody[PassAround]
) -> Seated:
    """A table for people who pass this browser around; it starts when its socket says hello."""
    return await create_shared_game(registry.services, visitor, origin, data)


@get("/tables", responses=PROBLEMS)
async def tables(
    registry: Tables,
    visitor: Visitor,
    which: Annotated[ListName, QueryParameter(name="list")],
    before: Before = None,
) -> Listing:
    """Open tables, games to watch, or finished games."""
    rows = await registry.services.store.listing(which, _before(before), PAGE)
    return Listing(tuple(table_for(row, row.lobby.seat_of(visitor)) for row in rows), _next(rows, PAGE))


@get("/mine", responses=PROBLEMS)
async def mine(registry: Tables, visitor: Visitor, before: Before = None) -> Listing:
    """My games; those that wait for me come first."""
    found = await registry.services.store.tables_of_visitor(visitor, _before(before), MY_PAGE)
    lines = sorted((table_for(row, seat) for row, seat in found), key=lambda line: not line.waiting)
    return Listing(tuple(lines), _next([row for row, _ in found], MY_PAGE))


@get("/tables/{table:str}", responses=PROBLEMS)
async def table(registry: Tables, visitor: Visitor, table: TableId) -> Seated:
    """A table by its link."""
    return await look(registry=registry, visitor=visitor, table=table)


@reading_again
async def look(registry: TableRegistry, visitor: str, table: str) -> Seated:
    """A table as its visitor may see it. Raises RequestError."""
    row = await _row(registry, table)
    seat = row.lobby.seat_of(visitor)
    require_may_watch(row, seat)
    return table_for(row, seat)


async def _row(registry: TableRegistry, table: str) -> TableRow:
    """Of a table that only a newer process can play, too."""
    try:
        return (await registry.open_table(table)).row
    except TooNew:
        row = await registry.services.store.load(table)
        if row is None:
            raise
        return row


@post("/tables/{table:str}/settings", responses=PROBLEMS)
@reading_again
async def settings(registry: Tables, visitor: Visitor, table: TableId, data: JSONBody[Settings]) -> Seated:
    """Change who may find and watch the table, and its pace."""
    live = await registry.open_table(table)
    phase = live.row.summary.phase
    if (data.pace, data.hints, data.locked) != (None, None, None) and phase != "open":
        raise RequestError("wrong_phase", "pace, hints and lock are set before the start", "an open table")

    def change(row: TableRow) -> Lobby:
        require_host(row, visitor)
        return with_settings(row.lobby, data)

    return await changed_in(phase, live, visitor, change)


@post("/tables/{table:str}/start", responses=PROBLEMS)
@reading_again
async def start(registry: Tables, visitor: Visitor, table: TableId, data: JSONBody[Start]) -> Seated:
    """Start the game."""
    bot = None if data.fill is None else require_allowed_bot(data.fill)
    live = await registry.open_table(table)

    def filled(row: TableRow) -> Lobby:
        require_host(row, visitor)
        require_phase(row, "open")
        lobby = row.lobby if bot is None else lobbies.fill(row.lobby, bot)
        if lobby.empty:
            raise RequestError(
                "wrong_phase", f"seats {lobby.empty} are empty", "a full table, or a bot to fill it"
            )
        return lobby

    await live.run(lambda: start_draw(live, filled))
    return table_for(live.row, live.lobby.seat_of(visitor))


@post("/tables/{table:str}/rematch", responses=PROBLEMS)
@reading_again
async def rematch(registry: Tables, visitor: Visitor, table: TableId, mixed: Mixed = False) -> Seated:
    """The same people again."""
    live = await registry.open_table(table)
    await live.run(lambda: create_rematch(live, visitor, mixed))
    assert live.lobby.rematch is not None
    again = await registry.open_table(live.lobby.rematch)
    await again.run(lambda: again.update_lobby(lambda row: _sit_again(row, visitor)))
    return await look(registry=registry, visitor=visitor, table=again.row.id)


def _sit_again(row: TableRow, visitor: str) -> Lobby:
    """On the seat that is kept, if it still is and the game has not begun."""
    return lobbies.sit_again(row.lobby, visitor) if row.summary.phase == "open" else row.lobby


def _before(before: float | None) -> float:
    if before is None:
        return 1e12
    if not isfinite(before):
        raise RequestError("bad_message", "before is no number", "`next` of the page before")
    return before


def _next(rows: list[TableRow], page: int) -> float | None:
    """Where the following page begins, if this one is full."""
    return rows[-1].summary.changed if len(rows) == page else None


LOBBY_ROUTES = (info, create, play_now, pass_around, tables, mine, table, settings, start, rematch)
