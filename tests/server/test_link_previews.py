"""What a chat program shows of a link: title, sentence and picture, in the reader's language, no secret."""

import asyncio
import io
import re
from html import unescape
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from PIL import Image

from chocolatl.rules import Sacrifice
from chocolatl.server.http.link_previews import LinkPreviews, spoken
from chocolatl.server.http.middleware import _base
from chocolatl.server.http.static_files import File, StaticFiles
from chocolatl.server.http.table_pictures import draw_table
from chocolatl.server.ops.app import Server
from tests.picture.test_picture import with_other_secrets
from tests.server.harness import Visitor, served, started, table_of
from tools import icons

ROOT = Path(__file__).resolve().parents[2]
PAGE = File(b"<html><head></head><body></body></html>", None, "text/html; charset=utf-8", '"1"', False)


async def tags(
    server: Server, path: str, lang: str = "en", base: str | None = "https://here"
) -> dict[str, str]:
    page = await LinkPreviews(server.registry).page(PAGE, path, base, lang)
    assert page.tag != PAGE.tag
    assert page.body.endswith(b"</head><body></body></html>")
    found = re.findall(r'<meta property="([^"]*)" content="([^"]*)" />', page.body.decode())
    return {name: unescape(value) for name, value in found}


async def picture(url: str, table: str, lang: str = "en") -> Image.Image:
    answer = await Visitor(url).http.get(f"/api/tables/{table}/picture.png?lang={lang}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert "cross-origin-resource-policy" not in answer.headers
    assert len(answer.content) < 300_000
    return Image.open(io.BytesIO(answer.content))


async def test_an_invitation_names_who_invites_and_who_is_there(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        table, _ = await table_of(url, 2, players=4)
        names = [seat.name for seat in (await server.registry.open_table(table)).lobby.seats[:2]]
        told = await tags(server, f"/table/{table}", "de")
        assert told["og:title"] == f"{names[0]} lädt dich zu Chocolatl ein"
        assert told["og:description"] == f"Am Tisch: {names[0]} und {names[1]}. 2 Plätze sind noch frei."
        assert told["og:image"].startswith(f"https://here/api/tables/{table}/picture.png?lang=de&v=")
        assert (await picture(url, table, "de")).size == (1200, 630)


async def test_a_running_game_tells_its_round_and_a_finished_one_its_winner(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        table, _, pages = await started(url, 3)
        before = (await picture(url, table)).tobytes()
        await asyncio.gather(*(page.play() for page in pages))
        told = await tags(server, f"/table/{table}")
        state = (await server.registry.open_table(table)).state
        assert state is not None
        assert state.result is not None
        winner = (await server.registry.open_table(table)).lobby.seats[state.result.winners[0]].name
        assert winner in told["og:title"]
        assert str(max(state.result.scores)) in told["og:description"]
        assert (await picture(url, table)).tobytes() != before


async def test_a_picture_holds_no_secret(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        table, _, pages = await started(url, 3)
        await pages[0].answer(Sacrifice(5))
        live = await server.registry.open_table(table)
        assert live.state is not None
        made = draw_table(live.lobby, live.state, "en")
        assert made == draw_table(live.lobby, with_other_secrets(live.state), "en")
        hidden = replace(live.lobby, key="ff" * 32, webhook="https://secret.example", origin="ffff")
        assert made == draw_table(hidden, live.state, "en")
        assert made != draw_table(live.lobby, replace(live.state, round=3, mode="red"), "en")


async def test_a_table_closed_to_others_shows_nothing_of_itself(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        table, _, pages = await started(url, 3, spectators=False)
        assert pages
        closed = await tags(server, f"/table/{table}")
        assert closed == {**await tags(server, "/"), "og:url": f"https://here/table/{table}"}
        assert closed["og:image"] == "https://here/preview.png"
        await Visitor(url).get(f"tables/{table}/picture.png", 403)


async def test_an_unknown_table_is_a_page_like_any_other(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        assert (await tags(server, "/table/abcdefghjkmnpqrs"))["og:title"] == "Chocolatl"
        await Visitor(url).get("tables/abcdefghjkmnpqrs/picture.png", 404)


async def test_names_stay_words(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        ana = Visitor(url)
        table = await ana.create(name='"/><b>A&', players=3)
        page = await LinkPreviews(server.registry).page(PAGE, f"/table/{table}", "http://here", "en")
        assert b"<b>" not in page.body
        assert (await tags(server, f"/table/{table}"))["og:title"].startswith('"/><b>A& invites')


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        (b"de-AT,de;q=0.9,en;q=0.8", "de"), (b"pt-BR,fr;q=0.5", "fr"), (b"", "en"), (b"*", "en"),
        (b"\xff\xfe,nl", "nl"), (b"x," * 1000 + b"de", "en"),
    ],
)  # fmt: skip
def test_the_first_language_that_we_speak(header: bytes, lang: str):
    assert spoken(header) == lang


@pytest.mark.parametrize("host", [b"", b'a"><script>', b"a/b", b"a b", b"x" * 300, b"a:123456", b"\xff"])
def test_a_host_that_is_none_makes_no_address(host: bytes):
    assert _base("http", host) is None
    assert _base("https", b"here.example:8000") == "https://here.example:8000"
    assert _base("http", b"[::1]:8000") == "http://[::1]:8000"


@pytest.mark.parametrize("public", ["", "https://chocolatl.example/"])
async def test_the_tags_are_in_the_page_that_is_served(tmp_path: Path, public: str):
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_bytes(PAGE.body)
    async with served(tmp_path, public_url=public) as (url, server):
        server.app._page = StaticFiles(tmp_path / "page")
        ana = Visitor(url)
        for path in ("/", "/rules", f"/table/{await ana.create(name='Ana', players=3)}"):
            answer = await ana.http.get(path, headers={"accept-language": "fr"})
            assert answer.status_code == 200
            assert "accept-language" in answer.headers["vary"]
            assert f'content="{(public or url).rstrip("/")}{path}"' in answer.text
            again = await ana.http.get(
                path, headers={"accept-language": "fr", "if-none-match": answer.headers["etag"]}
            )
            assert again.status_code == 304


async def test_without_an_address_there_is_no_picture(tmp_path: Path):
    async with served(tmp_path) as (_, server):
        assert "og:image" not in await tags(server, "/", base=None)


def test_icons_are_there_in_the_sizes_that_are_told():
    manifest = msgspec.json.decode((ROOT / "web" / "public" / "manifest.webmanifest").read_bytes())
    told = {icon["src"][1:]: icon["sizes"] for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert told == {name: f"{size}x{size}" for name, size in icons.ICONS.items() if name.startswith("icon")}
    assert 'rel="apple-touch-icon" href="/apple-touch-icon.png"' in (ROOT / "web" / "index.html").read_text()
    for name, drawn in icons.images().items():
        with Image.open(icons.PUBLIC / name) as kept:
            assert kept.size == drawn.size
            small, wanted = kept.convert("RGB").resize((16, 16)).tobytes(), drawn.resize((16, 16)).tobytes()
            far = max(abs(a - b) for a, b in zip(small, wanted, strict=True))
            assert far < 24, "run: python -m tools.icons"
