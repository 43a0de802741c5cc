"""Servers in processes of their own, to be killed."""

import os
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

from tests.services import free_port


class Process:
    """`chocolatl serve` on a port that stays the same when it is started again."""

    program: tuple[str, ...] = (sys.executable, "-m", "chocolatl")

    def __init__(self, data: Path, *arguments: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = data
        self.arguments = arguments
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        command = [
            *self.program,
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
        ]
        with (self.data / f"log-{self.port}").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--data", str(self.data), *self.arguments], stdout=log, stderr=log
            )
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        for _ in range(600):
            if self.ready():
                return
            time.sleep(0.1)
        raise TimeoutError(self.log())

    def ready(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def log(self) -> str:
        return (self.data / f"log-{self.port}").read_text(errors="replace")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGTERM)
        return self.process.wait(20)
