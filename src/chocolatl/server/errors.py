"""What the server says when it does not do something."""

from __future__ import annotations

from chocolatl.server.protocol import Code, Problem


class RequestError(Exception):
    """Nothing changed; the message for the client stands in `problem`."""

    def __init__(self, code: Code, reason: str, expected: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.problem = Problem(code, reason, expected)


class TooNew(RequestError):  # noqa: N818  a kind of refusal
    """A table that a newer program wrote (or that is damaged): this process cannot play it, another may."""

    def __init__(self, reason: str) -> None:
        super().__init__("too_new", reason, "to connect again a little later, to a server of its version")


class StorageUnavailableError(Exception):
    """Storage failed; whether the last write was done is unknown. `fault`: what an operator can mend."""

    def __init__(self, text: str, fault: str | None = None) -> None:
        super().__init__(text)
        self.fault = fault

    @property
    def problem(self) -> Problem:
        """The message for the client."""
        return Problem("busy", self.fault or "storage does not answer", "the same a little later")


class Unstorable(StorageUnavailableError):  # noqa: N818  likewise
    """The database answers, and refuses this very value; nothing of it was written."""


class StartupError(Exception):
    """The server cannot start, and what to do about it."""


def denied_by_storage(error: StorageUnavailableError) -> RequestError:
    """The same for a message on a socket."""
    problem = error.problem
    return RequestError(problem.code, problem.reason, problem.expected)
