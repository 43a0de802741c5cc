"""`chocolatl tournament`: a tournament between bots by an honest protocol."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from chocolatl.cli.executor_options import ExecutorOptions, executor_options
from chocolatl.cli.exit_codes import FAILED, INTERRUPTED, OK, UsageError
from chocolatl.cli.game_options import GameOptions, game_options
from chocolatl.cli.output import print_json, write_page
from chocolatl.cli.parser import FILE, Choice, Reading, command, json_option, option
from chocolatl.cli.progress import progress, unbroken

if TYPE_CHECKING:
    from chocolatl.lab import ArenaReport, Tournament, UnitResult
    from chocolatl.lab.tournament.results_file import Key

    Played = Generator[UnitResult, None, None]

EXAMPLES = (
    "chocolatl tournament --players greedy,random --seeds 3 --seats 3 --json",
    "chocolatl tournament --players G,greedy:0,R --tables shared --seeds 8-9 --results a.jsonl --html a.html",
    "chocolatl tournament --players G,greedy:0,R --tables shared --seeds 8-10 --results a.jsonl --jobs 2",
)


def read_bots(text: str) -> tuple[str, ...]:
    """Different bots, in full notation; raises ValueError."""
    from chocolatl.bots import parse_bot

    bots = tuple(str(parse_bot(part)) for part in text.split(","))
    for bot in bots:
        if bots.count(bot) > 1:
            raise ValueError(f"{text!r}: {bot} is there twice: expected different bots")
    return bots


def read_seats(text: str) -> tuple[int, ...]:
    """Numbers of players; raises ValueError."""
    sizes = [int(part) if part in ("3", "4", "5") else 0 for part in text.split(",")]
    if 0 in sizes:
        raise ValueError(f"{text!r}: expected some of 3, 4 and 5, such as 3,5")
    return tuple(sorted(set(sizes)))


def read_seeds(text: str) -> range:
    """`20` are the seeds 0 to 19, `100-149` those named; raises ValueError."""
    first, dash, last = text.partition("-")
    numbers = [first, last] if dash else [first]
    if all(number.isascii() and number.isdigit() for number in numbers):
        seeds = range(int(first), int(last) + 1) if dash else range(int(first))
        if seeds:
            return seeds
    raise ValueError(f"{text!r}: expected a number of seeds, such as 20, or a range, such as 1000-1199")


@command(EXAMPLES)
@option(
    "--players",
    metavar="BOTS",
    default="greedy,random",
    type=Reading(read_bots),
    help="the different bots, such as greedy,random (default); one alone meets itself",
)
@option(
    "--seats",
    was="--sizes",
    metavar="N,N",
    default="3,4,5",
    type=Reading(read_seats),
    help="players at a table (3,4,5)",
)
@option(
    "--tables",
    type=Choice(("both", "duels", "shared", "alone")),
    default="both",
    help="duels: one among copies of another, both directions; shared: different bots at one table; "
    "alone: the first bot among copies of each other",
)
@option("--first-bot-only", was="--hero", is_flag=True, help="only pairings that include the first bot")
@option(
    "--seeds",
    metavar="N|A-B",
    default="20",
    type=Reading(read_seeds),
    help="how many, or which, such as 1000-1199: tune on some, report on others (default 20)",
)
@option("--results", metavar="FILE", type=FILE, help="keep every finished unit; go on where the file ends")
@option("--html", metavar="FILE", type=FILE, help="write the report as a page with plots")
@executor_options
@game_options
@json_option
def run(
    results: Path | None, html: Path | None, executor: ExecutorOptions, as_json: bool, **meeting: Any
) -> int:
    """Ctrl-C shows the figures of the seeds that are whole; the results file then has whole lines only."""
    from chocolatl.lab import ExecutorError, NothingPlayedError, ResultsError, make_report

    tournament = _tournament(**meeting)
    try:
        found, stopped = _play(tournament, results, executor)
        _show(make_report(tournament, found), html, as_json)
    except (ResultsError, OSError) as error:
        raise UsageError(str(error)) from None
    except (ExecutorError, NothingPlayedError) as error:
        print(f"chocolatl: {error}", file=sys.stderr)
        return INTERRUPTED if isinstance(error, NothingPlayedError) else FAILED
    return INTERRUPTED if stopped else OK


def _tournament(
    players: tuple[str, ...],
    seats: tuple[int, ...],
    tables: Literal["both", "duels", "shared", "alone"],
    first_bot_only: bool,
    seeds: range,
    game: GameOptions,
) -> Tournament:
    from chocolatl.lab import KINDS, Conditions, Tournament, make_tables

    kinds = KINDS if tables == "both" else (tables,)
    made = make_tables(players, seats, kinds, first_only=first_bot_only)
    if not made:
        raise UsageError("--tables shared: these bots only make duels: expected more bots or larger tables")
    return Tournament(players, made, seeds, Conditions(game.rules, game.board, game.version))


def _play(
    tournament: Tournament, kept: Path | None, executor: ExecutorOptions
) -> tuple[dict[Key, UnitResult], bool]:
    """All results, old and new, and whether Ctrl-C came before the end."""
    from chocolatl.lab import ResultsFile

    with ResultsFile(kept, tournament.conditions) if kept else nullcontext() as file:
        found = dict(file.found) if file else {}
        # A unit may take minutes: Ctrl-C does not wait for its end, only for that of a line.
        with suppress(KeyboardInterrupt), closing(_played(tournament, executor, found)) as results:
            for result in results:
                with unbroken():
                    found[result.table, result.seed] = result
                    if file:
                        file.add(result)
    left = len(tournament.missing(found))
    if left:
        print(f"chocolatl: stopped, {left} of {len(tournament.units())} units left", file=sys.stderr)
    return found, bool(left)


def _played(tournament: Tournament, executor: ExecutorOptions, found: dict[Key, Any]) -> Played:
    from chocolatl.lab import play

    missing = len(tournament.missing(found))
    if not missing:
        return
    with (
        closing(play(tournament, executor.make(), found)) as results,
        progress("units", missing) as advance,
    ):
        for result in results:
            advance(1)
            yield result


def _show(report: ArenaReport, html: Path | None, as_json: bool) -> None:
    if html:
        from chocolatl.lab.tournament.tournament_html import arena_page

        write_page(html, arena_page(report))
    if as_json:
        print_json(report)
        return
    from chocolatl.cli.tournament_tables import print_arena

    print_arena(report)
