"""What no event may break: nothing appears or vanishes, and every point has a source."""

from collections import Counter
from collections.abc import Iterator

from chocolatl.records.record import Record, replay
from chocolatl.rules import State
from chocolatl.rules import events as ev


def broken_laws(record: Record) -> Iterator[str]:
    """Every law that some event of this game breaks."""
    past: list[ev.Event] = []
    for before, event, after in replay(record):
        past.append(event)
        for law in (*_laws(after, past), *_moves(before, after, event)):
            yield f"event {len(past) - 1}: {law}"


def _laws(state: State, past: list[ev.Event]) -> Iterator[str]:
    for seat in state.seats:
        if not _cards_are_kept(state, seat, past):
            yield f"cards of seat {seat}"
        if not _dice_are_kept(state, seat, past):
            yield f"dice of seat {seat}"
        if not _cubes_are_kept(state, seat):
            yield f"cubes of seat {seat}"
        if state.players[seat].box != sum(
            e.points for e in past if isinstance(e, ev.Scored) and e.seat == seat
        ):
            yield f"score of seat {seat} is not the sum of its points"
    boxes = [state.players[seat].box for seat in state.line]
    if sorted(state.line) != list(state.seats) or boxes != sorted(boxes) or boxes[0] < 0:
        yield "line of markers"
    if len(state.pyramid) != sum(isinstance(e, ev.StonePlaced) for e in past):
        yield "stones"


def _cards_are_kept(state: State, seat: int, past: list[ev.Event]) -> bool:
    """All cards a player was dealt or won are in their hand, laid, sacrificed, or given back."""
    player = state.players[seat]
    exchanges = [e for e in past if isinstance(e, ev.Exchanged) and e.seat == seat]
    owned = Counter(state.board.cards) + Counter(e.won for e in exchanges)
    given = Counter(e.lost for e in exchanges if e.lost is not None)
    altar = Counter([] if player.sacrifice is None else [player.sacrifice])
    if Counter(player.cards) + altar + given != owned:
        return False
    laid = Counter(card for group in player.laid for card in group)
    shown = Counter(card for group in state.shown(seat) for card in group)
    just_exchanged = bool(laid) and not player.hand
    return shown <= laid and (just_exchanged or Counter(player.hand) + laid == Counter(player.cards))


def _dice_are_kept(state: State, seat: int, past: list[ev.Event]) -> bool:
    taken = sum(isinstance(e, ev.DieTaken) and e.seat == seat for e in past)
    used = sum(isinstance(e, ev.Rolled | ev.LeftoverRolled) and e.seat == seat for e in past)
    return state.players[seat].dice == taken - used >= 0


def _cubes_are_kept(state: State, seat: int) -> bool:
    player = state.players[seat]
    return player.cubes == max(0, state.board.cubes - player.huts - state.pyramid.count(seat))


def _moves(before: State | None, after: State, event: ev.Event) -> Iterator[str]:
    """A figure has one holder for good once it is taken, and only its own event moves it."""
    if before is None or isinstance(event, ev.FigureTaken):
        return
    if (before.chocolatl, before.old_man) != (after.chocolatl, after.old_man):
        yield "a figure moved by itself"
    if sum(p.huts for p in after.players) > after.round or sum(p.dice for p in after.players) > after.round:
        yield "more huts or dice than rounds"
