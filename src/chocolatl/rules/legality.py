"""The only place that refuses: is this answer one that the open question allows?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chocolatl.rules import actions as act
from chocolatl.rules.events import Asked
from chocolatl.rules.refusal import Refusal, RefusalCode
from chocolatl.rules.rounds import CARDS_PER_BID
from chocolatl.rules.state import Cards, State
from chocolatl.rules.types import Seat

Reason = tuple[RefusalCode, str]


def refusal(state: State, seat: Seat, action: act.Action, turn: int | None = None) -> Refusal | None:
    """Why this answer cannot be taken, or nothing."""
    asked = state.asked
    if asked is None or type(seat) is not int or seat not in asked.seats or turn not in (None, asked.turn):
        reason: Reason | None = _table_reason(state, seat, turn)
    elif (check := CHECKS[asked.kind].get(type(action))) is None:
        reason = _kind_reason(asked)
    else:
        reason = check(state, seat, action, asked)
    return None if reason is None else Refusal(reason[0], seat, action, reason[1])


def _table_reason(state: State, seat: Seat, turn: int | None) -> Reason:
    asked = state.asked
    if type(seat) is not int or seat not in state.seats:
        return "no_such_seat", f"a seat from 0 to {len(state.players) - 1}"
    if asked is None:
        return "game_over", "nothing: the game is over"
    if turn not in (None, asked.turn):
        return "too_late", f"an answer to question {state.turn}, not to question {turn}"
    return "not_asked", f"an answer from {_seats(asked)}"


def _seats(asked: Asked) -> str:
    return "seat " + " or ".join(str(seat) for seat in asked.seats)


def _kind_reason(asked: Asked) -> Reason:
    kinds = " or ".join(kind.__name__ for kind in CHECKS[asked.kind])
    return "wrong_kind", f"an answer of the kind {kinds}"


def _lay_reason(state: State, seat: Seat, lay: act.Lay, asked: Asked) -> Reason | None:
    groups, hand = lay.cards, state.players[seat].hand
    places, count = len(asked.locations), CARDS_PER_BID[state.mode]
    if _can_lay(hand, groups, places, count):
        return None
    if not _well_formed(groups):
        return "wrong_kind", "a tuple of tuples of whole numbers"
    if [len(group) for group in groups] != [count] * places:
        return "wrong_number", f"{count} per location at {', '.join(asked.locations)}"
    return _only_from(hand)


def _can_lay(hand: Cards, groups: Any, places: int, count: int) -> bool:
    """A program that plays may hand in lists or foreign numbers, which no record could hold: no."""
    if type(groups) is not tuple or len(groups) != places:
        return False
    left = list(hand)
    try:
        for group in groups:
            if type(group) is not tuple or len(group) != count:
                return False
            for card in group:
                if type(card) is not int:
                    return False
                left.remove(card)
    except ValueError:
        return False
    return True


def _well_formed(groups: Any) -> bool:
    if type(groups) is not tuple or any(type(group) is not tuple for group in groups):
        return False
    return all(type(card) is int for group in groups for card in group)


def _card_reason(state: State, seat: Seat, action: act.Sacrifice | act.GiveBack, _: Asked) -> Reason | None:
    cards = state.players[seat].cards
    return None if type(action.card) is int and action.card in cards else _only_from(cards)


def _only_from(cards: Cards) -> Reason:
    return "not_your_card", f"cards from {', '.join(map(str, cards))}, each once"


def _place_reason(state: State, _: Seat, action: act.PlaceFirst, __: Asked) -> Reason | None:
    options = [standing.seat for standing in state.ranking[:2]]
    if type(action.seat) is int and action.seat in options:
        return None
    return "not_an_option", f"seat {options[0]} or {options[1]}"


def _take_reason(_: State, __: Seat, action: act.Take, ___: Asked) -> Reason | None:
    return None if action.prize in ("hut", "die") else ("not_an_option", "hut or die")


def _always_legal(_: State, __: Seat, ___: act.Action, ____: Asked) -> Reason | None:
    return None


Check = Callable[[State, Seat, Any, Asked], Reason | None]

CHECKS: dict[str, dict[type, Check]] = {
    "sacrifice": {act.Sacrifice: _card_reason},
    "lay": {act.Lay: _lay_reason},
    "roll": {act.Roll: _always_legal, act.Pass: _always_legal},
    "take": {act.Take: _take_reason},
    "place_first": {act.PlaceFirst: _place_reason},
    "give_back": {act.GiveBack: _card_reason},
}
