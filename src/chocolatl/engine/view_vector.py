"""Determinization: from what one seat sees to a whole position; hidden cards are deduced, else dealt.

Nothing but the view goes in, so nothing hidden can come out.
"""

from __future__ import annotations

from random import Random

from chocolatl.engine import layout as L
from chocolatl.engine.layout import Vector
from chocolatl.engine.state_vector import new_vector, write_cards, write_public_table, write_question
from chocolatl.rules.state import Cards
from chocolatl.rules.types import Seat
from chocolatl.rules.view import PlayerView, View


def determinize_view(view: View, random: Random) -> Vector:
    """A position that looks to this seat as the true one does, at the question it is asked."""
    if view.seat is None or view.own is None or view.asked is None:
        raise ValueError("expected a seat's view with an open question, not a spectator's or a finished game")
    s = new_vector()
    _write_table(s, view)
    write_question(s, view)
    for seat, player in enumerate(view.players):
        _write_public(s, seat, player)
        if seat != view.seat:
            _write_hidden(s, view, seat, player, random)
    _write_own(s, view)
    _write_ranking(s, view)
    return s


def _write_table(s: Vector, view: View) -> None:
    assert view.own is not None
    write_public_table(s, view)
    s[L.CARD_COUNT] = len(view.own.cards)
    s[L.HAND_SIZE] = len(view.own.hand)
    s[L.HANDS_SEEN] = view.players[0].sacrifice is not None
    for place, laid in enumerate(view.own.laid):
        s[L.LAID_N_AT + place] = len(laid)
        s[L.SHOWN_N_AT + place] = len(view.players[0].shown[place])


def _write_public(s: Vector, seat: Seat, player: PlayerView) -> None:
    s[L.BOX_AT + seat] = player.box
    s[L.CUBES_AT + seat] = min(player.cubes, 30_000)
    s[L.HUTS_AT + seat] = player.huts
    s[L.DICE_AT + seat] = player.dice
    s[L.GIVEN_BACK_AT + seat] = L.NOBODY
    s[L.ROLLED_N_AT + seat] = len(player.rolled)
    write_cards(s, L.ROLLED_AT + seat * L.DICE_MAX, player.rolled)


def _write_own(s: Vector, view: View) -> None:
    assert view.own is not None
    assert view.seat is not None
    own, seat = view.own, view.seat
    s[L.SACRIFICE_AT + seat] = L.NOBODY if own.sacrifice is None else own.sacrifice
    write_cards(s, L.CARDS_AT + seat * L.HAND_MAX, own.cards)
    write_cards(s, L.HAND_AT + seat * L.HAND_MAX, own.hand)
    for place, cards in enumerate(own.laid):
        write_cards(s, L.LAID_AT + seat * L.LAID_WIDTH + 2 * place, cards)


def _write_hidden(s: Vector, view: View, seat: Seat, player: PlayerView, random: Random) -> None:
    """Cards of another seat: those that were shown, and a deal of what they may still hold."""
    assert view.own is not None
    shown = [card for group in player.shown for card in group]
    left = _minus(player.pool, shown)
    hidden = _hidden_card(view, player, left, random)
    if hidden is not None:
        left.remove(hidden)
    known = player.sacrifice if player.sacrifice is not None else hidden
    s[L.SACRIFICE_AT + seat] = L.NOBODY if known is None else known
    s[L.GIVEN_BACK_AT + seat] = hidden if hidden is not None and player.sacrifice is not None else L.NOBODY
    write_cards(s, L.CARDS_AT + seat * L.HAND_MAX, sorted(shown + left))
    deal = random.sample(left, len(left))
    for place, (mine, theirs) in enumerate(zip(view.own.laid, player.shown, strict=True)):
        down = [deal.pop() for _ in range(len(mine) - len(theirs))]
        write_cards(s, L.LAID_AT + seat * L.LAID_WIDTH + 2 * place, (*theirs, *down))
    write_cards(s, L.HAND_AT + seat * L.HAND_MAX, sorted(deal))


def _hidden_card(view: View, player: PlayerView, left: list[int], random: Random) -> int | None:
    """The one card too many of a pool: given back (surely the lowest), or on the altar (anyone's guess)."""
    assert view.own is not None
    if len(player.pool) == len(view.own.cards) or not left:
        return None
    return min(left) if player.sacrifice is not None else random.choice(left)


def _minus(cards: Cards, gone: list[int]) -> list[int]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def _write_ranking(s: Vector, view: View) -> None:
    s[L.RANKED_PLACE] = L.NOBODY
    if not view.ranking:
        return
    s[L.RANKED_PLACE] = s[L.PLACE]
    for place, standing in enumerate(view.ranking):
        s[L.RANKING_AT + place] = standing.seat
        s[L.TOTAL_AT + standing.seat] = standing.total
