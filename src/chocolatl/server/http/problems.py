"""From whatever went wrong with a request to its status and its Problem."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException, MethodNotAllowedException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from chocolatl.server.errors import RequestError, StorageUnavailableError
from chocolatl.server.protocol import Code, Problem
from chocolatl.server.protocol.limits import LIMITS

STATUS: dict[Code, int] = {
    "no_such_table": 404,
    "no_such_thing": 404,
    "no_such_seat": 404,
    "no_such_bot": 404,
    "no_cookie": 401,
    "not_seated": 403,
    "not_host": 403,
    "spectators_closed": 403,
    "hints_off": 403,
    "old_page": 409,
    "wrong_attempt": 409,
    "wrong_opening": 409,
    "not_in_draw": 403,
    "bad_token": 403,
    "bad_origin": 403,
    "bad_address": 403,
    "bad_name": 409,
    "bad_board": 409,
    "wrong_phase": 409,
    "not_away": 409,
    "seat_taken": 409,
    "colour_taken": 409,
    "name_taken": 409,
    "table_locked": 409,
    "removed": 403,
    "chat_closed": 403,
    "not_here": 403,
    "too_long": 413,
    "too_fast": 429,
    "too_many_changes": 429,
    "too_new": 503,
    "busy": 503,
}
PROBLEMS = {
    status: ResponseSpec(Problem, description="refused: a code, the reason, what was expected")
    for status in (400, 401, 403, 404, 409, 413, 429, 503)
}


def refused(request: Request[Any, Any, AppState], error: Exception) -> Response[Problem]:
    """Every failure that is the caller's, in the same shape."""
    problem = _problem(error)
    request.app.state.metrics.refusals.labels(problem.code).inc()
    status = 405 if isinstance(error, MethodNotAllowedException) else STATUS.get(problem.code, 400)
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    return Response(problem, status_code=status, media_type="application/json", headers=headers)


def _problem(error: Exception) -> Problem:
    match error:
        case RequestError():
            return error.problem
        case StorageUnavailableError():
            return error.problem
        case ValidationException():
            return Problem("bad_message", _reasons(error), "a request as in /api/schema/openapi.json")
        case HTTPException(status_code=404 | 405):
            return Problem("no_such_thing", "there is nothing here", "an address from docs/PROTOCOL.md")
        case HTTPException(status_code=413):
            return Problem("too_long", "the body is too long", f"at most {LIMITS.body_bytes} bytes")
        case HTTPException():
            return Problem("bad_message", error.detail, "a request as in /api/schema/openapi.json")
        case _:
            raise error


def _reasons(error: ValidationException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    return "; ".join(f"{e.get('key', 'body')}: {e.get('message')}" for e in extra) or error.detail
