"""The messages of the play socket, /api/tables/{id}/socket.

Client to server: one message per frame. Server to client: a frame is a JSON array of messages.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from chocolatl.rules import Action, Event, Question
from chocolatl.rules.texts import CHAT_LINE
from chocolatl.rules.types import Seat, Value
from chocolatl.server.protocol.common import (
    MOST,
    PROTOCOL,
    Code,
    Commitment,
    MessageId,
    Name,
    Nonce,
    Notice,
    Number,
    Phrase,
    Presence,
    ScreenCode,
)
from chocolatl.server.protocol.table_info import Table

# ---- client to server ----


class Hello(Value, frozen=True, tag_field="type", tag="hello"):
    """First message. `last`: number of the last event seen, -1 for none. `protocol`: the one I speak.

    `screen`: I am a screen for everybody, and never get what only a seat may see. A screen with the code of
    the table, or in a browser that holds a seat (then without a code: ""), paces the reveal.
    `seat`: through whose eyes a device that is passed around looks, as long as this socket lives (null:
    everyone's).
    """

    last: Annotated[int, Meta(ge=-1, le=MOST)] = -1
    protocol: int = PROTOCOL
    screen: ScreenCode | None = None
    seat: Number | None = None


class Commit(Value, frozen=True, tag_field="type", tag="commit"):
    """Before the lock: the hash of my nonce for this attempt of the draw. The last one counts."""

    id: MessageId
    attempt: Number
    commitment: Commitment


class Open(Value, frozen=True, tag_field="type", tag="open"):
    """After the lock: the nonce itself, if nothing has changed since I committed to it."""

    id: MessageId
    attempt: Number
    nonce: Nonce


class Answer(Value, frozen=True, tag_field="type", tag="answer"):
    """My answer to the question with this turn; may be replaced until everyone has answered.

    `seat`: whose answer, on a device that is passed around and looks with everyone's eyes (`Ask.seat`).
    """

    id: MessageId
    turn: Number
    action: Action
    seat: Number | None = None


class Say(Value, frozen=True, tag_field="type", tag="say"):
    """A line of chat: a text, or a `phrase`. `name`: of a spectator, where the host lets them write."""

    id: MessageId
    text: Annotated[str, Meta(max_length=CHAT_LINE.most)] = ""
    phrase: Phrase | None = None
    name: Name | None = None


class Mute(Value, frozen=True, tag_field="type", tag="mute"):
    """I do not want to read (or want to read again) what this seat says."""

    id: MessageId
    seat: Number
    muted: bool


class Showing(Value, frozen=True, tag_field="type", tag="showing"):
    """A screen has shown so many events; null: nobody can see it just now."""

    id: MessageId
    events: Number | None


class NextStep(Value, frozen=True, tag_field="type", tag="next_step"):
    """I have seen so many events on the screen: let it go on to the next step."""

    id: MessageId
    events: Number


class EventsShown(Value, frozen=True, tag_field="type", tag="shown"):
    """My page has shown everything up to the event `last`: my clock may start. It is not answered."""

    last: Number


class Ping(Value, frozen=True, tag_field="type", tag="ping"):
    """Are you there? Send one when nothing came for 20 seconds."""

    id: MessageId


ClientMessage = Hello | Commit | Open | Answer | EventsShown | Say | Mute | Showing | NextStep | Ping


# ---- server to client ----


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
    `hint`: this seat may ask for a hint (POST …/hint). `seat`: whose question it is, on a device that is
    passed around and looks with everyone's eyes: it gets those that are answered aloud.
    """

    question: Question | None
    answer: Action | None
    default: Action | None
    deadline: float | None
    hint: bool
    seat: Seat | None = None


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
    """One line of chat, as plain text: show it as text, never as markup.

    `seat` is null for a spectator, who has a `name`. `phrase`: say it in the reader's language instead of the
    `text`; `notice`: the table says it about the seat. `after`: of a notice, how many events had happened.
    """

    number: int
    seat: Seat | None
    text: str
    at: int
    phrase: Phrase | None = None
    notice: Notice | None = None
    name: str = ""
    after: int | None = None


class Chat(Value, frozen=True, tag_field="type", tag="chat"):
    """New lines, or on arrival the last ones; without those of muted seats."""

    lines: tuple[ChatLine, ...]


class TableChanged(Value, frozen=True, tag_field="type", tag="table"):
    """Someone sat down or left, a setting changed, the game began or ended; `seat` is mine."""

    table: Table
    seat: Seat | None


class ScreenAt(Value, frozen=True, tag_field="type", tag="screen"):
    """How many events the screen of the table has shown (null: there is none); `mine`: I am this screen."""

    events: int | None
    mine: bool


class StepWanted(Value, frozen=True, tag_field="type", tag="step_wanted"):
    """To the screen: somebody who has seen so many events wants the next step."""

    events: int


class Warned(Value, frozen=True, tag_field="type", tag="warned"):
    """Soon a bot takes over the seats that have not answered."""

    turn: int
    deadline: float


class SeatClock(Value, frozen=True):
    """`left` seconds, running down from the moment `since`; null: it stands.

    `since` lies ahead while the reveal is shown: then the clock starts at the latest.
    """

    left: float
    since: float | None


class Clocks(Value, frozen=True, tag_field="type", tag="clocks"):
    """Everybody's clock for the question `turn`; null: none runs for this seat."""

    turn: int
    seats: tuple[SeatClock | None, ...]


class Fairness(Value, frozen=True, tag_field="type", tag="fairness"):
    """After the end: the key that the commitment bound, and each seat's nonce, all in hex."""

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
    | ScreenAt
    | StepWanted
    | Warned
    | Clocks
    | Fairness
    | Pong
    | Leaving
)
