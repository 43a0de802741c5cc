"""`chocolatl simulate`: many games between bots, and what came of them."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from chocolatl.cli.exit_codes import INTERRUPTED, OK, UsageError
from chocolatl.cli.game_options import GameOptions, bots_of, game_options
from chocolatl.cli.output import print_json
from chocolatl.cli.parser import FILE, Reading, command, json_option, option, whole_number
from chocolatl.cli.progress import ctrl_c, progress

if TYPE_CHECKING:
    from chocolatl.lab.simulation import Chunk, Tally

EXAMPLES = (
    "chocolatl simulate --players greedy,random*3 --games 40",
    "chocolatl simulate --players greedy*2,random --games 50 --seed 7 --jobs 2 --edition german --rotate",
    "chocolatl simulate --games 3 --record games.jsonl --rule give_back=lowest",
    "chocolatl simulate --games 5 --json",
)


@command(EXAMPLES)
@option(
    "--players",
    metavar="BOTS",
    default="greedy,random*3",
    type=Reading(bots_of),
    help="the bots in seat order, such as greedy,random*3 (default) or G,R,R",
)
@option("--games", metavar="N", default=100, type=whole_number(1), help="how many (default 100)")
@option("--seed", metavar="N", default=1, type=whole_number(0), help="same seed, same games")
@option("--jobs", metavar="N", default=1, type=whole_number(1, 512), help="processes to use")
@option("--rotate", is_flag=True, help="everybody moves on one seat after each game")
@option("--record", metavar="FILE", type=FILE, help="write every game to this new file, one a line")
@option("--append", is_flag=True, help="add to the file of --record, if it exists")
@game_options
@json_option
def run(
    players: tuple[str, ...],
    games: int,
    seed: int,
    jobs: int,
    rotate: bool,
    record: Path | None,
    append: bool,
    game: GameOptions,
    as_json: bool,
) -> int:
    """Ctrl-C shows what has been played so far; the record file then holds exactly these games."""
    from chocolatl.lab.simulation import Setup, Tally, make_report, simulate

    setup = Setup(players, seed, game.rules, game.board, game.edition, rotate, game.version)
    tally = Tally()
    with _record_file(record, append) as file, ctrl_c() as stop:
        chunks = simulate(setup, games, jobs, record=file is not None)
        stopped = _play(chunks, games, tally, file, stop)
    if tally["games",]:
        _show(make_report(setup, tally), as_json)
    if stopped:
        print(f"chocolatl: stopped after {tally['games',]} of {games} games", file=sys.stderr)
    return INTERRUPTED if stopped else OK


def _play(
    played: Generator[Chunk, None, None], games: int, tally: Tally, file: BinaryIO | None, stop: list[int]
) -> bool:
    """Adds to the tally and the file until all is played or Ctrl-C; tells whether it was stopped."""
    with closing(played) as chunks, progress("games", games) as advance:
        for chunk in chunks:
            tally.update(chunk.tally)
            if file is not None:
                file.writelines(line + b"\n" for line in chunk.records)
            advance(chunk.games)
            if stop:
                break
    return bool(stop) and tally["games",] < games


def _record_file(path: Path | None, append: bool) -> Any:
    if path is None:
        if append:
            raise UsageError("--append: expected --record FILE with it")
        return nullcontext()
    try:
        return path.open("ab" if append else "xb")
    except FileExistsError:
        raise UsageError(f"--record {path}: exists: expected a new file, or --append") from None
    except OSError as error:
        raise UsageError(f"--record {path}: {error.strerror}: expected a file that can be written") from None


def _show(report: Any, as_json: bool) -> None:
    if as_json:
        print_json(report)
        return
    from chocolatl.cli.simulation_tables import print_report

    print_report(report)
