"""Options that `play` and `serve` share."""

from __future__ import annotations

import argparse
from pathlib import Path

from chocolatl.cli.parser import whole_number

PORT = 8765


def add_address_options(parser: argparse.ArgumentParser, host: str) -> None:
    """Where to listen."""
    parser.add_argument("--host", default=host, help=f"address to listen on (default {host})")
    parser.add_argument(
        "--port", type=whole_number(0, 65_535), default=PORT, help=f"port (default {PORT}; 0: any free one)"
    )


def add_storage_options(parser: argparse.ArgumentParser) -> None:
    """Which database, and the secret that belongs to it."""
    add_data_option(parser)
    parser.add_argument(
        "--database",
        default="",
        metavar="URL",
        help="sqlite:PATH (default: in the data folder) or postgresql://…, needed for several processes",
    )
    parser.add_argument("--secret", type=Path, metavar="FILE", help="server secret (default: DIR/secret)")


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """Where to keep data."""
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="folder for games and the server secret (default: yours)"
    )


def data_folder(args: argparse.Namespace) -> Path:
    """The folder asked for, or the user's own."""
    from chocolatl.server.config import user_data_folder

    folder: Path = args.data or user_data_folder()
    return folder


def address(host: str, port: int) -> str:
    """What to type into a browser."""
    name = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
