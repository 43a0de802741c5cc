"""`chocolatl play`: a table on this machine, and the browser in front of it."""

from __future__ import annotations

import argparse
import os
import sys
import threading

from chocolatl.cli.exits import FINE, UsageError
from chocolatl.cli.server_options import add_address_options, add_data_option, address, data_folder

HELP = "play in your browser, on this machine"
EXAMPLES = ("chocolatl play --no-browser --port 0 --data games",)
ENDLESS = True
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def configure(parser: argparse.ArgumentParser) -> None:
    """Few options: it should simply work."""
    add_address_options(parser, "127.0.0.1")
    add_data_option(parser)
    parser.add_argument("--no-browser", action="store_true", help="only print the address")


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from chocolatl.server.config import Config
    from chocolatl.server.errors import StartError
    from chocolatl.server.serve import bind, serve

    try:
        listener = bind(args.host, args.port, next_ports=True)
        host, port = listener.getsockname()[:2]
        if args.port not in (0, port):
            print(f"Port {args.port} is taken; using {port}.", file=sys.stderr)
        config = Config(
            data=data_folder(args),
            warm_up=True,
            host=host,
            port=port,
            hosts=LOOPBACK if args.host in ("127.0.0.1", "localhost", "::1") else (),
            json_logs=False,
            log_level="warning",
        )
        serve(config, listener, lambda: _tell(address(host, port), args.no_browser))
    except StartError as error:
        raise UsageError(str(error)) from None
    return FINE


def _tell(url: str, no_browser: bool) -> None:
    print(f"Chocolatl is at {url}  (Ctrl-C stops it)", flush=True)
    if not no_browser and _has_screen():
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _has_screen() -> bool:
    """On a machine without a screen a browser would open inside the terminal, or nothing would happen."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
