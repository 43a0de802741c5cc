"""How long a page shows events at normal speed: the same figures for the page and for the table's clocks.

`python3 run.py update` writes them for the page (`web/src/lib/reveal_times.json`), whose `pause` computes the
same; a test compares both over whole games.
"""

from __future__ import annotations

from collections.abc import Iterable

from chocolatl.rules import Event
from chocolatl.rules.events import AltarOpened, Answered, Asked, Ranked, Revealed
from chocolatl.rules.types import Value


class RevealTimes(Value, frozen=True):
    """Milliseconds. `events`: by kind. Cards `turn` one player after another, within `turns` in all.

    `turned`: then one looks at them; `all_open`: at those of several locations at once. `tie`: one more line.
    """

    events: dict[str, int]
    turn: int
    turns: int
    turned: int
    all_open: int
    altar_card: int
    tie: int


REVEAL = RevealTimes(
    events={
        "round_started": 1400,
        "rolled": 950,
        "ranked": 760,
        "figure_taken": 340,
        "hut_built": 420,
        "die_taken": 400,
        "stone_placed": 360,
        "row_completed": 600,
        "exchanged": 400,
        "scored": 360,
        "last_round": 1500,
        "round_ended": 2000,
        "leftover_rolled": 700,
        "game_ended": 900,
    },
    turn=180,
    turns=640,
    turned=420,
    all_open=1500,
    altar_card=600,
    tie=550,
)


def reveal_seconds(events: Iterable[Event]) -> float:
    """How long a page at normal speed shows these events."""
    return sum(map(_milliseconds, events)) / 1000


def _milliseconds(event: Event) -> float:
    match event:
        case Answered() | Asked():
            return 0
        case Revealed():
            players = len(event.cards)
            turning = min(REVEAL.turn * players, REVEAL.turns)
            return REVEAL.all_open if len(event.locations) > 1 else REVEAL.turned + turning
        case AltarOpened():
            return REVEAL.altar_card * len(event.cards)
        case Ranked():
            tied = any(line.beats_next for line in event.ranking)
            return REVEAL.events["ranked"] + (REVEAL.tie if tied else 0)
        case _:
            return REVEAL.events.get(str(event.__struct_config__.tag), 0)
