"""A recorded game as a row of pictures with their times: what is shown, how long, and with which words.

A location is resolved as on the page: it grows over the board, cards turn player by player, sums and ranks
follow, then every consequence with its sentence while markers walk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec.structs import replace

from chocolatl.i18n.event_sentences import describe_in
from chocolatl.picture.labels import Captions, labels
from chocolatl.picture.model import Final, Picture, RevealRow, SeatedPerson, Show, people_named
from chocolatl.picture.text import legible
from chocolatl.records.record import Record
from chocolatl.records.record import replay as replayed
from chocolatl.rules import events as ev
from chocolatl.rules.state import State
from chocolatl.rules.types import Location, Seat
from chocolatl.rules.view import PlayerView, View, redact, view

# Times in milliseconds, at normal speed.
_SETUP, _ASK, _CHOSEN, _ALL_CHOSEN = 1400, 700, 160, 450
_ROUND, _OPEN_CARDS, _GROWN, _TURN, _RANKED, _TOLD = 2200, 1300, 350, 150, 1500, 1000
_ROLL, _STEP, _ROUND_OVER, _CARD, _FINAL, _END = 900, 70, 1800, 400, 750, 5000
_MOST_STEPS = 5
"""A marker that goes far skips boxes: a walk is over in a third of a second."""
_NOBODY = -1
_HARVEST = ("harvest_first", "harvest_second", "harvest_third")


class Shot(NamedTuple):
    """One picture, how long it stays, and the round it belongs to (0: before the first)."""

    picture: Picture
    ms: int
    round: int


def shots(record: Record, seat: Seat | None = None, lang: str = "en") -> Iterator[Shot]:
    """The game as a seat saw it, or the whole table (None); raises ValueError if there is no such seat."""
    if seat is not None and seat not in range(record.started.players):
        raise ValueError(f"no seat {seat}: expected 0 to {record.started.players - 1}")
    director = _Director(people_of(record.names, lang), seat, lang)
    for before, event, after in replayed(record):
        yield from director.tell(before, event, after)


def people_of(names: tuple[str, ...], lang: str) -> tuple[SeatedPerson, ...]:
    """The players; one whose name our fonts cannot write is called by the colour of the seat."""
    words = labels(lang)
    people = people_named(names)
    return tuple(
        person if legible(person.name) else person._replace(name=words.say(f"colour.{person.colour}"))
        for person in people
    )


class _Director:
    """What is on the screen between two events: the location that is shown, its ties, the final scoring."""

    def __init__(self, people: tuple[SeatedPerson, ...], seat: Seat | None, lang: str) -> None:
        self._people, self._seat = people, seat
        self._labels = labels(lang)
        self._voice = Captions([person.name for person in people], lang, seat)
        self._rankings = dict[Location, tuple[ev.Standing, ...]]()
        self._show: Show | None = None
        self._final: Final | None = None
        self._ties = dict[Seat, str]()

    def tell(self, before: State | None, event: ev.Event, after: State) -> Iterator[Shot]:
        """The shots of one event."""
        make = _SHOTS.get(type(event), _Director._told)
        seen = redact(event, self._seat, after.rules)
        for picture, ms in make(self, before, seen, after):
            yield Shot(picture, ms, after.round)

    def _sentences(self, event: ev.Event, before: State | None) -> list[str]:
        return describe_in(self._voice, event, before)

    def _picture(self, seen: View, *caption: str, **more: Any) -> Picture:
        words = tuple(line for line in caption if line)
        parts = {"show": self._show, "final": self._final, "rankings": dict(self._rankings)} | more
        return Picture(seen, self._people, words, **parts)

    def _view(self, state: State) -> View:
        return view(state, self._seat)

    def _started(self, before: State | None, event: ev.Started, after: State) -> Pictures:
        yield self._picture(self._view(after), *self._sentences(event, before)), _SETUP

    def _asked(self, before: State | None, event: ev.Asked, after: State) -> Pictures:
        if event.kind in ("sacrifice", "lay"):
            self._show = None
        yield self._picture(self._view(after), *self._sentences(event, before)), _ASK

    def _answered(self, before: State, event: ev.Answered, after: State) -> Pictures:
        """Secret answers are a mark; the last one settles the question, and is shown before it does."""
        assert before.asked is not None
        caption = self._sentences(before.asked, None)
        if before.asked.kind not in ("sacrifice", "lay"):
            yield self._picture(self._view(before), *self._sentences(event, before)), _ASK
        elif after.asked is None:
            yield self._picture(_with_answer(self._view(before), event.seat), *caption), _ALL_CHOSEN
        else:
            yield self._picture(self._view(after), *caption), _CHOSEN

    def _round_started(self, before: State, event: ev.RoundStarted, after: State) -> Pictures:
        self._rankings = {}
        self._show = None
        yield self._picture(self._view(after), *self._sentences(event, before)[:2]), _ROUND

    def _revealed(self, before: State, event: ev.Revealed, after: State) -> Pictures:
        seen = self._view(after)
        if len(event.locations) > 1:
            yield self._picture(seen, self._voice.say(f"mode.{after.mode}.means")), _OPEN_CARDS
            return
        location = event.locations[0]
        place = after.board.locations.index(location)
        self._ties = {}
        hidden = {seat: len(groups[0]) for seat, groups in enumerate(event.cards)}
        tip = self._tip(seen, location)
        for turned in range(-1, len(seen.line)):
            up = seen.line[: max(0, turned + 1)]
            rows = (self._row(seen, seat, place, 0 if seat in up else hidden[seat]) for seat in seen.line)
            self._show = Show(location, tuple(rows))
            yield self._picture(seen, tip), _GROWN if turned < 0 else _TURN
        del before

    def _tip(self, seen: View, location: Location) -> str:
        """What the location pays now, in one sentence."""
        board = seen.board
        drink = board.drink[min(max(1, seen.round), len(board.drink)) - 1]
        key = "tip.ball_court.last" if location == "ball_court" and seen.last else f"tip.{location}"
        first, second = (
            (board.ball_first, board.ball_second) if location == "ball_court" else (drink.first, drink.second)
        )
        return self._labels.say(
            key,
            dice=", ".join(map(str, seen.harvest)),
            n=sum(row.boxes for row in board.pyramid) - len(seen.pyramid),
            lead=board.pyramid_lead,
            first=first,
            second=second,
            last=f"−{board.drink_last}",
            cards=", ".join(map(str, sorted(seen.improvements, reverse=True))),
        )

    def _row(self, seen: View, seat: Seat, place: int, hidden: int) -> RevealRow:
        player = seen.players[seat]
        cards = player.shown[place]
        return RevealRow(seat, cards[: len(cards) - hidden] + (None,) * hidden, player.rolled)

    def _rolled(self, before: State, event: ev.Rolled, after: State) -> Pictures:
        seen = self._view(after)
        place = after.board.locations.index(event.location)
        self._show = Show(event.location, tuple(self._row(seen, seat, place, 0) for seat in seen.line))
        yield self._picture(seen, *self._sentences(event, before)), _ROLL

    def _ranked(self, before: State, event: ev.Ranked, after: State) -> Pictures:
        self._rankings[event.location] = event.ranking
        rows = tuple(RevealRow(line.seat, line.cards, line.dice, line) for line in event.ranking)
        self._show = Show(event.location, rows)
        self._ties = {}
        for above, below in pairwise(event.ranking):
            if above.beats_next:
                self._ties |= dict.fromkeys((above.seat, below.seat), self._tied(above, below))
        ties = list(dict.fromkeys(self._ties.values()))
        first = self._sentences(event, before)[1]
        yield self._picture(self._view(after), *(ties[:2] or [first])), _RANKED

    def _tied(self, above: ev.Standing, below: ev.Standing) -> str:
        names = {"winner": self._voice.name(above.seat), "loser": self._voice.name(below.seat)}
        return self._voice.say(f"tie.{above.beats_next}", **names)

    def _told(self, before: State, event: ev.Event, after: State) -> Pictures:
        """A consequence: its sentence, below it why; the prize leaves the table."""
        if self._show is not None:
            self._show = self._show._replace(gone=self._show.gone | _taken(event, self._show.gone))
        why = self._ties.get(getattr(event, "seat", _NOBODY), "")
        yield self._picture(self._view(after), self._sentences(event, before)[0], why), _TOLD

    def _scored(self, before: State, event: ev.Scored, after: State) -> Pictures:
        self._add_points(event)
        caption = (self._sentences(event, before)[0], self._ties.get(event.seat, "") if self._show else "")
        gains = {event.seat: event.points}
        start, seen = before.players[event.seat].box, self._view(after)
        for box in _way(start, event.box):
            boxes = tuple(box if seat == event.seat else p.box for seat, p in enumerate(before.players))
            yield self._picture(self._view(before), *caption, boxes=boxes, gains=gains), _STEP
        yield self._picture(seen, *caption, gains=gains), _FINAL if self._final else _TOLD

    def _add_points(self, event: ev.Scored) -> None:
        if self._final is not None:
            told = {**self._final.points, (event.seat, event.source): event.points}
            self._final = self._final._replace(points=told)
        elif self._show is not None:
            rows = tuple(
                row._replace(points=row.points + event.points) if row.seat == event.seat else row
                for row in self._show.rows
            )
            self._show = self._show._replace(rows=rows, gone=self._show.gone | _taken(event, self._show.gone))

    def _round_ended(self, before: State, event: ev.RoundEnded, after: State) -> Pictures:
        self._show = None
        del after
        yield self._picture(self._view(before), *self._sentences(event, before)), _ROUND_OVER

    def _altar_opened(self, before: State, event: ev.AltarOpened, after: State) -> Pictures:
        self._show = None
        caption = self._sentences(event, before)
        for opened in range(len(event.cards) + 1):
            cards = tuple(card if seat < opened else None for seat, card in enumerate(event.cards))
            self._final = Final(cards, {})
            yield self._picture(self._view(after), *caption), _CARD

    def _game_ended(self, before: State, event: ev.GameEnded, after: State) -> Pictures:
        told = self._sentences(event, before)
        yield self._picture(self._view(after), told[1], told[0]), _END


Pictures = Iterator[tuple[Picture, int]]


def _with_answer(seen: View, seat: Seat) -> View:
    players = [
        replace(player, answered=True) if other == seat else player
        for other, player in enumerate(seen.players)
    ]
    return replace(seen, players=tuple[PlayerView, ...](players))


def _way(start: int, end: int) -> Iterator[int]:
    """The boxes between, without both ends; of a long way only some."""
    far = abs(end - start)
    steps = min(far, _MOST_STEPS + 1)
    for step in range(1, steps):
        yield start + round((end - start) * step / steps)


def _taken(event: ev.Event, gone: frozenset[str]) -> frozenset[str]:
    """The prize on the table that an event hands out, by the name it has there."""
    match event:
        case ev.FigureTaken():
            return frozenset({event.figure})
        case ev.HutBuilt():
            return frozenset({"hut"})
        case ev.DieTaken():
            return frozenset({"die"})
        case ev.Exchanged():
            return frozenset({"ball-1" if "ball-0" in gone else "ball-0"})
        case ev.Scored() if event.source in _HARVEST:
            return frozenset({f"harvest-{_HARVEST.index(event.source)}"})
        case _:
            return frozenset()


_SHOTS: dict[type, Callable[[_Director, Any, Any, State], Pictures]] = {
    ev.Started: _Director._started,
    ev.Asked: _Director._asked,
    ev.Answered: _Director._answered,
    ev.RoundStarted: _Director._round_started,
    ev.Revealed: _Director._revealed,
    ev.Rolled: _Director._rolled,
    ev.Ranked: _Director._ranked,
    ev.Scored: _Director._scored,
    ev.RoundEnded: _Director._round_ended,
    ev.AltarOpened: _Director._altar_opened,
    ev.GameEnded: _Director._game_ended,
}
