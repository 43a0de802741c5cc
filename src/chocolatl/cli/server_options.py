"""Options that `play`, `serve` and `admin` share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from chocolatl.cli.parser import FILE, option, whole_number

PORT = 8765
F = TypeVar("F", bound=Callable[..., Any])

data_option = option(
    "--data",
    type=FILE,
    metavar="DIR",
    help="folder for games and the server secret (default: the data folder of this user)",
)


def address_options(host: str) -> Callable[[F], F]:
    """Where to listen."""
    on = option("--host", default=host, help=f"address to listen on (default {host})")
    at = option(
        "--port",
        type=whole_number(0, 65_535),
        metavar="N",
        default=PORT,
        help=f"port (default {PORT}; 0: any free one)",
    )
    return lambda function: on(at(function))


def storage_options(function: F) -> F:
    """Which database, and the secret that belongs to it."""
    database = option(
        "--database",
        default="",
        metavar="URL",
        help="sqlite:PATH (default: in the data folder) or postgresql://…, needed for several processes",
    )
    secret = option("--secret", type=FILE, metavar="FILE", help="server secret (default: DIR/secret)")
    return data_option(database(secret(function)))


def data_folder(asked: Path | None) -> Path:
    """The folder asked for, or the user's own."""
    from platformdirs import user_data_path

    return asked or user_data_path("chocolatl", appauthor=False)


def address(host: str, port: int) -> str:
    """What to type into a browser."""
    name = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
