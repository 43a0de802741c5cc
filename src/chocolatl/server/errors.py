"""What the server says when it does not do something."""

from __future__ import annotations

from chocolatl.server.wire import Accepted, Code, Problem, Refused


class Denied(Exception):  # noqa: N818  reads better where it is raised
    """Nothing changed; the message for the client stands in `problem`."""

    def __init__(self, code: Code, reason: str, expected: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.problem = Problem(code, reason, expected)


class TooNew(Denied):
    """A table that a newer program wrote (or that is damaged): this process cannot play it, another may."""

    def __init__(self, reason: str) -> None:
        super().__init__("too_new", reason, "to connect again a little later, to a server of its version")


class StorageDown(Exception):  # noqa: N818  likewise
    """Storage failed; whether the last write was done is unknown. `fault`: what an operator can mend."""

    def __init__(self, text: str, fault: str | None = None) -> None:
        super().__init__(text)
        self.fault = fault

    @property
    def problem(self) -> Problem:
        """The message for the client."""
        return Problem("busy", self.fault or "storage does not answer", "the same a little later")


class Unstorable(StorageDown):
    """The database answers, and refuses this very value; nothing of it was written."""


class StartError(Exception):
    """The server cannot start, and what to do about it."""


def denied_by_storage(error: StorageDown) -> Denied:
    """The same for a message on a socket."""
    problem = error.problem
    return Denied(problem.code, problem.reason, problem.expected)


def verdict(message: str, denied: Denied | None) -> Accepted | Refused:
    """The reply to a message of a page."""
    if denied is None:
        return Accepted(message)
    problem = denied.problem
    return Refused(message, problem.code, problem.reason, problem.expected)
