"""Runs a server until it is told to stop; with several workers, one process per worker on one port."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import Callable
from functools import partial

import structlog
import uvicorn

from chocolatl.server.config import Config
from chocolatl.server.errors import RequestError, StartupError
from chocolatl.server.ops.app import Server, open_server
from chocolatl.server.ops.connection_limits import FewerWarnings, Guard, GuardedHttp
from chocolatl.server.ops.file_descriptors import FEW, places
from chocolatl.server.ops.gc_tuning import collect_when_idle, freeze_startup_objects
from chocolatl.server.ops.guarded_socket import GuardedSocket
from chocolatl.server.ops.logging_setup import set_up_logs
from chocolatl.server.ops.open_storage import try_storage
from chocolatl.server.ops.supervisor import supervise
from chocolatl.server.ops.trusted_proxies import trusted_proxies
from chocolatl.server.reach import NetworkAccess
from chocolatl.server.started_pool import started_pool

LARGEST_FRAME = 65_536
PORTS_TO_TRY = 20
STOP_SECONDS = 10
THREADS_ASIDE = 3
"""For boards, addresses of the machine, waiting for processes. Few: all that compute want the same lock."""
SWITCH_SECONDS = 0.0005
"""How long a thread keeps the interpreter lock from others that want it (Python's own value: 5 ms).

The event loop gives the lock away with every system call, and waits so long for it again while a thread reads
a board or checks a record: with 5 ms, twenty sends beside such a thread took 100 ms.
"""
Ready = Callable[[NetworkAccess], None]
log = structlog.get_logger()


class Uvicorn(uvicorn.Server):
    """Drains before it shuts down."""

    def __init__(self, server: Server, ready: Ready) -> None:
        limits = server.services.config.connections
        self.guard = Guard(limits, limits.places or places())
        super().__init__(_settings(server.app, self.guard))
        self._ours = server
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.guard.places < FEW:
            log.warning("connections.few", places=self.guard.places, hint="raise the limit of open files")
        reach = self._ours.reach
        self._ours.services.background.spawn(reach.find())
        self._ready(reach)
        if self._ours.services.config.lan_switch:
            reach.listen = self._listen
        if self._ours.services.config.lan:
            await self._open(reach)

    async def _open(self, reach: NetworkAccess) -> None:
        """A machine without a network still plays by itself."""
        try:
            await reach.open()
        except RequestError as denied:
            log.warning("lan.not_opened", why=denied.problem.reason)
            reach.changed(())

    async def _listen(self, host: str, port: int) -> asyncio.Server:
        """Another address, while the server runs."""
        listener = bind(host, port)
        config = self.config

        def protocol() -> asyncio.Protocol:
            return config.http_protocol_class(  # type: ignore[call-arg]  # as uvicorn does
                config=config, server_state=self.server_state, app_state=self.lifespan.state
            )

        server = await asyncio.get_running_loop().create_server(protocol, sock=listener)
        self.servers.append(server)
        return server

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("server.draining")
        await self._ours.drain()
        await super().shutdown(sockets)
        self._captured_signals.clear()  # raised again, they would end us before the store is closed


def _settings(app: object, guard: Guard) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]  # an ASGI application
        http=partial(GuardedHttp, guard),  # type: ignore[arg-type]  # called like a class
        ws=partial(GuardedSocket, guard),  # type: ignore[arg-type]  # likewise
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # costs more processor time than the few bytes are worth
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=round(guard.limits.idle_seconds),
        timeout_graceful_shutdown=STOP_SECONDS,
        proxy_headers=True,
        forwarded_allow_ips=trusted_proxies(),
    )


def bind(host: str, port: int, next_ports: bool = False) -> socket.socket:
    """A listening address; `next_ports`: when it is taken, one of the next."""
    tries = range(port, port + PORTS_TO_TRY) if next_ports and port else (port,)
    for number in tries:
        try:
            return socket.create_server((host, number), family=_family(host), backlog=2048, reuse_port=False)
        except OSError as error:
            problem = error
    raise StartupError(f"cannot listen on {host} port {port}: {problem.strerror or problem}")


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def serve(config: Config, listener: socket.socket, ready: Ready = lambda _: None) -> None:
    """Serve until SIGTERM or Ctrl-C."""
    trusted_proxies()
    if config.workers > 1:
        asyncio.run(try_storage(config))
        ready(NetworkAccess(config))
        supervise(partial(run_one, config, [listener]), config.workers)
    else:
        run_one(config, [listener], ready)


def run_one(config: Config, sockets: list[socket.socket], ready: Ready = lambda _: None) -> None:
    """One process."""
    set_up_logs(config.json_logs, config.log_level)
    sys.setswitchinterval(SWITCH_SECONDS)
    logging.getLogger("uvicorn.error").addFilter(FewerWarnings())
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_run(config, sockets, ready))


async def _run(config: Config, sockets: list[socket.socket], ready: Ready) -> None:
    asyncio.get_running_loop().set_default_executor(started_pool(THREADS_ASIDE, "aside"))
    async with open_server(config) as server:
        freeze_startup_objects()
        server.services.background.spawn(collect_when_idle(server.registry))
        await Uvicorn(server, ready).serve(sockets)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:  # Windows
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory
