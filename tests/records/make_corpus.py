"""Adds games to tests/records/corpus: `python -m tests.records.make_corpus`. No file is ever replaced.

One game per edition and number of players, then games for whatever is still missing of `features.WANTED`: of
many seeds, the one that shows most of it. Games of version 1 were recorded when it was the newest; those of
each later version carry it in their name.
"""

import gzip
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from chocolatl.records.record import Record, encode
from chocolatl.rules import EDITIONS, RULES_VERSION, Rules
from tests.records.drawing import drawn_game
from tests.records.features import WANTED, features
from tests.records.players import builder
from tests.records.playing import played, small_board

CORPUS = Path(__file__).parent / "corpus"
SEEDS = range(40)
MANY_SEEDS = range(40, 3000)
ONLY_IN_VERSION_1 = {"loss of the old man stopped"}
"""Hardly ever in version 2: the whole sum of a player would have to be a loss."""

Game = Callable[[int], Record]


def named_games() -> dict[str, Game]:
    """What every corpus has, one file each."""
    games: dict[str, Game] = {
        f"{edition}-{players}": partial(played, players=players, rules=edition)
        for edition in EDITIONS
        for players in (3, 4, 5)
    }
    return games | {
        "all-at-once": partial(played, players=4, rules=Rules(red_reveal="all_at_once")),
        "green-at-once": partial(played, players=5, rules=Rules("gold", green_reveal="all_at_once")),
        "changed-minds": partial(played, players=4, hesitant=True),
        "small-board": partial(played, players=3, rules=Rules(), board=small_board(rounds=3)),
        "builder-3": partial(played, players=3, by=(builder,)),
        "builder-4": partial(played, players=4, by=(builder,), rules="german"),
        "nonces": partial(played, players=3, nonces=(b"one", b"", b"three")),
        "drawn": drawn_game,
        "drawn-after-voided": partial(drawn_game, missing=(2, 0)),
    }


def best(game: Game, seeds: Iterable[int], missing: set[str]) -> Record:
    """The game that shows most of what is missing."""
    return max((game(seed) for seed in seeds), key=lambda record: len(features(record) & missing))


def corpus() -> dict[str, Record]:
    """All games by name."""
    missing, found = set(WANTED - ONLY_IN_VERSION_1), dict[str, Record]()
    for name, game in named_games().items():
        found[name] = best(game, SEEDS, missing)
        missing -= features(found[name])
    for seed in MANY_SEEDS:
        if not missing:
            break
        record = played(seed, players=3 + seed % 3, by=(builder,) if seed % 2 else ())
        if news := features(record) & missing:
            found["-and-".join(sorted(news)).replace(" ", "-")] = record
            missing -= news
    assert not missing, f"no seed shows {sorted(missing)}"
    return found


def main() -> None:
    """Plain gzip without a time stamp, so that the same games are the same bytes."""
    for name, record in corpus().items():
        file = CORPUS / f"v{RULES_VERSION}-{name}.jsonl.gz"
        if file.exists():
            continue
        data = gzip.compress(encode(record) + b"\n", mtime=0)
        file.write_bytes(data)
        print(f"{name}: {len(record.events)} events, {len(data)} bytes")


if __name__ == "__main__":
    main()
