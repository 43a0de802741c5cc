"""The words of the protocol: colours, phases, codes of refusal, and the bounds of what may be sent."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from chocolatl.rules import EDITIONS
from chocolatl.rules.refusal import RefusalCode
from chocolatl.rules.texts import whole
from chocolatl.rules.types import Value

PROTOCOL = 2

SeatColour = Literal["jade", "maize", "indigo", "chili", "plum"]
Phase = Literal["open", "drawing", "running", "finished", "closed"]
DrawState = Literal["none", "committed", "waiting", "opened", "away", "bot", "barred"]
Presence = Literal["idle", "thinking", "chosen", "away", "bot"]
ListName = Literal["open", "live", "finished"]

Phrase = Literal[
    "hello", "luck", "well_played", "thanks", "moment", "ouch", "hurry", "again",
    "smile", "laugh", "wow", "think", "sad", "heart",
]  # fmt: skip
"""What can be said with one tap; every reader gets it in their own language, the last six as a picture."""
Notice = Literal["joined", "left", "bot_plays", "back", "host"]
"""What the table itself says about a seat."""

Code = (
    RefusalCode
    | Literal[
        "bad_message",  # not JSON, or not of a known shape
        "too_long",  # more bytes or letters than allowed
        "too_fast",  # over the rate limit: slow down and send it again
        "too_many_changes",  # an answer was replaced so often that it now stands
        "hello_first",  # the first message on a socket is hello
        "id_reused",  # the same message id with another content
        "no_cookie",  # who changes anything must be somebody: send it again with the cookie just given
        "not_seated",  # only someone who holds a seat may do this
        "not_host",  # only the host may do this
        "wrong_phase",  # the table is not in a state where this can be done
        "no_such_table",
        "no_such_bot",
        "no_such_thing",  # no such address
        "seat_taken",
        "colour_taken",
        "name_taken",  # or looks too much like one at this table
        "table_locked",  # the host lets nobody new sit down
        "removed",  # the host has sent this browser away from the table
        "chat_closed",  # spectators may not write here
        "one_device",  # not at a table whose people pass one device around
        "not_here",  # only somebody at the machine that serves may do this
        "bad_name",
        "bad_board",
        "bad_address",  # a webhook that may not be called
        "bad_token",  # a personal link that opens nothing
        "bad_origin",  # a page of another site
        "spectators_closed",
        "no_screen",  # no screen shows this table, or this page is none of its screens
        "not_away",  # a bot is called for somebody who is here, or was a moment ago
        "old_page",  # a page of an older or newer server: load it again
        "wrong_attempt",  # another attempt of the draw is going on
        "wrong_opening",  # not the nonce that the page has committed to
        "not_in_draw",  # this seat takes no part in the draw
        "hints_off",  # the host has not allowed hints, and other people play
        "too_new",  # a newer server made this table, this one cannot play it: connect again
        "busy",  # the server cannot store anything just now: try again soon
    ]
)

# Lengths are counted in characters; the server counts bytes as well, before it reads anything. What a text
# may hold stands in rules/texts.py: a name and a line of chat are cleaned when they are read.
MOST = 2**31 - 1
"""The largest number: what every database and language can hold."""
Name = Annotated[str, Meta(min_length=1, max_length=40)]
MessageId = Annotated[str, Meta(pattern=whole("[!-~]{1,40}"))]
Nonce = Annotated[str, Meta(pattern=whole("[0-9a-f]{64}"))]
Commitment = Nonce
ScreenCode = Annotated[str, Meta(max_length=40)]
Token = Annotated[str, Meta(pattern=whole("[A-Za-z0-9_-]{20,100}"))]
EditionName = Annotated[str, Meta(pattern=whole("|".join(EDITIONS)))]
BotSpec = Annotated[str, Meta(min_length=1, max_length=80)]
Number = Annotated[int, Meta(ge=0, le=MOST)]


class Problem(Value, frozen=True):
    """The body of every HTTP answer from 400 on. Clients translate the code; the rest is for developers."""

    code: Code
    reason: str
    expected: str
