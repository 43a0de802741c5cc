"""Golden playthroughs: at every event, what each seat and a spectator may see of it, and what changed.

`python -m tests.records.golden --write` writes tests/records/golden anew; look at the difference before you
commit it: a secret that appears at the wrong seat is a leak.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from chocolatl.i18n.event_sentences import describe_event
from chocolatl.records.record import Record, encode_event, replay
from chocolatl.rules import Rules, redact, view
from chocolatl.rules.events import Started
from tests.records.playing import played, small_board

GOLDEN = Path(__file__).parent / "golden"
SPECTATOR = None
SKIPPED = ("seat", "rules", "board", "version")
FIRST_SWITCHES = ("first_round", "dice_per_offering", "give_back", "red_reveal")


def games() -> dict[str, Record]:
    """One short game per bidding mode, in both versions of the rules."""
    tiny, greens = small_board(rounds=1), small_board(rounds=2, track=("green",))
    return {
        "gold": played(5, 3, Rules(first_round="gold"), tiny, version="1"),
        "red": played(6, 3, Rules(), tiny, version="1"),
        "green": played(7, 3, Rules(), greens, version="1"),
        "gold-2": played(5, 3, Rules(first_round="gold"), tiny),
        "red-2": played(6, 3, Rules(red_reveal="all_at_once"), tiny),
        "green-2": played(7, 3, Rules(green_reveal="all_at_once"), greens),
    }


def playthrough(record: Record) -> str:
    """The whole game, event by event."""
    return "".join(f"{line}\n" for line in _lines(record))


def _lines(record: Record) -> Iterator[str]:
    rules = record.started.rules
    eyes = (SPECTATOR, *range(record.started.players))
    seen: dict[int | None, dict[str, Any]] = {who: {} for who in eyes}
    yield f"board {msgspec.json.encode(record.started.board).decode()}"
    yield from _rules(record.started)
    for number, (before, event, after) in enumerate(replay(record)):
        yield f"\n== event {number}: {event.__struct_config__.tag}"
        yield from (f"   {text}" for text in describe_event(event, record.names, "en", state_before=before))
        if number:  # event 0 repeats the board
            yield from _grouped({who: encode_event(redact(event, who, rules)) for who in eyes})
        now = {who: _flat(msgspec.to_builtins(view(after, who))) for who in eyes}
        yield from _changes(seen, now)
        seen = now


def _rules(started: Started) -> Iterator[str]:
    """A switch that was added later is told only where it is not set as before: files stay as approved."""
    fields = zip(Rules.__struct_fields__, Rules.__struct_defaults__, strict=True)
    told = FIRST_SWITCHES if started.version == "1" else (*FIRST_SWITCHES, "green_reveal")
    now = {name: (getattr(started.rules, name), default) for name, default in fields}
    switches = {name: value for name, (value, default) in now.items() if name in told or value != default}
    yield f"rules {msgspec.json.encode(switches).decode()}"
    if started.version != "1":
        yield f"version {started.version}"


def _flat(whole: Mapping[str, Any]) -> dict[str, Any]:
    """A view as single facts; what belongs to one player is a fact of its own."""
    facts = {key: value for key, value in whole.items() if key not in (*SKIPPED, "players", "own")}
    for seat, player in enumerate(whole["players"]):
        facts |= {f"players[{seat}].{key}": value for key, value in player.items()}
    return facts | {f"own.{key}": value for key, value in (whole["own"] or {}).items()}


def _changes(seen: dict[int | None, dict[str, Any]], now: dict[int | None, dict[str, Any]]) -> Iterator[str]:
    keys = dict.fromkeys(key for facts in now.values() for key in facts)
    for key in keys:
        new = {
            who: f"{key} = {msgspec.json.encode(facts[key]).decode()}"
            for who, facts in now.items()
            if key in facts and (key not in seen[who] or seen[who][key] != facts[key])
        }
        yield from _grouped(new, everybody=len(now))


def _grouped(texts: dict[int | None, str], everybody: int | None = None) -> Iterator[str]:
    """One line for all who see the same."""
    wanted = everybody or len(texts)
    for text in dict.fromkeys(texts.values()):
        who = [_name(eyes) for eyes, other in texts.items() if other == text]
        yield f"{'all' if len(who) == wanted else ' '.join(who):18} {text}"


def _name(who: int | None) -> str:
    return "spectator" if who is SPECTATOR else f"seat{who}"


def main() -> None:
    """With --write, write the files; without, say how."""
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    GOLDEN.mkdir(exist_ok=True)
    for name, record in games().items():
        (GOLDEN / f"{name}.txt").write_text(playthrough(record))


if __name__ == "__main__":
    main()
