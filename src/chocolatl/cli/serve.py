"""`chocolatl serve`: tables for real people, over the network."""

from __future__ import annotations

import argparse
import sys

from chocolatl.cli.exits import FINE, UsageError
from chocolatl.cli.parser import whole_number
from chocolatl.cli.server_options import add_address_options, add_storage_options, address, data_folder

HELP = "run tables for people to play over the network"
EXAMPLES = ("chocolatl serve --host 127.0.0.1 --port 0 --data games",)
ENDLESS = True


def configure(parser: argparse.ArgumentParser) -> None:
    """Address, storage, processes."""
    add_address_options(parser, "0.0.0.0")
    add_storage_options(parser)
    parser.add_argument("--bus", metavar="URL", help="redis://… (Valkey or Redis), for several processes")
    parser.add_argument("--workers", type=whole_number(1, 64), default=1, help="server processes (default 1)")
    parser.add_argument(
        "--bot-workers", type=whole_number(1, 64), default=1, help="processes in which bots think, per worker"
    )
    parser.add_argument(
        "--public-host", action="append", default=[], metavar="NAME", help="refuse calls under any other name"
    )
    parser.add_argument("--public-url", default="", metavar="URL", help="for links in webhook messages")
    parser.add_argument("--log-level", choices=("debug", "info", "warning"), default="info")


def run(args: argparse.Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C."""
    from chocolatl.server.config import Config
    from chocolatl.server.errors import StartError
    from chocolatl.server.serve import bind, serve

    if args.workers > 1 and not (args.bus and args.database.startswith("postgres")):
        raise UsageError(
            f"--workers {args.workers}: several processes need --database postgresql://… and --bus"
        )
    try:
        listener = bind(args.host, args.port)
        host, port = listener.getsockname()[:2]
        config = Config(
            data=data_folder(args),
            warm_up=True,
            database=args.database,
            bus=args.bus,
            secret=args.secret,
            host=host,
            port=port,
            workers=args.workers,
            bot_workers=args.bot_workers,
            hosts=tuple(name.lower() for name in args.public_host),
            public_url=args.public_url,
            log_level=args.log_level,
        )
        serve(
            config, listener, lambda: print(f"Serving at {address(host, port)}", file=sys.stderr, flush=True)
        )
    except StartError as error:
        raise UsageError(str(error)) from None
    return FINE
