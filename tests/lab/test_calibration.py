"""What a hint shows as a share of the victory is one; the command that measures it finds what is wrong."""

from random import Random

import numpy as np
import pytest

from chocolatl.bots import make_bot
from chocolatl.bots.analysis import Analyst
from chocolatl.lab.calibration.calibration_error import calibration
from chocolatl.lab.calibration.hint_samples import Hint, followed_hints
from chocolatl.rules import view
from tests.bots.games import positions


def hints(slope: float, games: int = 3000) -> list[Hint]:
    """Shares whose truth is a logistic map of what was shown, two in every game."""
    random, found = Random(1), list[Hint]()
    for game in range(games):
        for _ in range(2):
            shown = random.uniform(0.02, 0.98)
            truth = 1 / (1 + ((1 - shown) / shown) ** slope)
            found.append(Hint(game, "bid", shown, float(random.random() < truth)))
    return found


def test_shares_that_are_true_have_no_error_and_need_no_map() -> None:
    found = calibration(hints(slope=1.0))
    assert found.error < 0.03
    assert found.slope == pytest.approx(1.0, abs=0.1)
    assert found.shift == pytest.approx(0.0, abs=0.1)
    assert sum(row.hints for row in found.classes) == found.hints == 6000


def test_shares_that_are_too_sure_are_found_out() -> None:
    found = calibration(hints(slope=0.5))
    assert found.interval[0] > 0.05
    assert found.slope == pytest.approx(0.5, abs=0.06)


def test_hints_are_followed_and_end_as_the_game_did() -> None:
    found = [hint for game in followed_hints("greedy", "equilibrium:1:2", 3, range(6)) for hint in game]
    assert {hint.kind for hint in found} == {"bid", "small"}
    assert all(0 <= hint.expected <= 1 and 0 <= hint.won <= 1 for hint in found)
    again = [hint for game in followed_hints("greedy", "equilibrium:1:2", 3, range(6)) for hint in game]
    assert found == again


def test_small_questions_show_a_share_and_not_a_utility() -> None:
    """In a last round that is decided the share is near 0 or 1; the utility of the search never is."""
    shares = list[float]()
    for state in positions(["greedy", "random", "random"], 2):
        if state.last and state.asked and state.asked.kind in ("roll", "take", "place_first"):
            seen = view(state, state.pending[0])
            bot = make_bot("equilibrium:1:2", 1)
            assert isinstance(bot, Analyst)
            assert seen.question is not None
            shares += [candidate.share for candidate in bot.analyse(seen, seen.question).candidates]
    assert shares
    assert np.max(np.abs(np.array(shares) - 0.5)) > 0.49
