"""`chocolatl score`: play a submission on published seeds, or play a result again and compare."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chocolatl.cli.exit_codes import FAILED, OK, UsageError
from chocolatl.cli.parser import FILE, Reading, command, option, whole_number
from chocolatl.cli.progress import progress

if TYPE_CHECKING:
    from chocolatl.lab.scoreboard.score import ScoreResult, ScoreUnit
    from chocolatl.lab.scoreboard.submission import MakeBot

EXAMPLES = (
    "chocolatl score greedy:0 --against random --players 3 --seeds 2 -o result.json",
    "chocolatl score --check result.json --every 2",
)


def read_players(text: str) -> tuple[int, ...]:
    """`3,5`; raises ValueError."""
    parts = text.split(",")
    if not all(part in ("3", "4", "5") for part in parts):
        raise ValueError(f"{text!r}: expected some of 3, 4 and 5, such as 3,5")
    return tuple(sorted({int(part) for part in parts}))


@command(EXAMPLES)
@click.argument("submission", required=False)
@option(
    "--against",
    metavar="BOTS",
    default="random,greedy",
    help="opponents, one after the other (random,greedy)",
)
@option("--players", metavar="N,N", default="3,4,5", type=Reading(read_players), help="at a table (3,4,5)")
@option(
    "--seeds", metavar="N", default=30, type=whole_number(1, 100_000), help="how many published seeds (30)"
)
@option("--output", "-o", metavar="FILE", type=FILE, help="write the result to this new file")
@option("--check", metavar="FILE", type=FILE, help="play the games of a result again instead")
@option("--every", metavar="N", default=1, type=whole_number(1), help="check every n-th unit only (1)")
def run(
    submission: str | None,
    against: str,
    players: tuple[int, ...],
    seeds: int,
    output: Path | None,
    check: Path | None,
    every: int,
) -> int:
    """SUBMISSION: a bot (greedy, external:./program), file.py:function, package.module:function or file.onnx.

    The function gets a seed and returns a bot. Bots must answer alike for the same seed and view, so that a
    result can be repeated.
    """
    if check is not None:
        return _check(check, submission, every)
    if submission is None:
        raise UsageError("score: expected a SUBMISSION, or --check FILE")
    if output is not None and output.exists():
        raise UsageError(f"{output} exists: expected a new file")
    units = _played(_loaded(submission, players), _opponents(against), players, seeds)
    from chocolatl.lab.scoreboard.score import result_of

    _show(result_of(submission, units), output)
    return OK


def _played(make: MakeBot, against: list[str], players: tuple[int, ...], seeds: int) -> list[ScoreUnit]:
    from chocolatl.lab.scoreboard.score import FIRST_SEED, play_unit

    tables = [(name, size) for name in against for size in players]
    units = []
    with progress("units", len(tables) * seeds) as advance:
        for name, size in tables:
            for seed in range(FIRST_SEED, FIRST_SEED + seeds):
                units.append(play_unit(make, name, size, seed))
                advance(1)
    return units


def _show(result: ScoreResult, output: Path | None) -> None:
    import msgspec

    for line in result.lines:
        share = f"{line.share:.1%} ({line.low:.1%} – {line.high:.1%})"
        print(f"against {line.players - 1} {line.opponent}: {share}, even {1 / line.players:.1%}")
    if output is not None:
        output.write_bytes(msgspec.json.format(msgspec.json.encode(result)) + b"\n")


def _check(file: Path, submission: str | None, every: int) -> int:
    import msgspec

    from chocolatl.lab.scoreboard.score import ScoreResult, problems

    try:
        result = msgspec.json.decode(file.read_bytes(), type=ScoreResult)
    except OSError as wrong:
        raise UsageError(f"{file}: {wrong.strerror}: expected a file that can be read") from None
    except msgspec.DecodeError as wrong:
        raise UsageError(f"{file}: {wrong}: expected a result of chocolatl score") from None
    make = _loaded(submission or result.submission, {unit.players for unit in result.units})
    found = list(problems(result, make, every))
    for problem in found:
        print(f"{file}: {problem}")
    if not found:
        print(f"{file}: {len(result.units[::every])} of {len(result.units)} units played again, all the same")
    return FAILED if found else OK


def _loaded(submission: str, sizes: Collection[int]) -> MakeBot:
    if submission.endswith(".onnx"):
        return _network(Path(submission), sizes)
    from chocolatl.lab.scoreboard.submission import SubmissionError, load_submission

    try:
        return load_submission(submission)
    except SubmissionError as wrong:
        raise UsageError(str(wrong)) from None


def _network(path: Path, sizes: Collection[int]) -> MakeBot:
    from chocolatl.envs.onnx_policy import OnnxError, onnx_bot

    try:
        bot = onnx_bot(path, sizes)
    except OnnxError as wrong:
        raise UsageError(str(wrong)) from None
    return lambda _: bot  # it has no chance of its own


def _opponents(text: str) -> list[str]:
    from chocolatl.bots import parse_bot

    try:
        return [str(parse_bot(part)) for part in text.split(",")]
    except ValueError as wrong:
        raise UsageError(str(wrong)) from None
