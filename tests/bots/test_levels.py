"""The lower levels: each beats the one below, and their bots differ in what they like."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from chocolatl.bots import answer, make_bot
from chocolatl.bots.levels import LEVELS
from chocolatl.bots.person_bot import STYLES
from chocolatl.lab import Match, play_unit
from chocolatl.rules import Lay
from tests.bots.games import positions

ROOT = Path(__file__).resolve().parents[2]
PERSONS = [bot for bot in LEVELS.values() if bot.startswith("person")]


@pytest.mark.parametrize(("lower", "upper"), list(pairwise(["random", *PERSONS])))
def test_each_level_is_stronger_than_the_one_below(lower: str, upper: str) -> None:
    """One among two of the level below, from every seat; its fair share would be a third."""
    games = [game for seed in range(12) for game in play_unit(Match((upper, lower, lower), seed)).games]
    assert sum(game.ranks[0] == 0 for game in games) / len(games) > 0.4


def test_styles_like_different_locations() -> None:
    """Mean sum at each location over some bids of all styles from the same views."""
    sums: dict[str, Counter[str]] = {style: Counter() for style in STYLES}
    for seed in range(4):
        for state in positions(["greedy"] * 3, seed):
            if state.asked and state.asked.kind == "lay" and state.mode == "red":
                for style in STYLES:
                    bid = answer(make_bot(f"person:100:{style}", seed), state, state.pending[0])
                    assert isinstance(bid, Lay)
                    laid = zip(state.board.locations, map(sum, bid.cards), strict=True)
                    sums[style].update(dict(laid))
    assert max(sums, key=lambda style: sums[style]["pyramid"]) == "builder"
    assert max(sums, key=lambda style: sums[style]["ball_court"]) == "gambler"
    assert max(sums, key=lambda style: sums[style]["drink"]) == "miser"
    assert max(sums, key=lambda style: sums[style]["temple"]) == "runner"


def test_the_page_names_the_styles_of_the_levels_that_have_one() -> None:
    source = (ROOT / "web" / "src" / "lib" / "styles.ts").read_text("utf-8")
    assert f"STYLES = {json.dumps(list(STYLES))} as const" in source
    assert f"new Set({json.dumps([n for n, bot in LEVELS.items() if bot.startswith('person')])})" in source


def test_bots_of_one_level_at_one_table_have_different_styles() -> None:
    first = next(s for s in positions(["greedy"] * 4, 1) if s.asked and s.asked.kind == "lay")
    state = next(s for s in positions(["greedy"] * 4, 1) if s.asked == first.asked and len(s.pending) == 4)
    bids = {answer(make_bot("person:100", "table"), state, seat) for seat in range(4)}
    assert len(bids) == 4
