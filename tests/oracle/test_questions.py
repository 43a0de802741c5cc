"""The engine asks what the referee would ask, and takes and refuses the same answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import msgspec
import pytest

from chocolatl.rules import (
    Action,
    Event,
    GiveBack,
    Lay,
    Pass,
    PlaceFirst,
    Refusal,
    Roll,
    Sacrifice,
    State,
    Take,
    decide,
    evolve,
    question,
    waiting_for,
)
from chocolatl.rules.questions import LayCards, Question
from tests.oracle.games import RULES, Game
from tests.oracle.players import TABLES
from tests.oracle.questions import allows, open_questions
from tests.oracle.table import Json

Moment = tuple[Game, State, list[Json]]


def moments(rules: str, players: int, share: float) -> Iterator[Moment]:
    """A share of all the moments at which some seat is asked something."""
    rng = random.Random(f"{rules} {players}")
    for table in TABLES:
        game = Game("default", rules, players, table, seed=0)
        state: State | None = None
        for number, event in enumerate(game.events(), 1):
            state = evolve(state, msgspec.convert(event, Event))
            if rng.random() < share and waiting_for(state):
                yield game, state, game.events()[:number]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_engine_asks_what_the_referee_would_ask(rules: str, players: int) -> None:
    for _, state, events in moments(rules, players, share=0.2):
        expected = open_questions(events)
        waiting = waiting_for(state)
        assert plain(waiting) == {seat: expected[seat] for seat in waiting}
        assert plain({seat: question(state, seat) for seat in expected}) == expected


def plain(questions: object) -> dict[int, Json]:
    return msgspec.json.decode(msgspec.json.encode(questions), type=dict[int, Json])


@pytest.mark.parametrize("rules", ["english", "all switches"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_engine_takes_and_refuses_the_same_answers(rules: str, players: int) -> None:
    rng = random.Random(f"answers {rules} {players}")
    taken = refused = 0
    for game, state, events in moments(rules, players, share=0.1):
        for make in ODD_ANSWERS:
            seat, asked = rng.choice(list(waiting_for(state).items()))
            action = make(asked, rng)
            seat = rng.choice((seat, seat, seat, rng.randrange(-1, players + 1)))
            allowed = allows(events, seat, msgspec.json.decode(msgspec.json.encode(action)))
            answer = decide(state, seat, action, game.chance)
            assert isinstance(answer, Refusal) != allowed, (game, len(events), seat, action, answer)
            taken, refused = taken + allowed, refused + (not allowed)
    assert taken > 20
    assert refused > 200


def test_an_answer_to_another_question_is_refused() -> None:
    for game, state, _ in moments("english", 4, share=0.05):
        seat, asked = next(iter(waiting_for(state).items()))
        action = msgspec.convert(next(answers(game, asked.turn)), Action)
        for turn in (asked.turn - 1, asked.turn + 1):
            assert isinstance(decide(state, seat, action, game.chance, turn), Refusal)


def answers(game: Game, turn: int) -> Iterator[Json]:
    return (e["action"] for e in game.events() if e["event"] == "answered" and e["turn"] == turn)


def odd_lay(asked: Question, rng: random.Random) -> Action:
    """A bid that is right, or wrong in one thing: another card, too many or too few cards or places."""
    if not isinstance(asked, LayCards):
        return Lay(((rng.randrange(13), rng.randrange(13)),))
    cards = list(asked.cards)
    rng.shuffle(cards)
    groups = [[cards.pop() for _ in range(group.count)] for group in asked.groups]
    place = rng.randrange(len(groups))
    match rng.randrange(7):
        case 0:
            groups[place][0] = rng.randrange(-1, 18)
        case 1:
            groups[place].append(rng.randrange(13))
        case 2:
            groups[place].pop()
        case 3:
            groups.append([rng.randrange(13)] * len(groups[0]))
        case 4:
            groups.pop()
        case 5:
            groups[place].append(groups[place - 1].pop())
    return Lay(tuple(tuple(group) for group in groups))


ODD_ANSWERS: list[Callable[[Question, random.Random], Action]] = [
    odd_lay,
    odd_lay,
    odd_lay,
    lambda _, rng: Sacrifice(rng.randrange(-1, 15)),
    lambda _, rng: GiveBack(rng.randrange(-1, 18)),
    lambda _, rng: PlaceFirst(rng.randrange(-1, 6)),
    lambda _, rng: Take(rng.choice(("hut", "die"))),
    lambda _, rng: Roll(),
    lambda _, rng: Pass(),
]
