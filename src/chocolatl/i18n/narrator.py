"""Who speaks: one language, the names at the table, and the seat that listens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chocolatl.i18n.catalogue import Catalogue, catalogue, fill, listed
from chocolatl.rules import Card, Location, Seat


class Narrator:
    """Turns keys and values of the game into sentences. `seat` is marked as the one who listens."""

    __slots__ = ("_names", "_seat", "_texts", "lang")

    def __init__(
        self, names: Sequence[str], lang: str, seat: Seat | None = None, texts: Catalogue | None = None
    ) -> None:
        self._names = names
        self._seat = seat
        self._texts = catalogue(lang) if texts is None else texts
        self.lang = lang

    def say(self, key: str, **values: object) -> str:
        """The text of a key."""
        return fill(self._texts, self.lang, key, values)

    def ruled(self, key: str, rule: str, **values: object) -> str:
        """The text of a key and the rule it follows from."""
        return self.say("with_rule", text=self.say(key, **values), rule=rule)

    def name(self, seat: Seat) -> str:
        """A player's name."""
        name = self._names[seat]
        return self.say("name.you", name=name) if seat == self._seat else name

    def names(self, seats: Iterable[Seat]) -> str:
        """Names with an "and" before the last."""
        return listed([self.name(seat) for seat in seats], self.lang)

    def location(self, location: Location) -> str:
        """The name of a location."""
        return self.say(f"location.{location}")

    def at(self, location: Location) -> str:
        """Where something happens, within a sentence."""
        return self.say(f"at.{location}")

    def per_player(self, texts: Sequence[str]) -> str:
        """`Anna: 3 + 5, Ben: 4 + 1`, one text per seat."""
        return ", ".join(
            self.say("name.each", name=self.name(seat), text=text) for seat, text in enumerate(texts)
        )

    def bids(self, locations: Sequence[Location], groups: Sequence[Sequence[Card]]) -> str:
        """`Temple 3 + 5, City 0 + 12`; without the names where the locations are not known."""
        if len(locations) != len(groups):
            return ", ".join(map(summed, groups))
        pairs = zip(locations, groups, strict=True)
        return ", ".join(f"{self.location(location)} {summed(cards)}" for location, cards in pairs)


def summed(cards: Sequence[Card]) -> str:
    """`3 + 5`."""
    return " + ".join(map(str, cards))


def signed(value: int) -> str:
    """`+1` or `−1`."""
    return f"+{value}" if value >= 0 else f"−{-value}"
