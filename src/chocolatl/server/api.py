"""HTTP under /api: thin, one line per request. What it does stands in desk.py."""

from __future__ import annotations

from math import isfinite
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.datastructures import State as AppState
from litestar.params import JSONBody, PathParameter, QueryParameter

from chocolatl import __version__
from chocolatl.bots.analysis import Analysis
from chocolatl.rules import EDITIONS, RULES_VERSION
from chocolatl.rules.board import default_board
from chocolatl.rules.texts import whole
from chocolatl.server.config import CONSTANTS, LIMITS
from chocolatl.server.desk import Desk
from chocolatl.server.errors import Denied
from chocolatl.server.founding import found_game_with_bots, found_table
from chocolatl.server.levels import levels
from chocolatl.server.lobby import COLOURS
from chocolatl.server.openapi import read_exactly
from chocolatl.server.problems import PROBLEMS
from chocolatl.server.public import seated
from chocolatl.server.secret import TABLE_ID
from chocolatl.server.store.rows import TableRow
from chocolatl.server.wire import (
    PROTOCOL,
    AskAnalysis,
    AskHint,
    Claim,
    CreateTable,
    Edition,
    Info,
    Join,
    Listing,
    ListName,
    PersonalLink,
    PlayNow,
    RenewLink,
    Seated,
    SetSeat,
    Settings,
    SetWebhook,
    Start,
    Verification,
)

Visited = Request[Any, Any, AppState]
TableId = Annotated[str, PathParameter(pattern=whole(TABLE_ID), description="the id from a table's link")]
SeatNumber = Annotated[int, PathParameter(ge=0, le=4)]
Before = Annotated[float | None, QueryParameter(description="`next` of the page before")]
PAGE = 50
MY_PAGE = 200


def desk(request: Visited) -> Desk:
    """The desk of this application."""
    found: Desk = request.app.state.desk
    return found


def visitor(request: Visited) -> str:
    """The hash of the caller's cookie, put there by the shell around the application."""
    found: str = request.scope["visitor"]  # type: ignore[typeddict-item]  # ours
    return found


def origin(request: Visited) -> str:
    """A number for the caller's address; see `ServerSecret.origin`."""
    found: str = request.scope["origin"]  # type: ignore[typeddict-item]  # ours
    return found


async def check_body(request: Visited) -> None:
    """Litestar reads 1 as true and the like; we take only what the description says."""
    body = request.route_handler.parsed_fn_signature.parameters.get("data")
    if body is not None:
        try:
            read_exactly(await request.body(), body.annotation)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Denied("bad_message", str(error), "a request as in /api/schema/openapi.json") from None


class Tables(Controller):
    """Everything about tables."""

    path = "/api"

    @get("/info", cache_control=None)
    async def info(self) -> Info:
        """What a page needs before it draws anything."""
        editions = tuple(Edition(name, rules) for name, rules in EDITIONS.items())
        board = default_board()
        return Info(
            __version__, PROTOCOL, RULES_VERSION, editions, levels(), COLOURS, LIMITS, CONSTANTS, board
        )

    @post("/tables", responses=PROBLEMS)
    async def create(self, request: Visited, data: JSONBody[CreateTable]) -> Seated:
        """Create a table and sit down as its host."""
        return await found_table(desk(request).house, visitor(request), origin(request), data)

    @post("/play-now", responses=PROBLEMS)
    async def play_now(self, request: Visited, data: JSONBody[PlayNow]) -> Seated:
        """A table against bots; it starts when your socket says hello."""
        return await found_game_with_bots(desk(request).house, visitor(request), origin(request), data)

    @get("/tables", responses=PROBLEMS)
    async def tables(
        self,
        request: Visited,
        which: Annotated[ListName, QueryParameter(name="list")],
        before: Before = None,
    ) -> Listing:
        """Open tables, games to watch, or finished games."""
        rows = await desk(request).house.store.listing(which, _before(before), PAGE)
        mine = visitor(request)
        return Listing(tuple(seated(row, row.lobby.seat_of(mine)) for row in rows), _next(rows, PAGE))

    @get("/mine", responses=PROBLEMS)
    async def mine(self, request: Visited, before: Before = None) -> Listing:
        """My games; those that wait for me come first."""
        found = await desk(request).house.store.mine(visitor(request), _before(before), MY_PAGE)
        lines = sorted((seated(row, seat) for row, seat in found), key=lambda line: not line.waiting)
        return Listing(tuple(lines), _next([row for row, _ in found], MY_PAGE))

    @get("/tables/{table:str}", responses=PROBLEMS)
    async def table(self, request: Visited, table: TableId) -> Seated:
        """A table by its link."""
        return await desk(request).look(table, visitor(request))

    @post("/tables/{table:str}/join", responses=PROBLEMS)
    async def join(self, request: Visited, table: TableId, data: JSONBody[Join]) -> Seated:
        """Sit down."""
        return await desk(request).join(table, visitor(request), data)

    @post("/tables/{table:str}/leave", responses=PROBLEMS)
    async def leave(self, request: Visited, table: TableId) -> Seated:
        """Stand up; in a running game a bot holds the seat."""
        return await desk(request).leave(table, visitor(request))

    @post("/tables/{table:str}/takeback", responses=PROBLEMS)
    async def takeback(self, request: Visited, table: TableId) -> Seated:
        """Take the seat back from a bot."""
        return await desk(request).take_back(table, visitor(request))

    @post("/tables/{table:str}/start", responses=PROBLEMS)
    async def start(self, request: Visited, table: TableId, data: JSONBody[Start]) -> Seated:
        """Start the game."""
        return await desk(request).start(table, visitor(request), data)

    @post("/tables/{table:str}/settings", responses=PROBLEMS)
    async def settings(self, request: Visited, table: TableId, data: JSONBody[Settings]) -> Seated:
        """Change who may find and watch the table, and its pace."""
        return await desk(request).settings(table, visitor(request), data)

    @post("/tables/{table:str}/seats/{seat:int}", responses=PROBLEMS)
    async def set_seat(
        self, request: Visited, table: TableId, seat: SeatNumber, data: JSONBody[SetSeat]
    ) -> Seated:
        """Put a bot on a seat, or empty it."""
        return await desk(request).set_seat(table, visitor(request), seat, data)

    @post("/tables/{table:str}/rematch", responses=PROBLEMS)
    async def rematch(self, request: Visited, table: TableId) -> Seated:
        """The same people again."""
        return await desk(request).rematch(table, visitor(request))

    @post("/tables/{table:str}/link", responses=PROBLEMS)
    async def link(self, request: Visited, table: TableId, data: JSONBody[RenewLink]) -> PersonalLink:
        """A personal link to my seat, for another device; the one before ends."""
        return PersonalLink(await desk(request).link(table, visitor(request), data))

    @post("/tables/{table:str}/claim", responses=PROBLEMS)
    async def claim(self, request: Visited, table: TableId, data: JSONBody[Claim]) -> Seated:
        """Take the seat that a personal link stands for."""
        return await desk(request).claim(table, visitor(request), data.token)

    @post("/tables/{table:str}/webhook", status_code=204, responses=PROBLEMS)
    async def webhook(self, request: Visited, table: TableId, data: JSONBody[SetWebhook]) -> None:
        """Be called when my seat is asked."""
        await desk(request).webhook(table, visitor(request), origin(request), data)

    @post("/tables/{table:str}/hint", responses=PROBLEMS)
    async def hint(self, request: Visited, table: TableId, data: JSONBody[AskHint]) -> Analysis:
        """What a strong bot would do on my seat now."""
        return await desk(request).hints.hint(table, visitor(request), origin(request), data)

    @post("/tables/{table:str}/analysis", responses=PROBLEMS)
    async def analysis(self, request: Visited, table: TableId, data: JSONBody[AskAnalysis]) -> Analysis:
        """What a strong bot would have done in a finished game."""
        hints = desk(request).hints
        return await hints.analysis(table, visitor(request), origin(request), data)

    @get("/tables/{table:str}/record", responses=PROBLEMS, media_type="application/json")
    async def record(self, request: Visited, table: TableId) -> Response[bytes]:
        """The record of a finished game, to keep, replay and verify."""
        body = await desk(request).archive.record(table, visitor(request))
        name = f'attachment; filename="chocolatl-{table}.json"'
        return Response(body, media_type="application/json", headers={"content-disposition": name})

    @get("/tables/{table:str}/verify", responses=PROBLEMS)
    async def verify(self, request: Visited, table: TableId) -> Verification:
        """Check all dice and answers of a finished game."""
        return await desk(request).archive.verification(table, visitor(request))


def _before(before: float | None) -> float:
    if before is None:
        return 1e12
    if not isfinite(before):
        raise Denied("bad_message", "before is no number", "`next` of the page before")
    return before


def _next(rows: list[TableRow], page: int) -> float | None:
    """Where the following page begins, if this one is full."""
    return rows[-1].summary.changed if len(rows) == page else None
