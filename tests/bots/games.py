"""Whole games between bots, for the tests."""

from collections.abc import Iterator, Sequence

from chocolatl.bots import Bot, answer, make_bot
from chocolatl.rules import (
    Board,
    Refusal,
    Rules,
    SealedChance,
    State,
    default_board,
    fold,
    key_from_seed,
    start,
    step,
)


def seated(table: Sequence[str], seed: int) -> list[Bot]:
    return [make_bot(bot, f"{seed}/{seat}") for seat, bot in enumerate(table)]


def positions(
    table: Sequence[str], seed: int, rules: Rules | None = None, board: Board | None = None
) -> Iterator[State]:
    """Every state of a game in which somebody is asked; the last one is the end."""
    chance = SealedChance(key_from_seed(seed))
    bots = seated(table, seed)
    state = fold(start(board or default_board(), rules or Rules(), len(table), chance))
    while state.asked is not None:
        yield state
        seat = state.pending[0]
        play = step(state, seat, answer(bots[seat], state, seat), chance)
        assert not isinstance(play, Refusal), play
        state = play.state
    yield state
