"""Puts the server together: from settings to an ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from chocolatl import __version__
from chocolatl.server.api import Tables, check_body
from chocolatl.server.bus import make_bus
from chocolatl.server.config import LIMITS, Config
from chocolatl.server.desk import Desk
from chocolatl.server.errors import Denied, StorageDown
from chocolatl.server.house import House
from chocolatl.server.metrics import Metrics
from chocolatl.server.openapi import Description
from chocolatl.server.problems import refused
from chocolatl.server.shell import Shell
from chocolatl.server.socket_server import SocketServer
from chocolatl.server.static import Page
from chocolatl.server.steady_clock import clock_of
from chocolatl.server.storage import open_storage
from chocolatl.server.store.faults import describe

SETTLE_SECONDS = 5.0
log = structlog.get_logger()


class Server:
    """One server: `app` is what uvicorn runs, `drain` what it does before it stops."""

    def __init__(self, config: Config, house: House) -> None:
        self.house = house
        self.sockets = SocketServer(house)
        self.app = Shell(config, _api(house), self.sockets, Page())

    async def drain(self) -> None:
        """Take nothing new, send what is owed, ask the pages to go elsewhere."""
        self.house.draining = True
        with suppress(TimeoutError):
            await asyncio.wait_for(self.house.settle(), SETTLE_SECONDS)
        await self.sockets.drain()


@asynccontextmanager
async def running(config: Config) -> AsyncIterator[Server]:
    """A server with everything it needs, from opening to closing."""
    secret, store = await open_storage(config)
    clock = await clock_of(store)
    house = House(config, store, make_bus(config.bus), secret, Metrics(), clock.now)
    await house.open()
    try:
        yield Server(config, house)
    finally:
        await house.close()


def _api(house: House) -> Any:
    return Litestar(
        route_handlers=[Tables, _healthz, _readyz, _metrics, _openapi],
        state=AppState({"desk": Desk(house), "description": Description()}),
        before_request=check_body,
        after_exception=[_tell_failure],
        exception_handlers={Denied: refused, StorageDown: refused, HTTPException: refused},
        request_max_body_size=LIMITS.body_bytes,
        openapi_config=OpenAPIConfig(title="Chocolatl", version=__version__, render_plugins=[]),
        logging_config=None,
    )


def _tell_failure(error: Exception, _: Any) -> None:
    """A mistake of ours, or a fault that nobody foresaw: the caller gets 500, the operator a line."""
    if not isinstance(error, Denied | StorageDown | HTTPException):
        log.error("request.failed", error=describe(error))


@get("/api/schema/openapi.json", include_in_schema=False, media_type="application/json")
async def _openapi(request: Request[Any, Any, AppState]) -> Response[bytes]:
    """The description of this interface."""
    made: Description = request.app.state.description
    return Response(await made.get(request.app), media_type="application/json")


@get("/healthz", media_type="text/plain", include_in_schema=False)
async def _healthz() -> str:
    """The process is alive."""
    return "ok\n"


@get("/readyz", media_type="text/plain", include_in_schema=False)
async def _readyz(state: AppState) -> Response[str]:
    """The database can be written to, and the process is not stopping."""
    house: House = state.desk.house
    problem = "stopping" if house.draining else await house.storage_problem()
    return Response("ready\n") if problem is None else Response(f"not ready: {problem}\n", status_code=503)


@get("/metrics", include_in_schema=False)
async def _metrics(state: AppState) -> Response[bytes]:
    """For Prometheus."""
    house: House = state.desk.house
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
