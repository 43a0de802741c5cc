"""What the players sent and what the server said about it, against what the database holds in the end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from chocolatl.rules import Action, Event
from chocolatl.rules.events import Answered
from chocolatl.rules.types import Seat
from chocolatl.server.protocol import Answer
from chocolatl.server.store.rows import EventRow, decode_events
from chocolatl.server.store.store import Store


class Ledger:
    """Every answer that was sent, in order, and which of them the server acknowledged."""

    def __init__(self) -> None:
        self.sent: dict[tuple[str, Seat, str], Answer] = {}
        self.acknowledged: dict[tuple[str, Seat, str], Answer] = {}
        self.tables: dict[str, bool] = {}
        self.problems: list[str] = []
        self.counts: Counter[str] = Counter()

    def send(self, table: str, seat: Seat, answer: Answer) -> None:
        """It is on its way."""
        self.sent[table, seat, answer.id] = answer

    def accept(self, table: str, seat: Seat, name: str) -> None:
        """The server says that it is on disk."""
        key = (table, seat, name)
        if key not in self.sent:
            self.problem(f"{key}: an answer was accepted that nobody sent")
        else:
            self.acknowledged[key] = self.sent[key]

    def problem(self, text: str) -> None:
        """Something that must not happen."""
        self.problems.append(text)


class Compared:
    """The answers that are missing, there twice, or were never sent."""

    def __init__(self) -> None:
        self.lost: list[str] = []
        self.doubled: list[str] = []
        self.invented: list[str] = []


async def compare(ledger: Ledger, store: Store) -> Compared:
    """Table by table."""
    found = Compared()
    for table in ledger.tables:
        rows = await store.events(table)
        _look_for_lost(table, ledger, rows, found)
        _look_for_doubled(table, ledger, rows, found)
    return found


def _look_for_lost(table: str, ledger: Ledger, rows: Sequence[EventRow], found: Compared) -> None:
    """Acknowledged answers of a seat to a turn stand in the log, and in the order they were given."""
    stored = _answers(event for row in rows for event in decode_events(row.body))
    given: defaultdict[tuple[int, Seat], list[Action]] = defaultdict(list)
    for (where, seat, _), answer in ledger.acknowledged.items():
        told = given[answer.turn, seat] if where == table else None
        if told is not None and told[-1:] != [answer.action]:  # the same again changes nothing
            told.append(answer.action)
    for key, actions in given.items():
        if not is_subsequence(actions, stored.get(key, [])):
            found.lost.append(f"table {table}, turn and seat {key}: {actions} of {stored.get(key)}")


def _answers(events: Iterable[Event]) -> dict[tuple[int, Seat], list[Action | None]]:
    stored: defaultdict[tuple[int, Seat], list[Action | None]] = defaultdict(list)
    for event in events:
        if isinstance(event, Answered):
            stored[event.turn, event.seat].append(event.action)
    return stored


def is_subsequence(few: Sequence[object], many: Sequence[object]) -> bool:
    """Are the few all among the many, in the same order?"""
    rest = iter(many)
    return all(any(one == other for other in rest) for one in few)


def _look_for_doubled(table: str, ledger: Ledger, rows: Sequence[EventRow], found: Compared) -> None:
    """Every message is stored at most once, and the numbers have neither gaps nor doubles."""
    names = Counter((row.seat, row.message) for row in rows if row.seat is not None and row.message)
    for (seat, name), count in names.items():
        if count > 1:
            found.doubled.append(f"table {table}, seat {seat}: message {name} is stored {count} times")
        if (table, seat, name) not in ledger.sent:
            found.invented.append(f"table {table}, seat {seat}: message {name} was never sent")
    number = 0
    for row in rows:
        if row.number != number:
            found.doubled.append(f"table {table}: event {row.number} where {number} was due")
        number = row.number + len(decode_events(row.body))
