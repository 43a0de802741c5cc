"""What the server lets nobody do: headers, origins, cookies, sizes, names."""

import asyncio
from pathlib import Path

import httpx
import pytest

from chocolatl.rules.texts import clean_text
from chocolatl.server.config import Rates
from chocolatl.server.errors import RequestError
from chocolatl.server.rate_limit import Bucket
from chocolatl.server.tables.text_safety import clean_name, skeleton
from tests.server.harness import Visitor, served


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
        assert len(ana.cookie) == 43 + 1 + 22
        assert "set-cookie" not in (await ana.http.get("/api/info")).headers
        forged = await Visitor(url).http.get("/api/info", headers={"cookie": "chocolatl=short"})
        assert "set-cookie" in forged.headers
        assert "set-cookie" in (await Visitor(url).http.get("/")).headers
        assert "set-cookie" not in (await Visitor(url).http.get("/fret.svg")).headers  # anybody may keep it
        assert "set-cookie" not in (await Visitor(url).http.get("/healthz")).headers
        behind_proxy = await Visitor(url).http.get("/api/info", headers={"x-forwarded-proto": "https"})
        assert "Secure" in behind_proxy.headers["set-cookie"]


async def test_a_newcomer_who_asks_for_many_things_at_once_is_one_person(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        for _ in range(10):
            ana = httpx.AsyncClient(base_url=url)
            wish = {"name": "Ana", "pace": {"pace": "relaxed"}}
            reads, writes = ("/", "/api/info", "/api/mine", "/table/x"), ("/api/tables", "/api/play-now")
            first = await asyncio.gather(
                *map(ana.get, reads), *(ana.post(path, json=wish) for path in writes)
            )
            assert [answer.status_code for answer in first] == [200, 200, 200, 200, 401, 401]
            assert len(ana.cookies) == len(first)
            made, *_ = await asyncio.gather(ana.post("/api/tables", json=wish), *map(ana.get, reads))
            table = made.json()["table"]["id"]
            await asyncio.gather(*map(ana.get, reads))
            [mine] = (await ana.get("/api/mine")).json()["tables"]
            assert (mine["table"]["id"], mine["seat"]) == (table, 0)
            again = await ana.post(f"/api/tables/{table}/join", json={"name": "Bo"})
            assert again.json()["code"] == "seat_taken"


async def test_a_cookie_that_comes_late_changes_nothing(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        table = await ana.create()
        late = (await Visitor(url).http.get("/api/info")).headers["set-cookie"].partition(";")[0]
        both = f"{next(iter(ana.http.cookies))}={ana.cookie}; {late}"
        seen = await httpx.AsyncClient(base_url=url).get(f"/api/tables/{table}", headers={"cookie": both})
        assert seen.json()["seat"] == 0
        assert "set-cookie" not in seen.headers


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
        assert server.services.secret.chance_key(table).hex().encode() not in stored
        assert server.services.secret.chance_key(table) not in stored


async def test_called_by_another_name_it_does_not_answer(tmp_path: Path):
    async with served(tmp_path, hosts=("127.0.0.1",)) as (url, _):
        http = Visitor(url).http
        assert (await http.get("/api/info")).status_code == 200
        assert (await http.get("/api/info", headers={"host": "rebound.example"})).status_code == 403
        assert (await http.get("/readyz", headers={"host": "10.0.0.7"})).status_code == 200  # a probe


async def test_bodies_are_bounded_and_checked(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        await ana.get("info")
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


async def test_requests_are_limited(tmp_path: Path):
    async with served(tmp_path, rates=Rates(requests=(0.001, 3))) as (url, _):
        ana = Visitor(url)
        for _ in range(4):  # the first came without a cookie
            await ana.get("info")
        assert (await ana.get("info", 429))["code"] == "too_fast"


async def test_files_outside_the_page_are_not_served(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        http = Visitor(url).http
        for path in ("/..%2fapp.py", "/%2e%2e/app.py", "/assets/..%2f..%2fapp.py", "/app.py"):
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
    with pytest.raises(RequestError, match="bad_name"):
        clean_name(raw)


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "АnА"), ("Bo", "B0"), ("Ana", "ＡＮＡ"), ("Zoe", "Zoë"), ("lan", "1an")]
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str):
    assert skeleton(one) == skeleton(other)


def test_chat_is_one_bounded_line():
    assert clean_text("a\n\u2028b" * 900, 400) == ("a b" * 900)[:400].strip()
