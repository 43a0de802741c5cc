"""What is delivered: events redacted and in parts, lines of chat to those who want them, writes in groups."""

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chocolatl.bots.fallback import default_answer
from chocolatl.rules import Event, State, decide, question, redact
from chocolatl.server import protocol
from chocolatl.server.bus import TableNotice
from chocolatl.server.errors import RequestError, StorageUnavailableError, Unstorable
from chocolatl.server.store.group_commit import LARGEST_GROUP, GroupCommitter
from chocolatl.server.store.rows import Append, ChatRow, EventRow, Line, encode
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.broadcast import EventPayloads
from chocolatl.server.tables.chat import broadcast_chat, chat_message, muted_by, post_chat_line
from chocolatl.server.tables.event_history import PART_EVENTS, History, rows_in_parts
from chocolatl.server.tables.seat_changes import resume_seat
from tests.server.decisions.rooms import CHANCE, NOW, Listener, MemoryTable, first_state, table


def a_game(decisions: int = 60) -> list[tuple[Event, ...]]:
    """The events of the first decisions of a game, one decision each."""
    from chocolatl.rules import default_board, edition_named, fold, start

    first = tuple(start(default_board(), edition_named("english"), 3, CHANCE))
    state: State = fold(first)
    found = [first]
    while len(found) < decisions and state.pending:
        seat = state.pending[0]
        asked = question(state, seat)
        assert asked is not None
        events: Any = decide(state, seat, default_answer(asked), CHANCE)
        found.append(tuple(events))
        state = fold(events, state)
    return found


DECISIONS = a_game()
EVENTS = [event for events in DECISIONS for event in events]
RULES = table().lobby.rules
decode = msgspec.json.Decoder(protocol.Events).decode


@given(
    st.integers(0, 500), st.none() | st.integers(0, 3), st.integers(-5, 600), st.none() | st.integers(0, 700)
)
def test_every_seat_gets_the_events_it_asks_for_redacted_for_it(
    first: int, seat: int | None, since: int, last: int | None
):
    events = EVENTS[:90]
    made = EventPayloads(first, events, RULES)
    told = decode(made.message(seat, since, last))
    begin = max(first, since)
    end = first + len(events) - 1 if last is None else min(first + len(events) - 1, last)
    assert told.first == begin
    wanted = [redact(event, seat, RULES) for event in events[begin - first : max(0, end + 1 - first)]]
    assert list(told.events) == wanted
    assert len(made) == len(events)


def test_only_a_seat_with_something_of_its_own_has_eyes_of_its_own():
    events = DECISIONS[1]
    made = EventPayloads(5, events, RULES)
    (owner,) = {event.seat for event in events if hasattr(event, "seat")}
    for seat in (None, 0, 1, 2):
        assert made.eyes(seat) == (seat if seat == owner else None)
    public = len(made.message(None)) - len(b'{"type":"events","first":5,"events":[]}') - (len(events) - 1)
    own = len(encode(redact(events[0], owner, RULES)))
    assert made.size == public + own
    assert EventPayloads(0, [], RULES).message(None) == b'{"type":"events","first":0,"events":[]}'


class Rows:
    """A store with one game; counts how often it is read."""

    def __init__(self, decisions: Sequence[tuple[Event, ...]]) -> None:
        self.reads: list[tuple[str, int, int | None]] = []
        self.rows: list[EventRow] = []
        number = 0
        for events in decisions:
            self.rows.append(EventRow(number, None, None, 0.0, encode(events)))
            number += len(events)
        self.count = number

    async def events(self, table: str, since: int = 0, count: int | None = None) -> list[EventRow]:
        self.reads.append((table, since, count))
        before = [row.number for row in self.rows if row.number <= since]
        found = [row for row in self.rows if row.number >= (before[-1] if before else 0)]
        return found[:count]


LONG = (DECISIONS * 12)[:400]
STORED = Rows(LONG)
ALL = [event for events in LONG for event in events]


async def told(history: History, first: int, last: int, seat: int | None = 1) -> list[Event]:
    found: list[Event] = []
    async for part in history.parts("t", RULES, first, last):
        message = decode(part.message(seat, first, last))
        assert message.first == first + len(found)
        assert len(message.events) <= PART_EVENTS
        found += message.events
    return found


@given(st.data())
def test_history_gives_every_event_once_kept_or_not(data: st.DataObject):
    history = History(STORED, data.draw(st.sampled_from([0, 30_000, 10**9])))  # type: ignore[arg-type]
    for _ in range(3):
        last = data.draw(st.integers(0, STORED.count - 1))
        first = data.draw(st.integers(0, last))
        expected = [redact(event, 1, RULES) for event in ALL[first : last + 1]]
        assert asyncio.run(told(history, first, last)) == expected


def test_whole_parts_are_kept_while_there_is_room_and_the_least_used_go_first():
    store = Rows(LONG)
    history = History(store, 10**9)  # type: ignore[arg-type]
    end = 3 * PART_EVENTS
    asyncio.run(told(history, 0, end - 1))
    assert len(store.reads) == 3
    size = history.size
    assert size == sum(part.size for part in history._kept.values()) > 0
    asyncio.run(told(history, 0, end - 1))
    assert (len(store.reads), history.size) == (3, size)
    asyncio.run(told(history, end, end + 5))
    asyncio.run(told(history, end, end + 5))
    assert len(store.reads) == 5, "a part that grows is not kept"
    assert store.reads[-1] == ("t", end, 6)
    first, second, _ = history._kept.values()
    small = History(Rows(LONG), first.size + second.size)  # type: ignore[arg-type]
    asyncio.run(told(small, 0, 2 * PART_EVENTS - 1))
    assert list(small._kept) == [("t", 0), ("t", 1)], "as much as there is room for"
    asyncio.run(told(small, 0, 5))
    asyncio.run(told(small, 2 * PART_EVENTS, end - 1))
    assert ("t", 1) not in small._kept, "the least used"
    assert small.size == sum(part.size for part in small._kept.values()) <= first.size + second.size


@pytest.mark.parametrize("since", [0, 1, 57, 100, STORED.count - 1, STORED.count])
def test_decisions_come_in_parts_each_once(since: int):
    async def read() -> list[EventRow]:
        return [row async for part in rows_in_parts(store, "t", since) for row in part]  # type: ignore[arg-type]

    store = Rows(LONG)
    assert asyncio.run(read()) == [row for row in store.rows if row.number >= since]
    assert {(table, count) for table, _, count in store.reads} == {("t", PART_EVENTS)}
    assert asyncio.run(_first_part()) == Rows(LONG).rows[:PART_EVENTS]


async def _first_part() -> list[EventRow]:
    async for part in rows_in_parts(Rows(LONG), "t"):  # type: ignore[arg-type]
        return list(part)
    return []


# ---- chat ----

LINE = ChatRow(4, 1, "m", 9.9, "hello")


def muting(seat: int, *muted: int) -> MemoryTable:
    row = table()
    lobby = lobbies.with_seat(row.lobby, seat, replace(row.lobby.seats[seat], muted=muted))
    return MemoryTable(row._replace(lobby=lobby))


def test_a_line_is_not_delivered_to_those_who_muted_its_seat():
    live = muting(0, 1)
    pages = [Listener(seat) for seat in (0, 0, 1, 2, None)]
    live.broadcast.connections = pages
    broadcast_chat(live, [LINE, LINE._replace(number=5, seat=2, text="too")])  # type: ignore[arg-type]
    both = protocol.Chat((protocol.ChatLine(4, 1, "hello", 9), protocol.ChatLine(5, 2, "too", 9)))
    heard = [msgspec.json.decode(b"".join(page.heard), type=protocol.Chat) for page in pages]
    assert heard == [protocol.Chat(both.lines[1:])] * 2 + [both] * 3
    assert chat_message([]) == protocol.Chat(())
    assert [muted_by(live, page) for page in pages] == [(1,), (1,), (), (), ()]  # type: ignore[arg-type]
    for page in pages:
        page.heard.clear()
    broadcast_chat(live, [LINE])  # type: ignore[arg-type]
    assert [len(page.heard) for page in pages] == [0, 0, 1, 1, 1]


@pytest.mark.parametrize("gone", [True, False])
def test_a_line_is_cleaned_stored_shown_and_told(gone: bool):
    live = muting(0)
    page = Listener(0)
    live.broadcast.connections = [page]
    stored: list[Any] = []

    async def store(*line: Any) -> ChatRow | None:
        stored.append(line)
        return None if gone else LINE

    live.services.store = SimpleNamespace(add_chat_line=store)
    with pytest.raises(RequestError) as denied:
        asyncio.run(post_chat_line(live, 1, protocol.Say("m", "\u200b")))  # type: ignore[arg-type]
    assert not stored
    problem = denied.value.problem
    assert (problem.code, problem.reason) == ("bad_message", "nothing readable is left of the text")
    assert problem.expected == "some visible letters"
    if gone:
        with pytest.raises(RequestError) as denied:
            asyncio.run(post_chat_line(live, 1, protocol.Say("m", "hello")))  # type: ignore[arg-type]
        problem = denied.value.problem
        assert (problem.code, problem.reason) == ("no_such_table", "the table was removed")
        assert (problem.expected, page.heard, live.notes) == ("another table", [], [])
        return
    asyncio.run(post_chat_line(live, 1, protocol.Say("m", "hel\u200blo" + "o" * 500)))  # type: ignore[arg-type]
    assert stored == [(live.row.id, "m", NOW, Line(1, ("hello" + "o" * 500)[:400]))]
    assert page.heard == [encode(protocol.Chat((protocol.ChatLine(4, 1, "hello", 9),)))]
    assert live.notes == [TableNotice(live.row.id, "here", "chat", 4)]


# ---- taking a seat back ----


def test_a_seat_is_taken_back_once_and_its_person_has_time():
    row = table()
    live = MemoryTable(row._replace(lobby=lobbies.hand_over(row.lobby, (1,), "medium")))
    asyncio.run(resume_seat(live, 1))  # type: ignore[arg-type]
    assert (live.lobby.seats[1].held, live.renewed, live.looked) == (False, [1], 0)
    before = live.lobby
    asyncio.run(resume_seat(live, 1))  # type: ignore[arg-type]
    assert live.lobby is before
    assert (live.renewed, live.looked) == ([1], 1), "nobody has told of a bot: look once more"
    held = lobbies.hand_over(before, (1,), "medium")
    live.news = lambda: setattr(live, "row", live.row._replace(lobby=held))
    asyncio.run(resume_seat(live, 1))  # type: ignore[arg-type]
    assert (live.lobby.seats[1].held, live.renewed) == (False, [1, 1])


# ---- group commit ----


def append(number: int) -> Append:
    return Append(f"t{number}", -1, (), SUMMARY)


SUMMARY = table().summary


class Database:
    """Takes groups; refuses some values, and is away for others."""

    def __init__(self, bad: frozenset[int] = frozenset(), error: type[Exception] = Unstorable) -> None:
        self.groups: list[list[str]] = []
        self.bad = {f"t{number}" for number in bad}
        self.error = error

    async def commit(self, group: Sequence[Append]) -> list[bool]:
        self.groups.append([one.table for one in group])
        await asyncio.sleep(0)
        if self.bad & {one.table for one in group}:
            raise self.error("no")
        return [int(one.table[1:]) % 2 == 0 for one in group]


async def _committed(database: Database, count: int) -> list[Any]:
    committer = GroupCommitter(database.commit)
    done = [asyncio.create_task(committer.append(append(n))) for n in range(count)]
    found = await asyncio.gather(*done, return_exceptions=True)
    await committer.close()
    return list(found)


def test_what_waits_together_is_written_together():
    database = Database()
    found = asyncio.run(_committed(database, 2 * LARGEST_GROUP + 5))
    assert found == [n % 2 == 0 for n in range(2 * LARGEST_GROUP + 5)]
    assert [len(group) for group in database.groups] == [LARGEST_GROUP, LARGEST_GROUP, 5]
    asyncio.run(GroupCommitter(database.commit).close())


@given(st.integers(1, 9), st.sets(st.integers(0, 8)))
def test_a_value_that_is_refused_fails_alone(count: int, bad: set[int]):
    found = asyncio.run(_committed(Database(frozenset(bad)), count))
    for number, outcome in enumerate(found):
        if number in bad:
            assert isinstance(outcome, Unstorable)
        else:
            assert outcome is (number % 2 == 0)


@pytest.mark.parametrize("error", [StorageUnavailableError, OSError])
def test_an_outage_ends_the_group_at_once_and_the_next_one_is_tried(error: type[Exception]):
    async def both() -> None:
        committer = GroupCommitter(database.commit)
        first = [asyncio.create_task(committer.append(append(n))) for n in range(3)]
        for outcome in await asyncio.gather(*first, return_exceptions=True):
            assert isinstance(outcome, StorageUnavailableError)
        assert len(database.groups) == 1
        assert await committer.append(append(4))
        waiting = asyncio.create_task(committer.append(append(6)))
        await asyncio.sleep(0)
        await committer.close()
        assert waiting.done() or database.groups[-1] == ["t6"]

    database = Database(frozenset({1}), error)
    asyncio.run(both())


def test_who_no_longer_waits_is_no_trouble():
    async def one() -> None:
        committer = GroupCommitter(Database().commit)
        gone = asyncio.create_task(committer.append(append(0)))
        stays = asyncio.create_task(committer.append(append(2)))
        await asyncio.sleep(0)
        gone.cancel()
        assert await stays

    asyncio.run(one())


def test_first_state_is_a_game():
    assert first_state().pending == (0, 1, 2)
