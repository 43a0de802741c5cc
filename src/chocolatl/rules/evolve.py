"""The next state after an event. Cannot fail, asks nobody: everything it needs stands in the event."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from itertools import chain
from operator import add
from typing import Any

from msgspec.structs import replace

from chocolatl.rules import events as ev
from chocolatl.rules.actions import Pass, Sacrifice
from chocolatl.rules.state import Cards, Player, RoundHistory, State
from chocolatl.rules.types import Card, Location, Seat

Groups = tuple[Cards, ...]


def evolve(state: State | None, event: ev.Event) -> State:
    """Fold one event into the state; only `Started` may come first. Cannot fail and asks nobody.

    Args:
        state: before the event; None before the first one.
        event: what happened, as `start` and `decide` return it.

    >>> events = start(default_board(), Rules(), 3, SealedChance(key_from_seed(1)))
    >>> evolve(None, events[0]).turn, fold(events).turn
    (0, 1)
    """
    return EVOLVE[type(event)](state, event)


def without(cards: Cards, gone: Sequence[Card]) -> Cards:
    """The cards that are left when these are taken out, one by one."""
    if len(gone) == len(cards):
        return ()
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def _with_player(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    players = list(state.players)
    players[seat] = player
    return tuple(players)


def _started(_: State | None, event: ev.Started) -> State:
    board = event.board
    nothing_laid = ((),) * len(board.locations)
    player = Player(
        cards=board.cards,
        hand=board.cards,
        sacrifice=None,
        box=0,
        cubes=board.cubes,
        huts=0,
        dice=0,
        laid=nothing_laid,
        rolled=(),
        pool=board.cards,
        deduced_sacrifice=None,
    )
    nothing_up = (0,) * len(board.locations)
    players = (player,) * event.players
    return State(event.rules, board, players, event.line, nothing_up, version=event.version)


def _asked(state: State, event: ev.Asked) -> State:
    nobody = (None,) * len(state.players)
    location = _now_at(state, event.locations)
    return replace(state, asked=event, turn=event.turn, answers=nobody, location=location)


def _now_at(state: State, locations: tuple[Location, ...]) -> Location | None:
    """What concerns one location takes the table there; on a board with only one, all of them is that one."""
    return locations[0] if len(locations) == 1 else state.location


def _answered(state: State, event: ev.Answered) -> State:
    asked = state.asked
    assert asked is not None
    answers = list(state.answers)
    answers[event.seat] = event.action
    for seat in asked.seats:
        if answers[seat] is None:
            return replace(state, answers=tuple(answers))
    return _SETTLE[asked.kind](replace(state, answers=tuple(answers), asked=None), asked)


def _all_sacrificed(state: State, _: ev.Asked) -> State:
    players = [_sacrificed(p, a) for p, a in zip(state.players, state.answers, strict=True)]
    return replace(state, players=tuple(players))


def _sacrificed(player: Player, action: Any) -> Player:
    assert isinstance(action, Sacrifice)
    cards = without(player.cards, (action.card,))
    return replace(player, cards=cards, hand=cards, sacrifice=action.card)


def _all_laid(state: State, asked: ev.Asked) -> State:
    bids: Any = zip(state.players, state.answers, strict=True)
    if len(asked.locations) > 1:
        players = [_laid_everywhere(player, lay.cards) for player, lay in bids]
    else:
        place = state.board.locations.index(asked.locations[0])
        players = [_laid_at(place, player, lay.cards[0]) for player, lay in bids]
    return replace(state, players=tuple(players))


def _laid_everywhere(player: Player, groups: Groups) -> Player:
    hand = without(player.hand, [*chain.from_iterable(groups)])
    return replace(player, laid=tuple(map(add, player.laid, groups)), hand=hand)


def _laid_at(place: int, player: Player, cards: Cards) -> Player:
    laid = list(player.laid)
    laid[place] += cards
    return replace(player, laid=tuple(laid), hand=without(player.hand, cards))


def _rolled_or_passed(state: State, asked: ev.Asked) -> State:
    passed = isinstance(state.answers[asked.seats[0]], Pass)
    return replace(state, passes=state.passes + 1 if passed else 0)


def _kept(state: State, _: ev.Asked) -> State:
    """The answer stands in the state; what follows from it is told by the next events."""
    return state


_SETTLE: dict[str, Callable[[State, ev.Asked], State]] = {
    "sacrifice": _all_sacrificed,
    "lay": _all_laid,
    "roll": _rolled_or_passed,
    "take": _kept,
    "place_first": _kept,
    "give_back": _kept,
}


def _round_started(state: State, event: ev.RoundStarted) -> State:
    players = state.players
    begun = RoundHistory(
        round=event.round,
        mode=event.mode,
        last=state.last,
        harvest=event.harvest,
        improvements=event.improvements,
        line=state.line,
        boxes=tuple([player.box for player in players]),
        huts=tuple([player.huts for player in players]),
        dice=tuple([player.dice for player in players]),
        chocolatl=state.chocolatl,
        old_man=state.old_man,
        stones=len(state.pyramid),
    )
    return replace(
        state,
        round=event.round,
        mode=event.mode,
        location=None,
        harvest=event.harvest,
        improvements=event.improvements,
        ranking=(),
        history=(*state.history, begun),
    )


def _revealed(state: State, event: ev.Revealed) -> State:
    board, players, up = state.board, state.players, list(state.up)
    for location in event.locations:
        place = board.locations.index(location)
        up[place] = len(players[0].laid[place])
    if not players[0].hand and sum(up) == board.bid_size:
        players = tuple(map(_seen_through, players))
    return replace(state, players=players, up=tuple(up), location=_now_at(state, event.locations), ranking=())


def _seen_through(player: Player) -> Player:
    """All cards of the round are on the table: everyone knows them, and so the card that is missing."""
    if len(player.pool) == len(player.cards):
        return player
    seen = tuple(sorted(chain.from_iterable(player.laid)))
    if player.deduced_sacrifice is not None:
        return replace(player, pool=seen)
    (missing,) = without(player.pool, seen)
    return replace(player, pool=seen, deduced_sacrifice=missing)


def _rolled(state: State, event: ev.Rolled) -> State:
    player = state.players[event.seat]
    player = replace(player, dice=player.dice - 1, rolled=(*player.rolled, event.value))
    return replace(state, players=_with_player(state, event.seat, player))


def _ranked(state: State, event: ev.Ranked) -> State:
    players = list(state.players)
    for standing in event.ranking:
        if standing.dice:
            players[standing.seat] = replace(players[standing.seat], rolled=())
    return replace(state, players=tuple(players), location=event.location, ranking=event.ranking, passes=0)


def _scored(state: State, event: ev.Scored) -> State:
    player = replace(state.players[event.seat], box=event.box)
    return replace(state, players=_with_player(state, event.seat, player), line=event.line)


def _figure_taken(state: State, event: ev.FigureTaken) -> State:
    if event.figure == "chocolatl":
        return replace(state, chocolatl=event.seat)
    return replace(state, old_man=event.seat)


def _hut_built(state: State, event: ev.HutBuilt) -> State:
    player = state.players[event.seat]
    player = replace(player, huts=player.huts + 1, cubes=max(0, player.cubes - 1))
    return replace(state, players=_with_player(state, event.seat, player))


def _die_taken(state: State, event: ev.DieTaken) -> State:
    player = state.players[event.seat]
    player = replace(player, dice=player.dice + 1)
    return replace(state, players=_with_player(state, event.seat, player))


def _stone_placed(state: State, event: ev.StonePlaced) -> State:
    player = state.players[event.seat]
    player = replace(player, cubes=max(0, player.cubes - 1))
    pyramid = (*state.pyramid, event.seat)
    return replace(state, players=_with_player(state, event.seat, player), pyramid=pyramid)


def _exchanged(state: State, event: ev.Exchanged) -> State:
    assert event.lost is not None
    player = state.players[event.seat]
    cards, pool = list(player.cards), list(player.pool)
    cards.remove(event.lost)
    if state.rules.give_back == "lowest":
        pool.remove(event.lost)
    insort(cards, event.won)
    insort(pool, event.won)
    player = replace(player, cards=tuple(cards), pool=tuple(pool))
    return replace(state, players=_with_player(state, event.seat, player))


def _last_round(state: State, event: ev.LastRound) -> State:
    return replace(state, last=event.reason)


def _round_ended(state: State, _: ev.RoundEnded) -> State:
    players, up = tuple(map(_cards_back, state.players)), (0,) * len(state.up)
    history = _with_bids(state.history, tuple([player.laid for player in state.players]))
    return replace(state, players=players, up=up, location=None, ranking=(), history=history)


def _with_bids(history: tuple[RoundHistory, ...], bids: tuple[Groups, ...]) -> tuple[RoundHistory, ...]:
    """All bids of the round that ends are on the table. A position that was set up has no history."""
    return (*history[:-1], replace(history[-1], bids=bids)) if history else ()


def _cards_back(player: Player) -> Player:
    nothing: tuple[Cards, ...] = ((),) * len(player.laid)
    return replace(player, hand=player.cards, laid=nothing)


def _altar_opened(state: State, event: ev.AltarOpened) -> State:
    players = zip(state.players, event.cards, strict=True)
    return replace(state, players=tuple(replace(p, deduced_sacrifice=card) for p, card in players))


def _leftover_rolled(state: State, event: ev.LeftoverRolled) -> State:
    player = state.players[event.seat]
    player = replace(player, dice=player.dice - 1)
    return replace(state, players=_with_player(state, event.seat, player))


def _game_ended(state: State, event: ev.GameEnded) -> State:
    return replace(state, result=event)


def _unchanged(state: State, _: ev.Event) -> State:
    return state


EVOLVE: dict[type, Callable[[Any, Any], State]] = {
    ev.Started: _started,
    ev.Asked: _asked,
    ev.Answered: _answered,
    ev.RoundStarted: _round_started,
    ev.Revealed: _revealed,
    ev.Rolled: _rolled,
    ev.Ranked: _ranked,
    ev.Scored: _scored,
    ev.FigureTaken: _figure_taken,
    ev.HutBuilt: _hut_built,
    ev.DieTaken: _die_taken,
    ev.StonePlaced: _stone_placed,
    ev.RowCompleted: _unchanged,
    ev.Exchanged: _exchanged,
    ev.LastRound: _last_round,
    ev.RoundEnded: _round_ended,
    ev.AltarOpened: _altar_opened,
    ev.LeftoverRolled: _leftover_rolled,
    ev.GameEnded: _game_ended,
}
