"""Rules, coach and reasons of hints say the same in four languages; every rule is on the rules page."""

import json
import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from chocolatl.i18n import LANGUAGES
from chocolatl.rules import EDITIONS, Rules
from chocolatl.rules.events import LastRoundReason
from chocolatl.rules.types import COLOURS, LOCATIONS, TieBreak
from tests.i18n.locale_files import OTHERS, words

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
PARTS = ("rules", "learn", "hints")
# A rule starts its own line: "- **4.4.1** The moment …"; or it is a whole section: "## 7. Where …".
NUMBERED = re.compile(r"^\s*- \*\*(\d(?:\.\d)+)|^## ([78])\.", re.MULTILINE)
NUMBERS = {a or b for a, b in NUMBERED.findall((ROOT / "docs" / "RULES.md").read_text("utf-8"))}


def placeholders(message: object) -> set[str]:
    return set(re.findall(r"{(\w+)}", json.dumps(message)))


def marks(message: object) -> tuple[list[str], int]:
    """The rules that a text links to, and how many list lines it has."""
    text = json.dumps(message)
    return re.findall(r"\[(\d[\d.]*)\]", text), text.count("\\n- ")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("part", PARTS)
def test_every_message_exists_with_the_same_placeholders_and_marks(part: str, language: str) -> None:
    english, other = words("en", part), words(language, part)
    assert list(english) == list(other)
    assert {key for key in english if placeholders(english[key]) != placeholders(other[key])} == set()
    assert {key for key in english if marks(english[key]) != marks(other[key])} == set()


@pytest.mark.parametrize("part", PARTS)
def test_no_long_message_was_left_in_english(part: str) -> None:
    english = words("en", part)
    long = {key for key, message in english.items() if len(str(message)) > 25}
    assert {(lang, key) for lang in OTHERS for key in long if words(lang, part)[key] == english[key]} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", PARTS)
def test_bold_marks_are_closed(part: str, language: str) -> None:
    messages = words(language, part)
    assert {key for key, message in messages.items() if str(message).count("**") % 2} == set()


def test_every_numbered_rule_is_on_the_page() -> None:
    assert {"1.1", "4.4.1", "6.3", "7", "8"} <= NUMBERS
    known = words("en", "rules")
    assert {n for n in NUMBERS for part in ("title", "text") if f"rules.{n}.{part}" not in known} == set()
    told = {key.removeprefix("rules.").removesuffix(".text") for key in known if key.endswith(".text")}
    assert told == NUMBERS


def test_every_switch_of_an_edition_can_be_read() -> None:
    known = words("en", "rules")
    assert {name for name in EDITIONS if f"rules.edition.{name}" not in known} == set()
    for switch, kind in get_type_hints(Rules).items():
        values = get_args(kind)
        about = {rule for rule in NUMBERS if f"rules.{rule}.{switch}.{values[0]}" in known} - {"7"}
        wanted = {f"rules.{rule}.{switch}.{value}" for rule in (*about, "7") for value in values}
        assert about
        assert wanted | {f"rules.7.{switch}"} <= set(known)


def test_the_coach_explains_every_kind_of_tie_mode_and_end() -> None:
    known = words("en", "learn")
    wanted = {f"learn.tie.{reason}" for reason in get_args(TieBreak)}
    wanted |= {f"learn.{kind}{colour}" for kind in ("mode_", "next_mode.") for colour in COLOURS}
    wanted |= {f"learn.last_round.{reason}" for reason in get_args(LastRoundReason)}
    wanted |= {f"learn.end.{by}" for by in ("points", "sacrifice", "shared")}
    assert wanted <= set(known)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_overview_of_the_coach_names_the_locations_as_the_board_does(language: str) -> None:
    names = [words(language, "game")[f"location.{location}"] for location in LOCATIONS]
    texts = words(language, "learn")
    places = f"{texts['learn.places']} {texts['learn.places_more']}"
    overview = re.findall(r"\*\*(.+?)\s?:\*\*", places)
    assert overview == names


def test_no_message_is_without_a_use() -> None:
    """A key is used when the page names it, or the beginning from which it puts the key together."""
    sources = [*WEB.glob("src/rules/*.*"), *WEB.glob("src/rules/pictures/*.*"), *WEB.glob("src/learn/*.*")]
    code = "\n".join(file.read_text("utf-8") for file in sources if ".test." not in file.name)
    for part in ("rules", "learn"):
        unused = {key for key in words("en", part) if not used(key, code)}
        assert unused == set(), part


def used(key: str, code: str) -> bool:
    part, name, *_ = key.split(".")
    lesson = part == "learn" and re.search(rf"^  {name}: ", code, re.MULTILINE)
    if lesson or f'"{key}"' in code or re.match(r"rules\.\d", key):
        return True
    beginnings = (key[: match.start()] for match in re.finditer(r"\.", key))
    return any(f"`{beginning}.${{" in code for beginning in beginnings if "." in beginning)
