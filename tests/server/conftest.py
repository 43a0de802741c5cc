"""Tests of the server are coroutines: each gets an event loop of its own, and a limit."""

import asyncio
import inspect
import sys
from pathlib import Path
from typing import Any

import pytest
import structlog

LIMIT = 300.0
ENGINES = [
    "sqlite",
    pytest.param("postgres", marks=pytest.mark.skipif(sys.platform == "win32", reason="no wheel")),
]


@pytest.fixture(params=ENGINES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'test.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture(autouse=True)
def _logs_to_stderr() -> None:
    """Whatever a test before has set up."""
    structlog.reset_defaults()
    structlog.configure(logger_factory=lambda *_: structlog.PrintLogger(sys.stderr))


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: Any) -> bool | None:
    function = pyfuncitem.obj
    if not inspect.iscoroutinefunction(function):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    asyncio.run(asyncio.wait_for(function(**arguments), LIMIT))
    return True
