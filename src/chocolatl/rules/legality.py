"""The only place that refuses: is this answer one that the open question allows?"""

from __future__ import annotations

from chocolatl.rules.actions import Action, GiveBack, Lay, Pass, PlaceFirst, Roll, Sacrifice, Take
from chocolatl.rules.events import Asked
from chocolatl.rules.refusal import Refusal, RefusalCode
from chocolatl.rules.rounds import cards_each
from chocolatl.rules.state import Cards, State
from chocolatl.rules.words import Seat

ALLOWED: dict[str, tuple[type, ...]] = {
    "sacrifice": (Sacrifice,),
    "lay": (Lay,),
    "roll": (Roll, Pass),
    "take": (Take,),
    "place_first": (PlaceFirst,),
    "give_back": (GiveBack,),
}

Reason = tuple[RefusalCode, str]


def refusal(state: State, seat: Seat, action: Action, turn: int | None = None) -> Refusal | None:
    """Why this answer cannot be taken, or nothing."""
    reason = _table_reason(state, seat, turn) or _answer_reason(state, seat, action)
    return Refusal(reason[0], seat, action, reason[1]) if reason else None


def _table_reason(state: State, seat: Seat, turn: int | None) -> Reason | None:
    if seat not in state.seats:
        return "no_such_seat", f"a seat from 0 to {len(state.players) - 1}"
    if state.asked is None:
        return "game_over", "nothing: the game is over"
    if turn is not None and turn != state.turn:
        return "too_late", f"an answer to question {state.turn}, not to question {turn}"
    if seat not in state.asked.seats:
        return "not_asked", f"an answer from {_seats(state.asked)}"
    return None


def _seats(asked: Asked) -> str:
    return "seat " + " or ".join(str(seat) for seat in asked.seats)


def _answer_reason(state: State, seat: Seat, action: Action) -> Reason | None:
    asked = state.asked
    assert asked is not None
    if not isinstance(action, ALLOWED[asked.kind]):
        kinds = " or ".join(kind.__name__ for kind in ALLOWED[asked.kind])
        return "wrong_kind", f"an answer of the kind {kinds}"
    match action:
        case Lay(groups):
            return _lay_reason(state, seat, groups, asked)
        case Sacrifice(card) | GiveBack(card):
            return _card_reason(card, state.players[seat].cards)
        case PlaceFirst(chosen):
            return _place_reason(state, chosen)
        case Take(prize) if prize not in ("hut", "die"):
            return "not_an_option", "hut or die"
        case _:
            return None


def _lay_reason(state: State, seat: Seat, groups: tuple[Cards, ...], asked: Asked) -> Reason | None:
    count = cards_each(state)
    if len(groups) != len(asked.locations) or any(len(group) != count for group in groups):
        return "wrong_number", f"{count} per location at {', '.join(asked.locations)}"
    left = list(state.players[seat].hand)
    for card in (card for group in groups for card in group):
        if card not in left:
            return _card_reason(card, tuple(left), state.players[seat].hand)
        left.remove(card)
    return None


def _card_reason(card: int, options: Cards, hand: Cards | None = None) -> Reason | None:
    if card in options:
        return None
    return "not_your_card", f"cards from {', '.join(map(str, hand or options))}, each once"


def _place_reason(state: State, chosen: Seat) -> Reason | None:
    options = [standing.seat for standing in state.ranking[:2]]
    if chosen in options:
        return None
    return "not_an_option", f"seat {options[0]} or {options[1]}"
