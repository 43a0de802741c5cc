"""The leak law: what a seat may not know changes nothing that it can see.

Two games run side by side. They differ in two cards of one seat, x and y: wherever it chose x in the one, it
chose y in the other. Until one of them is turned up, nobody else may notice, whatever they look at or try.
"""

from random import Random

from hypothesis import assume, event, given
from hypothesis import strategies as st

from chocolatl.rules import (
    Action,
    GiveBack,
    Lay,
    Sacrifice,
    State,
    any_answer,
    decide,
    question,
    redact,
    view,
    waiting_for,
)
from chocolatl.rules.events import AltarOpened, Event, Revealed
from chocolatl.rules.questions import ChooseGiveBack, LayCards, Question
from tests.rules.games import ALL_RULES, boards, examples, opened, rule_sets, seeds, sizes
from tests.rules.table import Table

TRIES: tuple[Action, ...] = (Sacrifice(99), Lay(()), Lay(((99, 98),)), GiveBack(99))
ANY_BACK = [rules for rules in ALL_RULES if rules.give_back == "any"]
twin_games = examples(80)


def swapped(action: Action, x: int, y: int) -> Action:
    """The same answer with the two cards exchanged."""
    other = {x: y, y: x}
    match action:
        case Sacrifice(card):
            return Sacrifice(other.get(card, card))
        case GiveBack(card):
            return GiveBack(other.get(card, card))
        case Lay(groups):
            return Lay(tuple(tuple(other.get(card, card) for card in group) for group in groups))
        case _:
            return action


def holding_back(asked: Question, random: Random, kept: set[int]) -> Action:
    """A random answer that keeps these cards for the last location if it can: secret for long."""
    for _ in range(200):
        action = any_answer(asked, random)
        if not isinstance(asked, LayCards) or not isinstance(action, Lay):
            return action
        early = action.cards if asked.groups[-1].location != "ball_court" else action.cards[:-1]
        if not kept & {card for group in early for card in group}:
            return action
    return action


def turned_up(events: list[Event], seat: int, secrets: set[int]) -> bool:
    """Whether one of the secrets is out now."""
    if any(isinstance(event, AltarOpened) for event in events):
        return True
    cards = [event.cards[seat] for event in events if isinstance(event, Revealed)]
    return any(secrets & set(group) for groups in cards for group in groups)


def seen(state: State, events: list[Event], seat: int | None, table: Table) -> list[object]:
    """Everything that a seat (or a spectator) can get to know by looking and trying."""
    told: list[object] = [view(state, seat), *(redact(event, seat, state.rules) for event in events)]
    if seat is not None:
        told += [question(state, seat), *(decide(state, seat, action, table.chance, -1) for action in TRIES)]
        told += [decide(state, seat, action, table.chance) for action in TRIES]
    return told


def run_side_by_side(one: Table, two: Table, owner: int, x: int, y: int, random: Random) -> int:
    """Play both on until a secret is out; the number of steps that were compared."""
    others = [None, *(seat for seat in one.state.seats if seat != owner)]
    compared = 0
    while questions := waiting_for(one.state):
        seat = random.choice(list(questions))
        action = holding_back(questions[seat], random, {x, y} if seat == owner else set())
        before = len(one.events), len(two.events)
        one.do(seat, action)
        two.do(seat, swapped(action, x, y) if seat == owner else action)
        news = one.events[before[0] :], two.events[before[1] :]
        if turned_up(news[0], owner, {x, y}) or turned_up(news[1], owner, {x, y}):
            break
        for other in others:
            assert seen(one.state, news[0], other, one) == seen(two.state, news[1], other, two)
        compared += 1
    return compared


@twin_games
@given(seeds, sizes, rule_sets, boards, st.data())
def test_sacrifices_and_bids_do_not_leak(seed, players, rules, board, data):
    one, random = opened(seed, players, rules, board)
    two, _ = opened(seed, players, rules, board)
    owner = data.draw(st.integers(0, players - 1))
    x, y = data.draw(st.lists(st.sampled_from(board.cards), min_size=2, max_size=2, unique=True))
    if data.draw(st.booleans()):
        one.do(owner, Sacrifice(x))
        two.do(owner, Sacrifice(y))
    compared = run_side_by_side(one, two, owner, x, y, random)
    event(f"compared {min(compared // 5 * 5, 30)} or more")
    assert compared >= 1


@twin_games
@given(seeds, sizes, st.sampled_from(ANY_BACK), boards)
def test_a_card_given_back_in_secret_does_not_leak(seed, players, rules, board):
    one, random = opened(seed, players, rules, board)
    two, _ = opened(seed, players, rules, board)

    def asks_for_a_card_back(state: State) -> bool:
        return state.asked is not None and state.asked.kind == "give_back"

    one.play_on(random, until=asks_for_a_card_back)
    assume(one.state.asked is not None)
    two.state, two.events = one.state, list(one.events)
    owner = random.choice(one.asked.seats)
    asked = one.question(owner)
    assert isinstance(asked, ChooseGiveBack)
    single = [card for card in asked.cards if (*asked.cards, asked.won).count(card) == 1]
    assume(len(single) >= 2)
    x, y = random.sample(single, 2)
    one.do(owner, GiveBack(x))
    two.do(owner, GiveBack(y))
    assert seen(one.state, one.events[-1:], None, one) == seen(two.state, two.events[-1:], None, two)
    compared = run_side_by_side(one, two, owner, x, y, random)
    event(f"compared {min(compared // 5 * 5, 30)} or more")
    assert compared >= 1
