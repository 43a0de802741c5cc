"""Who can open a server: this machine, its local network when somebody at it says so, or a public address."""

import asyncio
import ipaddress
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from chocolatl.server.config import LOOPBACK, Config
from chocolatl.server.network_addresses import Address, local_name, machine_addresses
from chocolatl.server.reach import NetworkAccess
from tests.server.harness import PATIENCE

OTHER = "127.0.0.2"
"""Another loopback address stands for this machine's address in a network."""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")


@asynccontextmanager
async def playing(
    folder: Path, *options: str, address: str = OTHER
) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """`chocolatl play`, as it is; gives the process and the first line it prints."""
    command = ("-m", "chocolatl", "play", "--no-browser", "--port", "0", "--data", str(folder), *options)
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, "--lan-address", address, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        yield process, (await asyncio.wait_for(process.stdout.readline(), 60)).decode()
    finally:
        process.send_signal(signal.SIGTERM)
        await process.wait()


async def printed(process: asyncio.subprocess.Process, lines: int) -> str:
    assert process.stdout is not None
    return "".join([(await asyncio.wait_for(process.stdout.readline(), 20)).decode() for _ in range(lines)])


def link_in(text: str) -> str:
    found = re.search(r"http://[^ /]+", text)
    assert found
    return found[0]


async def get(url: str, **headers: str) -> int:
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        return (await http.get(f"{url}/api/info", headers=headers)).status_code


async def switch(http: httpx.AsyncClient, lan: bool, **headers: str) -> Any:
    return await http.post("/api/reach", json={"lan": lan}, headers=headers)


async def test_play_opens_to_the_network_by_one_switch_and_closes_again(tmp_path: Path):
    async with (
        playing(tmp_path) as (process, line),
        httpx.AsyncClient(base_url=link_in(line), timeout=PATIENCE) as here,
    ):
        other = link_in(line).replace("127.0.0.1", OTHER)
        assert (await here.get("/api/reach")).json() == {
            "addresses": [], "tested": [], "lan": False, "may_switch": True
        }  # fmt: skip
        with pytest.raises(httpx.ConnectError):
            await get(other)
        told = (await switch(here, True)).json()
        assert told == {"addresses": [other], "tested": [other], "lan": True, "may_switch": True}
        assert f"{other}/" in await printed(process, 2)
        assert await get(other) == 200
        assert await get(other, host="evil.example") == 403, "only by the names it is opened under"
        async with httpx.AsyncClient(base_url=other, timeout=PATIENCE) as friend:
            assert not (await friend.get("/api/reach")).json()["may_switch"]
            refused = await switch(friend, False)
            assert (refused.status_code, refused.json()["code"]) == (403, "not_here")
        assert (await switch(here, False)).json()["addresses"] == []
        assert "Only this computer" in await printed(process, 1)
        with pytest.raises(httpx.ConnectError):
            await get(other)
        assert await get(link_in(line)) == 200


async def test_with_lan_it_is_open_from_the_start_and_says_so(tmp_path: Path):
    async with playing(tmp_path, "--lan") as (process, _):
        said = await printed(process, 2)
        assert "Everybody in your local network" in said
        assert await get(link_in(said)) == 200


async def test_a_machine_without_a_network_still_plays_by_itself(tmp_path: Path):
    async with playing(tmp_path, "--lan", address="192.0.2.99") as (process, line):  # nobody has this address
        assert "Only this computer" in await printed(process, 1)
        assert await get(link_in(line)) == 200


@pytest.mark.parametrize(
    "header", [{"x-forwarded-for": "127.0.0.1"}, {"forwarded": "for=127.0.0.1"}, {"host": "localhost.evil"}]
)
async def test_whoever_comes_through_a_tunnel_does_not_sit_at_the_machine(
    tmp_path: Path, header: dict[str, str]
):
    async with (
        playing(tmp_path) as (_, line),
        httpx.AsyncClient(base_url=link_in(line), timeout=PATIENCE) as here,
    ):
        await here.get("/api/info")
        assert (await switch(here, True, **header)).status_code == 403


def asks(client: str, host: str = "127.0.0.1:8765") -> dict[str, Any]:
    return {"client": (client, 1), "headers": [(b"host", host.encode())]}


@pytest.mark.parametrize(
    ("client", "comes_in"),
    [
        ("127.0.0.1", True),
        ("192.168.1.9", True),
        ("9.9.9.80", True),
        ("9.9.9.5", False),
        ("2a00::1", False),
    ],
)
def test_a_machine_with_a_public_address_is_opened_to_its_neighbours_only(client: str, comes_in: bool):
    reach = NetworkAccess(Config(Path(), hosts=LOOPBACK, lan_switch=True))
    reach._open = [Address("9.9.9.77", ipaddress.ip_network("9.9.9.64/26"))]
    assert reach.admits(asks(client)) == comes_in


@pytest.mark.parametrize("client", ["192.168.1.9", "9.9.9.80", "fe80::1", "not an address"])
def test_when_the_network_is_shut_out_an_open_connection_helps_nobody(client: str):
    """Also not with a name that this machine has for itself."""
    reach = NetworkAccess(Config(Path(), hosts=LOOPBACK, lan_switch=True))
    reach._open = [Address("9.9.9.77", ipaddress.ip_network("9.9.9.64/26"))]
    reach.close()
    assert reach.named("localhost:8765")
    assert not reach.admits(asks(client, "localhost:8765"))
    assert reach.admits(asks("127.0.0.1", "localhost:8765"))


def test_a_server_without_the_switch_takes_everybody():
    assert NetworkAccess(Config(Path(), host="0.0.0.0")).admits(asks("9.9.9.9"))


async def test_a_public_address_is_what_one_invites_with():
    reach = NetworkAccess(Config(Path(), host="0.0.0.0", public_url="https://play.example/"))
    await reach.find()
    told = reach.told_to(asks("10.0.0.1", "inner:8765"))
    assert (told.addresses, told.may_switch) == (("https://play.example",), False)


def test_addresses_that_no_link_can_name_are_left_out():
    for address in machine_addresses():
        ip = ipaddress.ip_address(address.name)
        assert not ip.is_loopback
        assert not ip.is_link_local
        assert ip in address.network


async def test_the_network_of_version_6_comes_in_by_a_link_with_brackets(tmp_path: Path):
    """`::1` stands for this machine's address in a network."""
    if not has_version_6():
        pytest.skip("no IPv6 on this machine")
    async with playing(tmp_path, "--lan", address="::1") as (process, _):
        url = link_in(await printed(process, 2))
        assert re.fullmatch(r"http://\[::1\]:\d+", url)
        assert await get(url) == 200
        assert await get(url, host="[::2]") == 403
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as friend:
            assert (await friend.get("/api/reach")).json()["tested"] == [url]


def has_version_6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


async def test_the_name_in_the_network_is_offered_where_it_leads_here(monkeypatch: pytest.MonkeyPatch):
    """`name.local` is one more address to choose; one that leads elsewhere, or nowhere, is not offered."""
    here = [Address("192.168.7.7", ipaddress.ip_network("192.168.7.0/24"))]
    monkeypatch.setattr(socket, "gethostname", lambda: "Kitchen.lan")
    for leads_to, offered in (("192.168.7.7", "kitchen.local"), ("192.168.7.8", None), (None, None)):

        def resolve(name: str, _: None, to: str | None = leads_to) -> list[Any]:
            assert name == "kitchen.local"
            if to is None:
                raise socket.gaierror
            return [(socket.AF_INET, 1, 6, "", (to, 0))]

        monkeypatch.setattr(socket, "getaddrinfo", resolve)
        assert local_name(here) == offered


async def test_the_server_may_be_called_by_its_name_in_the_network(monkeypatch: pytest.MonkeyPatch):
    found = [
        Address("127.0.0.1", ipaddress.ip_network("127.0.0.1")),
        Address("::1", ipaddress.ip_network("::1")),
    ]
    monkeypatch.setattr("chocolatl.server.reach.machine_addresses", lambda: found)
    monkeypatch.setattr("chocolatl.server.reach.local_name", lambda _: "kitchen.local")
    reach = NetworkAccess(Config(Path(), host="0.0.0.0", port=8765, hosts=LOOPBACK))
    await reach.find()
    told = reach.told_to(asks("192.168.1.9"))
    assert told.addresses == ("http://127.0.0.1:8765", "http://[::1]:8765", "http://kitchen.local:8765")
    assert reach.named("kitchen.local:8765")
    assert reach.named("[::1]:8765")
    assert not reach.named("kitchen.evil:8765")
