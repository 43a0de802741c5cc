"""`chocolatl play`: a table on this machine, and the browser in front of it."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from chocolatl.cli.exit_codes import OK, UsageError
from chocolatl.cli.parser import Reading, command, option
from chocolatl.cli.server_options import address, address_options, data_folder, data_option

if TYPE_CHECKING:
    from chocolatl.server.reach import NetworkAccess

EXAMPLES = ("chocolatl play --no-browser --port 0 --data games",)
ENDLESS = True


@command(EXAMPLES)
@address_options("127.0.0.1")
@data_option
@option("--lan", is_flag=True, help="let others in your local network (Wi-Fi or cable) join, too")
@option(
    "--lan-address",
    multiple=True,
    type=Reading(lambda text: str(ip_address(text))),
    metavar="ADDRESS",
    help="with --lan: only under this address of this machine (may be given several times)",
)
@option("--no-browser", is_flag=True, help="only print the address")
def run(
    host: str, port: int, data: Path | None, lan: bool, lan_address: tuple[str, ...], no_browser: bool
) -> int:
    """Serve until Ctrl-C."""
    from chocolatl.server.config import LOOPBACK, Config
    from chocolatl.server.errors import StartupError
    from chocolatl.server.ops.serve import bind, serve

    try:
        listener = bind(host, port, next_ports=True)
        bound, found = listener.getsockname()[:2]
        if port not in (0, found):
            print(f"Port {port} is taken; using {found}.", file=sys.stderr)
        here_only = host in ("127.0.0.1", "localhost", "::1")
        config = Config(
            data=data_folder(data),
            warm_up=True,
            host=bound,
            port=found,
            hosts=LOOPBACK if here_only else (),
            lan=lan and here_only,
            lan_switch=here_only,
            lan_addresses=lan_address,
            json_logs=False,
            log_level="warning",
        )
        serve(config, listener, partial(_tell, address(bound, found), no_browser))
    except StartupError as error:
        raise UsageError(str(error)) from None
    return OK


def _tell(url: str, no_browser: bool, reach: NetworkAccess) -> None:
    reach.changed = _tell_network
    print(f"Chocolatl is at {url}  (Ctrl-C stops it)", flush=True)
    if not no_browser and _has_screen():
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _tell_network(links: Sequence[str]) -> None:
    if not links:
        print("Only this computer can open it now.", flush=True)
        return
    print("Everybody in your local network (Wi-Fi or cable) can open it now, nobody else:", flush=True)
    for link in links:
        print(f"  {link}/", flush=True)


def _has_screen() -> bool:
    """On a machine without a screen a browser would open inside the terminal, or nothing would happen."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
