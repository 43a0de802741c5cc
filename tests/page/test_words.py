"""The page's words: complete in four languages, all used, none left in English."""

import re
from pathlib import Path

import pytest

from chocolatl.i18n import LANGUAGES
from tests.i18n.locale_files import (
    OTHERS,
    Text,
    needed_plurals,
    possible_plurals,
    same_as_english,
    words,
)

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [
    file
    for file in (ROOT / "web" / "src").rglob("*")
    if file.suffix in (".svelte", ".ts") and not file.name.endswith(".test.ts")
] + [ROOT / "src" / "chocolatl" / "server" / "http" / "link_previews.py"]


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def placeholders(text: Text) -> set[str]:
    return {name for form in forms(text) for name in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_everything(language: str) -> None:
    english, theirs = words("en"), words(language)
    assert list(theirs) == list(english)
    assert [key for key in english if placeholders(english[key]) != placeholders(theirs[key])] == []
    assert [key for key in english if isinstance(english[key], str) != isinstance(theirs[key], str)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    english, theirs = words("en"), words(language)
    same = {key for key in english if english[key] == theirs[key]}
    assert same == same_as_english(language, "page")


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_the_forms_of_the_language(language: str) -> None:
    plural = {key: text for key, text in words(language).items() if isinstance(text, dict)}
    assert plural
    needed, possible = needed_plurals(language), possible_plurals(language)
    assert [key for key, text in plural.items() if not needed <= set(text) <= possible] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_game_do_not_say_the_same_thing_twice(language: str) -> None:
    assert not words(language).keys() & words(language, "game").keys()


def test_every_word_is_used() -> None:
    """A key stands in the source as it is, or as a pattern such as `location.${…}`."""
    source = "\n".join(file.read_text() for file in SOURCES)
    patterns = [pattern_of(text) for text in re.findall(r"`([a-z_.]+\.\$\{[^`]*)`", source)]
    unused = [
        key
        for key in [*words("en"), *words("en", "hints")]
        if not any(f"{quote}{key}{quote}" in source for quote in "'\"")
        and not any(pattern.fullmatch(key) for pattern in patterns)
    ]
    assert unused == []


def pattern_of(template: str) -> re.Pattern[str]:
    parts = re.split(r"\$\{[^}]*\}", template)
    return re.compile(r"[a-z_0-9]+".join(map(re.escape, parts)))


def test_every_word_that_the_page_asks_for_exists() -> None:
    asked = {
        key
        for file in SOURCES
        if "rules" not in file.parts and "learn" not in file.parts
        for key in re.findall(r"\b(?:t|say)\(\s*\"([a-z_.]+)\"", file.read_text())
    }
    assert asked
    assert asked - words("en").keys() - words("en", "game").keys() - words("en", "hints").keys() == set()


def test_every_refusal_has_words() -> None:
    from chocolatl.server.protocol import Code

    codes = {code for member in Code.__args__ for code in member.__args__}
    known = words("en").keys() | words("en", "game").keys()
    assert {
        code for code in codes if f"trouble.{code}" not in known and f"refusal.{code}" not in known
    } == set()
