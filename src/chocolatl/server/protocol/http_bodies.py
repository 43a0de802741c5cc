"""The bodies of HTTP requests and answers under /api."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from chocolatl.records.board_limits import BOARD_BYTES
from chocolatl.rules import Board, Rules
from chocolatl.rules.types import Value
from chocolatl.server.protocol.common import MOST, BotSpec, EditionName, Name, Number, SeatColour, Token
from chocolatl.server.protocol.table_info import Live, Pace, Seated


class CreateTable(Value, frozen=True):
    """POST /api/tables. `rules`: switches that differ from the edition's. `bots[i]` sits on seat i + 1.

    `board`: a name of `Info.boards`, or the text of a board file.
    """

    name: Name
    players: Annotated[int, Meta(ge=3, le=5)] = 4
    edition: EditionName = "english"
    rules: Rules | None = None
    board: Annotated[str, Meta(max_length=BOARD_BYTES)] | None = None
    pace: Pace = Live()
    bots: Annotated[tuple[BotSpec | None, ...], Meta(max_length=4)] = ()
    listed: bool = True
    spectators: bool = True
    hints: bool = False
    colour: SeatColour | None = None


class PlayNow(Value, frozen=True):
    """POST /api/play-now: a table full of bots; it starts when your page has taken part in the draw."""

    name: Name
    players: Annotated[int, Meta(ge=3, le=5)] = 4
    edition: EditionName = "english"
    rules: Rules | None = None
    bot: BotSpec = "medium"
    learn: bool = False


class PassAround(Value, frozen=True):
    """POST /api/pass-around: these people share this browser, bots take the other seats.

    It starts when the page has taken part in the draw.
    """

    people: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=5)]
    players: Annotated[int, Meta(ge=3, le=5)] = 3
    edition: EditionName = "english"
    rules: Rules | None = None
    board: Annotated[str, Meta(max_length=BOARD_BYTES)] | None = None
    bot: BotSpec = "medium"


class Join(Value, frozen=True):
    """POST /api/tables/{id}/join. No seat: the first empty one."""

    name: Name
    seat: Number | None = None
    colour: SeatColour | None = None


class Start(Value, frozen=True):
    """POST /api/tables/{id}/start. `fill`: this bot takes every empty seat."""

    fill: BotSpec | None = None


class Settings(Value, frozen=True):
    """POST /api/tables/{id}/settings, by the host; null: as it is. Pace, hints, `locked`: before the start.

    `spectator_chat`: whoever watches may write, marked as such. `host`: the seat that becomes the host.
    """

    listed: bool | None = None
    spectators: bool | None = None
    pace: Pace | None = None
    hints: bool | None = None
    locked: bool | None = None
    spectator_chat: bool | None = None
    host: Number | None = None


class Me(Value, frozen=True):
    """POST /api/tables/{id}/me, while the table is open: my name and colour, am I ready; null: as it is.

    `seat`: whose, at a table with one device; there until the game has ended.
    """

    name: Name | None = None
    colour: SeatColour | None = None
    ready: bool | None = None
    seat: Number | None = None


class SetSeat(Value, frozen=True):
    """POST /api/tables/{id}/seats/{seat}, by the host of an open table: a bot, or null for an empty seat.

    In a running game without deadlines, by any player for somebody who has been away for three minutes: any
    bot but null calls the stand-in. By a device that is passed around for any of its people, at any moment;
    null: the person plays again.
    """

    bot: BotSpec | None = None


class Claim(Value, frozen=True):
    """POST /api/tables/{id}/claim: the token from a personal link's fragment gives this browser the seat."""

    token: Token


class SetWebhook(Value, frozen=True):
    """POST /api/tables/{id}/webhook: told when my seat is asked; `whole_table`: when any is (host only)."""

    url: Annotated[str, Meta(max_length=500)] | None
    whole_table: bool = False


class AskHint(Value, frozen=True):
    """POST /api/tables/{id}/hint: what a strong bot would do with my open question, the one of this turn."""

    turn: Number


class AskAnalysis(Value, frozen=True):
    """POST /api/tables/{id}/analysis: the same for a seat of a finished game, after its first `at` events."""

    seat: Number
    at: Annotated[int, Meta(ge=1, le=MOST)]


class RenewLink(Value, frozen=True):
    """POST /api/tables/{id}/link. `end_others`: all other browsers that hold my seat lose it."""

    end_others: bool = False


class PersonalLink(Value, frozen=True):
    """Put the token behind `/table/{id}#`. It is shown this once, and ends the link before."""

    token: str


class Listing(Value, frozen=True):
    """GET /api/tables and /api/mine. `next`: pass it as `before` for the following page."""

    tables: tuple[Seated, ...]
    next: float | None


class Verification(Value, frozen=True):
    """GET /api/tables/{id}/verify: were all dice and answers played by the rules and the committed key?"""

    fair: bool
    problems: tuple[str, ...]


class Edition(Value, frozen=True):
    """A printed edition and its switches."""

    name: str
    rules: Rules


class Level(Value, frozen=True):
    """A bot to play against. `text` is the key of its character in the catalogue."""

    name: str
    spec: str
    text: str


class Limits(Value, frozen=True):
    """What the server accepts."""

    name_letters: int
    chat_letters: int
    message_bytes: int
    body_bytes: int
    board_bytes: int
    away_seconds: int


class Constants(Value, frozen=True):
    """Numbers of the rules that no board prints (3.2, 3.4, 6.1), for sentences about consequences."""

    hut: int
    hut_in_city: int
    die_faces: int
    highest_sacrifice: int


class Reach(Value, frozen=True):
    """GET /api/reach: addresses (without a path) under which others can open this server; none: they cannot.

    `tested`: those that answered when the server called them itself. `lan`: others are let in. `may_switch`:
    you sit at the machine that serves, and may change that.
    """

    addresses: tuple[str, ...]
    tested: tuple[str, ...]
    lan: bool
    may_switch: bool


class SetReach(Value, frozen=True):
    """POST /api/reach, from the machine that serves: let its local network in, or only itself."""

    lan: bool


class ScreenLink(Value, frozen=True):
    """POST /api/tables/{id}/screen: the code that opens /table/{id}/screen#CODE, or /tv/CODE for short."""

    code: str


class ScreenOf(Value, frozen=True):
    """GET /api/screens/{code}: the table that a screen with this code shows now, and its code there."""

    table: str
    code: str


class Info(Value, frozen=True):
    """GET /api/info: what a page needs before it draws anything. `boards`: names of ours."""

    version: str
    protocol: int
    rules_version: str
    editions: tuple[Edition, ...]
    levels: tuple[Level, ...]
    colours: tuple[SeatColour, ...]
    limits: Limits
    constants: Constants
    board: Board
    boards: tuple[str, ...]
