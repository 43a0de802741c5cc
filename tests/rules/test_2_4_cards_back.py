"""2.4: after the last location everyone takes the cards back, with any exchanged at the ball court."""

from random import Random

from chocolatl.rules import EDITIONS
from chocolatl.rules.events import Exchanged, RoundEnded
from tests.rules.table import new_game


def test_all_cards_come_back():
    table = new_game(4, EDITIONS["dutch"]).play_on(Random(5), until=lambda state: state.round == 2)
    assert table.said(RoundEnded) == [RoundEnded(1)]
    for player in table.state.players:
        assert len(player.hand) == 12
        assert player.hand == player.cards
        assert player.laid == ((),) * 6
    assert table.state.up == (0,) * 6


def test_with_the_exchanged_ones():
    table = new_game(4, EDITIONS["dutch"]).play_on(Random(5), until=lambda state: state.round == 2)
    for event in table.said(Exchanged):
        assert event.won in table.state.players[event.seat].hand
