"""Two servers behind the proxy of deploy/: a game through TLS, also when one of them is killed.

Needs a real Caddy (Debian: `apt install caddy`) and is skipped without one.
"""

import asyncio
import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from tests.server.harness import ANYBODY, Visitor
from tests.server.processes import Process
from tests.server.test_processes import check, seated_players
from tests.services import free_port

CADDY = shutil.which("caddy")
CADDYFILE = Path(__file__).parents[2] / "deploy" / "Caddyfile"
pytestmark = pytest.mark.skipif(CADDY is None, reason="there is no caddy here")


class Site(NamedTuple):
    """Its address, and the servers behind it."""

    url: str
    servers: tuple[Process, Process]


@pytest.fixture
def site(
    tmp_path: Path, postgres_url: str, valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Site]:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")
    shared = ("--database", postgres_url, "--bus", valkey_url, "--public-host", "localhost")
    servers = Process(tmp_path, *shared), Process(tmp_path, *shared)
    url = f"https://localhost:{free_port()}"
    config = tmp_path / "Caddyfile"
    config.write_text(_adapted(servers))
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "caddy"), "SITE": url}
    command = [CADDY or "", "run", "--config", str(config), "--adapter", "caddyfile"]
    with (tmp_path / "caddy.log").open("wb") as log:
        proxy = subprocess.Popen(command, env=os.environ | home, stdout=log, stderr=log)
    try:
        found = Site(url, servers)
        up(found)
        yield found
    finally:
        proxy.kill()
        proxy.wait()
        for server in servers:
            server.kill()


def _adapted(servers: tuple[Process, Process]) -> str:
    """The file as it is deployed, with our ports; it must not touch this machine's trust or port 80."""
    text = CADDYFILE.read_text()
    for name, server in zip(("server1", "server2"), servers, strict=True):
        text = text.replace(f"{name}:8765", f"127.0.0.1:{server.port}")
    return "{\n\tskip_install_trust\n\tauto_https disable_redirects\n\tadmin off\n}\n" + text


def up(site: Site) -> None:
    """Wait until the proxy passes calls on."""
    for _ in range(300):
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{site.url}/readyz", verify=ANYBODY).status_code == 200:
                return
        time.sleep(0.1)
    raise TimeoutError("the site did not come up")


async def test_what_the_proxy_adds_and_hides(site: Site):
    http = Visitor(site.url).http
    answer = await http.get("/api/info")
    assert answer.headers["set-cookie"].startswith("__Host-")
    assert "Secure" in answer.headers["set-cookie"]
    assert "max-age" in answer.headers["strict-transport-security"]
    assert (await http.get("/metrics")).status_code == 404
    for origin, status in ((site.url, 400), ("https://evil.example", 403)):  # it passes our name on
        assert (await http.post("/api/tables", headers={"origin": origin})).status_code == status


async def test_a_game_through_the_proxy_outlives_a_server(site: Site):
    table, players = await seated_players([site.url], ("random",))
    playing = asyncio.gather(*(player.play() for player in players))
    await asyncio.sleep(1)
    site.servers[0].kill()
    await playing
    await check(site.url, table, players)
    assert "Traceback" not in site.servers[1].log()
