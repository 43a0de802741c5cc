"""A position as a short text that a person can read, one fact per line: for bug reports.

It holds the whole truth, secrets too. The form that a program reads back is the JSON of the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from chocolatl.rules import Action, Board, Rules, Seat, actions, default_board
from chocolatl.rules import events as ev
from chocolatl.rules.state import Cards, State
from chocolatl.rules.versions import version_named

TITLE = "chocolatl position/1"
WIDTH = 14
FIRST_VERSION = "1"
"""The rules version of a position that tells none."""
NOTHING = "-"


def format_position(state: State) -> str:
    """The position, one fact per line: what `chocolatl replay --position` prints.

    Args:
        state: with all its secrets.

    >>> state = fold(start(default_board(), Rules(), 3, SealedChance(key_from_seed(1))))
    >>> format_position(state).splitlines()[0]
    'chocolatl position/1'
    """
    lines = [TITLE, *(f"{key:{WIDTH}}{text}" for key, text in _table_lines(state))]
    for seat in state.seats:
        lines += [
            "",
            f"seat {seat}",
            *(f"  {key:{WIDTH - 2}}{text}" for key, text in _seat_lines(state, seat)),
        ]
    return "\n".join(lines) + "\n"


def _table_lines(state: State) -> Iterator[tuple[str, str]]:
    if state.version != FIRST_VERSION:
        yield "version", state.version
    yield "rules", _rules(state.rules, state.version)
    yield "board", _board(state.board)
    yield "players", str(len(state.players))
    yield "round", str(state.round)
    yield "mode", state.mode or NOTHING
    yield "location", state.location or NOTHING
    yield "harvest", _numbers(state.harvest)
    yield "improvements", _numbers(state.improvements)
    yield "turned up", _numbers(state.up)
    yield "line", _numbers(state.line)
    yield "chocolatl", _number(state.chocolatl)
    yield "old man", _number(state.old_man)
    yield "pyramid", _numbers(state.pyramid)
    yield "last round", state.last or NOTHING
    for standing in state.ranking:
        yield "rank", _standing(standing)
    yield "turn", str(state.turn)
    yield "asked", _asked(state.asked)
    yield "passes", str(state.passes)
    yield "result", _result(state.result)


def _seat_lines(state: State, seat: Seat) -> Iterator[tuple[str, str]]:
    player = state.players[seat]
    yield "box", str(player.box)
    yield "cubes", str(player.cubes)
    yield "huts", str(player.huts)
    yield "dice", str(player.dice)
    yield "cards", _numbers(player.cards)
    yield "hand", _numbers(player.hand)
    yield "sacrifice", _number(player.sacrifice)
    yield "laid", _groups(player.laid)
    yield "rolled", _numbers(player.rolled)
    yield "pool", _numbers(player.pool)
    yield "deduced", _number(player.deduced_sacrifice)
    if state.answers:
        yield "answer", _action(state.answers[seat])


def _numbers(values: Sequence[int]) -> str:
    """`6 4 1`, or a dash."""
    return " ".join(map(str, values)) or NOTHING


def _number(value: int | None) -> str:
    """One number, or a dash."""
    return NOTHING if value is None else str(value)


def _groups(cards: Sequence[Cards]) -> str:
    """One group of cards per location: `0 12 | 3 4 | -`."""
    return " | ".join(map(_numbers, cards))


def _action(answer: Action | None) -> str:
    """`lay 0 12 | 3 4`, `take hut`, `roll`."""
    match answer:
        case None:
            return NOTHING
        case actions.Lay(cards):
            return f"lay {_groups(cards)}"
        case _:
            fields = [str(getattr(answer, name)) for name in answer.__struct_fields__]
            return " ".join((str(answer.__struct_config__.tag), *fields))


def _standing(line: ev.Standing) -> str:
    """`seat 2 total 17 cards 12 4 huts 1 old_man 0 dice - beats_next figure`."""
    return (
        f"seat {line.seat} total {line.total} cards {_numbers(line.cards)} huts {line.huts} "
        f"old_man {line.old_man} dice {_numbers(line.dice)} beats_next {line.beats_next or NOTHING}"
    )


def _asked(question: ev.Asked | None) -> str:
    """`lay, seats 0 1 2, at temple`."""
    if question is None:
        return NOTHING
    return f"{question.kind}, seats {_numbers(question.seats)}, at {' '.join(question.locations) or NOTHING}"


def _result(ended: ev.GameEnded | None) -> str:
    """`54 46 44, won by 0, points`."""
    if ended is None:
        return NOTHING
    return f"{_numbers(ended.scores)}, won by {_numbers(ended.winners)}, {ended.by}"


def _rules(switches: Rules, version: str) -> str:
    """The name of an edition in this version of the rules, or every switch."""
    for name, edition in version_named(version).editions.items():
        if edition == switches:
            return name
    return " ".join(f"{key}={value}" for key, value in msgspec.structs.asdict(switches).items())


def _board(printed: Board) -> str:
    """`default`, or the whole board as JSON."""
    return "default" if printed == default_board() else msgspec.json.encode(printed).decode()
