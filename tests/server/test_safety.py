"""What the server lets nobody do: headers, origins, sizes, names, webhooks."""

import asyncio
from pathlib import Path

import pytest

from chocolatl.server.addresses import is_public, read_address
from chocolatl.server.config import Rates
from chocolatl.server.errors import Denied
from chocolatl.server.metrics import Metrics
from chocolatl.server.names import clean_name, clean_text, skeleton
from chocolatl.server.rates import Bucket
from chocolatl.server.webhooks import Message, Webhooks
from tests.server.harness import Visitor, served, started


async def test_every_answer_carries_the_safe_headers(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        http = Visitor(url).http
        for path in ("/", "/api/info", "/api/nothing", "/healthz", "/no/such.file"):
            headers = (await http.get(path)).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "unsafe-eval" not in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers


async def test_the_cookie_is_set_once_for_the_browser_alone(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        cookie = (await ana.http.get("/api/info")).headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert len(ana.cookie) == 43
        assert "set-cookie" not in (await ana.http.get("/api/info")).headers
        forged = await Visitor(url).http.get("/api/info", headers={"cookie": "chocolatl=short"})
        assert "set-cookie" in forged.headers
        behind_proxy = await Visitor(url).http.get("/api/info", headers={"x-forwarded-proto": "https"})
        assert "Secure" in behind_proxy.headers["set-cookie"]


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.name != "secret")


async def test_only_the_hash_of_a_cookie_or_link_is_stored(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        ana = Visitor(url)
        table = await ana.create()
        token = (await ana.post(f"tables/{table}/link"))["token"]
        stored = everything_in(tmp_path)
        assert ana.cookie.encode() not in stored
        assert token.encode() not in stored
        assert server.house.secret.chance_key(table).hex().encode() not in stored
        assert server.house.secret.chance_key(table) not in stored


async def test_called_by_another_name_it_does_not_answer(tmp_path: Path):
    async with served(tmp_path, hosts=("127.0.0.1",)) as (url, _):
        http = Visitor(url).http
        assert (await http.get("/api/info")).status_code == 200
        assert (await http.get("/api/info", headers={"host": "rebound.example"})).status_code == 403


async def test_bodies_are_bounded_and_checked(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        big = await ana.http.post("/api/tables", content=b"x" * 70_000)
        assert big.status_code == 413
        assert big.json()["code"] == "too_long"
        kind = {"content-type": "application/json"}
        for body in (b"", b"{", b"[]", b'{"name":3}', b'{"name":"A","players":9}', b'{"name":"A","x":1}'):
            answer = await ana.http.post("/api/tables", content=body, headers=kind)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_message"), body
        assert (await ana.get("tables?list=nonsense", 400))["code"] == "bad_message"
        assert (await ana.get("tables/UPPERCASE", 400))["code"] == "bad_message"
        assert (await ana.get("nothing", 404))["code"] == "no_such_thing"
        assert (await ana.get("tables/" + "a" * 16, 404))["code"] == "no_such_table"


async def test_requests_are_limited_per_address(tmp_path: Path):
    async with served(tmp_path, rates=Rates(requests=(0.001, 3))) as (url, _):
        ana = Visitor(url)
        for _ in range(3):
            await ana.get("info")
        assert (await ana.get("info", 429))["code"] == "too_fast"


async def test_files_outside_the_page_are_not_served(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        http = Visitor(url).http
        for path in ("/..%2fwire.py", "/%2e%2e/wire.py", "/assets/..%2f..%2fwire.py", "/wire.py"):
            assert (await http.get(path)).status_code == 404


def test_buckets_fill_again():
    clock = [0.0]
    bucket = Bucket((2, 3), lambda: clock[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("  Ana  Maria ", "Ana Maria"),
        ("A\u0301na", "Ána"),
        ("\u202eanA\u202c", "anA"),
        ("A\u200bn\u00ada", "Ana"),
        ("A\nna\t", "A na"),
        ("Z\u0300\u0301\u0302\u0303\u0304a", "Z\u0300\u0301a"),
        ("x" * 60, "x" * 24),
        ("名前", "名前"),
        ("🍫", "🍫"),
    ],
)
def test_names_are_made_plain(raw: str, clean: str):
    assert clean_name(raw) == clean


@pytest.mark.parametrize("raw", ["", "   ", "\u202e\u200b", "...", "\u0301", "\ue000"])
def test_names_without_a_letter_are_refused(raw: str):
    with pytest.raises(Denied, match="bad_name"):
        clean_name(raw)


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "АnА"), ("Bo", "B0"), ("Ana", "ＡＮＡ"), ("Zoe", "Zoë"), ("lan", "1an")]
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str):
    assert skeleton(one) == skeleton(other)


def test_chat_is_one_bounded_line():
    assert clean_text("a\n\u2028b" * 900, 400) == ("a b" * 900)[:400].strip()


PRIVATE = (
    *("127.0.0.1", "10.1.2.3", "192.168.0.9", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
    *("224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "ff02::1", "::ffff:127.0.0.1"),
    *("64:ff9b::7f00:1", "2002:7f00:1::"),
)


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_never_called(address: str):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111"])
def test_public_addresses_may_be_called(address: str):
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    ["ftp://example.org", "file:///etc/passwd", "http://", "http://a:b@example.org", "http://x\r\ny/", "x",
     "http://example.org:99999/", "http://[::1", "http://ex ample.org"],
)  # fmt: skip
def test_odd_addresses_are_refused(url: str):
    with pytest.raises(Denied, match="bad_address"):
        read_address(url)


async def test_a_webhook_into_the_inner_network_is_refused(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        table = await ana.create()
        for target in (url, "http://localhost/x", "http://127.0.0.1:1/", "http://[::ffff:127.0.0.1]/"):
            assert await ana.refused(f"tables/{table}/webhook", {"url": target}) == "bad_address"
        assert await Visitor(url).refused(f"tables/{table}/webhook", {"url": None}) == "not_seated"
        await ana.post(f"tables/{table}/webhook", {"url": None}, 204)


async def test_a_webhook_tells_that_it_is_your_turn_and_tries_again(tmp_path: Path):
    calls: list[bytes] = []

    async def hook(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        calls.append(await reader.readexactly(length))
        writer.write(b"HTTP/1.1 500 no\r\n\r\n" if len(calls) == 1 else b"HTTP/1.1 204 fine\r\n\r\n")
        await writer.drain()
        writer.close()

    listener = await asyncio.start_server(hook, "127.0.0.1", 0)
    target = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/hook"
    async with served(tmp_path, webhooks_to_private=True) as (url, server):
        server.house.webhooks._waits = (0.05,)
        table, visitors, (ana, bo, cleo) = await started(url, 3)
        await visitors[2].post(f"tables/{table}/webhook", {"url": target}, 204)
        await cleo.answer_default()
        await cleo.close()
        await asyncio.gather(ana.answer_default(), bo.answer_default())
        async with asyncio.timeout(20):
            while len(calls) < 2:
                await ana.quiet(0.05)
        text = calls[1].decode()
        assert calls[0] == calls[1]
        assert "Cleo, it is your turn" in text
        assert table not in text
    listener.close()


async def test_a_webhook_checks_again_when_it_calls():
    metrics = Metrics()
    hooks = Webhooks(lambda work: None, metrics, private=False)
    outcome = await hooks._try_often("http://127.0.0.1:9/", b"{}")
    assert outcome == "refused"
    assert Message("a", "a", {"parse": ()}).content == "a"
