"""`chocolatl bench server` in small: real people at real sockets, and figures for everything it promises."""

from pathlib import Path

import pytest

from tools.bench import bench_server as server
from tools.bench.bench_command import BENCHES
from tools.bench.load_generator import LoadJob


def test_every_target_has_a_figure():
    figures = server.run(0.01, open_tables=2, live_tables=2, clock_tables=2)
    bench = BENCHES["server"]
    assert set(bench.least) | set(bench.most) <= set(figures)
    assert all(value > 0 for name, value in figures.items() if not name.startswith("machine"))
    assert figures["answers"] > 50, "no game was played"


def test_a_load_that_fails_is_told(tmp_path: Path):
    with server.ServerUnderTest(tmp_path / "one") as running:
        crowd = server.Crowd(LoadJob(running.url, 1, 60, 0, 1))
        crowd.ready()
        running.process.kill()
        with pytest.raises(RuntimeError, match="failed"):
            crowd.play()
        crowd.leave()
