"""The only place that refuses: is this answer one that the open question allows?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chocolatl.rules.actions import Action, GiveBack, Lay, Pass, PlaceFirst, Roll, Sacrifice, Take
from chocolatl.rules.events import Asked
from chocolatl.rules.refusal import Refusal, RefusalCode
from chocolatl.rules.rounds import cards_each
from chocolatl.rules.state import Cards, State
from chocolatl.rules.words import Seat

Reason = tuple[RefusalCode, str]

ALLOWED: dict[str, tuple[type, ...]] = {
    "sacrifice": (Sacrifice,),
    "lay": (Lay,),
    "roll": (Roll, Pass),
    "take": (Take,),
    "place_first": (PlaceFirst,),
    "give_back": (GiveBack,),
}


def refusal(state: State, seat: Seat, action: Action, turn: int | None = None) -> Refusal | None:
    """Why this answer cannot be taken, or nothing."""
    reason = _table_reason(state, seat, turn) or _answer_reason(state, seat, action)
    return Refusal(reason[0], seat, action, reason[1]) if reason else None


def _table_reason(state: State, seat: Seat, turn: int | None) -> Reason | None:
    asked = state.asked
    if type(seat) is not int or seat not in range(len(state.players)):
        return "no_such_seat", f"a seat from 0 to {len(state.players) - 1}"
    if asked is None:
        return "game_over", "nothing: the game is over"
    if turn is not None and turn != state.turn:
        return "too_late", f"an answer to question {state.turn}, not to question {turn}"
    if seat not in asked.seats:
        return "not_asked", f"an answer from {_seats(asked)}"
    return None


def _seats(asked: Asked) -> str:
    return "seat " + " or ".join(str(seat) for seat in asked.seats)


def _answer_reason(state: State, seat: Seat, action: Action) -> Reason | None:
    asked = state.asked
    assert asked is not None
    if type(action) not in ALLOWED[asked.kind]:
        kinds = " or ".join(kind.__name__ for kind in ALLOWED[asked.kind])
        return "wrong_kind", f"an answer of the kind {kinds}"
    return _REASON[asked.kind](state, seat, action, asked)


def _lay_reason(state: State, seat: Seat, lay: Lay, asked: Asked) -> Reason | None:
    count = cards_each(state)
    if not _well_formed(lay.cards):
        return "wrong_kind", "a tuple of tuples of whole numbers"
    if len(lay.cards) != len(asked.locations) or {*map(len, lay.cards)} != {count}:
        return "wrong_number", f"{count} per location at {', '.join(asked.locations)}"
    left = list(state.players[seat].hand)
    try:
        for group in lay.cards:
            for card in group:
                left.remove(card)
    except ValueError:
        return _only_from(state.players[seat].hand)
    return None


def _well_formed(groups: Any) -> bool:
    """A program that plays may hand in lists or foreign numbers, which no record could hold."""
    if type(groups) is not tuple or not {*map(type, groups)} <= {tuple}:
        return False
    return {type(card) for group in groups for card in group} <= {int}


def _card_reason(state: State, seat: Seat, action: Sacrifice | GiveBack, _: Asked) -> Reason | None:
    cards = state.players[seat].cards
    return None if type(action.card) is int and action.card in cards else _only_from(cards)


def _only_from(cards: Cards) -> Reason:
    return "not_your_card", f"cards from {', '.join(map(str, cards))}, each once"


def _place_reason(state: State, _: Seat, action: PlaceFirst, __: Asked) -> Reason | None:
    options = [standing.seat for standing in state.ranking[:2]]
    if type(action.seat) is int and action.seat in options:
        return None
    return "not_an_option", f"seat {options[0]} or {options[1]}"


def _take_reason(_: State, __: Seat, action: Take, ___: Asked) -> Reason | None:
    return None if action.prize in ("hut", "die") else ("not_an_option", "hut or die")


def _no_reason(_: State, __: Seat, ___: Action, ____: Asked) -> Reason | None:
    return None


_REASON: dict[str, Callable[[State, Seat, Any, Asked], Reason | None]] = {
    "sacrifice": _card_reason,
    "lay": _lay_reason,
    "roll": _no_reason,
    "take": _take_reason,
    "place_first": _place_reason,
    "give_back": _card_reason,
}
