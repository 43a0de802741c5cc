"""Tests of the server are coroutines: each gets an event loop of its own, and a limit."""

import asyncio
import inspect
from typing import Any

import pytest

LIMIT = 120.0


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: Any) -> bool | None:
    function = pyfuncitem.obj
    if not inspect.iscoroutinefunction(function):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    asyncio.run(asyncio.wait_for(function(**arguments), LIMIT))
    return True
