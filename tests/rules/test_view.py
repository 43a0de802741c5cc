"""What a seat sees: all that is public, its own things, and nothing of the others' secrets."""

from random import Random

import pytest
from msgspec.structs import asdict

from chocolatl.rules import (
    EDITIONS,
    Lay,
    Pass,
    PlaceFirst,
    Roll,
    Sacrifice,
    State,
    Take,
    evolve,
    redact,
    view,
)
from chocolatl.rules.events import Answered, Revealed, RoundStarted
from tests.rules.table import MANY_CARDS, at, new_game

PUBLIC = (
    "version",
    "rules", "board", "line", "round", "mode", "location", "harvest", "improvements", "chocolatl", "old_man",
    "pyramid", "last", "ranking", "asked", "turn", "passes", "result", "history",
)  # fmt: skip


def busy_table():
    """A position in which every public thing has a value of its own."""
    table = at(
        "temple", (5, 3, 9), huts=(1, 0, 2), dice=(0, 2, 1), cubes=(8, 7, 6), sacrifice=(4, 5, 6),
        chocolatl=1, old_man=2, pyramid=(0, 1), last="cubes",
    )  # fmt: skip
    return table.offer(9, 5, 1).do(1, Pass()).do(2, Roll())


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_everyone_sees_what_is_public(seat):
    for table in (busy_table(), busy_table().passing(), at("ball_court", last="goal").offer(9, 5, 1)):
        seen, truth = asdict(view(table.state, seat)), asdict(table.state)
        assert {name: seen[name] for name in PUBLIC} == {name: truth[name] for name in PUBLIC}
        assert set(seen) == {*PUBLIC, "seat", "players", "own", "question"}
        assert seen["seat"] == seat


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_everyone_sees_the_public_side_of_each_player(seat):
    state = busy_table().state
    for other, (seen, player) in enumerate(zip(view(state, seat).players, state.players, strict=True)):
        assert (seen.box, seen.cubes, seen.huts, seen.dice) == (
            player.box,
            player.cubes,
            player.huts,
            player.dice,
        )
        assert (seen.shown, seen.rolled, seen.pool) == (state.shown(other), player.rolled, player.pool)
        assert seen.sacrifice == player.deduced_sacrifice is None


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_after_the_first_round_everyone_can_tell_the_sacrifices(seat):
    table = (
        new_game(rules=EDITIONS["dutch"])
        .sacrifice(3, 7, 12)
        .play_on(Random(1), lambda state: state.round == 2)
    )
    assert [player.sacrifice for player in view(table.state, seat).players] == [3, 7, 12]


def test_who_has_answered_is_public():
    table = at("temple").do(1, Lay(((1, 2),)))
    assert [player.answered for player in view(table.state, 0).players] == [False, True, False]
    over = at("ball_court", last="goal").offer(9, 5, 1)
    assert [player.answered for player in view(over.state, 0).players] == [False, False, False]


def test_only_the_seat_itself_sees_its_own_things():
    table = at("temple", sacrifice=(4, 5, 6)).do(1, Lay(((1, 2),)))
    own = view(table.state, 1).own
    assert own is not None
    assert (own.cards, own.hand, own.sacrifice, own.laid) == (MANY_CARDS, MANY_CARDS, 5, ((),) * 6)
    assert own.answer == Lay(((1, 2),))
    other = view(table.state, 0).own
    assert other is not None
    assert other.answer is None
    assert view(table.state, None).own is None


def test_an_answer_is_not_shown_any_longer_once_it_has_taken_effect():
    over = at("ball_court", last="goal").offer(9, 5, 1)
    own = view(over.state, 0).own
    assert own is not None
    assert own.answer is None


def test_the_own_question():
    table = at("city").offer(9, 5, 1)
    assert view(table.state, 0).question == table.question(0)
    assert view(table.state, 1).question is None
    assert view(table.state, None).question is None


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
@pytest.mark.parametrize("action", [Roll(), Pass(), Take("hut"), PlaceFirst(1)])
def test_answers_given_aloud_are_seen_by_all(action, seat):
    answered = Answered(4, 0, action, "3.5")
    assert redact(answered, seat, new_game().state.rules) == answered


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_secret_answers_are_seen_by_their_seat_alone(seat):
    answered = Answered(4, 0, Sacrifice(3), "1.6")
    hidden = Answered(4, 0, None, "1.6")
    assert redact(answered, seat, new_game().state.rules) == (answered if seat == 0 else hidden)


@pytest.mark.parametrize("edition", EDITIONS)
def test_history_has_the_bids_of_rounds_that_are_over(edition):
    """What was turned up in a round is in its entry, and nothing before the round has ended."""
    table = new_game(rules=EDITIONS[edition])
    shown = {}
    state = None
    for event in table.play_on(Random(4)).events:
        state = evolve(state, event)
        if isinstance(event, Revealed):
            shown[state.round] = tuple(state.shown(seat) for seat in state.seats)
        history = view(state, None).history
        assert [entry.round for entry in history] == list(range(1, state.round + 1))
        assert all(entry.bids for entry in history[:-1])
        if any(player.laid != ((),) * 6 for player in state.players):
            assert history[-1].bids == ()
    assert state is not None
    for entry in view(state, 1).history:
        assert entry.bids == shown[entry.round]


def test_history_has_the_table_as_each_round_began():
    table = new_game()
    starts: list[tuple[State, RoundStarted]] = []
    state = None
    for event in table.play_on(Random(5)).events:
        before, state = state, evolve(state, event)
        if isinstance(event, RoundStarted):
            assert before is not None
            starts.append((before, event))
    assert state is not None
    for (before, event), entry in zip(starts, state.history, strict=True):
        assert (entry.mode, entry.harvest, entry.improvements) == (
            event.mode,
            event.harvest,
            event.improvements,
        )
        assert (entry.boxes, entry.huts, entry.dice) == tuple(
            tuple(getattr(player, name) for player in before.players) for name in ("box", "huts", "dice")
        )
        assert (entry.line, entry.chocolatl, entry.old_man) == (before.line, before.chocolatl, before.old_man)
        assert (entry.stones, entry.last) == (len(before.pyramid), before.last)
