"""A process that bots think in: started, asked one thing at a time, ended when it hangs. Used in a thread."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Literal, NamedTuple

from chocolatl.bots import make_bot
from chocolatl.bots.analysis import Analysis, Analyst
from chocolatl.bots.levels import warm_up
from chocolatl.rules import Action, Question, View

START_LIMIT = 60.0
BotTask = Literal["decide", "analyse"]


class BotError(Exception):
    """A bot crashed, hung, was too late, or had no place; the message begins with which of these."""

    @property
    def why(self) -> str:
        """In one word."""
        return str(self).partition(":")[0]


class Thought(NamedTuple):
    """What a bot is to think about; `bot` in the bots' notation."""

    how: BotTask
    bot: str
    seed: int
    view: View
    question: Question


class BotProcess:
    """One process. `compiled`: it loads the strong bots' compiled code before it is ready."""

    def __init__(self, compiled: bool = False, nice: int = 0) -> None:
        self._compiled = compiled
        self._nice = nice
        self._process: BaseProcess | None = None
        self._pipe: Connection[Any, Any] | None = None
        self._loaded = False

    @property
    def ready(self) -> bool:
        """May it be asked?"""
        return self._loaded and self._process is not None and self._process.is_alive()

    def prepare(self) -> None:
        """Start, and wait until it is ready; raises BotFailed."""
        self.stop()
        try:
            self._start()
        except OSError as error:  # no process or no file is left
            raise BotError(f"crashed: {error!r}") from None
        self._receive(START_LIMIT)
        self._loaded = True

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would copy our sockets and threads
        self._pipe, other = context.Pipe()
        with other:
            args = (other, self._compiled, self._nice)
            process = context.Process(target=bot_process_main, args=args, name="bot", daemon=True)
            process.start()
            self._process = process

    def think(self, thought: Thought, limit: float) -> Any:
        """The bot's answer or analysis; raises BotFailed after ending a process that does not give one."""
        if self._pipe is None:
            raise BotError("crashed: its process has gone")
        try:
            self._pipe.send(thought)
        except OSError as broken:
            self.stop()
            raise BotError(f"crashed: {broken!r}") from None
        found, error = self._receive(limit)
        if error is not None:
            raise BotError(f"failed: {error}")
        return found

    def _receive(self, limit: float) -> Any:
        pipe = self._pipe  # another thread may stop us meanwhile
        assert pipe is not None
        try:
            if pipe.poll(limit):
                return pipe.recv()
        except (EOFError, OSError) as broken:
            self.stop()
            raise BotError(f"crashed: {broken!r}") from None
        self.stop()
        raise BotError(f"late: nothing within {limit:g} s")

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        self._loaded = False
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()


def bot_process_main(pipe: Connection[Any, Any], compiled: bool = False, nice: int = 0) -> None:
    """What a worker process does: read a question, write an answer, until the server goes away."""
    give_way(nice)
    if compiled:
        warm_up()
    with contextlib.suppress(EOFError, OSError):  # the server has gone, and so do we
        pipe.send("ready")
        while True:
            pipe.send(_thought(pipe.recv()))


def give_way(nice: int) -> None:
    """Ctrl-C is for the server, which ends us; and people's requests come before strong bots."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if nice and hasattr(os, "nice"):
        os.nice(nice)


def _end_with_parent() -> None:
    """A server that is killed cannot end us, and compiling would go on for a minute beside its successor."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def _thought(thought: Thought) -> tuple[Action | Analysis | None, str | None]:
    try:
        made = make_bot(thought.bot, thought.seed)
        if thought.how == "decide":
            return made.decide(thought.view, thought.question), None
        if not isinstance(made, Analyst):
            return None, f"{thought.bot} cannot tell what it considers"
        return made.analyse(thought.view, thought.question), None
    except Exception as error:  # also from a bot that somebody is still writing
        return None, f"{type(error).__name__}: {error}"
