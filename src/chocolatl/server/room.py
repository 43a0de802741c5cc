"""One table in memory: an ordered queue of work, the game, and the pages that look at it.

Everything that happens to a table goes through its queue, one after the other. Answers that wait together are
decided together and stored in one go; only then anybody hears of them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

import msgspec
import structlog

from chocolatl.rules import Action, Event, SealedChance, State, question, view
from chocolatl.rules.words import Seat
from chocolatl.server.bus import Note
from chocolatl.server.defaults import default_answer
from chocolatl.server.errors import Denied, StorageDown
from chocolatl.server.game import Draft, Game, folded, new_deadline, summarise
from chocolatl.server.levels import spec_of
from chocolatl.server.lobby import Lobby
from chocolatl.server.presence import Arrivals, presence
from chocolatl.server.public import public_table
from chocolatl.server.redacted import Redacted
from chocolatl.server.store.rows import Append, EventRow, TableRow, decode_events
from chocolatl.server.wire import Accepted, Ask, Fairness, Phase, PresenceChanged, Refused, TableChanged

if TYPE_CHECKING:
    from chocolatl.server.house import House

T = TypeVar("T")
encode = msgspec.json.Encoder().encode
log = structlog.get_logger()
ATTEMPTS = 30
PRESENCE_SECONDS = 30.0


class Page(Protocol):
    """An open socket, as a room sees it. `asked`: the turn of the question it was last told about."""

    visitor: str | None
    seat: Seat | None
    asked: int | None

    def post(self, message: bytes) -> None:
        """Queue a message; sent soon, together with others."""

    def leave(self, code: int) -> None:
        """Close it after what is queued."""


class Given(NamedTuple):
    """An answer on its way: from a page, or from a bot (no page)."""

    page: Page | None
    seat: Seat
    message: str | None
    turn: int
    action: Action
    arrived: float


class Room:
    """Made by the house, which keeps one per table that somebody looks at or plays."""

    def __init__(self, house: House, row: TableRow, game: Game) -> None:
        self.house = house
        self.row = row
        self.game = game
        self.pages: set[Page] = set()
        self.arrivals = Arrivals()
        self.used = house.now()
        self.warned = -1
        self._queue: deque[Given | Callable[[], Awaitable[None]]] = deque()
        self._pump: asyncio.Task[None] | None = None
        self._thinking: set[tuple[int, Seat]] = set()
        self._presence: tuple[object, int] | None = None
        self._stale = False

    @property
    def lobby(self) -> Lobby:
        """Who sits where."""
        return self.row.lobby

    @property
    def state(self) -> State | None:
        """The game, once it has begun."""
        return self.game.state

    @property
    def busy(self) -> bool:
        """Something is going on, or somebody looks."""
        return bool(self.pages or self._queue or self._thinking)

    # ---- the queue ----

    def give(self, given: Given) -> None:
        """An answer takes its place in the queue."""
        self._put(given)

    async def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something in turn, and wait for its outcome."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            try:
                result = await work()
            except BaseException as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(result)

        self._put(job)
        return await done

    def _put(self, item: Given | Callable[[], Awaitable[None]]) -> None:
        self._queue.append(item)
        self.used = self.house.now()
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while self._queue:
            item = self._queue.popleft()
            if not isinstance(item, Given):
                await item()
                continue
            batch = [item]
            while self._queue and isinstance(self._queue[0], Given):
                batch.append(self._queue.popleft())  # type: ignore[arg-type]  # just checked
            await self._take_answers(batch)

    # ---- answers ----

    async def _take_answers(self, batch: Sequence[Given]) -> None:
        try:
            draft, verdicts = await self._stored(batch)
        except StorageDown as error:
            self._stale = True  # it may or may not have been written: read again before going on
            log.warning("storage.down", table=self.row.id, error=str(error))
            busy = Denied("busy", "the answer could not be stored", "the same message again, a little later")
            self._reply([(given, busy) for given in batch])
            return
        self._reply(verdicts)
        if draft.rows:
            self._publish(*draft.adopt())
        self._measure(verdicts)

    async def _stored(self, batch: Sequence[Given]) -> tuple[Draft, list[tuple[Given, Denied | None]]]:
        """Decide, store; when another process was first, read what it did and decide again."""
        if self._stale:
            await self.catch_up()
        for _ in range(ATTEMPTS):
            draft = self._draft()
            verdicts = [(given, self._judge(draft, given)) for given in batch]
            if not draft.rows or await self._append(draft.append(self.row.summary.deadline)):
                return draft, verdicts
            await self.catch_up()
        raise StorageDown("other processes were faster every time")

    def _draft(self) -> Draft:
        return Draft(self.game, self.lobby, self.chance(), self.house.now())

    def chance(self) -> SealedChance:
        """The dice of this table: the server's key, and what each seat added."""
        nonces = [bytes.fromhex(doc.nonce) for doc in self.lobby.seats]
        return SealedChance(self.house.secret.chance_key(self.row.id), nonces)

    async def _append(self, append: Append) -> bool:
        if not await self.house.store.append(append):
            return False
        self.row = self.row._replace(summary=append.summary)
        return True

    def _judge(self, draft: Draft, given: Given) -> Denied | None:
        if given.page is None and not self.lobby.seats[given.seat].played_by_bot:
            return Denied("not_asked", "the player is back", "nothing")
        try:
            draft.answer(given.seat, given.message, given.turn, given.action)
        except Denied as denied:
            return denied
        return None

    def _reply(self, verdicts: Sequence[tuple[Given, Denied | None]]) -> None:
        for given, denied in verdicts:
            if given.page is not None and given.message is not None:
                given.page.post(encode(verdict(given.message, denied)))
            if denied is not None:
                self.house.metrics.refusals.labels(denied.problem.code).inc()
            self._thinking.discard((given.turn, given.seat))
            if given.page is None and denied is not None:
                self._bot_refused(given, denied)

    def _bot_refused(self, given: Given, denied: Denied) -> None:
        """Too late is normal; else it is a bot that does not know the rules: the default answers for it."""
        state = self.state
        if denied.problem.code in ("too_late", "not_asked", "game_over", "busy") or state is None:
            return
        log.warning("bot.illegal", table=self.row.id, reason=denied.problem.reason)
        asked = question(state, given.seat)
        if asked is not None:
            self.give(given._replace(action=default_answer(asked)))

    def _measure(self, verdicts: Sequence[tuple[Given, Denied | None]]) -> None:
        now = self.house.now()
        for given, denied in verdicts:
            if denied is None:
                self.house.metrics.answers.labels("bot" if given.page is None else "person").inc()
                self.house.metrics.latency.observe(now - given.arrived)

    # ---- what everyone hears ----

    def _publish(self, first: int, events: Sequence[Event], mine: bool = True) -> None:
        """`mine`: this process stored it, so it tells the others."""
        redacted = Redacted(first, events, self.lobby.rules)
        for page in self.pages:
            page.post(redacted.message(page.seat))
        self._post_asks()
        self.post_presence()
        if mine:
            self.house.bus.tell(self._note("events"))
            self.house.questions_opened(self, events)
        if self.row.summary.phase == "finished":
            self._post_end()
            if mine:
                self.house.metrics.finished.inc()
        self.wake_bots()

    def _note(self, kind: str) -> Note:
        return Note(self.row.id, self.house.origin, kind)  # type: ignore[arg-type]  # one of its words

    def _post_asks(self) -> None:
        state = self.state
        asked = state.asked if state is not None else None
        messages: dict[Seat, bytes] = {}
        for page in self.pages:
            seat = page.seat
            turn = asked.turn if asked is not None and seat in asked.seats else None
            if seat is None or turn == page.asked:
                continue
            page.asked = turn
            if seat not in messages:
                messages[seat] = encode(self.ask(seat))
            page.post(messages[seat])

    def ask(self, seat: Seat) -> Ask:
        """The open question of a seat, as its pages are told."""
        state = self.state
        asked = question(state, seat) if state is not None else None
        if state is None or asked is None:
            return Ask(None, None, None, None)
        return Ask(asked, state.answers[seat], default_answer(asked), self.row.summary.deadline)

    def _post_end(self) -> None:
        fairness = encode(self.fairness())
        for page in self.pages:
            page.post(fairness)
        self.post_table()

    def fairness(self) -> Fairness:
        """Key and nonces; asked for only after the end."""
        assert self.row.summary.phase == "finished"
        chance = self.chance()
        return Fairness(chance.commitment, chance.key.hex(), tuple(nonce.hex() for nonce in chance.nonces))

    def post_table(self) -> None:
        """Tell every page about the table and its own seat, which may have changed."""
        table = public_table(self.row)
        messages: dict[Seat | None, bytes] = {}
        for page in self.pages:
            seat = self.lobby.seat_of(page.visitor) if page.visitor else None
            if seat != page.seat:
                page.seat, page.asked = seat, -1  # tell it anew what it is asked
            if seat not in messages:
                messages[seat] = encode(TableChanged(table, seat))
            page.post(messages[seat])
        self._post_asks()
        self.post_presence()

    def here(self) -> tuple[int, int]:
        """The seats with a page in this process (bits), and the spectators."""
        seats = 0
        spectators = 0
        for page in self.pages:
            if page.seat is None:
                spectators += 1
            else:
                seats |= 1 << page.seat
        return seats, spectators

    def presence_message(self) -> PresenceChanged:
        """Who is here, thinks, has chosen."""
        seats, spectators = self.arrivals.all(*self.here(), self.house.now())
        return PresenceChanged(presence(self.lobby, self.state, seats), spectators)

    def post_presence(self) -> None:
        """To everyone, when something about it is new."""
        message = self.presence_message()
        if self._presence != (message.seats, message.spectators):
            self._presence = (message.seats, message.spectators)
            encoded = encode(message)
            for page in self.pages:
                page.post(encoded)

    def tell_presence(self) -> None:
        """Tell the other processes who is here."""
        seats, spectators = self.here()
        self.house.bus.tell(Note(self.row.id, self.house.origin, "here", seats, spectators))

    # ---- changes of the lobby, always within the queue ----

    async def change(self, how: Callable[[TableRow], Lobby], phase: Phase | None = None) -> None:
        """Change who sits where; decided again when another process changed it first. Raises Denied."""
        for _ in range(ATTEMPTS):
            lobby = how(self.row)
            if lobby is self.lobby and phase is None:
                return
            if await self.house.store.change(self.row, lobby, phase):
                summary = self.row.summary._replace(phase=phase or self.row.summary.phase)
                self.row = TableRow(self.row.version + 1, lobby, self.row.created, summary)
                self.house.bus.tell(self._note("lobby"))
                self.post_table()
                return
            await self.catch_up()
        raise StorageDown("other processes were faster every time")

    async def begin(self) -> None:
        """The phase is `running` and there are no events: set up the game, unless another process does."""
        draft = self._draft()
        draft.begin()
        if await self._append(draft.append(None)):
            self._publish(*draft.adopt())
        else:
            await self.catch_up()

    async def renew_deadline(self) -> None:
        """Give the people who are asked their full time again."""
        state = self.state
        if state is None or state.asked is None:
            return
        now = self.house.now()
        summary = summarise(state, self.game.last, new_deadline(state, self.lobby, now), now)
        await self._append(Append(self.row.id, self.game.last, (), summary))
        for page in self.pages:
            page.asked = -1
        self._post_asks()

    # ---- other processes ----

    async def catch_up(self) -> None:
        """Read what other processes have written, and tell our pages."""
        rows = await self.house.store.events(self.row.id, self.game.last + 1)
        row = await self.house.store.load(self.row.id)
        if row is None:
            return
        self._stale = False
        lobby_changed = row.version != self.row.version or row.summary.phase != self.row.summary.phase
        self.row = row
        first, events = self._absorb(rows)
        if events:
            self._publish(first, events, mine=False)
        if lobby_changed:
            self.post_table()
        if row.summary.phase == "running" and self.state is None:
            await self.begin()
        self.wake_bots()

    def _absorb(self, rows: Sequence[EventRow]) -> tuple[int, list[Event]]:
        first = self.game.last + 1
        new: list[Event] = []
        for row in rows:
            if row.number > self.game.last:
                events = decode_events(row.body)
                self.game.absorb(row, events)
                new.extend(events)
        return first, new

    # ---- bots ----

    def wake_bots(self) -> None:
        """Let every bot that is asked think, once."""
        state = self.state
        if state is None or self.house.draining:
            return
        for seat in state.pending:
            job = (state.turn, seat)
            if self.lobby.seats[seat].played_by_bot and job not in self._thinking:
                self._thinking.add(job)
                self.house.spawn(self._think(state, seat))

    async def _think(self, state: State, seat: Seat) -> None:
        try:
            if not await self.house.may_think(self.row.id, state.turn, seat):
                self._thinking.discard((state.turn, seat))
                return
            seen = view(state, seat)
            assert seen.question is not None
            seed = self.house.secret.bot_seed(self.row.id, state.turn, seat)
            bot = spec_of(self.lobby.seats[seat].bot or "medium")
            action = await self.house.bots.decide(bot, seed, seen, seen.question)
        except BaseException:
            self._thinking.discard((state.turn, seat))
            raise
        self.give(Given(None, seat, None, state.turn, action, self.house.now()))


def verdict(message: str, denied: Denied | None) -> Accepted | Refused:
    """The reply to a message."""
    if denied is None:
        return Accepted(message)
    problem = denied.problem
    return Refused(message, problem.code, problem.reason, problem.expected)


async def load_room(house: House, table: str) -> Room | None:
    """A room from what the store holds."""
    row = await house.store.load(table)
    if row is None:
        return None
    return Room(house, row, folded(await house.store.events(table)))
