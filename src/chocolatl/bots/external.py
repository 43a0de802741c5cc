"""A bot in any language: a program that reads one JSON line per question and writes one JSON line per answer.

It gets {"seed": …, "view": …, "question": …}: what a player at its seat sees, and nothing more.
"""

from __future__ import annotations

import selectors
import shlex
import subprocess
from time import monotonic
from typing import Any

import msgspec

from chocolatl.bots.bot import Seed
from chocolatl.rules import Action, Question, View


class ExternalBotError(RuntimeError):
    """The program did not start, did not answer in time, or did not answer with an action."""


class ExternalBot:
    """Keeps the program running from question to question."""

    def __init__(self, seed: Seed, command: str, seconds: int = 10) -> None:
        self.seed, self.command, self.seconds = seed, command, seconds
        self._program: subprocess.Popen[bytes] | None = None

    def decide(self, view: View, question: Question) -> Action:
        """Whatever the program answers, if it is an action; whether it is legal, the rules decide."""
        program = self._running()
        assert program.stdin is not None
        line = msgspec.json.encode({"seed": self.seed, "view": view, "question": question})
        try:
            program.stdin.write(line + b"\n")
            program.stdin.flush()
        except OSError:
            raise self._failure("ended") from None
        return self._read(self._line(program))

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.kill()
            self._program.communicate()
            self._program = None

    def __del__(self) -> None:
        """A bot that nobody needs takes its program with it."""
        self.close()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._program is None:
            try:
                pipe = subprocess.PIPE
                self._program = subprocess.Popen(
                    shlex.split(self.command), stdin=pipe, stdout=pipe, bufsize=0
                )
            except (OSError, ValueError) as error:
                raise ExternalBotError(f"bot {self.command!r} does not start: {error}") from None
        return self._program

    def _line(self, program: subprocess.Popen[bytes]) -> bytes:
        assert program.stdout is not None
        # One limit for the whole answer: a program that writes a byte a second does not get more time.
        until, line = monotonic() + self.seconds, b""
        with selectors.DefaultSelector() as waiting:
            waiting.register(program.stdout, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not waiting.select(max(0.0, until - monotonic())):
                    raise self._failure(f"gave no answer within {self.seconds} s")
                part: Any = program.stdout.read(65536)
                if not part:
                    raise self._failure("ended")
                line += part
        return line

    def _read(self, line: bytes) -> Action:
        try:
            action: Action = msgspec.json.decode(line, type=Action)
        except msgspec.DecodeError as error:
            raise self._failure(f"answered {line[:80]!r}: {error}; expected an action") from None
        return action

    def _failure(self, what: str) -> ExternalBotError:
        self.close()
        return ExternalBotError(f"bot {self.command!r} {what}")
