"""A bot process that starts too late never answers yesterday's question (found by `chocolatl soak`)."""

import pytest

from chocolatl.rules import Rules, SealedChance, fold, key_from_seed, start, view
from chocolatl.rules.actions import Sacrifice
from chocolatl.rules.board import default_board
from chocolatl.server.bots import bot_process as botworker
from chocolatl.server.bots.bot_process import BotError, BotProcess, Thought

VIEW = view(fold(start(default_board(), Rules(), 3, SealedChance(key_from_seed(1)))), 1)


def test_after_a_late_start_the_next_question_gets_its_own_answer(monkeypatch: pytest.MonkeyPatch):
    assert VIEW.question is not None
    worker = BotProcess()
    try:
        monkeypatch.setattr(botworker, "START_LIMIT", 0.0)
        with pytest.raises(BotError, match=r"^late"):
            worker.prepare()
        assert not worker.ready
        thought = Thought("decide", "random", 1, VIEW, VIEW.question)
        with pytest.raises(BotError, match=r"^crashed"):
            worker.think(thought, 10.0)
        monkeypatch.setattr(botworker, "START_LIMIT", 100.0)
        worker.prepare()
        assert isinstance(worker.think(thought, 100.0), Sacrifice)
    finally:
        worker.stop()
