"""`chocolatl serve`: tables for real people, over the network."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chocolatl.cli.exit_codes import OK, UsageError
from chocolatl.cli.parser import Choice, command, option, whole_number
from chocolatl.cli.server_options import address, address_options, data_folder, storage_options

if TYPE_CHECKING:
    from chocolatl.server.reach import NetworkAccess

EXAMPLES = ("chocolatl serve --host 127.0.0.1 --port 0 --data games",)
ENDLESS = True


@command(EXAMPLES)
@address_options("0.0.0.0")
@storage_options
@option("--bus", metavar="URL", help="redis://… (Valkey or Redis), for several processes")
@option("--workers", metavar="N", type=whole_number(1, 64), default=1, help="server processes (default 1)")
@option(
    "--bot-workers",
    metavar="N",
    type=whole_number(1, 64),
    default=1,
    help="processes in which bots think, per worker",
)
@option("--public-host", multiple=True, metavar="NAME", help="refuse calls under any other name")
@option("--public-url", default="", metavar="URL", help="for links in webhook messages")
@option("--log-level", type=Choice(("debug", "info", "warning")), default="info")
def run(
    host: str,
    port: int,
    data: Path | None,
    database: str,
    workers: int,
    public_host: tuple[str, ...],
    bus: str | None,
    **settings: Any,
) -> int:
    """Serve until SIGTERM or Ctrl-C."""
    from chocolatl.server.config import Config
    from chocolatl.server.errors import StartupError
    from chocolatl.server.ops.serve import bind, serve

    if workers > 1 and not (bus and database.startswith("postgres")):
        raise UsageError(f"--workers {workers}: several processes need --database postgresql://… and --bus")
    try:
        listener = bind(host, port)
        bound, found = listener.getsockname()[:2]
        config = Config(
            data=data_folder(data),
            warm_up=True,
            database=database,
            bus=bus,
            host=bound,
            port=found,
            workers=workers,
            hosts=tuple(name.lower() for name in public_host),
            **settings,
        )
        serve(config, listener, partial(_tell, address(bound, found)))
    except StartupError as error:
        raise UsageError(str(error)) from None
    return OK


def _tell(url: str, reach: NetworkAccess) -> None:
    print(f"Serving at {url}", file=sys.stderr, flush=True)
    reach.changed = lambda links: print(f"For others: {' '.join(links)}", file=sys.stderr, flush=True)
