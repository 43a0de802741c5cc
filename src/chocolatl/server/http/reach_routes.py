"""HTTP: under which addresses others can open this server, and the switch for the local network."""

from __future__ import annotations

from typing import Any

from litestar import Request, get, post
from litestar.datastructures import State as AppState
from litestar.params import JSONBody

from chocolatl.server.errors import RequestError
from chocolatl.server.http.problems import PROBLEMS
from chocolatl.server.protocol import Reach as ReachInfo
from chocolatl.server.protocol import SetReach
from chocolatl.server.reach import NetworkAccess

Visited = Request[Any, Any, AppState]


@get("/api/reach", responses=PROBLEMS)
async def get_reach(request: Visited) -> ReachInfo:
    """The addresses to invite others with."""
    reach: NetworkAccess = request.app.state.reach
    return reach.told_to(request.scope)


@post("/api/reach", responses=PROBLEMS, status_code=200)
async def set_reach(request: Visited, data: JSONBody[SetReach]) -> ReachInfo:
    """Let the local network in, or only this machine."""
    reach: NetworkAccess = request.app.state.reach
    if not reach.may_switch(request.scope):
        raise RequestError(
            "not_here", "only whoever sits at the machine may do this", "a browser on this machine"
        )
    if data.lan:
        await reach.open()
    else:
        reach.close()
    return reach.told_to(request.scope)
