"""What route handlers get besides the body: the tables of this process, and who calls. All by name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeVar, cast

import msgspec
from litestar import Request
from litestar.datastructures import State as AppState
from litestar.di import NamedDependency, Provide
from litestar.params import PathParameter
from litestar.types import Scope

from chocolatl.rules.texts import whole
from chocolatl.server.bots.hints import Hints
from chocolatl.server.errors import RequestError
from chocolatl.server.http.openapi import read_exactly
from chocolatl.server.http.table_pictures import TablePictures
from chocolatl.server.notify.dns_lookup import Lookups
from chocolatl.server.secret import TABLE_ID
from chocolatl.server.tables.finished_games import FinishedGames
from chocolatl.server.tables.table_registry import TableRegistry

P = ParamSpec("P")
T = TypeVar("T")
Tables = NamedDependency[TableRegistry]
Visitor = NamedDependency[str]
"""The hash of the caller's cookie."""
Origin = NamedDependency[str]
"""A number for the caller's address; see `ServerSecret.origin`."""
TableId = Annotated[str, PathParameter(pattern=whole(TABLE_ID), description="the id from a table's link")]


def _registry(state: AppState) -> TableRegistry:
    """All tables of this process."""
    return cast(TableRegistry, state.registry)


def _hints(state: AppState) -> Hints:
    """What strong bots think."""
    return cast(Hints, state.hints)


def _archive(state: AppState) -> FinishedGames:
    """Finished games."""
    return cast(FinishedGames, state.archive)


def _pictures(state: AppState) -> TablePictures:
    """Tables as pictures."""
    return cast(TablePictures, state.pictures)


def _lookups(state: AppState) -> Lookups:
    """Addresses of host names."""
    return cast(Lookups, state.lookups)


def _visitor(scope: Scope) -> str:
    """The hash of the caller's cookie, put there by the middleware around the application."""
    return cast(str, scope["visitor"])  # type: ignore[typeddict-item]  # ours


def _origin(scope: Scope) -> str:
    """A number for the caller's address; see `ServerSecret.origin`."""
    return cast(str, scope["origin"])  # type: ignore[typeddict-item]  # ours


DEPENDENCIES = {
    "registry": Provide(_registry, sync_to_thread=False),
    "hints": Provide(_hints, sync_to_thread=False),
    "archive": Provide(_archive, sync_to_thread=False),
    "pictures": Provide(_pictures, sync_to_thread=False),
    "lookups": Provide(_lookups, sync_to_thread=False),
    "visitor": Provide(_visitor, sync_to_thread=False),
    "origin": Provide(_origin, sync_to_thread=False),
}


def reading_again(handler: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """What would be refused is tried again if another process has changed the table and no note has come.

    It may also have been read while the request was being decided, in the middle of it.
    """

    @wraps(handler)
    async def asked(*args: P.args, **kwargs: P.kwargs) -> T:
        registry, table = cast(TableRegistry, kwargs["registry"]), cast(str, kwargs["table"])
        before = registry.known(table)
        try:
            return await handler(*args, **kwargs)
        except RequestError:
            behind = await registry.behind(table)
            if not behind and registry.known(table) == before:
                raise
        return await handler(*args, **kwargs)

    return asked


async def check_body(request: Request[Any, Any, AppState]) -> None:
    """Litestar reads 1 as true and the like; we take only what the description says."""
    body = request.route_handler.parsed_fn_signature.parameters.get("data")
    if body is not None:
        try:
            read_exactly(await request.body(), body.annotation)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise RequestError(
                "bad_message", str(error), "a request as in /api/schema/openapi.json"
            ) from None
