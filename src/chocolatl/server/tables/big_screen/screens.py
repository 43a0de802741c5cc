"""Which screen paces a table, and where its reveal is. Nothing of it is stored; pages wait only for a while.

A screen shows the public view in the middle of a room. The newest one that shows anything paces; the pages of
the table follow it. Who it is at other processes, these say over the bus.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from chocolatl.server.bus import TableNotice
from chocolatl.server.errors import RequestError
from chocolatl.server.protocol import ScreenAt, StepWanted
from chocolatl.server.tables.big_screen.remote_screens import NOTHING, RemoteScreens, Shown
from chocolatl.server.tables.broadcast import Broadcast, Connection
from chocolatl.server.tables.services import TableServices

MOST_SCREENS = 8
"""Of one table at one process."""
encode = msgspec.json.Encoder().encode


class Screens:
    """The screens of one table."""

    def __init__(self, table: str, broadcast: Broadcast, services: TableServices) -> None:
        self._table = table
        self._broadcast = broadcast
        self._services = services
        self._here: dict[Connection, tuple[float, int]] = {}
        """When each came, and how many events it has shown."""
        self._elsewhere = RemoteScreens()
        self._told: tuple[Connection | None, Shown | None] = (None, None)

    def refuse_crowd(self) -> None:
        """Nobody has so many televisions. Raises RequestError."""
        if len(self._here) >= MOST_SCREENS:
            raise RequestError("busy", f"{MOST_SCREENS} screens show this table", "to connect again later")

    def arrive(self, screen: Connection) -> None:
        """From now on this one paces, as soon as it says what it shows."""
        self._here[screen] = (self._services.now(), NOTHING)

    def leave(self, screen: Connection) -> None:
        """It was closed: pages follow another one, or nobody."""
        if self._here.pop(screen, None) is not None:
            self._changed()

    def show(self, screen: Connection, events: int | None, last: int) -> None:
        """A screen has shown so many of the events up to the number `last`. Raises RequestError."""
        if screen not in self._here:
            raise RequestError("no_screen", "this page is no screen of the table", "the address of a screen")
        self._here[screen] = (self._here[screen][0], NOTHING if events is None else min(events, last + 1))
        self._changed()

    def want_step(self, events: int) -> None:
        """Somebody at the table has seen these events and wants the next step. Raises RequestError."""
        screen, shown = self._pacing()
        if shown is None:
            raise RequestError("no_screen", "no screen shows this table", "a table with a screen")
        if screen is not None:
            screen.post(encode(StepWanted(events)))
        else:
            self._publish("step", events, shown.since)

    def tell(self, page: Connection) -> None:
        """A page arrives."""
        screen, shown = self._pacing()
        if shown is not None:
            page.post(encode(ScreenAt(shown.events, page is screen)))

    # ---- other processes ----

    def on_notice(self, note: TableNotice) -> None:
        """A screen at another process has moved or gone, or somebody there wants the next step of ours."""
        if note.kind == "screen":
            self._elsewhere.update(Shown(note.since, note.origin, note.value), self._services.now())
            self._post()
        elif (screen := self._pacing()[0]) is not None:
            screen.post(encode(StepWanted(note.value)))

    def publish(self) -> None:
        """Tell the other processes of our newest screen, if there is one."""
        if (newest := self._newest_here()) is not None:
            self._publish("screen", newest[1].events, newest[1].since)

    def _publish(self, kind: Literal["screen", "step"], value: int, since: float) -> None:
        note = TableNotice(self._table, self._services.origin, kind, value, since=since)
        self._services.bus.publish(note)

    # ---- who paces ----

    def _newest_here(self) -> tuple[Connection, Shown] | None:
        showing = [
            (screen, Shown(since, "", events))
            for screen, (since, events) in self._here.items()
            if events != NOTHING
        ]
        return max(showing, key=lambda pair: pair[1], default=None)

    def _pacing(self) -> tuple[Connection | None, Shown | None]:
        """The screen that paces, if it is one of ours, and what it has shown."""
        here, other = self._newest_here(), self._elsewhere.newest(self._services.now())
        if here is not None and (other is None or here[1] > other):
            return here
        return None, other

    def _changed(self) -> None:
        newest = self._newest_here()
        shown = Shown(0.0, "", NOTHING) if newest is None else newest[1]
        self._publish("screen", shown.events, shown.since)
        self._post()

    def _post(self) -> None:
        """To every page, when something about it is new."""
        screen, shown = self._pacing()
        if (screen, shown) == self._told:
            return
        self._told = (screen, shown)
        events = None if shown is None else shown.events
        others = encode(ScreenAt(events, False))
        for page in self._broadcast.connections:
            page.post(encode(ScreenAt(events, True)) if page is screen else others)
