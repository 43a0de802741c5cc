"""HTTP: opinions of strong bots, pictures, and finished games: record and verification."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from chocolatl.bots.analysis import Analysis
from chocolatl.i18n.catalogue import LANGUAGES
from chocolatl.server.bots.hints import Hints
from chocolatl.server.http.problems import PROBLEMS
from chocolatl.server.http.request_context import Origin, TableId, Visitor
from chocolatl.server.http.table_pictures import TablePictures
from chocolatl.server.protocol import AskAnalysis, AskHint, Verification
from chocolatl.server.tables.finished_games import FinishedGames

Language = Annotated[
    str, QueryParameter(max_length=35, description="the tag of a language; an unknown one is English")
]


@post("/tables/{table:str}/hint", responses=PROBLEMS)
async def hint(
    hints: NamedDependency[Hints], visitor: Visitor, origin: Origin, table: TableId, data: JSONBody[AskHint]
) -> Analysis:
    """What a strong bot would do on my seat now."""
    return await hints.hint(table, visitor, origin, data)


@post("/tables/{table:str}/analysis", responses=PROBLEMS)
async def analysis(
    hints: NamedDependency[Hints],
    visitor: Visitor,
    origin: Origin,
    table: TableId,
    data: JSONBody[AskAnalysis],
) -> Analysis:
    """What a strong bot would have done in a finished game."""
    return await hints.analysis(table, visitor, origin, data)


@get("/tables/{table:str}/record", responses=PROBLEMS, media_type="application/json")
async def record(
    archive: NamedDependency[FinishedGames], visitor: Visitor, table: TableId
) -> Response[bytes]:
    """The record of a finished game, to keep, replay and verify."""
    body = await archive.record(table, visitor)
    name = f'attachment; filename="chocolatl-{table}.json"'
    return Response(body, media_type="application/json", headers={"content-disposition": name})


@get("/tables/{table:str}/picture.png", responses=PROBLEMS, media_type="image/png")
async def picture(
    pictures: NamedDependency[TablePictures], origin: Origin, table: TableId, lang: Language = "en"
) -> Response[bytes]:
    """The table as anyone with its link may see it, for link previews."""
    body = await pictures.png(table, lang if lang in LANGUAGES else LANGUAGES[0], origin)
    return Response(body, media_type="image/png")


@get("/tables/{table:str}/verify", responses=PROBLEMS)
async def verify(archive: NamedDependency[FinishedGames], visitor: Visitor, table: TableId) -> Verification:
    """Check all dice and answers of a finished game."""
    return await archive.verification(table, visitor)


GAME_ROUTES = (hint, analysis, record, picture, verify)
