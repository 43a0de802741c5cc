"""The verbs of the game: start, waiting_for, decide, and the loop that plays it to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from chocolatl.rules import events as ev
from chocolatl.rules.actions import Action
from chocolatl.rules.board import Board
from chocolatl.rules.build_question import QUESTION_BUILDERS
from chocolatl.rules.chance import Chance, starting_stack
from chocolatl.rules.commit_reveal import Draw
from chocolatl.rules.editions import Rules
from chocolatl.rules.event_writer import EventWriter
from chocolatl.rules.evolve import evolve
from chocolatl.rules.legality import refusal
from chocolatl.rules.questions import Question
from chocolatl.rules.refusal import Refusal
from chocolatl.rules.rounds import continue_after
from chocolatl.rules.state import State
from chocolatl.rules.types import MAX_PLAYERS, MIN_PLAYERS, Seat
from chocolatl.rules.versions import RULES_VERSION, version_named


def start(
    board: Board,
    rules: Rules,
    players: int,
    chance: Chance,
    version: str = RULES_VERSION,
    draw: Draw | None = None,
) -> tuple[ev.Event, ...]:
    """The first events of a game, up to the question which card to sacrifice.

    Args:
        board: what is printed.
        rules: the switches of the edition.
        players: 3 to 5.
        chance: for the stack of markers; the same chance has to be given to every `decide` of the game.
        version: of the rules, by which the game is played to its end.
        draw: that of the chance, for the record.

    Raises:
        ValueError: a number of players or a version that does not exist.

    >>> events = start(default_board(), Rules(), 3, SealedChance(key_from_seed(1)))
    >>> [type(event).__name__ for event in events]
    ['Started', 'Asked']
    """
    version_named(version)
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise ValueError(f"{players} players: expected {MIN_PLAYERS} to {MAX_PLAYERS}")
    line = starting_stack(chance, players)
    started = ev.Started(players, rules, board, line, version=version, draw=draw)
    writer = EventWriter(evolve(None, started), chance)
    writer.ask("sacrifice", tuple(range(players)), ())
    return (started, *writer.events)


def decide(
    state: State, seat: Seat, action: Action, chance: Chance, turn: int | None = None
) -> tuple[ev.Event, ...] | Refusal:
    """What follows from an answer, or why it is refused. The only place where chance is asked.

    Args:
        state: the game; it is not changed.
        seat: who answers. A seat may change its answer until the last one has answered.
        action: the answer.
        chance: that of the game.
        turn: names the question the answer was meant for; one that is over is refused as `too_late`.

    Returns:
        The events, the answer first; or a Refusal.

    >>> chance = SealedChance(key_from_seed(1))
    >>> state = fold(start(default_board(), Rules(), 3, chance))
    >>> [event.action for event in decide(state, 0, Sacrifice(5), chance)]
    [Sacrifice(card=5)]
    >>> decide(state, 0, Sacrifice(99), chance).code
    'not_your_card'
    """
    writer = step(state, seat, action, chance, turn)
    return writer if isinstance(writer, Refusal) else tuple(writer.events)


def step(
    state: State, seat: Seat, action: Action, chance: Chance, turn: int | None = None
) -> EventWriter | Refusal:
    """Like `decide`, and keeps the state that the events lead to: saves a caller with many games the fold.

    >>> chance = SealedChance(key_from_seed(1))
    >>> state = fold(start(default_board(), Rules(), 3, chance))
    >>> step(state, 0, Sacrifice(5), chance).state.pending
    (1, 2)
    """
    refused = refusal(state, seat, action, turn)
    if refused is not None:
        return refused
    asked = state.asked
    assert asked is not None
    writer = EventWriter(state, chance)
    writer.emit(ev.Answered(asked.turn, seat, action, asked.rule))
    if writer.state.asked is None:
        continue_after(writer, asked)
    return writer


def play_to_end(
    state: State, answer: Callable[[State, Seat], Action], chance: Chance
) -> Iterator[tuple[State, list[ev.Event]]]:
    """Ask `answer(state, seat)` for every seat of every question until the game has ended.

    Args:
        state: where to begin; nobody has to have answered the open question.
        answer: gives the answer of a seat; for bots see `chocolatl.bots.answers_by`.
        chance: that of the game.

    Yields:
        After each question that all its seats have answered: the state, and the events that led to it.

    Raises:
        ValueError: the rules refuse an answer.

    >>> chance = SealedChance(key_from_seed(1))
    >>> state = fold(start(default_board(), Rules(), 3, chance))
    >>> *_, (state, events) = play_to_end(state, random_player(Random(1)), chance)
    >>> state.result.scores
    (62, 60, 50)
    """
    while state.asked is not None:
        events: list[ev.Event] = []
        for seat in state.pending:
            play = step(state, seat, answer(state, seat), chance)
            if isinstance(play, Refusal):
                raise ValueError(f"seat {seat} was refused: {play}")
            events += play.events
            state = play.state
        yield state, events


def waiting_for(state: State) -> dict[Seat, Question]:
    """The open question of every seat that still has to answer; empty after the end.

    >>> state = fold(start(default_board(), Rules(), 3, SealedChance(key_from_seed(1))))
    >>> list(waiting_for(state))
    [0, 1, 2]
    """
    asked = state.asked
    if asked is None:
        return {}
    ask = QUESTION_BUILDERS[asked.kind]
    return {seat: ask(state, seat, asked) for seat in asked.seats if state.answers[seat] is None}


def fold(events: Iterable[ev.Event], state: State | None = None) -> State:
    """The state after these events.

    Args:
        events: in order; from the first one of the game, if no state is given.
        state: where to go on from.

    Raises:
        ValueError: there is neither an event nor a state.

    >>> fold(start(default_board(), Rules(), 4, SealedChance(key_from_seed(1)))).seats
    range(0, 4)
    >>> fold([])
    Traceback (most recent call last):
    ValueError: a game has at least one event
    """
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a game has at least one event")
    return state
