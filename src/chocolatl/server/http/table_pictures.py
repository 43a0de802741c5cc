"""The picture of a table for link previews: what anyone with the link may see, drawn by a thread and kept."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Hashable

from chocolatl.i18n.event_sentences import describe_in
from chocolatl.picture import Picture, SeatedPerson, Style, pixels
from chocolatl.picture.labels import Captions, labels
from chocolatl.picture.text import legible
from chocolatl.rules import State, view
from chocolatl.rules.board import default_board
from chocolatl.rules.events import Started
from chocolatl.rules.evolve import evolve
from chocolatl.server.errors import RequestError
from chocolatl.server.lru_cache import LruCache
from chocolatl.server.protocol import SeatInfo
from chocolatl.server.started_pool import started_pool
from chocolatl.server.store.documents import Lobby
from chocolatl.server.tables.lobby import public_seat
from chocolatl.server.tables.permissions import refuse_board, require_may_watch
from chocolatl.server.tables.table_registry import TableRegistry

WIDTH, HEIGHT = 1200, 630
"""The size that most services show whole."""
MOST_WAITING = 16
PICTURE_BYTES = 8_000_000
COLOURS = 256
"""With a palette a picture has 130 KB, less than half: some services show nothing above 300 KB."""


class TablePictures:
    """The pictures that this process has drawn lately."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._thread = started_pool(1, "pictures")
        self._kept = LruCache[bytes](PICTURE_BYTES, len)
        self._making: dict[Hashable, asyncio.Task[bytes]] = {}

    async def png(self, table: str, lang: str, origin: str) -> bytes:
        """The table as it is now, as somebody without a seat sees it. Raises RequestError.

        Drawing is 0.15 s of computing beside the event loop, so that is counted; what is kept is not.
        """
        live = await self._registry.open_table(table)
        require_may_watch(live.row, None)
        refuse_board(live.lobby)
        key = (table, live.row.version, live.game.last, lang)
        if (found := self._kept.get(key)) is not None:
            return found
        task = self._making.get(key)
        if task is None:
            if len(self._making) >= MOST_WAITING or not self._registry.traffic.take(
                "pictures", origin, origin
            ):
                raise RequestError(
                    "too_fast", "too many pictures are asked for", "the same request a little later"
                )
            task = self._making[key] = asyncio.create_task(self._made(key, live.lobby, live.state, lang))
        return await asyncio.shield(task)

    async def _made(self, key: Hashable, lobby: Lobby, state: State | None, lang: str) -> bytes:
        try:
            loop = asyncio.get_running_loop()
            made = await loop.run_in_executor(self._thread, draw_table, lobby, state, lang)
            self._kept.keep(key, made)
            return made
        finally:
            del self._making[key]


def draw_table(lobby: Lobby, state: State | None, lang: str) -> bytes:
    """The public view of a table as a PNG file; before the game an empty board."""
    people = tuple(_person(public_seat(doc), lang) for doc in lobby.seats)
    state = state or _empty_board(lobby)
    picture = Picture(view(state, None), people, _caption(state, people, lang))
    file = io.BytesIO()
    pixels(picture, Style(WIDTH, HEIGHT, "day", lang)).quantize(COLOURS).save(file, "PNG", optimize=False)
    return file.getvalue()


def _person(seat: SeatInfo, lang: str) -> SeatedPerson:
    words = labels(lang)
    if seat.kind == "empty":
        return SeatedPerson(words.say("lobby.empty"), seat.colour)
    return SeatedPerson(seat.name if legible(seat.name) else words.say(f"colour.{seat.colour}"), seat.colour)


def _empty_board(lobby: Lobby) -> State:
    players = len(lobby.seats)
    board = lobby.board or default_board()
    line = tuple(range(players))
    return evolve(None, Started(players, lobby.rules, board, line, version=lobby.rules_version))


def _caption(state: State, people: tuple[SeatedPerson, ...], lang: str) -> tuple[str, ...]:
    narrator = Captions([person.name for person in people], lang)
    if state.result is not None:
        return tuple(describe_in(narrator, state.result)[:0:-1])
    return tuple(describe_in(narrator, state.asked)) if state.asked is not None else ()
