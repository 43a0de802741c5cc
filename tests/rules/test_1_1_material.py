"""1.1 and 1.4: what everyone starts with."""

import pytest

from tests.rules.table import new_game


@pytest.mark.parametrize("players", [3, 4, 5])
def test_everyone_starts_with_13_cards_and_9_cubes_on_box_0(players):
    table = new_game(players)
    assert len(table.state.players) == players
    for player in table.state.players:
        assert player.cards == player.hand == player.pool == tuple(range(13))
        assert (player.box, player.cubes, player.huts, player.dice) == (0, 9, 0, 0)
        assert player.sacrifice is None


@pytest.mark.parametrize("players", [-1, 2, 6])
def test_the_game_is_for_3_to_5(players):
    with pytest.raises(ValueError, match=rf"^{players} players: expected 3 to 5$"):
        new_game(players)


def test_nobody_holds_a_figure_at_the_start():
    assert new_game().state.chocolatl is None
    assert new_game().state.old_man is None
    assert new_game().state.pyramid == ()
