"""Puts the server together: from settings to an ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from litestar import Litestar, Response, Router, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from chocolatl.server.bots.bot_seats import BotSeats
from chocolatl.server.bots.hints import Hints
from chocolatl.server.bots.pool import BotPool
from chocolatl.server.bus import make_bus
from chocolatl.server.config import Config
from chocolatl.server.database_faults import describe
from chocolatl.server.errors import RequestError, StorageUnavailableError
from chocolatl.server.http.game_routes import GAME_ROUTES
from chocolatl.server.http.lobby_routes import LOBBY_ROUTES
from chocolatl.server.http.middleware import HttpMiddleware
from chocolatl.server.http.openapi import published
from chocolatl.server.http.problems import refused
from chocolatl.server.http.reach_routes import get_reach, set_reach
from chocolatl.server.http.request_context import DEPENDENCIES, check_body
from chocolatl.server.http.screen_routes import SCREEN_ROUTES
from chocolatl.server.http.seat_routes import SEAT_ROUTES
from chocolatl.server.http.static_files import StaticFiles
from chocolatl.server.http.table_pictures import TablePictures
from chocolatl.server.metrics import Metrics
from chocolatl.server.notify.delivery import DeliveryWorker
from chocolatl.server.notify.notifications import notifications_for
from chocolatl.server.ops.open_storage import open_storage
from chocolatl.server.protocol import PROTOCOL
from chocolatl.server.protocol.close_codes import POLICY
from chocolatl.server.protocol.limits import LIMITS
from chocolatl.server.reach import NetworkAccess
from chocolatl.server.sockets.endpoint import SocketEndpoint
from chocolatl.server.steady_clock import clock_of
from chocolatl.server.tables.chat import Announcements
from chocolatl.server.tables.clock import Clock
from chocolatl.server.tables.finished_games import FinishedGames
from chocolatl.server.tables.live_table import TableHooks
from chocolatl.server.tables.services import TableServices
from chocolatl.server.tables.table_registry import TableRegistry

API_ROUTES = (*LOBBY_ROUTES, *SEAT_ROUTES, *SCREEN_ROUTES, *GAME_ROUTES)
# Level 1: tables are alike, so their lists shrink tenfold at once, and the event loop is not kept.
COMPRESSION = CompressionConfig(backend="gzip", gzip_compress_level=1, minimum_size=1500)
SETTLE_SECONDS = 5.0
WARM_UP_AFTER = 10.0
log = structlog.get_logger()


class Server:
    """One server: `app` is what uvicorn runs, `drain` what it does before it stops."""

    def __init__(self, services: TableServices, pool: BotPool) -> None:
        woken = asyncio.Event()
        hooks = TableHooks(
            bots_of=lambda live: BotSeats(live, pool),
            notifications=notifications_for,
            on_notifications_stored=woken.set,
            on_lobby_changed=Announcements(services.config.rates.notices).announce,
        )
        self.services = services
        self.pool = pool
        self.registry = TableRegistry(services, hooks)
        self.delivery = DeliveryWorker(self.registry, woken)
        self.sockets = SocketEndpoint(self.registry)
        archive = FinishedGames(self.registry)
        self.reach = NetworkAccess(services.config)
        self.reach.closed = self._send_others_away
        # Litestar types the ASGI messages more closely than we do.
        api: Any = interface(
            registry=self.registry,
            archive=archive,
            hints=Hints(self.registry, pool, archive),
            pictures=TablePictures(self.registry),
            lookups=self.delivery.lookups,
            metrics=services.metrics,
            reach=self.reach,
        )
        self.app = HttpMiddleware(self.registry, self.reach, api, self.sockets.serve, StaticFiles())

    async def open(self) -> None:
        """Listen to the bus and start what runs beside requests."""
        await self.registry.open()
        spawn = self.services.background.spawn
        spawn(Clock(self.registry).run())
        spawn(self.delivery.run())
        if self.services.config.warm_up:
            spawn(_warm_up(self.pool))

    def _send_others_away(self) -> None:
        """The local network is shut out: so are the sockets that came from it."""
        for socket in list(self.sockets.open):
            if not socket.address.startswith(("127.", "::")):
                socket.close_after_flush(POLICY)

    async def drain(self) -> None:
        """Take nothing new, send what is owed, ask the pages to go elsewhere."""
        self.services.background.draining = True
        with suppress(TimeoutError):
            await asyncio.wait_for(self.registry.wait_for_queues(), SETTLE_SECONDS)
        await self.sockets.drain()

    async def close(self) -> None:
        """Finish answers, then let go of everything."""
        await self.services.background.cancel()
        self.delivery.lookups.close()
        await self.pool.close()
        await self.services.bus.close()
        await self.services.store.close()


async def _warm_up(pool: BotPool) -> None:
    """Not at once: the first page is to be quick, and many a server lives only for a test."""
    await asyncio.sleep(WARM_UP_AFTER)
    await pool.warm_up()


@asynccontextmanager
async def open_server(config: Config) -> AsyncIterator[Server]:
    """A server with everything it needs, from opening to closing."""
    secret, store = await open_storage(config)
    clock = await clock_of(store)
    metrics = Metrics()
    services = TableServices(config, store, make_bus(config.bus), secret, metrics, clock.now)
    server = Server(services, BotPool(config.bot_workers, metrics))
    await server.open()
    try:
        yield server
    finally:
        await server.close()


def interface(**parts: object) -> Litestar:
    """All routes of the HTTP interface, over what they work on; without it only good for being described."""
    api = Router("/api", route_handlers=API_ROUTES, dependencies=DEPENDENCIES)
    return Litestar(
        route_handlers=[api, get_reach, set_reach, _healthz, _readyz, _metrics, _openapi],
        state=AppState({**parts, "description": published()}),
        before_request=check_body,
        after_exception=[_tell_failure],
        exception_handlers={RequestError: refused, StorageUnavailableError: refused, HTTPException: refused},
        request_max_body_size=LIMITS.body_bytes,
        compression_config=COMPRESSION,
        openapi_config=OpenAPIConfig(title="Chocolatl", version=str(PROTOCOL), render_plugins=[]),
        logging_config=None,
    )


def _tell_failure(error: Exception, _: Any) -> None:
    """A mistake of ours, or a fault that nobody foresaw: the caller gets 500, the operator a line."""
    if not isinstance(error, RequestError | StorageUnavailableError | HTTPException):
        log.error("request.failed", error=describe(error))


@get("/api/schema/openapi.json", include_in_schema=False, media_type="application/json")
async def _openapi(state: AppState) -> Response[bytes]:
    """The description of this interface."""
    return Response(state.description, media_type="application/json")


@get("/healthz", media_type="text/plain", include_in_schema=False)
async def _healthz() -> str:
    """The process is alive."""
    return "ok\n"


@get("/readyz", media_type="text/plain", include_in_schema=False)
async def _readyz(state: AppState) -> Response[str]:
    """The database can be written to, and the process is not stopping."""
    registry: TableRegistry = state.registry
    problem = "stopping" if registry.services.background.draining else await registry.storage_problem()
    return Response("ready\n") if problem is None else Response(f"not ready: {problem}\n", status_code=503)


@get("/metrics", include_in_schema=False)
async def _metrics(state: AppState) -> Response[bytes]:
    """For Prometheus."""
    metrics: Metrics = state.metrics
    return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
