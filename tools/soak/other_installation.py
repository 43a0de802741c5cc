"""A server of another program: an older or newer installation, with the same database and bus."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tools.load.server_process import ChildServerSettings

PATIENCE = 60.0


class OtherServer:
    """`PROGRAM serve …`, with its usual rate limits; like `ServerProcess` it can be killed."""

    def __init__(self, program: Sequence[str], settings: ChildServerSettings, log: Path) -> None:
        self._port = free_port()
        self.log = log
        bus = ("--bus", settings.bus) if settings.bus else ()
        place = ("--host", "127.0.0.1", "--port", str(self._port), "--data", settings.data)
        with log.open("ab") as file:
            self._process = subprocess.Popen(
                [*program, "serve", *place, "--database", settings.database, *bus], stdout=file, stderr=file
            )

    def ready(self) -> str:
        """Wait until it serves; its address. Raises RuntimeError with its log."""
        deadline = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < deadline:
            if self._answers():
                return f"http://127.0.0.1:{self._port}"
            time.sleep(0.1)
        raise RuntimeError(f"the other server did not start:\n{self.log.read_text(errors='replace')[-4000:]}")

    def _answers(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def kill(self) -> None:
        """SIGKILL."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """SIGTERM, and wait for the end."""
        self._process.terminate()
        self._process.wait()


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port
