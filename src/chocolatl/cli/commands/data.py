"""`chocolatl data`: datasets of whole games, made from a seed, and checked by playing them again."""

from __future__ import annotations

from pathlib import Path

import click

from chocolatl.cli.exit_codes import FAILED, OK, UsageError
from chocolatl.cli.game_options import bots_of
from chocolatl.cli.parser import FILE, Choice, Reading, group, option, whole_number
from chocolatl.cli.progress import progress
from chocolatl.rules import EDITIONS

EXAMPLES = (
    "chocolatl data make games --players greedy,random*2 --games 4 --seed 7",
    "chocolatl data check games --every 2",
)


@group(EXAMPLES)
def run() -> None:
    """Two actions."""


@run.command()
@click.argument("folder", type=FILE)
@option(
    "--players", metavar="BOTS", default="greedy*4", type=Reading(bots_of), help="seat by seat; they rotate"
)
@option("--games", metavar="N", default=100, type=whole_number(1), help="how many (100)")
@option("--seed", metavar="N", default=1, type=whole_number(0), help="same seed, same bytes")
@option("--edition", type=Choice(tuple(EDITIONS)), default="english", help="whose printed rules")
@option("--jobs", metavar="N", default=1, type=whole_number(1, 512), help="processes to use")
@option("--minari", is_flag=True, help="also as a Minari dataset, in FOLDER/minari")
def make(
    folder: Path, players: tuple[str, ...], games: int, seed: int, edition: str, jobs: int, minari: bool
) -> int:
    """Records, every choice as Parquet, a data card and a Croissant card, in a new FOLDER."""
    from chocolatl.data.make_dataset import GAMES, make_dataset, steps_in
    from chocolatl.data.minari_export import write_minari

    if folder.exists():
        raise UsageError(f"{folder} exists: expected a new folder")
    with progress("games", games) as advance:
        manifest = make_dataset(folder, players, games, seed, edition, jobs, advance)
    print(f"{folder}: {games} games, {manifest['steps']} steps, {GAMES} {manifest['sha256'][GAMES]}")
    if minari:
        from chocolatl.envs.env_config import setting

        made = setting(len(players), edition)
        episodes = write_minari(folder / "minari", made, steps_in(folder), ",".join(players))
        print(f"{folder / 'minari'}: {episodes} episodes")
    return OK


@run.command()
@click.argument("folder", type=FILE)
@option("--every", metavar="N", default=100, type=whole_number(1), help="play every n-th game again (100)")
def check(folder: Path, every: int) -> int:
    """Compare hashes, and play some of the games again."""
    from chocolatl.data.make_dataset import DatasetError, problems

    try:
        found = list(problems(folder, every))
    except DatasetError as wrong:
        raise UsageError(str(wrong)) from None
    for problem in found:
        print(f"{folder}: {problem}")
    if not found:
        print(f"{folder}: hashes agree, and every {every}. game is the same when played again")
    return FAILED if found else OK
