"""The long texts, rules and coach, say the same in four languages; every rule is on the rules page."""

import json
import re
import runpy
from pathlib import Path
from typing import Any, get_args

import pytest

from chocolatl.rules import EDITIONS, Rules
from chocolatl.rules.events import LastRoundReason
from chocolatl.rules.words import COLOURS, LOCATIONS, TieBreak

ROOT = Path(__file__).resolve().parents[2]
LOCALES = ROOT / "src" / "chocolatl" / "locales"
WEB = ROOT / "web"
LANGUAGES = ("en", "nl", "de", "fr")
OTHERS = LANGUAGES[1:]
PARTS = ("rules", "learn")
# A rule starts its own line: "- **4.4.1** The moment …"; or it is a whole section: "## 7. Where …".
NUMBERED = re.compile(r"^\s*- \*\*(\d(?:\.\d)+)|^## ([78])\.", re.MULTILINE)


def catalogue(language: str, part: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((LOCALES / language / f"{part}.json").read_text("utf-8"))
    return loaded


def placeholders(message: object) -> set[str]:
    return set(re.findall(r"{(\w+)}", json.dumps(message)))


def marks(message: object) -> tuple[list[str], int]:
    """The rules that a text links to, and how many list lines it has."""
    text = json.dumps(message)
    return re.findall(r"\[(\d[\d.]*)\]", text), text.count("\\n- ")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("part", PARTS)
def test_every_message_exists_with_the_same_placeholders_and_marks(part: str, language: str) -> None:
    english, other = catalogue("en", part), catalogue(language, part)
    assert list(english) == list(other)
    assert {key for key in english if placeholders(english[key]) != placeholders(other[key])} == set()
    assert {key for key in english if marks(english[key]) != marks(other[key])} == set()


@pytest.mark.parametrize("part", PARTS)
def test_no_long_message_was_left_in_english(part: str) -> None:
    english = catalogue("en", part)
    long = {key for key, message in english.items() if len(str(message)) > 25}
    assert {
        (lang, key) for lang in OTHERS for key in long if catalogue(lang, part)[key] == english[key]
    } == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", PARTS)
def test_bold_marks_are_closed(part: str, language: str) -> None:
    messages = catalogue(language, part)
    assert {key for key, message in messages.items() if str(message).count("**") % 2} == set()


def test_every_numbered_rule_is_on_the_page() -> None:
    numbers = {a or b for a, b in NUMBERED.findall((ROOT / "docs" / "RULES.md").read_text("utf-8"))}
    assert {"1.1", "4.4.1", "6.3", "7", "8"} <= numbers
    words = catalogue("en", "rules")
    assert {n for n in numbers for part in ("title", "text") if f"rules.{n}.{part}" not in words} == set()
    told = {key.removeprefix("rules.").removesuffix(".text") for key in words if key.endswith(".text")}
    assert told == numbers


def test_every_switch_of_an_edition_can_be_read() -> None:
    words = catalogue("en", "rules")
    rules = {
        "first_round": "2.2",
        "red_reveal": "2.3",
        "green_reveal": "2.3",
        "dice_per_offering": "3.4",
        "give_back": "4.6",
    }
    assert set(rules) == set(Rules.__struct_fields__)
    for name, edition in EDITIONS.items():
        assert f"rules.edition.{name}" in words
        for switch, rule in rules.items():
            value = getattr(edition, switch)
            assert {
                f"rules.{rule}.{switch}.{value}",
                f"rules.7.{switch}",
                f"rules.7.{switch}.{value}",
            } <= set(words)


def test_the_coach_explains_every_kind_of_tie_mode_and_end() -> None:
    words = catalogue("en", "learn")
    wanted = {f"learn.tie.{reason}" for reason in get_args(TieBreak)}
    wanted |= {f"learn.{kind}{colour}" for kind in ("mode_", "next_mode.") for colour in COLOURS}
    wanted |= {f"learn.last_round.{reason}" for reason in get_args(LastRoundReason)}
    wanted |= {f"learn.end.{by}" for by in ("points", "sacrifice", "shared")}
    assert wanted <= set(words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_overview_of_the_coach_names_the_locations_as_the_board_does(language: str) -> None:
    names = [catalogue(language, "game")[f"location.{location}"] for location in LOCATIONS]
    overview = re.findall(r"^- \*\*(.+?)\s?:\*\*", catalogue(language, "learn")["learn.places"], re.MULTILINE)
    assert overview == names


def test_no_message_is_without_a_use() -> None:
    """A key is used when the page names it, or the beginning from which it puts the key together."""
    sources = [*WEB.glob("src/rules/*.*"), *WEB.glob("src/rules/pictures/*.*"), *WEB.glob("src/learn/*.*")]
    code = "\n".join(file.read_text("utf-8") for file in sources if ".test." not in file.name)
    for part in PARTS:
        unused = {key for key in catalogue("en", part) if not used(key, code)}
        assert unused == set(), part


def used(key: str, code: str) -> bool:
    part, name, *_ = key.split(".")
    lesson = part == "learn" and re.search(rf"^  {name}: ", code, re.MULTILINE)
    if lesson or f'"{key}"' in code or re.match(r"rules\.\d", key):
        return True
    beginnings = (key[: match.start()] for match in re.finditer(r"\.", key))
    return any(f"`{beginning}.${{" in code for beginning in beginnings if "." in beginning)


def test_the_fixture_games_are_fresh() -> None:
    fixture = runpy.run_path(str(WEB / "learn_fixture.py"))
    assert fixture["TARGET"].read_bytes() == fixture["text"](), "stale: run `python web/learn_fixture.py`"
