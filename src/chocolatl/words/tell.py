"""Any event, whole or redacted, in words: what happened, why, and by which rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from chocolatl.rules import actions as do
from chocolatl.rules import events as ev
from chocolatl.rules.state import State
from chocolatl.rules.words import Seat
from chocolatl.words.voice import Voice, signed, summed

Lines = Iterator[str]


def tell(
    event: ev.Event,
    names: Sequence[str],
    lang: str,
    seat: Seat | None = None,
    state_before: State | None = None,
) -> list[str]:
    """The event in a few sentences. `state_before` adds what only the position tells (cubes, locations)."""
    return speak(Voice(names, lang, seat), event, state_before)


def speak(voice: Voice, event: ev.Event, before: State | None = None) -> list[str]:
    """Like `tell`, for whoever has a voice already."""
    return list(TELL[type(event)](voice, event, before))


def _started(voice: Voice, event: ev.Started, _: State | None) -> Lines:
    yield voice.ruled("event.started", event.rule, names=voice.names(event.line))


def _asked(voice: Voice, event: ev.Asked, _: State | None) -> Lines:
    key = f"event.asked.{event.kind}"
    if event.kind == "lay":
        key += ".one" if len(event.locations) == 1 else ".all"
    at = voice.at(event.locations[0]) if event.locations else ""
    yield voice.ruled(key, event.rule, names=voice.names(event.seats), at=at)


def _answered(voice: Voice, event: ev.Answered, before: State | None) -> Lines:
    name = voice.name(event.seat)
    again = before is not None and before.asked is not None and before.answers[event.seat] is not None
    if again:
        yield voice.ruled("event.answered.again", event.rule, name=name)
    if event.action is not None:
        yield _action(voice, event, event.action, before)
    elif not again:
        yield voice.ruled("event.answered.hidden", event.rule, name=name)


def _action(voice: Voice, event: ev.Answered, action: do.Action, before: State | None) -> str:
    name = voice.name(event.seat)
    key = f"event.answered.{action.__struct_config__.tag}"
    match action:
        case do.Sacrifice(card) | do.GiveBack(card):
            return voice.ruled(key, event.rule, name=name, card=card)
        case do.Lay(groups):
            asked = before.asked.locations if before is not None and before.asked is not None else ()
            return voice.ruled(key, event.rule, name=name, bids=voice.bids(asked, groups))
        case do.Take(prize):
            return voice.ruled(f"{key}.{prize}", event.rule, name=name)
        case do.PlaceFirst(chosen):
            return voice.ruled(key, event.rule, name=name, other=voice.name(chosen))
        case do.Roll() | do.Pass():
            return voice.ruled(key, event.rule, name=name)


def _round_started(voice: Voice, event: ev.RoundStarted, _: State | None) -> Lines:
    mode = voice.say(f"mode.{event.mode}")
    if event.round == 1:
        yield voice.ruled("event.round_started.first", "7", round=event.round, mode=mode)
    else:
        leader = {"name": voice.name(event.leader), "box": event.box}
        yield voice.ruled("event.round_started", event.rule, round=event.round, mode=mode, **leader)
    yield voice.ruled(f"mode.{event.mode}.means", "2.3")
    yield voice.ruled("event.round_started.harvest", "2.1", dice=_comma(event.harvest))
    if event.improvements:
        yield voice.ruled("event.round_started.improvements", "2.1", cards=_comma(event.improvements))


def _revealed(voice: Voice, event: ev.Revealed, _: State | None) -> Lines:
    if len(event.locations) == 1:
        cards = voice.per_player([summed(groups[0]) for groups in event.cards])
        location = voice.location(event.locations[0])
        yield voice.ruled("event.revealed", event.rule, location=location, cards=cards)
        return
    for seat, groups in enumerate(event.cards):
        bids = voice.bids(event.locations, groups)
        yield voice.ruled("event.revealed.all", event.rule, name=voice.name(seat), bids=bids)


def _rolled(voice: Voice, event: ev.Rolled, _: State | None) -> Lines:
    where = voice.at(event.location)
    yield voice.ruled("event.rolled", event.rule, name=voice.name(event.seat), value=event.value, at=where)


def _ranked(voice: Voice, event: ev.Ranked, _: State | None) -> Lines:
    yield voice.ruled("event.ranked", event.rule, location=voice.location(event.location))
    for rank, standing in enumerate(event.ranking, 1):
        parts = ", ".join(_parts(voice, standing))
        name = voice.name(standing.seat)
        yield voice.say("event.ranked.line", rank=rank, name=name, total=standing.total, parts=parts)
    for above, below in pairwise(event.ranking):
        if above.beats_next is not None:
            pair = {"winner": voice.name(above.seat), "loser": voice.name(below.seat)}
            yield voice.ruled(f"tie.{above.beats_next}", "3.6", **pair)


def _parts(voice: Voice, standing: ev.Standing) -> Lines:
    """What an offering is made of (3.1)."""
    yield voice.say("part.cards", cards=summed(standing.cards))
    if standing.huts:
        yield voice.say("part.huts", value=signed(standing.huts))
    if standing.old_man:
        yield voice.say("part.old_man", value=signed(standing.old_man))
    if standing.dice:
        yield voice.say("part.dice", dice=summed(standing.dice))


def _scored(voice: Voice, event: ev.Scored, _: State | None) -> Lines:
    what = {"name": voice.name(event.seat), "box": event.box, "source": voice.say(f"source.{event.source}")}
    if event.points != event.due:
        yield voice.ruled("event.scored.stopped", "3.9", n=-event.points, due=-event.due, **what)
    elif event.due < 0:
        yield voice.ruled("event.scored.loss", event.rule, n=-event.points, **what)
    else:
        yield voice.ruled("event.scored", event.rule, n=event.points, **what)


def _figure_taken(voice: Voice, event: ev.FigureTaken, _: State | None) -> Lines:
    key, name = f"event.figure_taken.{event.figure}", voice.name(event.seat)
    if event.before is None:
        yield voice.ruled(key, event.rule, name=name)
    elif event.before == event.seat:
        yield voice.ruled(f"{key}.keeps", event.rule, name=name)
    else:
        yield voice.ruled(f"{key}.from", event.rule, name=name, before=voice.name(event.before))


def _hut_built(voice: Voice, event: ev.HutBuilt, _: State | None) -> Lines:
    yield voice.ruled("event.hut_built", event.rule, name=voice.name(event.seat))


def _stone_placed(voice: Voice, event: ev.StonePlaced, before: State | None) -> Lines:
    """Only stones can come after the last cube: the hut of a round is built before its stones."""
    where = {"name": voice.name(event.seat), "row": event.row + 1}
    if before is not None and before.players[event.seat].cubes == 0:
        yield voice.ruled("event.stone_placed.no_cubes", "4.7", **where)
    else:
        yield voice.ruled("event.stone_placed", event.rule, **where)


def _die_taken(voice: Voice, event: ev.DieTaken, _: State | None) -> Lines:
    yield voice.ruled("event.die_taken", event.rule, name=voice.name(event.seat))


def _row_completed(voice: Voice, event: ev.RowCompleted, _: State | None) -> Lines:
    most, winner = event.stones[event.winner], voice.name(event.winner)
    yield voice.ruled("event.row_completed", event.rule, row=event.row + 1, name=winner, n=most)
    if event.tie is not None:
        rivals = [seat for seat, count in enumerate(event.stones) if count == most and seat != event.winner]
        yield voice.ruled(f"tie.{event.tie}", "3.6", winner=winner, loser=voice.names(rivals))


def _exchanged(voice: Voice, event: ev.Exchanged, _: State | None) -> Lines:
    name = voice.name(event.seat)
    if event.lost is None:
        yield voice.ruled("event.exchanged.hidden", event.rule, name=name, won=event.won)
    else:
        yield voice.ruled("event.exchanged", event.rule, name=name, won=event.won, lost=event.lost)


def _last_round(voice: Voice, event: ev.LastRound, _: State | None) -> Lines:
    name = "" if event.seat is None else voice.name(event.seat)
    yield voice.ruled(f"event.last_round.{event.reason}", event.rule, name=name)


def _round_ended(voice: Voice, event: ev.RoundEnded, _: State | None) -> Lines:
    yield voice.ruled("event.round_ended", event.rule, round=event.round)


def _altar_opened(voice: Voice, event: ev.AltarOpened, _: State | None) -> Lines:
    cards = voice.per_player([str(card) for card in event.cards])
    yield voice.ruled("event.altar_opened", event.rule, cards=cards)


def _leftover_rolled(voice: Voice, event: ev.LeftoverRolled, _: State | None) -> Lines:
    yield voice.ruled("event.leftover_rolled", event.rule, name=voice.name(event.seat), value=event.value)


def _game_ended(voice: Voice, event: ev.GameEnded, _: State | None) -> Lines:
    scores = voice.per_player([str(score) for score in event.scores])
    yield voice.ruled("event.game_ended", event.rule, scores=scores)
    winners = {"names": voice.names(event.winners), "n": max(event.scores)}
    yield voice.ruled(f"result.{event.by}", event.rule, **winners)


def _comma(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


TELL: dict[type, Callable[[Voice, Any, State | None], Lines]] = {
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
