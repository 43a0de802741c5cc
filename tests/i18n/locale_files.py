"""The files of a language as they are, and what its grammar asks of them."""

import json

from babel import Locale

from chocolatl.i18n import LANGUAGES
from chocolatl.i18n.catalogue import LOCALES

Text = str | dict[str, str]
OTHERS = LANGUAGES[1:]
COUNTED = 200
"""As far as anything in a game is counted."""


def words(language: str, part: str = "page") -> dict[str, Text]:
    """The texts of one file."""
    found: dict[str, Text] = json.loads(LOCALES.joinpath(language, f"{part}.json").read_text("utf-8"))
    return found


def same_as_english(language: str, part: str) -> set[str]:
    """The keys that a translator has looked at and left as they are in English; none without such a file."""
    file = LOCALES.joinpath(language, "same_as_english.json")
    return set(json.loads(file.read_text("utf-8"))[part]) if file.is_file() else set()


def needed_plurals(language: str) -> set[str]:
    """The plural forms that numbers of a game take."""
    form = Locale.parse(language).plural_form
    return {form(number) for number in range(COUNTED)} | {"other"}


def possible_plurals(language: str) -> set[str]:
    """All plural forms that the language has."""
    return {*Locale.parse(language).plural_form.tags, "other"}
