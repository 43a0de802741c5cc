"""What a recorded game contains, as words: the corpus must show each of them."""

from collections.abc import Iterator

from chocolatl.records.record import Record, replay
from chocolatl.rules import EDITIONS, State
from chocolatl.rules import events as ev
from chocolatl.rules.board import default_board
from chocolatl.rules.types import COLOURS, LOCATIONS, SOURCES

TIES = ("figure", "behind", "stack")

WANTED = frozenset(
    {
        *(f"{edition} with {players}" for edition in EDITIONS for players in (3, 4, 5)),
        *(f"{mode} round" for mode in COLOURS),
        *(f"last round by {reason}" for reason in ("round", "goal", "cubes")),
        *(f"tie by {tie} at {location}" for tie in TIES for location in LOCATIONS),
        *(f"row tie by {tie}" for tie in TIES),
        *(f"won by {by}" for by in ("points", "sacrifice", "shared")),
        *(f"points from {source}" for source in SOURCES),
        *(f"asked {kind}" for kind in ("sacrifice", "lay", "roll", "take", "place_first", "give_back")),
        "stone without cubes",
        "loss at box 0",
        "loss at box 1",
        "loss of the old man stopped",
        "both stones by one",
        "several dice on one offering",
        "a card of a value already held",
        "ball court pays before the last possible round",
        "replaced answer",
        "red cards all at once",
        "green cards all at once",
        "the old man costs three near box 0",
        "custom board",
        "nonces",
        "dice drawn together",
        "a voided attempt of the draw",
    }
)


def features(record: Record) -> set[str]:
    """Everything of the list above that this game shows, and perhaps more."""
    found = set(_of_header(record))
    boxes: tuple[int, ...] = ()
    for before, event, after in replay(record):
        found.update(_of_event(before, event))
        if isinstance(event, ev.RoundEnded):
            boxes = tuple(player.box for player in after.players)
        if isinstance(event, ev.Scored) and event.source == "old_man":
            found.update(_of_old_man(boxes[event.seat], event))
    return found


def _of_old_man(box: int, event: ev.Scored) -> Iterator[str]:
    """`box`: where the marker stood before final scoring."""
    if event.points != event.due:
        yield "loss of the old man stopped"
    elif box < -event.due:
        yield "the old man costs three near box 0"


def _of_header(record: Record) -> Iterator[str]:
    if record.edition:
        yield f"{record.edition} with {record.started.players}"
    if record.started.board != default_board():
        yield "custom board"
    if record.started.draw is not None:
        yield "dice drawn together"
        if record.started.draw.voided:
            yield "a voided attempt of the draw"
    if record.nonces:
        yield "nonces"


def _of_event(before: State | None, event: ev.Event) -> Iterator[str]:
    if before is None:
        return
    match event:
        case ev.Asked():
            yield f"asked {event.kind}"
        case ev.Answered() if before.answers[event.seat] is not None:
            yield "replaced answer"
        case ev.RoundStarted():
            yield f"{event.mode} round"
        case ev.Revealed() if before.mode == "red" and len(event.locations) > 1:
            yield "red cards all at once"
        case ev.Revealed() if before.mode == "green" and len(event.locations) > 1 and any(before.up):
            yield "green cards all at once"
        case ev.Ranked():
            yield from _of_ranking(event)
        case ev.RowCompleted() if event.tie:
            yield f"row tie by {event.tie}"
        case ev.LastRound():
            yield f"last round by {event.reason}"
        case ev.GameEnded():
            yield f"won by {event.by}"
        case ev.Exchanged() if event.won in before.players[event.seat].cards:
            yield "a card of a value already held"
        case ev.Scored():
            yield from _of_score(before, event)
        case ev.StonePlaced():
            yield from _of_stone(before, event)
        case _:
            pass


def _of_ranking(event: ev.Ranked) -> Iterator[str]:
    for standing in event.ranking:
        if standing.beats_next:
            yield f"tie by {standing.beats_next} at {event.location}"
        if len(standing.dice) > 1:
            yield "several dice on one offering"


def _of_score(before: State, event: ev.Scored) -> Iterator[str]:
    yield f"points from {event.source}"
    if event.points != event.due:
        yield f"loss at box {before.players[event.seat].box}"
    if event.source == "ball_first" and before.round < before.board.rounds:
        yield "ball court pays before the last possible round"


def _of_stone(before: State, event: ev.StonePlaced) -> Iterator[str]:
    if before.players[event.seat].cubes == 0:
        yield "stone without cubes"
    if len(before.pyramid) % 2 and before.pyramid[-1] == event.seat:
        yield "both stones by one"
