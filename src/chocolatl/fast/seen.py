"""From what one seat sees to a whole position: hidden cards are deduced where possible, else dealt.

Nothing but the view goes in, so nothing hidden can come out.
"""

from __future__ import annotations

from random import Random

from chocolatl.fast import layout as at
from chocolatl.fast.convert import (
    KINDS,
    REASONS,
    new_vector,
    write_cards,
    write_improvements,
    write_line,
    write_pyramid,
)
from chocolatl.fast.layout import Vector
from chocolatl.rules.state import Cards
from chocolatl.rules.view import PlayerView, View
from chocolatl.rules.words import COLOURS, Seat


def vector_of_view(view: View, random: Random) -> Vector:
    """A position that looks to this seat as the true one does, at the question it is asked."""
    if view.seat is None or view.own is None or view.asked is None:
        raise ValueError("expected a seat's view with an open question, not a spectator's or a finished game")
    s = new_vector()
    _write_table(s, view)
    _write_question(s, view)
    for seat, player in enumerate(view.players):
        _write_public(s, seat, player)
        if seat != view.seat:
            _write_hidden(s, view, seat, player, random)
    _write_own(s, view)
    _write_ranking(s, view)
    return s


def _write_table(s: Vector, view: View) -> None:
    assert view.own is not None
    s[at.PLAYERS] = len(view.players)
    s[at.ROUND] = view.round
    s[at.MODE] = at.NOBODY if view.mode is None else COLOURS.index(view.mode)
    s[at.PLACE] = at.NOBODY if view.location is None else view.board.locations.index(view.location)
    s[at.NEXT_PLACE] = max(0, s[at.PLACE])
    s[at.LAST] = REASONS.index(view.last)
    s[at.CHOCOLATL] = at.NOBODY if view.chocolatl is None else view.chocolatl
    s[at.OLD_MAN] = at.NOBODY if view.old_man is None else view.old_man
    s[at.PASSES] = view.passes
    s[at.TURN] = view.turn
    s[at.CARD_COUNT] = len(view.own.cards)
    s[at.HAND_SIZE] = len(view.own.hand)
    s[at.SEEN] = view.players[0].sacrifice is not None
    s[at.HARVEST_AT : at.HARVEST_AT + len(view.harvest)] = view.harvest
    write_improvements(s, view.board, view.round, view.improvements)
    write_line(s, view.line)
    write_pyramid(s, view.pyramid)
    for place, laid in enumerate(view.own.laid):
        s[at.LAID_N_AT + place] = len(laid)
        s[at.SHOWN_N_AT + place] = len(view.players[0].shown[place])


def _write_question(s: Vector, view: View) -> None:
    asked = view.asked
    assert asked is not None
    s[at.ASK] = KINDS.index(asked.kind)
    s[at.ASK_SEAT] = asked.seats[0]
    if asked.locations:
        s[at.ASK_FROM] = view.board.locations.index(asked.locations[0])
        s[at.ASK_UNTIL] = view.board.locations.index(asked.locations[-1]) + 1
        s[at.NEXT_PLACE] = s[at.ASK_FROM]


def _write_public(s: Vector, seat: Seat, player: PlayerView) -> None:
    s[at.BOX_AT + seat] = player.box
    s[at.CUBES_AT + seat] = min(player.cubes, 30_000)
    s[at.HUTS_AT + seat] = player.huts
    s[at.DICE_AT + seat] = player.dice
    s[at.GIVEN_AT + seat] = at.NOBODY
    s[at.ROLLED_N_AT + seat] = len(player.rolled)
    write_cards(s, at.ROLLED_AT + seat * at.DICE_MAX, player.rolled)


def _write_own(s: Vector, view: View) -> None:
    assert view.own is not None
    assert view.seat is not None
    own, seat = view.own, view.seat
    s[at.SACRIFICE_AT + seat] = at.NOBODY if own.sacrifice is None else own.sacrifice
    write_cards(s, at.CARDS_AT + seat * at.HAND_MAX, own.cards)
    write_cards(s, at.HAND_AT + seat * at.HAND_MAX, own.hand)
    for place, cards in enumerate(own.laid):
        write_cards(s, at.LAID_AT + seat * at.LAID_WIDTH + 2 * place, cards)


def _write_hidden(s: Vector, view: View, seat: Seat, player: PlayerView, random: Random) -> None:
    """Cards of another seat: those that were shown, and a deal of what they may still hold."""
    assert view.own is not None
    shown = [card for group in player.shown for card in group]
    left = _minus(player.pool, shown)
    hidden = _hidden_card(view, player, left, random)
    if hidden is not None:
        left.remove(hidden)
    known = player.sacrifice if player.sacrifice is not None else hidden
    s[at.SACRIFICE_AT + seat] = at.NOBODY if known is None else known
    s[at.GIVEN_AT + seat] = hidden if hidden is not None and player.sacrifice is not None else at.NOBODY
    write_cards(s, at.CARDS_AT + seat * at.HAND_MAX, sorted(shown + left))
    deal = random.sample(left, len(left))
    for place, (mine, theirs) in enumerate(zip(view.own.laid, player.shown, strict=True)):
        down = [deal.pop() for _ in range(len(mine) - len(theirs))]
        write_cards(s, at.LAID_AT + seat * at.LAID_WIDTH + 2 * place, (*theirs, *down))
    write_cards(s, at.HAND_AT + seat * at.HAND_MAX, sorted(deal))


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
    s[at.RANKED_AT] = at.NOBODY
    if not view.ranking:
        return
    s[at.RANKED_AT] = s[at.PLACE]
    for place, standing in enumerate(view.ranking):
        s[at.RANKING_AT + place] = standing.seat
        s[at.TOTAL_AT + standing.seat] = standing.total
