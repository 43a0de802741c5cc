"""Pictures of what strangers made: names of any characters, boards at the edges of their bounds."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chocolatl.picture import Picture, Style, people_named, pixels, svg
from chocolatl.rules import Board, default_board, edition_named, view
from chocolatl.rules.events import Started
from chocolatl.rules.evolve import evolve
from chocolatl.rules.state import State
from tests.hostile.boards import boards

SMALL = Style(240, 135)
NAMES = (
    "</path><script>alert(1)</script>", '"/><image href="file:///etc/passwd"/>', "&lt;&#0;&", "a\0b\x1b[2J",
    "\u202egnp.exe", "💣" * 40, "W" * 400, "\ud800", "",
)  # fmt: skip


def begun(board: Board, players: int) -> State:
    return evolve(None, Started(players, edition_named("english"), board, tuple(range(players))))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_drawn_and_never_becomes_part_of_the_drawing(name):
    plain, odd = people_named(("Ana",) * 3), people_named((name, "Ana", "Ana"))
    text = svg(Picture(view(begun(default_board(), 3), None), odd, (f"{name} wins.",)), SMALL)
    kinds = {element.tag for element in ElementTree.fromstring(text).iter()}
    whole = svg(Picture(view(begun(default_board(), 3), None), plain, ("Ana wins.",)), SMALL)
    assert kinds == {element.tag for element in ElementTree.fromstring(whole).iter()}
    assert "script>" not in text
    assert "passwd" not in text
    assert len(text) < 2 * len(whole)
    assert pixels(Picture(view(begun(default_board(), 3), None), odd), SMALL).size == (240, 135)


@given(board=boards(), players=st.integers(3, 5), round_=st.integers(0, 32))
@settings(max_examples=25, deadline=None)
def test_every_board_that_can_be_played_can_be_drawn(board, players, round_):
    from msgspec.structs import replace

    state = begun(board, players)
    state = replace(state, round=min(round_, board.rounds), mode="red" if round_ else None, harvest=(6, 3, 1))
    text = svg(Picture(view(state, None), people_named(("Ana",) * players)), SMALL)
    ElementTree.fromstring(text)
    assert len(text) < 4_000_000
