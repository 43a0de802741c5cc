"""Equivalence test of both engines: with the same decisions, every field agrees after every location."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import get_args, get_type_hints

from msgspec import convert
from msgspec.structs import replace

from chocolatl.engine.compiled_game import CompiledGame
from chocolatl.rules import RULES_VERSIONS, Action, Rules, State, fold, play_to_end, random_player, start
from chocolatl.rules import events as ev
from chocolatl.rules.board import Board, Drink, Row, default_board
from chocolatl.rules.chance import SealedChance, key_from_seed
from chocolatl.rules.types import Colour, Seat


class EngineMismatchError(AssertionError):
    """The two engines disagree; the message says where and how."""


def check_games(seeds: Sequence[int], versions: Sequence[str] = RULES_VERSIONS) -> int:
    """Play one game per seed, each in another setting; returns how many positions were compared."""
    settings = tuple(all_settings(versions))
    return sum(check_game(*settings[seed % len(settings)], seed) for seed in seeds)


def all_settings(versions: Sequence[str] = RULES_VERSIONS) -> Iterator[tuple[Board, Rules, int, str]]:
    """Every combination of the switches, on whole and shrunk boards, for 3 to 5 players, in all versions."""
    options = {name: get_args(kind) for name, kind in get_type_hints(Rules).items()}
    chosen = (dict(zip(options, values, strict=True)) for values in product(*options.values()))
    editions = tuple(convert(switches, Rules) for switches in chosen)
    for rules, board, players, version in product(editions, boards(), (3, 4, 5), versions):
        yield board, rules, players, version


def boards() -> tuple[Board, ...]:
    """The default board, and others that stretch each number of it."""
    default = default_board()
    colours: tuple[Colour, ...] = ("green", "gold", "gold", "red")
    return (
        default,
        replace(default, name="colours", track=colours, improvements_low=(1, 1, 2, 2, 20, 20, 20, 3)),
        replace(default, name="short", rounds=3, goal=15, cubes=4, pyramid=(Row(1, 2), Row(2, 0), Row(9, 7))),
        replace(
            default,
            name="three",
            locations=("temple", "city", "ball_court"),
            cards=(0, 3, 3, 3, 5, 50, 99),
            track=("green",),
        ),
        replace(default, name="drink", locations=("drink",), cards=(1, 2, 2), drink=(Drink(0, 3),) * 7),
        replace(default, name="stones", locations=("plantation", "pyramid"), cards=(0, 1, 2, 3, 4), cubes=20),
    )


def check_game(board: Board, rules: Rules, players: int, version: str, seed: int) -> int:
    """One game on both engines with random answers; returns how many positions were compared."""
    chance = SealedChance(key_from_seed(f"check {seed}"))
    state = fold(start(board, rules, players, chance, version))
    fast = CompiledGame.start(board, rules, players, chance, version)
    compared = _compare(fast, state, seed)
    for after, events in play_to_end(state, random_player(Random(seed)), chance):
        compared += _follow(fast, state, events, _actions(events, state.turn), seed)
        state = after
    return compared


def _actions(events: list[ev.Event], turn: int) -> dict[Seat, Action]:
    """The answers to one question. Bids without a choice, laid by the rules themselves, have later turns."""
    answered = [event for event in events if isinstance(event, ev.Answered) and event.turn == turn]
    return {event.seat: event.action for event in answered if event.action is not None}


def _follow(
    fast: CompiledGame, before: State, events: list[ev.Event], actions: dict[Seat, Action], seed: int
) -> int:
    """Compare after every location that these events finish, and at the end of them."""
    compared, done, state = 0, 0, before
    fast.answer(actions, pause=True)
    for cut in [*_location_ends(before, events), len(events)]:
        state, done = fold(events[done:cut], state), cut
        compared += _compare(fast, state, seed)
        if cut < len(events):
            fast.answer({}, pause=True)
    return compared


def _location_ends(before: State, events: list[ev.Event]) -> Iterator[int]:
    """Where a location is done: what follows turns up, asks for or ends something new."""
    ranked = bool(before.asked and before.asked.kind in ("take", "place_first", "give_back"))
    for cut, event in enumerate(events):
        bids = isinstance(event, ev.Asked) and event.kind in ("lay", "roll")
        if ranked and (bids or isinstance(event, ev.Revealed | ev.Ranked | ev.RoundEnded)):
            yield cut
            ranked = False
        ranked = ranked or isinstance(event, ev.Ranked)
        if isinstance(event, ev.Asked):
            ranked = False


def _compare(fast: CompiledGame, state: State, seed: int) -> int:
    """The fast game keeps neither answers already given nor earlier rounds."""
    expected = replace(state, history=()) if state.asked else replace(state, answers=(), history=())
    actual = fast.state
    if actual == expected:
        return 1
    for name in State.__struct_fields__:
        right, wrong = getattr(expected, name), getattr(actual, name)
        if right != wrong:
            raise EngineMismatchError(
                f"seed {seed}, round {state.round}, {state.location}: {name} is {wrong} instead of {right}"
            )
    return 1
