"""Pictures of what strangers made: names of any characters, boards at the edges of their bounds."""

from dataclasses import replace as with_
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chocolatl.picture import Picture, Style, people_named, pixels, svg
from chocolatl.rules import Board, default_board, edition_named, view
from chocolatl.rules.events import Started
from chocolatl.rules.evolve import evolve
from chocolatl.rules.state import State
from chocolatl.server.config import NO_LIMITS
from chocolatl.server.http import table_pictures
from tests.hostile.boards import boards
from tests.server.harness import served, table_of

SMALL = Style(240, 135)
NAMES = (
    "</path><script>alert(1)</script>", '"/><image href="file:///etc/passwd"/>', "&lt;&#0;&", "a\0b\x1b[2J",
    "\u202egnp.exe", "💣" * 40, "W" * 400, "\ud800", "",
)  # fmt: skip


def begun(board: Board, players: int) -> State:
    return evolve(None, Started(players, edition_named("english"), board, tuple(range(players))))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_drawn_and_never_becomes_part_of_the_drawing(name):
    plain, odd = people_named(("Ana",) * 3), people_named((name, "Ana", "Ana"))
    text = svg(Picture(view(begun(default_board(), 3), None), odd, (f"{name} wins.",)), SMALL)
    kinds = {element.tag for element in ElementTree.fromstring(text).iter()}
    whole = svg(Picture(view(begun(default_board(), 3), None), plain, ("Ana wins.",)), SMALL)
    assert kinds == {element.tag for element in ElementTree.fromstring(whole).iter()}
    assert "script>" not in text
    assert "passwd" not in text
    assert len(text) < 2 * len(whole)
    assert pixels(Picture(view(begun(default_board(), 3), None), odd), SMALL).size == (240, 135)


@given(board=boards(), players=st.integers(3, 5), round_=st.integers(0, 32))
@settings(max_examples=25, deadline=None)
def test_every_board_that_can_be_played_can_be_drawn(board, players, round_):
    from msgspec.structs import replace

    state = begun(board, players)
    state = replace(state, round=min(round_, board.rounds), mode="red" if round_ else None, harvest=(6, 3, 1))
    text = svg(Picture(view(state, None), people_named(("Ana",) * players)), SMALL)
    ElementTree.fromstring(text)
    assert len(text) < 4_000_000


async def test_pictures_that_have_to_be_drawn_are_counted_and_kept_ones_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    drawn = []

    def draw(_lobby: object, _state: object, lang: str) -> bytes:
        drawn.append(lang)
        return b"png"

    monkeypatch.setattr(table_pictures, "draw_table", draw)
    async with served(tmp_path, rates=with_(NO_LIMITS, pictures=(0, 2))) as (url, _):
        table, _ = await table_of(url, 3)

        async def status(lang: str, address: str = "127.0.0.1") -> int:
            way = httpx.AsyncHTTPTransport(local_address=address)
            async with httpx.AsyncClient(base_url=url, transport=way) as browser:  # a new one: no cookie
                return (await browser.get(f"/api/tables/{table}/picture.png?lang={lang}")).status_code

        asked = [await status(lang) for lang in ("en", "nl", "de", "fr", "en", "nl", "xx")]
        assert asked == [200, 200, 429, 429, 200, 200, 200]
        assert await status("de", "127.0.0.9") == 200
        assert drawn == ["en", "nl", "de"]
