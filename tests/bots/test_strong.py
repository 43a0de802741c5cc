"""The strong bots: legal everywhere, repeatable, blind to what is hidden, in time, and open about why."""

import subprocess
import sys
import time
from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from chocolatl.bots import BotSpecError, answer, make_bot, parse_bot
from chocolatl.bots.analysis import Analyst
from chocolatl.bots.equilibrium.pretrained import pretrained_network
from chocolatl.bots.equilibrium.value_network import NET_SIZE
from chocolatl.bots.external import ExternalBot, ExternalBotError
from chocolatl.bots.levels import LEVELS
from chocolatl.bots.registry import ENTRIES, Entry, Registry
from chocolatl.engine.state_vector import to_state
from chocolatl.engine.view_vector import determinize_view
from chocolatl.rules import (
    EDITIONS,
    Lay,
    Rules,
    SealedChance,
    State,
    default_board,
    fold,
    key_from_seed,
    start,
    view,
)
from tests.bots.games import positions

QUICK = "equilibrium:1:2"
SAME = ("line", "round", "mode", "harvest", "improvements", "pyramid", "last", "own", "question")
WRONG = ["equilibrium:0", "equilibrium:fast", "flat:9h", "equilibrium:1:1", "flat:90s"]
BOARDS: list[dict[str, object]] = [
    {"locations": ("plantation", "drink"), "cards": (0, 1, 2, 3, 4)},
    {"locations": ("temple", "city", "ball_court"), "cards": (1, 1, 1, 50, 50, 99, 99), "track": ("green",)},
    {"locations": ("pyramid",), "cards": (7, 8, 9), "rounds": 3, "track": ("gold",)},
    {"rounds": 1, "goal": 1, "cubes": 1},
]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_they_finish_games_of_every_size_and_edition(players: int, edition: str) -> None:
    """`positions` fails on a refused answer."""
    *_, end = positions(["flat:2", QUICK, "random", QUICK, "random"][:players], 5, EDITIONS[edition])
    assert end.result is not None


@pytest.mark.parametrize("change", BOARDS, ids=str)
def test_they_play_on_any_board(change: dict[str, object]) -> None:
    board = replace(default_board(), **change)
    for edition in ("english", "german"):
        *_, end = positions(["flat:2", QUICK, QUICK], 3, EDITIONS[edition], board)
        assert end.result is not None


def hidden_elsewhere(state: State, seat: int) -> State:
    """Differs only in what this seat may not know: others' cards, hands, bids and answers."""
    players = list(state.players)
    for other in state.seats:
        if other != seat:
            player = players[other]
            pairs = zip(player.laid, state.up, strict=True)
            laid = tuple(group[:up] + (0,) * len(group[up:]) for group, up in pairs)
            cards = (1,) * len(player.cards)
            players[other] = replace(
                player, cards=cards, hand=cards[: len(player.hand)], laid=laid, sacrifice=77
            )
    return replace(state, players=tuple(players))


@pytest.mark.parametrize("bot", ["flat:3", QUICK])
def test_hidden_cards_cannot_change_a_decision(bot: str) -> None:
    for state in list(positions([QUICK, "random", "random", "random"], 8))[:-1:4]:
        seat = state.pending[0]
        other = hidden_elsewhere(state, seat)
        assert other != state or state.round == 0
        assert answer(make_bot(bot, 4), state, seat) == answer(make_bot(bot, 4), other, seat)


def test_a_view_becomes_a_position_that_shows_the_same() -> None:
    for edition, rules in EDITIONS.items():
        for state in list(positions(["random"] * 4, edition == "dutch", rules))[:-1]:
            seat = state.pending[0]
            seen = view(state, seat)
            dealt = to_state(determinize_view(seen, Random(1)), state.board, rules, state.version)
            again = view(dealt, seat)
            for name in (
                "line",
                "round",
                "mode",
                "harvest",
                "improvements",
                "pyramid",
                "last",
                "own",
                "question",
            ):
                mine, true = getattr(again, name), getattr(seen, name)
                if name == "own":
                    mine, true = replace(mine, answer=None), replace(true, answer=None)
                assert mine == true, name
            assert [p.box for p in again.players] == [p.box for p in seen.players]


def test_same_seed_and_steps_give_the_same_decision_in_another_process() -> None:
    state = list(positions(["random"] * 3, 2))[5]
    seat = state.pending[0]
    code = (
        "from tests.bots.games import positions\nfrom chocolatl.bots import answer, make_bot\n"
        "state = list(positions(['random'] * 3, 2))[5]\n"
        f"print([answer(make_bot(bot, 9), state, {seat}) for bot in ('flat:4', 'equilibrium:2:4')])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    mine = [answer(make_bot(bot, 9), state, seat) for bot in ("flat:4", "equilibrium:2:4")]
    assert told.strip() == str(mine)


def test_a_time_limit_is_kept() -> None:
    """No figure of this machine: far more steps than fit would take ten times as long."""
    state = list(positions(["random"] * 5, 2))[5]
    for bot in ("flat:60ms", "equilibrium:60ms"):
        make_bot(bot, 1)
        answer(make_bot(bot, 1), state, state.pending[0])
        started = time.thread_time()
        answer(make_bot(bot, 1), state, state.pending[0])
        assert time.thread_time() - started < 0.6


@pytest.mark.parametrize("kind", ["sacrifice", "lay", "roll", "take", "give_back"])
def test_an_analysis_adds_up(kind: str) -> None:
    states = list(positions([QUICK, "random", "random"], 8))[:-1]
    state = next(s for s in states if s.asked is not None and s.asked.kind == kind)
    seat = state.pending[0]
    seen = view(state, seat)
    bot = make_bot("equilibrium:2:4", 1)
    assert isinstance(bot, Analyst)
    assert seen.question is not None
    found = bot.analyse(seen, seen.question)
    assert found.turn == state.turn
    assert 0 <= found.share <= 1
    assert sum(c.probability for c in found.candidates) == pytest.approx(1, abs=0.1)
    assert all(0 <= c.share <= 1 for c in found.candidates)
    if kind == "lay":
        for candidate in found.candidates:
            assert isinstance(candidate.answer, Lay)
            assert len(candidate.places) == 6
            for place in candidate.places:
                assert 0 <= place.first + place.second <= 1 + 1e-9
                assert 0 <= place.last <= 1


@pytest.mark.parametrize("seed", range(3))
def test_cards_that_are_sacrificed_often_are_worth_about_the_same(seed: int) -> None:
    """Else the bot would not mix them; and at the start nothing has been won or lost."""
    chance = SealedChance(key_from_seed(f"x{seed}"))
    seen = view(fold(start(default_board(), Rules(), 3, chance)), 0)
    bot = make_bot("equilibrium", f"s{seed}")
    assert isinstance(bot, Analyst)
    assert seen.question is not None
    shares = [c.share for c in bot.analyse(seen, seen.question).candidates if c.probability > 0.1]
    assert max(shares) - min(shares) < 0.2
    assert 0.15 < min(shares) < max(shares) < 0.6


def test_the_decision_is_one_of_the_candidates() -> None:
    for state in list(positions(["random"] * 3, 4))[:-1:5]:
        seen = view(state, state.pending[0])
        bot = make_bot("equilibrium:1:2", 3)
        assert isinstance(bot, Analyst)
        assert seen.question is not None
        answers = [c.answer for c in bot.analyse(seen, seen.question).candidates]
        assert make_bot("equilibrium:1:2", 3).decide(seen, seen.question) in answers


def test_shipped_values_are_small_and_for_every_table() -> None:
    folder = Path(sys.modules["chocolatl.bots"].__path__[0]) / "equilibrium" / "weights"
    assert sum(file.stat().st_size for file in folder.iterdir()) < 1_000_000
    for players in (3, 4, 5):
        net = pretrained_network(players)
        assert net.shape == (NET_SIZE,)
        assert np.isfinite(net).all()
        assert np.abs(net).max() > 0


def test_levels_name_bots_that_exist() -> None:
    assert list(LEVELS) == ["newcomer", "easy", "medium", "hard", "master"]
    for bot in LEVELS.values():
        parse_bot(bot)


def test_equilibrium_beats_random_players_clearly() -> None:
    ends = [list(positions([QUICK, "random", "random"], seed))[-1] for seed in range(12)]
    assert sum(end.result is not None and end.result.winners == (0,) for end in ends) >= 10


PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    question = asked["question"]
    cards = list(question.get("cards", []))
    kind = question["ask"]
    answer = {"do": kind}
    if kind in ("sacrifice", "give_back"):
        answer["card"] = cards[0]
    elif kind == "lay":
        answer["cards"] = [[cards.pop() for _ in range(g["count"])] for g in question["groups"]]
    elif kind == "roll":
        answer = {"do": "pass"}
    elif kind == "take":
        answer["prize"] = "die"
    else:
        answer["seat"] = asked["view"]["seat"]
    print(json.dumps(answer), flush=True)
"""


def test_a_program_in_any_language_can_play(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(PROGRAM)
    *_, end = positions([f"external:{sys.executable} {path}", "random", "random"], 1)
    assert end.result is not None


@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        ("print('what?', flush=True); input()", "expected an action"),
        ("import sys; sys.exit(1)", "ended"),
        ("import time; time.sleep(60)", "no answer within 1 s"),
    ],
)
def test_a_program_that_fails_is_named(tmp_path: Path, program: str, complaint: str) -> None:
    path = tmp_path / "bad_bot.py"
    path.write_text(program)
    state = next(positions(["random"] * 3, 1))
    with pytest.raises(ExternalBotError, match=rf"bad_bot\.py.*{complaint}"):
        answer(ExternalBot(1, f"{sys.executable} {path}", seconds=1), state, 0)


@pytest.mark.parametrize(
    "text", ["equilibrium:0", "equilibrium:fast", "flat:9h", "equilibrium:1:1", "flat:90s"]
)
def test_a_wrong_setting_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(BotSpecError, match="expected"):
        parse_bot(text)


def test_installed_packages_can_add_bots_but_not_replace_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        def __init__(self, name: str) -> None:
            self.name = name

        def load(self) -> Entry:
            return Entry(self.name, self.name[0], "theirs", ENTRIES[0].build)

    points = [Point("zebra"), Point("greedy")]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    registry = Registry()
    assert registry["zebra"].help == "theirs"
    assert registry["greedy"].help != "theirs"
    assert len(registry) == len(ENTRIES) + 1
