"""The four verbs of the game: start, waiting_for, decide, evolve."""

from __future__ import annotations

from collections.abc import Iterable

from chocolatl.rules.actions import Action
from chocolatl.rules.ask import ASK
from chocolatl.rules.board import Board
from chocolatl.rules.chance import Chance, starting_stack
from chocolatl.rules.draw import Draw
from chocolatl.rules.editions import Rules
from chocolatl.rules.events import Answered, Event, Started
from chocolatl.rules.evolve import evolve
from chocolatl.rules.legality import refusal
from chocolatl.rules.play import Play
from chocolatl.rules.questions import Question
from chocolatl.rules.refusal import Refusal
from chocolatl.rules.rounds import continue_after
from chocolatl.rules.state import State
from chocolatl.rules.versions import RULES_VERSION, version_named
from chocolatl.rules.words import MAX_PLAYERS, MIN_PLAYERS, Seat


def start(
    board: Board,
    rules: Rules,
    players: int,
    chance: Chance,
    version: str = RULES_VERSION,
    draw: Draw | None = None,
) -> tuple[Event, ...]:
    """The first events of a game, up to the question which card to sacrifice. `draw`: that of the chance."""
    version_named(version)
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise ValueError(f"{players} players: expected {MIN_PLAYERS} to {MAX_PLAYERS}")
    line = starting_stack(chance, players)
    started = Started(players, rules, board, line, version=version, draw=draw)
    play = Play(evolve(None, started), chance)
    play.ask("sacrifice", tuple(range(players)), ())
    return (started, *play.events)


def decide(
    state: State, seat: Seat, action: Action, chance: Chance, turn: int | None = None
) -> tuple[Event, ...] | Refusal:
    """What follows from an answer, or why it is refused. `turn` names the question it was meant for."""
    play = step(state, seat, action, chance, turn)
    return play if isinstance(play, Refusal) else tuple(play.events)


def step(state: State, seat: Seat, action: Action, chance: Chance, turn: int | None = None) -> Play | Refusal:
    """Like `decide`, and keeps the state that the events lead to: saves a caller with many games the fold."""
    refused = refusal(state, seat, action, turn)
    if refused is not None:
        return refused
    asked = state.asked
    assert asked is not None
    play = Play(state, chance)
    play.say(Answered(asked.turn, seat, action, asked.rule))
    if play.state.asked is None:
        continue_after(play, asked)
    return play


def waiting_for(state: State) -> dict[Seat, Question]:
    """The open question of every seat that still has to answer."""
    asked = state.asked
    if asked is None:
        return {}
    ask = ASK[asked.kind]
    return {seat: ask(state, seat, asked) for seat in asked.seats if state.answers[seat] is None}


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """The state after these events."""
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a game has at least one event")
    return state
