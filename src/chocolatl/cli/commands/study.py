"""`chocolatl study`: what the board is like, judged by many games of bots."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from chocolatl.cli.executor_options import ExecutorOptions, executor_options
from chocolatl.cli.exit_codes import FAILED, OK, UsageError
from chocolatl.cli.game_options import GameOptions, bots_of, game_options
from chocolatl.cli.output import print_json, write_page
from chocolatl.cli.parser import FILE, Reading, command, json_option, option, whole_number
from chocolatl.cli.progress import progress

if TYPE_CHECKING:
    from chocolatl.lab.simulation import Setup
    from chocolatl.lab.study import StudyReport, Variant
    from chocolatl.lab.study.study_report import BoardStudy

EXAMPLES = (
    "chocolatl study --games 60",
    "chocolatl study --players greedy*4 --games 40 --variant only-gold --variant 'goal = 50' --html s.html",
    "chocolatl study --players greedy*3 --games 40 --jobs 2 --edition dutch --json",
)


@command(EXAMPLES)
@option(
    "--players",
    metavar="BOTS",
    default="greedy*5",
    type=Reading(bots_of),
    help="the bots of the table, such as greedy*5 (default)",
)
@option("--games", metavar="N", default=400, type=whole_number(1), help="on each board (default 400)")
@option("--seed", metavar="N", default=1, type=whole_number(0), help="same seed, same games")
@option(
    "--variant",
    metavar="NAME|LINES",
    multiple=True,
    help="another board beside yours: all, one of our list, or lines of a board file; may be repeated",
)
@option("--html", metavar="FILE", type=FILE, help="write the study as a page with plots")
@executor_options
@game_options
@json_option
def run(
    players: tuple[str, ...],
    games: int,
    seed: int,
    variant: tuple[str, ...],
    html: Path | None,
    executor: ExecutorOptions,
    game: GameOptions,
    as_json: bool,
) -> int:
    """The board at hand first, then its variants."""
    from chocolatl.lab import ExecutorError
    from chocolatl.lab.simulation import Setup
    from chocolatl.lab.study import play_study

    setup = Setup(players, seed, game.rules, game.board, rotate=True, version=game.version)
    variants = _variants(variant)
    try:
        boards = _played(play_study(setup, games, variants, executor.make()), len(variants))
        _show(_report(setup, games, boards), html, as_json)
    except OSError as error:
        raise UsageError(f"--html {html}: {error.strerror}: expected a file that can be written") from None
    except ExecutorError as error:
        print(f"chocolatl: {error}", file=sys.stderr)
        return FAILED
    return OK


def _variants(names: tuple[str, ...]) -> list[Variant]:
    from chocolatl.lab.study import VARIANTS, VariantError, variant_named

    wanted = [text for name in names for text in (VARIANTS if name == "all" else (name,))]
    try:
        return list(dict.fromkeys([VARIANTS["as-it-is"], *map(variant_named, wanted)]))
    except VariantError as error:
        raise UsageError(f"--variant: {error}") from None


def _played(studies: Iterable[BoardStudy], total: int) -> tuple[BoardStudy, ...]:
    from chocolatl.lab.study import VariantError

    boards = []
    with progress("boards", total) as advance:
        try:
            for study in studies:
                boards.append(study)
                advance(1)
        except VariantError as error:
            raise UsageError(f"--variant: {error}") from None
    return tuple(boards)


def _report(setup: Setup, games: int, boards: tuple[BoardStudy, ...]) -> StudyReport:
    import msgspec

    from chocolatl.lab.study import StudyReport
    from chocolatl.lab.study.study_report import FORMAT, PUBLIC_SCORES

    rules = {**msgspec.to_builtins(setup.rules), "version": setup.version}
    public = PUBLIC_SCORES.get(len(setup.players))
    return StudyReport(FORMAT, setup.players, games, setup.seed, rules, setup.board.name, public, boards)


def _show(report: StudyReport, html: Path | None, as_json: bool) -> None:
    if html:
        from chocolatl.lab.study.study_html import study_page

        write_page(html, study_page(report))
    if as_json:
        print_json(report)
        return
    from chocolatl.cli.study_tables import print_study

    print_study(report)
