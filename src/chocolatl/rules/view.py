"""What one seat, or a spectator, may see: built up from what is allowed, never by taking away."""

from __future__ import annotations

from chocolatl.rules import events as ev
from chocolatl.rules.actions import PUBLIC_ACTIONS, Action
from chocolatl.rules.board import Board
from chocolatl.rules.build_question import question
from chocolatl.rules.editions import Rules
from chocolatl.rules.questions import Question
from chocolatl.rules.state import Cards, Player, RoundHistory, State
from chocolatl.rules.types import Card, Colour, Location, Seat, Value

PUBLIC_EVENTS = (
    ev.Started,
    ev.Asked,
    ev.RoundStarted,
    ev.Revealed,
    ev.Rolled,
    ev.Ranked,
    ev.Scored,
    ev.FigureTaken,
    ev.HutBuilt,
    ev.DieTaken,
    ev.StonePlaced,
    ev.RowCompleted,
    ev.LastRound,
    ev.RoundEnded,
    ev.AltarOpened,
    ev.LeftoverRolled,
    ev.GameEnded,
)


class PlayerView(Value, frozen=True):
    """One player as the table sees them. `pool` and `sacrifice` are what everyone can deduce."""

    box: int
    cubes: int
    huts: int
    dice: int
    shown: tuple[Cards, ...]
    rolled: tuple[int, ...]
    pool: Cards
    sacrifice: Card | None
    answered: bool


class OwnView(Value, frozen=True):
    """What only the seat itself sees of its own things."""

    cards: Cards
    hand: Cards
    sacrifice: Card | None
    laid: tuple[Cards, ...]
    answer: Action | None


class View(Value, frozen=True):
    """The table from one seat (or from none: a spectator, for whom `own` and `question` are empty).

    `history` has one entry for each round that has begun; bids are in it once their round is over.
    """

    seat: Seat | None
    rules: Rules
    board: Board
    players: tuple[PlayerView, ...]
    line: tuple[Seat, ...]
    round: int
    mode: Colour | None
    location: Location | None
    harvest: tuple[int, ...]
    improvements: Cards
    chocolatl: Seat | None
    old_man: Seat | None
    pyramid: tuple[Seat, ...]
    last: ev.LastRoundReason | None
    ranking: tuple[ev.Standing, ...]
    asked: ev.Asked | None
    turn: int
    passes: int
    result: ev.GameEnded | None
    own: OwnView | None
    question: Question | None
    version: str
    history: tuple[RoundHistory, ...] = ()


def view(state: State, seat: Seat | None) -> View:
    """Everything that this seat may know, and nothing else.

    Args:
        state: the whole truth.
        seat: whose eyes; None for a spectator.

    >>> chance = SealedChance(key_from_seed(1))
    >>> state = fold(start(default_board(), Rules(), 3, chance))
    >>> after = fold(decide(state, 0, Sacrifice(5), chance), state)
    >>> view(after, 1).players[0].answered, view(after, 1).players[0].sacrifice
    (True, None)
    """
    return View(
        seat=seat,
        rules=state.rules,
        board=state.board,
        players=tuple(_public(state, other, player) for other, player in enumerate(state.players)),
        line=state.line,
        round=state.round,
        mode=state.mode,
        location=state.location,
        harvest=state.harvest,
        improvements=state.improvements,
        chocolatl=state.chocolatl,
        old_man=state.old_man,
        pyramid=state.pyramid,
        last=state.last,
        ranking=state.ranking,
        asked=state.asked,
        turn=state.turn,
        passes=state.passes,
        result=state.result,
        own=None if seat is None else _own(state, seat),
        question=None if seat is None else question(state, seat),
        version=state.version,
        history=state.history,
    )


def _public(state: State, seat: Seat, player: Player) -> PlayerView:
    return PlayerView(
        box=player.box,
        cubes=player.cubes,
        huts=player.huts,
        dice=player.dice,
        shown=state.shown(seat),
        rolled=player.rolled,
        pool=player.pool,
        sacrifice=player.deduced_sacrifice,
        answered=state.asked is not None and state.answers[seat] is not None,
    )


def _own(state: State, seat: Seat) -> OwnView:
    player = state.players[seat]
    answer = state.answers[seat] if state.asked is not None else None
    return OwnView(player.cards, player.hand, player.sacrifice, player.laid, answer)


def redact(event: ev.Event, seat: Seat | None, rules: Rules) -> ev.Event:
    """The event as this seat may see it. Only kinds that are listed as public pass as they are.

    Args:
        event: what happened.
        seat: who is told; None for a spectator.
        rules: the switches of the game; some say who sees what.

    >>> chance = SealedChance(key_from_seed(1))
    >>> state = fold(start(default_board(), Rules(), 3, chance))
    >>> answered, *_ = decide(state, 0, Sacrifice(5), chance)
    >>> redact(answered, 0, state.rules).action, redact(answered, 1, state.rules).action
    (Sacrifice(card=5), None)
    """
    match event:
        case ev.Answered():
            return _redacted_answer(event, seat)
        case ev.Exchanged() if event.seat != seat and rules.give_back == "any":
            return ev.Exchanged(event.seat, event.won, lost=None)
        case ev.Exchanged():
            return event
        case _ if isinstance(event, PUBLIC_EVENTS):
            return event
        case _:
            raise TypeError(f"no rule says who may see {type(event).__name__}")


def _redacted_answer(event: ev.Answered, seat: Seat | None) -> ev.Answered:
    open_to_all = isinstance(event.action, PUBLIC_ACTIONS)
    action = event.action if open_to_all or event.seat == seat else None
    return ev.Answered(event.turn, event.seat, action, event.rule)
