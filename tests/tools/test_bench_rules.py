"""The bench plays real games and tells every figure (how fast is no matter here)."""

from tools.bench import bench_rules as rules


def test_all_figures_are_there():
    figures = rules.run(seconds=0.05)
    assert set(figures) == {
        "games_per_s",
        "decisions_per_s",
        "decide_p50_us",
        "decide_p90_us",
        "decide_p99_us",
        "replay_ms",
        "import_ms",
        "yardstick_mops",
    }
    assert all(value > 0 for value in figures.values())


def test_a_game_is_the_same_for_the_same_seed():
    assert rules.record_game(3, []) == rules.record_game(3, [])
    times: list[int] = []
    rules.record_game(3, times)
    assert len(times) == rules.play_game(3)
