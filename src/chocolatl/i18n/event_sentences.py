"""Any event, whole or redacted, in words: what happened, why, and by which rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from chocolatl.i18n.narrator import Narrator, signed, summed
from chocolatl.rules import Seat, State
from chocolatl.rules import actions as do
from chocolatl.rules import events as ev

Lines = Iterator[str]


def describe_event(
    event: ev.Event,
    names: Sequence[str],
    lang: str,
    seat: Seat | None = None,
    state_before: State | None = None,
) -> list[str]:
    """The event in a few sentences. `state_before` adds what only the position tells (cubes, locations)."""
    return describe_in(Narrator(names, lang, seat), event, state_before)


def describe_in(narrator: Narrator, event: ev.Event, before: State | None = None) -> list[str]:
    """Like `describe_event`, for whoever has a voice already."""
    return list(TELL[type(event)](narrator, event, before))


def _started(narrator: Narrator, event: ev.Started, _: State | None) -> Lines:
    yield narrator.ruled("event.started", event.rule, names=narrator.names(event.line))


def _asked(narrator: Narrator, event: ev.Asked, _: State | None) -> Lines:
    key = f"event.asked.{event.kind}"
    if event.kind == "lay":
        key += ".one" if len(event.locations) == 1 else ".all"
    at = narrator.at(event.locations[0]) if event.locations else ""
    yield narrator.ruled(key, event.rule, names=narrator.names(event.seats), at=at)


def _answered(narrator: Narrator, event: ev.Answered, before: State | None) -> Lines:
    name = narrator.name(event.seat)
    again = before is not None and before.asked is not None and before.answers[event.seat] is not None
    if again:
        yield narrator.ruled("event.answered.again", event.rule, name=name)
    if event.action is not None:
        yield _action(narrator, event, event.action, before)
    elif not again:
        yield narrator.ruled("event.answered.hidden", event.rule, name=name)


def _action(narrator: Narrator, event: ev.Answered, action: do.Action, before: State | None) -> str:
    name = narrator.name(event.seat)
    key = f"event.answered.{action.__struct_config__.tag}"
    match action:
        case do.Sacrifice(card) | do.GiveBack(card):
            return narrator.ruled(key, event.rule, name=name, card=card)
        case do.Lay(groups):
            asked = before.asked.locations if before is not None and before.asked is not None else ()
            return narrator.ruled(key, event.rule, name=name, bids=narrator.bids(asked, groups))
        case do.Take(prize):
            return narrator.ruled(f"{key}.{prize}", event.rule, name=name)
        case do.PlaceFirst(chosen):
            return narrator.ruled(key, event.rule, name=name, other=narrator.name(chosen))
        case do.Roll() | do.Pass():
            return narrator.ruled(key, event.rule, name=name)


def _round_started(narrator: Narrator, event: ev.RoundStarted, _: State | None) -> Lines:
    mode = narrator.say(f"mode.{event.mode}")
    if event.round == 1:
        key, rule = ("gold", "7") if event.mode == "gold" else ("red", "2.2")
        yield narrator.ruled(f"event.round_started.first.{key}", rule, round=event.round, mode=mode)
    else:
        leader = {"name": narrator.name(event.leader), "box": event.box}
        yield narrator.ruled("event.round_started", event.rule, round=event.round, mode=mode, **leader)
    yield narrator.ruled(f"mode.{event.mode}.means", "2.3")
    yield narrator.ruled("event.round_started.harvest", "2.1", dice=_comma(event.harvest))
    if event.improvements:
        yield narrator.ruled("event.round_started.improvements", "2.1", cards=_comma(event.improvements))


def _revealed(narrator: Narrator, event: ev.Revealed, _: State | None) -> Lines:
    if len(event.locations) == 1:
        cards = narrator.per_player([summed(groups[0]) for groups in event.cards])
        location = narrator.location(event.locations[0])
        yield narrator.ruled("event.revealed", event.rule, location=location, cards=cards)
        return
    for seat, groups in enumerate(event.cards):
        bids = narrator.bids(event.locations, groups)
        yield narrator.ruled("event.revealed.all", event.rule, name=narrator.name(seat), bids=bids)


def _rolled(narrator: Narrator, event: ev.Rolled, _: State | None) -> Lines:
    where = narrator.at(event.location)
    yield narrator.ruled(
        "event.rolled", event.rule, name=narrator.name(event.seat), value=event.value, at=where
    )


def _ranked(narrator: Narrator, event: ev.Ranked, _: State | None) -> Lines:
    yield narrator.ruled("event.ranked", event.rule, location=narrator.location(event.location))
    for rank, standing in enumerate(event.ranking, 1):
        parts = ", ".join(_parts(narrator, standing))
        name = narrator.name(standing.seat)
        yield narrator.say("event.ranked.line", rank=rank, name=name, total=standing.total, parts=parts)
    for above, below in pairwise(event.ranking):
        if above.beats_next is not None:
            pair = {"winner": narrator.name(above.seat), "loser": narrator.name(below.seat)}
            yield narrator.ruled(f"tie.{above.beats_next}", "3.6", **pair)


def _parts(narrator: Narrator, standing: ev.Standing) -> Lines:
    """What an offering is made of (3.1)."""
    yield narrator.say("part.cards", cards=summed(standing.cards))
    if standing.huts:
        yield narrator.say("part.huts", value=signed(standing.huts))
    if standing.old_man:
        yield narrator.say("part.old_man", value=signed(standing.old_man))
    if standing.dice:
        yield narrator.say("part.dice", dice=summed(standing.dice))


def _scored(narrator: Narrator, event: ev.Scored, _: State | None) -> Lines:
    what = {
        "name": narrator.name(event.seat),
        "box": event.box,
        "source": narrator.say(f"source.{event.source}"),
    }
    if event.points != event.due:
        yield narrator.ruled("event.scored.stopped", "3.9", n=-event.points, due=-event.due, **what)
    elif event.due < 0:
        yield narrator.ruled("event.scored.loss", event.rule, n=-event.points, **what)
    else:
        yield narrator.ruled("event.scored", event.rule, n=event.points, **what)


def _figure_taken(narrator: Narrator, event: ev.FigureTaken, _: State | None) -> Lines:
    key, name = f"event.figure_taken.{event.figure}", narrator.name(event.seat)
    if event.before is None:
        yield narrator.ruled(key, event.rule, name=name)
    elif event.before == event.seat:
        yield narrator.ruled(f"{key}.keeps", event.rule, name=name)
    else:
        yield narrator.ruled(f"{key}.from", event.rule, name=name, before=narrator.name(event.before))


def _hut_built(narrator: Narrator, event: ev.HutBuilt, _: State | None) -> Lines:
    yield narrator.ruled("event.hut_built", event.rule, name=narrator.name(event.seat))


def _stone_placed(narrator: Narrator, event: ev.StonePlaced, before: State | None) -> Lines:
    """Only stones can come after the last cube: the hut of a round is built before its stones."""
    where = {"name": narrator.name(event.seat), "row": event.row + 1}
    if before is not None and before.players[event.seat].cubes == 0:
        yield narrator.ruled("event.stone_placed.no_cubes", "4.7", **where)
    else:
        yield narrator.ruled("event.stone_placed", event.rule, **where)


def _die_taken(narrator: Narrator, event: ev.DieTaken, _: State | None) -> Lines:
    yield narrator.ruled("event.die_taken", event.rule, name=narrator.name(event.seat))


def _row_completed(narrator: Narrator, event: ev.RowCompleted, _: State | None) -> Lines:
    most, winner = event.stones[event.winner], narrator.name(event.winner)
    yield narrator.ruled("event.row_completed", event.rule, row=event.row + 1, name=winner, n=most)
    if event.tie is not None:
        rivals = [seat for seat, count in enumerate(event.stones) if count == most and seat != event.winner]
        yield narrator.ruled(f"tie.{event.tie}", "3.6", winner=winner, loser=narrator.names(rivals))


def _exchanged(narrator: Narrator, event: ev.Exchanged, _: State | None) -> Lines:
    name = narrator.name(event.seat)
    if event.lost is None:
        yield narrator.ruled("event.exchanged.hidden", event.rule, name=name, won=event.won)
    else:
        yield narrator.ruled("event.exchanged", event.rule, name=name, won=event.won, lost=event.lost)


def _last_round(narrator: Narrator, event: ev.LastRound, _: State | None) -> Lines:
    name = "" if event.seat is None else narrator.name(event.seat)
    yield narrator.ruled(f"event.last_round.{event.reason}", event.rule, name=name)


def _round_ended(narrator: Narrator, event: ev.RoundEnded, _: State | None) -> Lines:
    yield narrator.ruled("event.round_ended", event.rule, round=event.round)


def _altar_opened(narrator: Narrator, event: ev.AltarOpened, _: State | None) -> Lines:
    cards = narrator.per_player([str(card) for card in event.cards])
    yield narrator.ruled("event.altar_opened", event.rule, cards=cards)


def _leftover_rolled(narrator: Narrator, event: ev.LeftoverRolled, _: State | None) -> Lines:
    yield narrator.ruled(
        "event.leftover_rolled", event.rule, name=narrator.name(event.seat), value=event.value
    )


def _game_ended(narrator: Narrator, event: ev.GameEnded, _: State | None) -> Lines:
    scores = narrator.per_player([str(score) for score in event.scores])
    yield narrator.ruled("event.game_ended", event.rule, scores=scores)
    winners = {"names": narrator.names(event.winners), "n": max(event.scores)}
    yield narrator.ruled(f"result.{event.by}", event.rule, **winners)


def _comma(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


TELL: dict[type, Callable[[Narrator, Any, State | None], Lines]] = {
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
    ev.RowCompleted: _row_completed,
    ev.Exchanged: _exchanged,
    ev.LastRound: _last_round,
    ev.RoundEnded: _round_ended,
    ev.AltarOpened: _altar_opened,
    ev.LeftoverRolled: _leftover_rolled,
    ev.GameEnded: _game_ended,
}
