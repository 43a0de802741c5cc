"""Opponents are recognised by what they showed, and answered as what they are."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from chocolatl.bots import answer, make_bot
from chocolatl.bots.equilibrium import plan_table as P
from chocolatl.bots.equilibrium.double_oracle import RoundSolver
from chocolatl.bots.equilibrium.pretrained import pretrained_network
from chocolatl.bots.reading import opponent_types as types
from chocolatl.bots.reading import type_posterior
from chocolatl.bots.reading.past_round import past_decisions
from chocolatl.bots.reading.read_plans import LEAST_READ, read_opponents
from chocolatl.engine import layout as L
from chocolatl.engine.board_vector import encode_board
from chocolatl.engine.view_vector import determinize_view
from chocolatl.rules import EDITIONS, Lay, RoundHistory, Rules, State, View, default_board, view
from tests.bots.games import positions


def ends(table: list[str], seed: int, rules: Rules | None = None) -> State:
    """The last state of a game in which all questions have been answered."""
    *_, last = positions(table, seed, rules)
    return last


def bidding(table: list[str], seed: int, number: int) -> State:
    """The first question for bids in this round."""
    asked = (state for state in positions(table, seed) if state.asked and state.asked.kind == "lay")
    return next(state for state in asked if state.round == number)


def laid_again(entry: RoundHistory) -> RoundHistory:
    """A round after this one in which everybody lays the same cards at the same places."""
    return replace(entry, round=entry.round + 1)


@pytest.mark.parametrize(
    ("bot", "kinds"),
    [
        ("greedy:0", (types.GREEDY,)),
        ("greedy", (types.GREEDY,)),
        ("greedy:100", (types.WAVERING, types.HUMAN)),
        ("random", (types.RATIONAL, types.RANDOM, types.FLAT)),
        ("flat:8", (types.RATIONAL, types.RANDOM, types.FLAT)),
    ],
)
def test_a_bot_is_taken_for_what_it_is(bot: str, kinds: tuple[int, ...]) -> None:
    """Mean probability over seats and games, after whole games."""
    found = [type_posterior.posterior(view(ends([bot] * 3, seed), None)) for seed in (0, 1, 2)]
    assert np.concatenate(found)[:, list(kinds)].sum(axis=1).mean() > 0.6


def test_greedy_players_are_recognised_after_one_round() -> None:
    seen = [view(bidding(["greedy"] * 3, seed, 2), None) for seed in range(3)]
    unread = np.concatenate([type_posterior.posterior(one)[:, types.RATIONAL] for one in seen])
    assert unread.mean() < 0.1
    assert (unread < 1 - LEAST_READ).all()


def test_who_copies_the_round_before_is_recognised() -> None:
    seen = view(bidding(["random"] * 3, 3, 2), None)
    first = seen.history[0]
    rounds = [first]
    for _ in range(3):
        rounds.append(laid_again(rounds[-1]))
    chances = type_posterior.posterior(replace(seen, history=tuple(rounds)))
    assert (chances[:, types.COPY] > 0.9).all()


def test_nothing_is_known_before_a_round_is_over() -> None:
    seen = view(bidding(["greedy"] * 3, 0, 1), 0)
    assert type_posterior.posterior(seen) == pytest.approx(np.tile(type_posterior.PRIOR, (3, 1)))
    assert sum(type_posterior.PRIOR) == pytest.approx(1.0)


def test_one_odd_round_rules_nobody_out() -> None:
    """Three greedy rounds and one at random: still rather a greedy player than not."""
    history = ends(["greedy"] * 3, 5).history
    odd = ends(["random"] * 3, 5).history[-1]
    chances = type_posterior.posterior(
        replace(view(ends(["greedy"] * 3, 5), None), history=(*history[:3], odd))
    )
    assert (chances > 0).all()
    assert (chances[:, types.RATIONAL] < 0.5).all()


def read_sums(seen: View, seat: int) -> NDArray[np.int64]:
    """The sums of all plans that a search supposes for a seat."""
    b = encode_board(seen.board, seen.rules, seen.version)
    search = RoundSolver()
    arrays = search.arrays(determinize_view(seen, Random(1)), b, pretrained_network(3), 7, len(seen.players))
    read_opponents(arrays, seen, 0.95)
    assert search.weights[P.READ_CHANCE_AT + seat] > 0.9
    assert search.weights[P.READ_CHANCE_AT + (seen.seat or 0)] == 0
    plans = search.plans[P.READ_AT :][: L.SEATS * P.READ * 13].reshape(L.SEATS, P.READ, 13)[seat, :, :12]
    sums: NDArray[np.int64] = plans.reshape(P.READ, 6, 2).sum(axis=2)
    return sums


def test_a_greedy_bot_is_predicted_card_by_card() -> None:
    """Of a bot that does not waver, one of the supposed plans has every sum right (red rounds)."""
    exact = []
    for seed in range(6):
        asked = [s for s in positions(["greedy:0"] * 3, seed) if s.asked and s.asked.kind == "lay"]
        for state in asked:
            if state.round > 1 and state.mode == "red" and len(state.pending) == 3:
                bid = answer(make_bot("greedy:0", 1), state, 1)
                assert isinstance(bid, Lay)
                sums = np.array([sum(group) for group in bid.cards])
                exact.append((np.abs(read_sums(view(state, 0), 1) - sums).sum(axis=1) <= 2).any())
    assert len(exact) >= 3
    assert np.mean(exact) > 0.8


@pytest.mark.parametrize("edition", EDITIONS)
def test_reading_works_in_every_edition_and_for_every_mode(edition: str) -> None:
    seen = view(ends(["greedy"] * 4, 1, EDITIONS[edition]), None)
    assert {entry.mode for entry in seen.history} >= {"red"} or edition != "english"
    chances = type_posterior.posterior(seen)
    assert chances.sum(axis=1) == pytest.approx(np.ones(4))
    assert (chances[:, types.GREEDY] + chances[:, types.STACKER] > 0.5).all()


def test_the_same_view_gives_the_same_decision_whatever_was_asked_before() -> None:
    """Evidence is cached, nothing is remembered: with an empty cache and a new bot nothing changes."""
    states = [bidding(["greedy"] * 3, seed, 3) for seed in (0, 1)]
    bot = make_bot("equilibrium:3:4", 1)
    first = [answer(bot, state, 0) for state in states]
    again = [answer(bot, state, 0) for state in reversed(states)]
    type_posterior.round_evidence.cache_clear()
    fresh = [answer(make_bot("equilibrium:3:4", 1), state, 0) for state in states]
    assert first == again[::-1] == fresh


def test_what_was_shown_changes_the_decision_and_the_old_bot_does_not_care() -> None:
    state = bidding(["greedy"] * 3, 0, 3)
    other = replace(state, history=tuple(replace(entry, bids=()) for entry in state.history))
    old = [answer(make_bot("equilibrium@1:4:4", 1), one, 0) for one in (state, other)]
    assert old[0] == old[1]
    seeds = range(4)
    new = [[answer(make_bot("equilibrium:4:4", seed), one, 0) for seed in seeds] for one in (state, other)]
    assert new[0] != new[1]


def test_positions_of_the_past_show_what_was_known_then() -> None:
    """In a gold round cards are turned up location by location; in a green round one by one."""
    history = [entry for seed in range(4) for entry in ends(["random"] * 3, seed).history]
    counts = {"red": [0], "gold": [0, 2, 4, 6, 8], "green": [0, 6]}
    assert {entry.mode for entry in history} == set(counts)
    for entry in history:
        found = list(past_decisions(entry, default_board()))
        assert [int(s[L.SHOWN_N_AT : L.SHOWN_N_AT + 6].sum()) for s in found] == counts[entry.mode]
        assert all(s[L.HAND_SIZE] + shown == 12 for s, shown in zip(found, counts[entry.mode], strict=True))
        assert all(one[L.HAND_SIZE] > two[L.HAND_SIZE] for one, two in pairwise(found))


def test_the_bot_of_published_results_decides_as_it_did() -> None:
    """Answers of the equilibrium bot before it read opponents, kept from that program (12 steps, 8 wide)."""
    golden = json.loads(Path(__file__).with_name("equilibrium_1.json").read_bytes())
    for seed in (0, 1):
        by_turn = {state.turn: state for state in positions(["greedy:100", "random", "greedy"], seed)}
        for row in golden:
            if row["seed"] == seed:
                said = answer(make_bot("equilibrium@1:12:8", seed), by_turn[row["turn"]], row["seat"])
                assert json.loads(msgspec.json.encode(said)) == row["answer"]
