"""The catalogue that page, terminal and log share: key to text, `{placeholders}`, plurals chosen by `{n}`.

A text with plurals is an object with "other" and the CLDR categories that differ from it in its language; the
page chooses with Intl.PluralRules, Python with babel: both follow CLDR. A language is a folder in `locales`,
named by its tag: adding the folder adds the language, to the page as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

import msgspec
from babel import Locale
from babel.lists import format_list

LOCALES = files("chocolatl.i18n").joinpath("locales")
LANGUAGES = ("en", *sorted({folder.name for folder in LOCALES.iterdir() if folder.is_dir()} - {"en"}))

Text = str | dict[str, str]
Catalogue = Mapping[str, Text]


@cache
def catalogue(lang: str, part: Literal["game", "page"] = "game") -> Catalogue:
    """All texts of the game, or of the page; raises ValueError with the languages that exist."""
    if lang not in LANGUAGES:
        raise ValueError(f"unknown language {lang!r}: expected one of {', '.join(LANGUAGES)}")
    data = LOCALES.joinpath(lang, f"{part}.json").read_bytes()
    return MappingProxyType(msgspec.json.decode(data, type=dict[str, Text]))


def fill(texts: Catalogue, lang: str, key: str, values: Mapping[str, object]) -> str:
    """The text of a key with its placeholders filled."""
    text = texts[key]
    if isinstance(text, dict):
        number = values["n"]
        assert isinstance(number, int)
        text = text.get(_locale(lang).plural_form(number), text["other"])
    return text.format_map(values)


def listed(items: list[str], lang: str) -> str:
    """`Anna, Ben and Cleo`."""
    return format_list(items, locale=_locale(lang))


@cache
def _locale(lang: str) -> Locale:
    return Locale.parse(lang)
