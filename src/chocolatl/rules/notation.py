"""How single values of a position read as text: numbers, card groups, answers, standings.

Every `read_` function raises ValueError with what was expected; position.py adds the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar, get_args

import msgspec

from chocolatl.rules import actions
from chocolatl.rules.actions import Action
from chocolatl.rules.board import Board, default_board
from chocolatl.rules.boardfile import play_problems
from chocolatl.rules.editions import Rules
from chocolatl.rules.events import Asked, GameEnded, QuestionKind, Standing
from chocolatl.rules.play import QUESTION_RULES
from chocolatl.rules.state import Cards
from chocolatl.rules.versions import RULES_VERSIONS, version_named
from chocolatl.rules.words import LOCATIONS, Location, TieBreak

NOTHING = "-"
NUMBERS = r"-|-?\d+(?: -?\d+)*"

Choice = TypeVar("Choice", bound=str)


def numbers(values: Sequence[int]) -> str:
    """`6 4 1`, or a dash."""
    return " ".join(map(str, values)) or NOTHING


def read_numbers(text: str) -> tuple[int, ...]:
    """The opposite of `numbers`."""
    if not re.fullmatch(NUMBERS, text):
        raise ValueError("numbers such as 6 4 1, or - for none")
    return () if text == NOTHING else tuple(map(int, text.split()))


def number(value: int | None) -> str:
    """One number, or a dash."""
    return NOTHING if value is None else str(value)


def read_number(text: str) -> int:
    """A number that must be there."""
    if not re.fullmatch(r"-?\d+", text):
        raise ValueError("a number")
    return int(text)


def read_optional(text: str) -> int | None:
    """The opposite of `number`."""
    if text == NOTHING:
        return None
    if not text.isdecimal():
        raise ValueError("a number, or - for none")
    return int(text)


def groups(cards: Sequence[Cards]) -> str:
    """One group of cards per location: `0 12 | 3 4 | -`."""
    return " | ".join(map(numbers, cards))


def read_groups(text: str) -> tuple[Cards, ...]:
    """The opposite of `groups`."""
    return tuple(map(read_numbers, text.split(" | ")))


def read_choice(text: str, options: Sequence[Choice]) -> Choice | None:
    """One of these words, or a dash."""
    if text == NOTHING:
        return None
    for option in options:
        if option == text:
            return option
    raise ValueError(f"one of {', '.join(options)}, or - for none")


def action(answer: Action | None) -> str:
    """`lay 0 12 | 3 4`, `take hut`, `roll`."""
    match answer:
        case None:
            return NOTHING
        case actions.Lay(cards):
            return f"lay {groups(cards)}"
        case _:
            fields = [str(getattr(answer, name)) for name in answer.__struct_fields__]
            return " ".join((str(answer.__struct_config__.tag), *fields))


_READ_ACTION: dict[str, Callable[[str], Action]] = {
    "sacrifice": lambda text: actions.Sacrifice(read_number(text)),
    "lay": lambda text: actions.Lay(read_groups(text)),
    "roll": lambda _: actions.Roll(),
    "pass": lambda _: actions.Pass(),
    "take": lambda text: msgspec.convert({"do": "take", "prize": text}, actions.Take),
    "place_first": lambda text: actions.PlaceFirst(read_number(text)),
    "give_back": lambda text: actions.GiveBack(read_number(text)),
}


def read_action(text: str) -> Action | None:
    """The opposite of `action`."""
    if text == NOTHING:
        return None
    kind, _, rest = text.partition(" ")
    if kind not in _READ_ACTION or (kind in ("roll", "pass") and rest):
        raise ValueError(f"an answer starting with {', '.join(_READ_ACTION)}, or - for none")
    try:
        return _READ_ACTION[kind](rest)
    except msgspec.ValidationError:
        raise ValueError("take hut or take die") from None


def standing(line: Standing) -> str:
    """`seat 2 total 17 cards 12 4 huts 1 old_man 0 dice - beats_next figure`."""
    return (
        f"seat {line.seat} total {line.total} cards {numbers(line.cards)} huts {line.huts} "
        f"old_man {line.old_man} dice {numbers(line.dice)} beats_next {line.beats_next or NOTHING}"
    )


_STANDING = re.compile(
    rf"seat (\d+) total (-?\d+) cards ({NUMBERS}) huts (-?\d+) old_man (-?\d+) "
    rf"dice ({NUMBERS}) beats_next (\S+)"
)


def read_standing(text: str) -> Standing:
    """The opposite of `standing`."""
    found = _STANDING.fullmatch(text)
    if not found:
        raise ValueError("such as seat 2 total 17 cards 12 4 huts 1 old_man 0 dice - beats_next figure")
    seat, total, cards, huts, old_man, dice, beats = found.groups()
    tie = read_choice(beats, get_args(TieBreak))
    return Standing(
        int(seat), int(total), read_numbers(cards), int(huts), int(old_man), read_numbers(dice), tie
    )


def asked(question: Asked | None) -> str:
    """`lay, seats 0 1 2, at temple`."""
    if question is None:
        return NOTHING
    return f"{question.kind}, seats {numbers(question.seats)}, at {' '.join(question.locations) or NOTHING}"


def read_asked(text: str, turn: int) -> Asked | None:
    """The opposite of `asked`."""
    if text == NOTHING:
        return None
    found = re.fullmatch(rf"(\w+), seats ({NUMBERS}), at (.+)", text)
    if not found:
        raise ValueError("such as lay, seats 0 1 2, at temple; or - for none")
    kind = read_choice(found[1], get_args(QuestionKind))
    assert kind is not None
    return Asked(turn, kind, read_numbers(found[2]), _read_locations(found[3]), QUESTION_RULES[kind])


def _read_locations(text: str) -> tuple[Location, ...]:
    found = (read_choice(word, LOCATIONS) for word in text.split())
    return tuple(location for location in found if location is not None)


def result(ended: GameEnded | None) -> str:
    """`54 46 44, won by 0, points`."""
    if ended is None:
        return NOTHING
    return f"{numbers(ended.scores)}, won by {numbers(ended.winners)}, {ended.by}"


def read_result(text: str) -> GameEnded | None:
    """The opposite of `result`."""
    if text == NOTHING:
        return None
    found = re.fullmatch(rf"({NUMBERS}), won by ({NUMBERS}), (points|sacrifice|shared)", text)
    if not found:
        raise ValueError("such as 54 46 44, won by 0, points (or sacrifice, or shared); or - for none")
    values = {"scores": read_numbers(found[1]), "winners": read_numbers(found[2]), "by": found[3]}
    return msgspec.convert({"event": "game_ended", **values}, GameEnded)


def read_version(text: str) -> str:
    """A rules version that this program knows."""
    if text not in RULES_VERSIONS:
        raise ValueError(f"a rules version: {' or '.join(RULES_VERSIONS)}")
    return text


def rules(switches: Rules, version: str) -> str:
    """The name of an edition in this version of the rules, or every switch."""
    for name, edition in version_named(version).editions.items():
        if edition == switches:
            return name
    return " ".join(f"{key}={value}" for key, value in msgspec.structs.asdict(switches).items())


def read_rules(text: str, version: str) -> Rules:
    """The opposite of `rules`."""
    editions = version_named(version).editions
    if text in editions:
        return editions[text]
    if "=" not in text:
        raise ValueError(f"one of {', '.join(editions)}, or switches such as first_round=gold")
    try:
        return msgspec.convert(dict(word.partition("=")[::2] for word in text.split()), Rules)
    except msgspec.ValidationError as error:
        raise ValueError(f"switches of the rules ({error})") from None


def board(printed: Board) -> str:
    """`default`, or the whole board as JSON."""
    return "default" if printed == default_board() else msgspec.json.encode(printed).decode()


def read_board(text: str) -> Board:
    """The opposite of `board`."""
    if text == "default":
        return default_board()
    try:
        found = msgspec.json.decode(text, type=Board)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(f"default, or a board as JSON ({error})") from None
    for key, expected in play_problems(found):
        raise ValueError(f"a board that can be played on ({key}: {expected})")
    return found
