"""What mutmut needs: quick failures, no memories, and a private name that it reads and pytest 9 dropped.

See docs/TESTING.md.
"""

import inspect
import sys

import pytest
from hypothesis import Phase, settings

# A tenth of the examples, and no search for the smallest one: any failure will do, but for slowness.
settings.register_profile(
    "mutation", max_examples=10, phases=(Phase.explicit, Phase.generate), database=None, deadline=None
)
settings.load_profile("mutation")


def pytest_addoption(parser: pytest.Parser) -> None:
    """For the server, whose other tests start servers."""
    parser.addoption("--only-pure", action="store_true", help="leave out the tests that are coroutines")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give every test its id under the old name too."""
    if config.getoption("only_pure"):
        items[:] = [item for item in items if not inspect.iscoroutinefunction(getattr(item, "obj", None))]
    for item in items:
        vars(item)["_nodeid"] = item.nodeid


def pytest_runtest_setup() -> None:
    """Forget what the rules keep: it would hide which tests run a function, and a mutant of it."""
    rules = [module for name, module in sys.modules.items() if name.startswith("chocolatl.rules")]
    for value in [value for module in rules for value in vars(module).values()]:
        if hasattr(value, "cache_clear"):
            value.cache_clear()
