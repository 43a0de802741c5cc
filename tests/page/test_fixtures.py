"""The games that the page's own tests fold are games of the rules as they are now."""

import runpy
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "web" / "fixtures.py"


def test_the_fixture_games_are_fresh() -> None:
    fixtures = runpy.run_path(str(SCRIPT))
    assert fixtures["TARGET"].read_bytes() == fixtures["text"](), "stale: run `python web/fixtures.py`"
