"""What holds for the first bots: legal, repeatable, and blind to what a seat may not see."""

import subprocess
import sys
from collections import Counter

import pytest
from msgspec.structs import replace

from chocolatl.bots import answer, make_bot
from chocolatl.rules import EDITIONS, Lay, State, default_board, view
from tests.bots.games import positions, seated

TABLES = (["greedy", "random", "person"], ["random"] * 4, ["greedy"] * 5)


@pytest.mark.parametrize("table", TABLES, ids=len)
@pytest.mark.parametrize("edition", EDITIONS)
def test_bots_finish_games_of_every_size_and_edition(table: list[str], edition: str) -> None:
    """`positions` fails on a refused answer."""
    *_, end = positions(table, seed=3, rules=EDITIONS[edition])
    assert end.result is not None


ODD_BOARDS: list[dict[str, object]] = [
    {"locations": ("plantation", "drink"), "cards": (0, 1, 2, 3, 4)},
    {"locations": ("temple", "city", "ball_court"), "cards": (1, 1, 1, 50, 50, 99, 99)},
    {"locations": ("pyramid",), "cards": (7, 8, 9), "rounds": 3},
    {"rounds": 1, "goal": 1, "cubes": 1},
    {"improvements_low": (0,) * 6, "improvements_high": (0,) * 6, "goal": 500},
]


@pytest.mark.parametrize("change", ODD_BOARDS, ids=str)
def test_bots_play_on_any_board(change: dict[str, object]) -> None:
    board = replace(default_board(), **change)
    *_, end = positions(["greedy", "random", "greedy"], seed=3, board=board)
    assert end.result is not None


def test_greedy_wins_clearly_against_random() -> None:
    table = ["greedy", "random", "random", "random"]
    ends = [list(positions(table, seed))[-1] for seed in range(30)]
    won = sum(end.result is not None and end.result.winners == (0,) for end in ends)
    assert won >= 25


def hidden_elsewhere(state: State, seat: int) -> State:
    """A state that differs only in what this seat may not know: others' cards, hands and answers."""
    players = list(state.players)
    for other in set(state.seats) - {seat}:
        player = players[other]
        secret = tuple(group[:up] + (0,) * len(group[up:])
                       for group, up in zip(player.laid, state.up, strict=True))  # fmt: skip
        cards = tuple(reversed(player.cards))
        players[other] = replace(
            player, cards=cards, hand=cards[: len(player.hand)], laid=secret, sacrifice=99
        )
    answers = tuple(
        given if s == seat or not isinstance(given, Lay) else Lay(()) for s, given in enumerate(state.answers)
    )
    return replace(state, players=tuple(players), answers=answers)


@pytest.mark.parametrize("name", ["random", "greedy", "person:50"])
def test_what_a_seat_may_not_know_changes_no_decision(name: str) -> None:
    asked = 0
    for state in positions(["greedy", "random", "greedy", "random"], seed=5):
        for seat in state.pending:
            other = hidden_elsewhere(state, seat)
            assert other != state
            assert view(other, seat) == view(state, seat)
            assert answer(make_bot(name, 1), other, seat) == answer(make_bot(name, 1), state, seat)
            asked += 1
    assert asked > 50


def test_a_decision_depends_on_seed_seat_and_turn_alone() -> None:
    """Asked twice, in another order or by a fresh bot: the same answer."""
    table = ["greedy", "random", "greedy", "random"]
    old = seated(table, seed=9)
    game = list(positions(table, seed=9))[:-1]
    forward = [[answer(old[s], state, s) for s in state.pending] for state in game]
    backward = [[answer(seated(table, 9)[s], state, s) for s in state.pending] for state in reversed(game)]
    assert forward == backward[::-1]


def test_another_seed_bids_differently() -> None:
    first_bids = next(s for s in positions(["greedy"] * 4, seed=1) if s.asked and s.asked.kind == "lay")
    for name in ("greedy", "random"):
        bids = {answer(make_bot(name, seed), first_bids, 0) for seed in range(20)}
        assert len(bids) > 5
    assert len({sorted_bid(answer(make_bot("greedy:0", seed), first_bids, 0)) for seed in range(20)}) == 1


def sorted_bid(action) -> Lay:
    return Lay(tuple(tuple(sorted(group)) for group in action.cards))


def test_decisions_are_the_same_in_every_process() -> None:
    code = (
        "from tests.bots.games import positions;"
        "print([p.result for p in positions(['greedy', 'random', 'greedy'], 4)][-1])"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    *_, end = positions(["greedy", "random", "greedy"], 4)
    assert told == {f"{end.result}\n"}


def test_random_is_uniform_over_sacrifices() -> None:
    state = next(positions(["random"] * 3, seed=1))
    counts = Counter(answer(make_bot("random", seed), state, 0) for seed in range(2600))
    assert len(counts) == 13
    assert all(130 <= count <= 270 for count in counts.values())


def test_a_seat_that_is_not_asked_has_nothing_to_answer() -> None:
    *_, end = positions(["random"] * 3, seed=1)
    with pytest.raises(ValueError, match="seat 0 is not asked"):
        answer(make_bot("random"), end, 0)
