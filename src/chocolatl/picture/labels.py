"""The words on a picture, from the page's own catalogue."""

from __future__ import annotations

from functools import cache

from chocolatl.i18n.catalogue import catalogue, fill
from chocolatl.i18n.narrator import Narrator, signed


class Labels:
    """The texts of one language."""

    __slots__ = ("_game", "_page", "lang")

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._page, self._game = catalogue(lang, "page"), catalogue(lang)

    def say(self, key: str, **values: object) -> str:
        """The text of a key with its placeholders filled."""
        return fill(self._page if key in self._page else self._game, self.lang, key, values)

    def rank(self, number: int) -> str:
        """First, second, third, as short as it is written."""
        return self.say(f"rank.{number}")


class Captions(Narrator):
    """Sentences without the number of their rule: a caption is read once and is gone."""

    __slots__ = ()

    def ruled(self, key: str, rule: str, **values: object) -> str:
        """The text of a key alone."""
        del rule
        return self.say(key, **values)


@cache
def labels(lang: str) -> Labels:
    """The labels of a language; raises ValueError with the languages that exist."""
    return Labels(lang)


__all__ = ["Captions", "Labels", "labels", "signed"]
