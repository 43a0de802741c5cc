"""Callers do not choose their address: only a trusted proxy's word counts, and of that its own part."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml  # type: ignore[import-untyped]  # it has no types
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from chocolatl.cli import main
from chocolatl.server.client_address import client_key
from chocolatl.server.config import Rates
from chocolatl.server.errors import StartupError
from chocolatl.server.ops.trusted_proxies import trusted_proxies
from tests.server.harness import served

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVER = COMPOSE["services"]["server1"]
PROXY = COMPOSE["services"]["proxy"]["networks"]["default"]["ipv4_address"]
CALLER = "203.0.113.9"


def seen_as(peer: str, *forwarded: str, environment: dict[str, str]) -> str:
    """The key under which a caller is counted, through uvicorn's own middleware."""
    found: list[str] = []

    async def app(scope: Any, _: Any, __: Any) -> None:
        found.append(client_key(scope))

    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    scope: Any = {"type": "http", "client": (peer, 1), "headers": headers, "scheme": "http"}
    middleware: Any = ProxyHeadersMiddleware(app, trusted_proxies(environment))
    asyncio.run(middleware(scope, None, None))
    return found[0]


@pytest.mark.parametrize("claim", ["1.2.3.4", "127.0.0.1", PROXY, "::1", "nonsense", "1.2.3.4, 5.6.7.8", ""])
def test_what_a_caller_claims_changes_nothing_in_the_deployed_setting(claim: str):
    environment = SERVER["environment"]
    assert seen_as(PROXY, CALLER, environment=environment) == CALLER  # the Caddyfile replaces the header
    assert seen_as(PROXY, f"{claim}, {CALLER}", environment=environment) == CALLER  # others append to it
    assert seen_as(PROXY, claim, CALLER, environment=environment) == CALLER  # or send two
    assert seen_as(CALLER, claim, environment=environment) == CALLER  # past the proxy nobody is believed


def test_the_proxy_is_the_only_one_trusted_and_says_who_calls():
    assert trusted_proxies(SERVER["environment"]) == [PROXY]
    assert COMPOSE["networks"]["default"]["ipam"]["config"] == [{"subnet": "172.30.77.0/24"}]
    assert "header_up X-Forwarded-For {remote_host}" in (DEPLOY / "Caddyfile").read_text()
    assert "ports" not in SERVER, "the servers are reached through the proxy alone"


@pytest.mark.parametrize("wrong", ["*", "0.0.0.0/0", "::/0", "1.2.3.4, *", "proxy", "8.0.0.0/5"])
def test_trusting_everybody_is_refused(
    tmp_path: Path, wrong: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(StartupError, match="choose their own address"):
        trusted_proxies({"FORWARDED_ALLOW_IPS": wrong})
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", wrong)
    assert main(["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert "FORWARDED_ALLOW_IPS" in line


def test_addresses_and_networks_of_ones_own():
    assert trusted_proxies({}) == ["127.0.0.1"]
    named = "127.0.0.1, 10.1.0.0/16,fd00::/32"
    assert trusted_proxies({"FORWARDED_ALLOW_IPS": named}) == ["127.0.0.1", "10.1.0.0/16", "fd00::/32"]


async def test_limits_hold_for_a_caller_who_changes_the_header(tmp_path: Path):
    """Over a real connection from the trusted 127.0.0.1, as a proxy that appends would do it."""
    async with served(tmp_path, rates=Rates(requests=(0.001, 3), people_per_address=1)) as (url, _):
        codes = []
        for attempt in range(8):
            claim = {"x-forwarded-for": f"10.9.8.{attempt}, {CALLER}"}
            codes.append((await httpx.AsyncClient(base_url=url).get("/api/info", headers=claim)).status_code)
        assert codes.count(200) == 3
