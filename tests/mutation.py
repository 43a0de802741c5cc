"""What mutmut needs: quick failures, and a private name that mutmut 3.8 still reads and pytest 9 dropped.

See docs/TESTING.md.
"""

import pytest
from hypothesis import Phase, settings

# A tenth of the examples, and no search for the smallest one: any failure will do.
settings.register_profile("mutation", max_examples=10, phases=(Phase.explicit, Phase.generate), database=None)
settings.load_profile("mutation")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test its id under the old name too."""
    for item in items:
        vars(item)["_nodeid"] = item.nodeid
