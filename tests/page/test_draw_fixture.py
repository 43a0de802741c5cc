"""The games whose dice the page's own tests check are games of the rules as they are now."""

from tests.page.draw_fixture import TARGET, text


def test_the_fixture_of_the_draw_is_fresh() -> None:
    assert TARGET.read_bytes() == text(), "stale: run `python -m tests.page.draw_fixture`"
