"""How much better the master would have answered, question by question, in shares of the victory.

A finished game is played again up to each answer of a seat. From there it goes on twice, once with the
seat's answer and once with the master's; the others answer that question as they did, later questions of
the round are greedy bots', and chance is the same. The value network judges both positions at the next
round, or the end does. The difference is this answer's regret. A single one is noisy and may be negative;
its mean over a game or more is the score.
"""

from __future__ import annotations

from collections.abc import Iterator

from chocolatl.bots import Bot, make_bot
from chocolatl.bots.bot import answer
from chocolatl.bots.equilibrium.expected_shares import expected_shares
from chocolatl.bots.levels import LEVELS
from chocolatl.records.record import Record
from chocolatl.rules import Action, Chance, Refusal, SealedChance, Seat, State, fold, step
from chocolatl.rules import events as ev


def regrets(record: Record, seat: Seat, chance: SealedChance, master: str = LEVELS["master"]) -> list[float]:
    """One number for each answer that this seat gave."""
    best = make_bot(master, seed=0)
    return [
        _value(state, given | {seat: answer(best, state, seat)}, chance, seat)
        - _value(state, given, chance, seat)
        for state, given in _questions(record)
        if seat in given
    ]


def _questions(record: Record) -> Iterator[tuple[State, dict[Seat, Action]]]:
    """Every position in which something is asked, with all answers to it."""
    at = [number for number, event in enumerate(record.events) if isinstance(event, ev.Asked)]
    for begin, end in zip(at, [*at[1:], len(record.events)], strict=True):
        given = {
            event.seat: event.action
            for event in record.events[begin:end]
            if isinstance(event, ev.Answered) and event.action is not None
        }
        yield fold(record.events[: begin + 1]), given


def _value(state: State, given: dict[Seat, Action], chance: Chance, seat: Seat) -> float:
    """The seat's share after this round."""
    number = state.round
    for one, action in given.items():
        state = _played(state, one, action, chance)
    filler: Bot = make_bot("greedy:0", seed=0)
    while state.result is None and (state.round == number or not _begins(state)):
        waiting = state.pending[0]
        state = _played(state, waiting, answer(filler, state, waiting), chance)
    if state.result is not None:
        winners = state.result.winners
        return (seat in winners) / len(winners)
    return expected_shares(state)[seat]


def _begins(state: State) -> bool:
    return state.asked is not None and state.asked.kind == "lay"


def _played(state: State, seat: Seat, action: Action, chance: Chance) -> State:
    play = step(state, seat, action, chance)
    assert not isinstance(play, Refusal), play
    return play.state
