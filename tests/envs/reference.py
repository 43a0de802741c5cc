"""The observation once more, slowly, from the view of the rules: nothing else can be in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from chocolatl.envs.observation_fields import rows_reached
from chocolatl.rules.questions import ChooseGiveBack, LayCards, RollOrPass
from chocolatl.rules.types import COLOURS, LOCATIONS
from chocolatl.rules.view import PlayerView, View

KINDS = ("sacrifice", "lay", "roll", "take", "place_first", "give_back")
Picks = tuple[int, ...]


def observation(view: View, values: int, picks: Picks, owes: bool, answered: set[int]) -> list[int]:
    """`picks`: what the seat has picked for the open question; `answered`: who has answered it in full."""
    return [*_table(view), *_players(view, values, answered), *_own(view, values, picks, owes)]


def earlier(view: View, size: int) -> list[int]:
    """What `history=True` adds: the bids of rounds that are over, which is all that the view has of them."""
    assert view.seat is not None
    seats, found = range(view.seat, view.seat + len(view.players)), []
    for one in view.history:
        if one.bids:
            shown = [_slots(one.bids[seat % len(view.players)]) for seat in seats]
            found += [*_one(one.mode, COLOURS), *(slot for slots in shown for slot in slots)]
    return found + [0] * (size - len(found))


def _one(chosen: object, names: Iterable[object]) -> list[int]:
    return [int(name == chosen) for name in names]


def _table(view: View) -> list[int]:
    high = len(view.board.improvements_high) >= view.round > 0
    up = list(view.improvements)
    cards = [up.pop(0) + 1 if high and up else 0, up.pop(0) + 1 if up else 0]
    return [
        view.round,
        *_one(view.mode, COLOURS),
        *_one(view.asked and view.asked.kind, KINDS),
        *_one(view.location, LOCATIONS),
        *(view.harvest or (0, 0, 0)),
        *cards,
        int(view.last is not None),
        view.passes,
    ]


def _players(view: View, values: int, answered: set[int]) -> list[int]:
    assert view.seat is not None
    n = len(view.players)
    found = []
    for seat in [(view.seat + step) % n for step in range(n)]:
        found += _player(view, view.players[seat], seat, values, seat in answered)
    return found


def _player(view: View, player: PlayerView, seat: int, values: int, answered: bool) -> list[int]:
    stones = [0] * rows_reached(view.board)
    for stone, owner in enumerate(view.pyramid):
        stones[view.board.row_of(stone)] += owner == seat
    ranks = [standing.seat for standing in view.ranking]
    return [
        min(player.box, 127),
        view.line.index(seat),
        min(player.cubes, 127),
        player.huts,
        player.dice,
        int(view.chocolatl == seat),
        int(view.old_man == seat),
        int(answered),
        ranks.index(seat) + 1 if ranks else 0,
        max(-127, min(127, _total(view, player, seat))),
        len(player.rolled),
        0 if player.sacrifice is None else player.sacrifice + 1,
        *stones,
        *_counts(player.pool, values),
        *_slots(player.shown),
    ]


def _total(view: View, player: PlayerView, seat: int) -> int:
    if view.asked is None or view.asked.kind != "roll":
        return next((standing.total for standing in view.ranking if standing.seat == seat), 0)
    location = view.asked.locations[0]
    shown = player.shown[view.board.locations.index(location)]
    huts = -player.huts if location == "city" else player.huts
    old = 0 if view.old_man != seat else 1 if location == "temple" else -1
    if isinstance(view.question, RollOrPass):
        standing = next(s for s in view.question.ranking if s.seat == seat)
        assert standing.total == sum(shown) + huts + old + sum(player.rolled)
    return sum(shown) + huts + old + sum(player.rolled)


def _counts(cards: Iterable[int], values: int) -> list[int]:
    count = Counter(cards)
    return [count[value] for value in range(values)]


def _slots(groups: Iterable[Iterable[int]]) -> list[int]:
    return [number for group in groups for number in ([card + 1 for card in group] + [0, 0])[:2]]


def _own(view: View, values: int, picks: Picks, owes: bool) -> list[int]:
    assert view.own is not None
    hand, laid = Counter(view.own.hand), [list(group) for group in view.own.laid]
    sacrifice, slot, won = view.own.sacrifice, 0, 0
    if isinstance(view.question, LayCards):
        hand -= Counter(picks)
        slots = [
            view.board.locations.index(group.location)
            for group in view.question.groups
            for _ in range(group.count)
        ]
        for place, card in zip(slots, picks, strict=False):
            laid[place].append(card)
        if owes:
            slot = 2 * slots[len(picks)] + len(laid[slots[len(picks)]]) + 1
    elif isinstance(view.question, ChooseGiveBack):
        won = view.question.won + 1
    elif picks and view.asked and view.asked.kind == "sacrifice":
        sacrifice = picks[0]
    return [
        *_counts(hand.elements(), values),
        *_counts(view.own.cards, values),
        *_slots(laid),
        0 if sacrifice is None else sacrifice + 1,
        slot,
        won,
        int(owes),
    ]
