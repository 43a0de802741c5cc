"""A worker is ready when it has loaded, not when its process is alive."""

import threading

import pytest

from chocolatl.server.bots import bot_process as botworker
from chocolatl.server.bots.bot_process import BotProcess


def test_a_process_that_still_loads_is_not_ready(monkeypatch: pytest.MonkeyPatch):
    worker, seen = BotProcess(), []
    receive = worker._receive

    def loading(limit: float) -> object:
        assert worker._process is not None
        seen.append((worker._process.is_alive(), worker.ready))
        return receive(limit)

    monkeypatch.setattr(worker, "_receive", loading)
    try:
        thread = threading.Thread(target=worker.prepare)
        thread.start()
        thread.join(botworker.START_LIMIT)
        assert seen == [(True, False)]
        assert worker.ready
        worker.stop()
        assert not worker.ready
    finally:
        worker.stop()
