"""Everything that travels between server and page: HTTP bodies, and the messages of the play socket.

The page's types are generated from this file, and docs/PROTOCOL.md tells the story.
Client to server: one message per frame. Server to client: a frame is a JSON array of messages.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from chocolatl.rules import EDITIONS, Action, Board, Event, Question, Rules
from chocolatl.rules.events import GameEnded
from chocolatl.rules.refusal import RefusalCode
from chocolatl.rules.words import Seat, Value

PROTOCOL = 1

SeatColour = Literal["jade", "maize", "indigo", "chili", "plum"]
Phase = Literal["open", "running", "finished", "closed"]
Presence = Literal["idle", "thinking", "chosen", "away", "bot"]
ListName = Literal["open", "live", "finished"]

Code = (
    RefusalCode
    | Literal[
        "bad_message",  # not JSON, or not of a known shape
        "too_long",  # more bytes or letters than allowed
        "too_fast",  # over the rate limit: slow down and send it again
        "hello_first",  # the first message on a socket is hello
        "id_reused",  # the same message id with another content
        "not_seated",  # only someone who holds a seat may do this
        "not_host",  # only the host may do this
        "wrong_phase",  # the table is not in a state where this can be done
        "no_such_table",
        "no_such_bot",
        "no_such_thing",  # no such address
        "seat_taken",
        "colour_taken",
        "name_taken",  # or looks too much like one at this table
        "bad_name",
        "bad_board",
        "bad_address",  # a webhook that may not be called
        "bad_token",  # a personal link that opens nothing
        "bad_origin",  # a page of another site
        "spectators_closed",
        "busy",  # the server cannot store anything just now: try again soon
        "draining",  # the server is going down: connect again
    ]
)

# Lengths are counted in letters; the server counts bytes as well, before it reads anything.
Name = Annotated[str, Meta(min_length=1, max_length=40)]
MessageId = Annotated[str, Meta(min_length=1, max_length=40)]
Nonce = Annotated[str, Meta(pattern="^([0-9a-f]{2}){16,64}$")]
EditionName = Annotated[str, Meta(pattern=f"^({'|'.join(EDITIONS)})$")]
BotSpec = Annotated[str, Meta(min_length=1, max_length=80)]
Number = Annotated[int, Meta(ge=0)]


class Relaxed(Value, frozen=True, tag_field="pace", tag="relaxed"):
    """No deadline."""


class Live(Value, frozen=True, tag_field="pace", tag="live"):
    """Everybody is here: so many seconds for each question."""

    seconds: Annotated[int, Meta(ge=5, le=3600)] = 60


class Slow(Value, frozen=True, tag_field="pace", tag="slow"):
    """A game by correspondence: so many days for each question."""

    days: Annotated[int, Meta(ge=1, le=30)] = 2


Pace = Relaxed | Live | Slow


class SeatInfo(Value, frozen=True):
    """One seat of a table. `bot` is who plays it, also for a person who left it to a bot (`held`)."""

    kind: Literal["empty", "person", "bot"]
    name: str
    colour: SeatColour
    bot: str | None
    held: bool


class Table(Value, frozen=True):
    """What everyone may see of a table. Times: seconds since 1970; `commitment` binds the dice beforehand."""

    id: str
    phase: Phase
    edition: str
    rules: Rules
    board: str
    pace: Pace
    listed: bool
    spectators: bool
    learn: bool
    autostart: bool
    host: Seat
    seats: tuple[SeatInfo, ...]
    commitment: str
    created: int
    changed: int
    round: int
    result: GameEnded | None
    rematch: str | None
    rules_version: str


class Seated(Value, frozen=True):
    """A table and my place at it (nowhere: null). `waiting`: it waits for my answer."""

    table: Table
    seat: Seat | None
    waiting: bool


# ---- HTTP bodies ----


class CreateTable(Value, frozen=True):
    """POST /api/tables. `rules`: switches that differ from the edition's. `bots[i]` sits on seat i + 1."""

    name: Name
    players: Annotated[int, Meta(ge=3, le=5)] = 4
    edition: EditionName = "english"
    rules: Rules | None = None
    board: Annotated[str, Meta(max_length=20_000)] | None = None
    pace: Pace = Live()
    bots: Annotated[tuple[BotSpec | None, ...], Meta(max_length=4)] = ()
    listed: bool = True
    spectators: bool = True
    colour: SeatColour | None = None


class PlayNow(Value, frozen=True):
    """POST /api/play-now: a table full of bots; it starts when your socket says hello (with its nonce)."""

    name: Name
    players: Annotated[int, Meta(ge=3, le=5)] = 4
    edition: EditionName = "english"
    rules: Rules | None = None
    bot: BotSpec = "medium"
    learn: bool = False


class Join(Value, frozen=True):
    """POST /api/tables/{id}/join. No seat: the first empty one."""

    name: Name
    seat: Number | None = None
    colour: SeatColour | None = None


class Start(Value, frozen=True):
    """POST /api/tables/{id}/start. `fill`: this bot takes every empty seat."""

    fill: BotSpec | None = None


class Settings(Value, frozen=True):
    """POST /api/tables/{id}/settings, by the host; null: as it is."""

    listed: bool | None = None
    spectators: bool | None = None
    pace: Pace | None = None


class SetSeat(Value, frozen=True):
    """POST /api/tables/{id}/seats/{seat}, by the host of an open table: a bot, or null for an empty seat."""

    bot: BotSpec | None = None


class Claim(Value, frozen=True):
    """POST /api/tables/{id}/claim: the token from a personal link's fragment gives this browser the seat."""

    token: Annotated[str, Meta(min_length=20, max_length=100)]


class SetWebhook(Value, frozen=True):
    """POST /api/tables/{id}/webhook: told when my seat is asked; `whole_table`: when any is (host only)."""

    url: Annotated[str, Meta(max_length=500)] | None
    whole_table: bool = False


class PersonalLink(Value, frozen=True):
    """POST /api/tables/{id}/link: put the token behind `/table/{id}#`; it is shown this once."""

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


class Info(Value, frozen=True):
    """GET /api/info: what a page needs before it draws anything."""

    version: str
    protocol: int
    rules_version: str
    editions: tuple[Edition, ...]
    levels: tuple[Level, ...]
    colours: tuple[SeatColour, ...]
    limits: Limits
    board: Board


class Problem(Value, frozen=True):
    """The body of every HTTP answer from 400 on. Clients translate the code; the rest is for developers."""

    code: Code
    reason: str
    expected: str


# ---- Socket /api/tables/{id}/socket: client to server ----


class Hello(Value, frozen=True, tag_field="type", tag="hello"):
    """First message. `last`: number of the last event seen, -1 for none. `nonce`: my share of the chance."""

    last: Annotated[int, Meta(ge=-1)] = -1
    nonce: Nonce | None = None


class Answer(Value, frozen=True, tag_field="type", tag="answer"):
    """My answer to the question with this turn; may be replaced until everyone has answered."""

    id: MessageId
    turn: Number
    action: Action


class Say(Value, frozen=True, tag_field="type", tag="say"):
    """A line of chat."""

    id: MessageId
    text: Annotated[str, Meta(min_length=1, max_length=400)]


class Mute(Value, frozen=True, tag_field="type", tag="mute"):
    """I do not want to read (or want to read again) what this seat says."""

    id: MessageId
    seat: Number
    muted: bool


class Ping(Value, frozen=True, tag_field="type", tag="ping"):
    """Are you there? Send one when nothing came for 20 seconds."""

    id: MessageId


ClientMessage = Hello | Answer | Say | Mute | Ping


# ---- Socket: server to client ----


class Welcome(Value, frozen=True, tag_field="type", tag="welcome"):
    """First answer to hello. Events follow from number `first` up to `last` (-1: the game has not begun)."""

    table: Table
    seat: Seat | None
    first: int
    last: int
    now: int


class Events(Value, frozen=True, tag_field="type", tag="events"):
    """What happened, numbered from `first` without a gap; blank where this seat may not see it."""

    first: int
    events: tuple[Event, ...]


class Ask(Value, frozen=True, tag_field="type", tag="ask"):
    """What this seat is asked now (null: nothing). `answer` stands already and may be replaced.

    `deadline` in seconds since 1970; then a bot takes the seat. `default` is an answer one may always give.
    """

    question: Question | None
    answer: Action | None
    default: Action | None
    deadline: float | None


class Accepted(Value, frozen=True, tag_field="type", tag="accepted"):
    """The message with this id has been done, and what it did is on disk."""

    id: str


class Refused(Value, frozen=True, tag_field="type", tag="refused"):
    """The message with this id (null: it had none we could read) changed nothing, and why."""

    id: str | None
    code: Code
    reason: str
    expected: str


class PresenceChanged(Value, frozen=True, tag_field="type", tag="presence"):
    """Seat by seat who is thinking, has chosen, is away or is a bot; and how many people watch."""

    seats: tuple[Presence, ...]
    spectators: int


class ChatLine(Value, frozen=True):
    """One line of chat, as plain text: show it as text, never as markup."""

    number: int
    seat: Seat
    text: str
    at: int


class Chat(Value, frozen=True, tag_field="type", tag="chat"):
    """New lines, or on arrival the last ones; without those of muted seats."""

    lines: tuple[ChatLine, ...]


class TableChanged(Value, frozen=True, tag_field="type", tag="table"):
    """Someone sat down or left, a setting changed, the game began or ended; `seat` is mine."""

    table: Table
    seat: Seat | None


class Warned(Value, frozen=True, tag_field="type", tag="warned"):
    """Soon a bot takes over the seats that have not answered."""

    turn: int
    deadline: float


class Fairness(Value, frozen=True, tag_field="type", tag="fairness"):
    """After the end: the key whose SHA-256 was the commitment, and each seat's nonce, both in hex."""

    commitment: str
    key: str
    nonces: tuple[str, ...]


class Muted(Value, frozen=True, tag_field="type", tag="muted"):
    """The seats whose chat I do not get."""

    seats: tuple[Seat, ...]


class Pong(Value, frozen=True, tag_field="type", tag="pong"):
    """I am here; `now` in seconds since 1970."""

    id: str
    now: float


class Leaving(Value, frozen=True, tag_field="type", tag="leaving"):
    """This server process stops; connect again at once (a close with code 1012 follows)."""


ServerMessage = (
    Welcome
    | Events
    | Ask
    | Accepted
    | Refused
    | PresenceChanged
    | Chat
    | Muted
    | TableChanged
    | Warned
    | Fairness
    | Pong
    | Leaving
)
