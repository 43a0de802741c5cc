"""What chat programs show of a link: Open Graph tags in the head of the page, in the reader's language."""

from __future__ import annotations

import gzip
import hashlib
import re
from html import escape
from typing import NamedTuple

from chocolatl.i18n.catalogue import LANGUAGES, listed
from chocolatl.picture.labels import labels
from chocolatl.rules.board import default_board
from chocolatl.server.errors import RequestError, StorageUnavailableError, TooNew
from chocolatl.server.http.static_files import File
from chocolatl.server.http.table_pictures import HEIGHT, WIDTH
from chocolatl.server.lru_cache import LruCache
from chocolatl.server.secret import TABLE_ID
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables.permissions import may_watch
from chocolatl.server.tables.public_info import public_table
from chocolatl.server.tables.table_registry import TableRegistry

TABLE_PAGE = re.compile(rf"/table/({TABLE_ID})(?:/.*)?")
HOST = re.compile(rb"[A-Za-z0-9.\-]{1,253}(?::[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::[0-9]{1,5})?")
MOST_TAGS = 12
"""Of languages in a header: nobody speaks more."""
PAGES = 500
ANY_PICTURE = "/preview.png"


class Preview(NamedTuple):
    """Title, sentence and picture of an address; the picture as a path on this server."""

    title: str
    text: str
    picture: str = ANY_PICTURE


def spoken(header: bytes) -> str:
    """The first language of an Accept-Language header that we speak."""
    tags = (part.split(b";")[0].strip().lower() for part in header.split(b",")[:MOST_TAGS])
    names = (tag.decode("latin-1").partition("-")[0] for tag in tags)
    return next((name for name in names if name in LANGUAGES), LANGUAGES[0])


class LinkPreviews:
    """Puts the tags into the page; a table that is not for everybody shows what every page shows."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._pages = LruCache[File](PAGES)

    async def page(self, file: File, path: str, base: str | None, lang: str) -> File:
        """The page for this address. `base`: scheme and host that the reader used, if it is a host."""
        preview = await self._preview(path, lang)
        key = (file.tag, path, preview, base, lang)
        found = self._pages.get(key)
        if found is None:
            found = _with_tags(file, _tags(preview, path, base, lang))
            self._pages.keep(key, found)
        return found

    async def _preview(self, path: str, lang: str) -> Preview:
        match = TABLE_PAGE.fullmatch(path)
        row = await self._row(match[1]) if match else None
        if row is None or not may_watch(row, None):
            return Preview("Chocolatl", labels(lang).say("home.lead"))
        return table_preview(row, lang)

    async def _row(self, table: str) -> TableRow | None:
        """Without opening the table: a page that asks for it does that soon enough."""
        if live := self._registry.tables.get(table):
            return live.row
        try:
            return await self._registry.services.store.load(table)
        except (RequestError, StorageUnavailableError, TooNew):
            return None


def table_preview(row: TableRow, lang: str) -> Preview:
    """What anyone with the link may know of a table, in two sentences."""
    table, words = public_table(row), labels(lang)
    picture = f"/api/tables/{table.id}/picture.png?lang={lang}&v={row.version}.{row.summary.last}"
    sitting = [seat.name for seat in table.seats if seat.kind != "empty"]
    names = listed(sitting, lang)
    if table.result is not None:
        winners = [table.seats[seat].name for seat in table.result.winners]
        title = words.say("end.winner", names=listed(winners, lang), n=len(winners))
        pairs = zip(table.seats, table.result.scores, strict=True)
        scores = ", ".join(f"{seat.name} {points}" for seat, points in pairs)
        return Preview(f"Chocolatl: {title}", words.say("event.game_ended", scores=scores), picture)
    if table.round:
        rounds = (row.lobby.board or default_board()).rounds
        told = words.say("round.of", round=table.round, rounds=rounds)
        return Preview(f"Chocolatl: {names}", told, picture)
    free = len(table.seats) - len(sitting)
    told = words.say("preview.free", names=names, n=free) if free else words.say("preview.full", names=names)
    return Preview(words.say("preview.invite", name=table.seats[table.host].name), told, picture)


def _tags(preview: Preview, path: str, base: str | None, lang: str) -> str:
    tags = {
        "og:type": "website",
        "og:site_name": "Chocolatl",
        "og:title": preview.title,
        "og:description": preview.text,
        "og:locale": lang,
    }
    if base is not None:
        tags |= {
            "og:url": base + path,
            "og:image": base + preview.picture,
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": labels(lang).say("preview.picture"),
        }
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items()]
    return "".join((*lines, '<meta name="twitter:card" content="summary_large_image" />'))


def _with_tags(file: File, tags: str) -> File:
    body = file.body.replace(b"</head>", tags.encode() + b"</head>", 1)
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return file._replace(body=body, packed=gzip.compress(body, 6, mtime=0), tag=tag)
