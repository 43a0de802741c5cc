"""Only what this server made says who somebody is."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chocolatl.server.http.cookies import Cookies, is_secure
from chocolatl.server.secret import ServerSecret, hash_token, new_token
from chocolatl.server.store.rows import TableRow
from tests.server.harness import Visitor, served
from tests.server.stores import new_row, opened

COOKIES = Cookies(ServerSecret(b"s" * 32))
OTHERS = Cookies(ServerSecret(b"t" * 32))
LETTERS = st.sampled_from("ABCxyz019-_")


def made(cookies: Cookies, secure: bool) -> tuple[str, str]:
    """Name and value of a new one."""
    name, _, value = cookies.new(secure)[1].decode().partition(";")[0].partition("=")
    return name, value


def found(secure: bool, *pairs: tuple[str, str]) -> str | None:
    header = "; ".join(f"{name}={value}" for name, value in pairs)
    return COOKIES.token_in({b"cookie": header.encode("latin-1", "replace")}, secure)


@pytest.mark.parametrize("secure", [False, True])
def test_what_we_made_is_known_again(secure: bool):
    name, value = made(COOKIES, secure)
    assert name.startswith("__Host-") == secure
    assert found(secure, (name, value)) == value
    other = made(COOKIES, secure)
    assert found(secure, ("theme", "dark"), (name, value), other) == value, "the first counts"
    assert found(secure, made(OTHERS, secure), other) == other[1], "another server's does not"


def test_the_header_keeps_it_to_this_site():
    plain, secure = COOKIES.new(False)[1].decode(), COOKIES.new(True)[1].decode()
    for part in ("Path=/", "HttpOnly", "SameSite=Lax"):
        assert part in plain
        assert part in secure
    assert secure.endswith("; Secure")
    assert "Domain" not in secure
    assert "Secure" not in plain


def test_over_tls_a_name_that_other_sites_could_set_does_not_count():
    """A neighbour on the same domain can set `chocolatl-…` for us, but never `__Host-chocolatl-…`."""
    (tls_name, tls), (name, plain) = made(COOKIES, True), made(COOKIES, False)
    assert found(True, (name, tls)) is None
    assert found(True, (tls_name, plain)) is None
    assert found(True, (name, plain)) is None
    assert found(False, (tls_name, tls)) is None
    assert found(False, (name, tls)) is None


@given(st.text(LETTERS, min_size=43, max_size=43), st.text(LETTERS, min_size=22, max_size=22), st.booleans())
def test_nobody_makes_one_up(token: str, end: str, secure: bool):
    name, value = made(COOKIES, secure)
    for forged in (
        token,
        f"{token}.{end}",
        f"{token}.{value[44:]}",
        f"{value[:44]}{end}",
        f"{value}a",
        value[:-1],
    ):
        assert found(secure, (name, forged)) is None


@given(st.text(max_size=80))
def test_nonsense_is_nobody(text: str):
    assert found(False, ("chocolatl", text)) is None
    assert found(True, (text, made(COOKIES, True)[1])) is None or text.strip().startswith("__Host-chocolatl")


@pytest.mark.parametrize(
    ("scheme", "secure"), [("https", True), ("wss", True), ("http", False), ("ws", False), (None, False)]
)
def test_tls_is_what_the_scheme_says(scheme: str | None, secure: bool):
    assert is_secure({"scheme": scheme}) == secure


async def test_an_old_cookie_counts_for_whoever_holds_a_seat_with_it(database: str):
    seated, nobody = new_token(), new_token()
    row: TableRow = new_row(hash_token(seated))
    async with opened(database) as store:
        await store.create(row)

        async def old(value: str) -> str | None:
            return await COOKIES.old_token_in({b"cookie": f"chocolatl-1a={value}".encode()}, store)

        assert [await old(seated), await old(seated), await old(nobody)] == [seated, seated, None]
        assert await old(made(COOKIES, False)[1]) is None
        host = {b"cookie": f"__Host-chocolatl={seated}".encode()}
        assert await COOKIES.old_token_in(host, store) is None


async def test_a_made_up_cookie_gets_a_real_one_and_no_seat(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        wish = {"name": "Ana", "pace": {"pace": "relaxed"}}
        own = {"cookie": "chocolatl=" + "A" * 43}
        answer = await Visitor(url).http.post("/api/tables", json=wish, headers=own)
        assert (answer.status_code, answer.json()["code"]) == (401, "no_cookie")
        assert "chocolatl-" in answer.headers["set-cookie"]
        table = await Visitor(url).create()
        row = await server.services.store.load(table)
        assert row is not None
        old = new_token()  # as if somebody had sat down here with an earlier version
        seats = row.lobby.seats
        lobby = replace(row.lobby, seats=(replace(seats[0], holders=(hash_token(old),)), *seats[1:]))
        assert await server.services.store.change(row, lobby)
        server.registry.tables.clear()
        seen = await Visitor(url).http.get(f"/api/tables/{table}", headers={"cookie": f"chocolatl={old}"})
        assert seen.json()["seat"] == 0
        assert "set-cookie" not in seen.headers
