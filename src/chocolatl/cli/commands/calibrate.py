"""`chocolatl calibrate`: whether the shares that hints show are won as often as they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chocolatl.cli.exit_codes import OK
from chocolatl.cli.output import print_json
from chocolatl.cli.parser import Reading, command, json_option, option, whole_number
from chocolatl.cli.progress import progress

if TYPE_CHECKING:
    from chocolatl.lab.calibration.calibration_error import Calibration

NAMES = {"bid": "bids and sacrifices", "small": "other questions"}
EXAMPLES = ("chocolatl calibrate --adviser E:1:2 --bot greedy --games 2 --json",)


def _read_bot(text: str) -> str:
    from chocolatl.bots import parse_bot

    return str(parse_bot(text))


@command(EXAMPLES)
@option(
    "--adviser", metavar="BOT", default="equilibrium", type=Reading(_read_bot), help="who gives the hints"
)
@option("--bot", metavar="BOT", default="E:2:8", type=Reading(_read_bot), help="who plays (default E:2:8)")
@option("--seats", metavar="N", default=3, type=whole_number(3, 5), help="players (default 3)")
@option("--games", metavar="N", default=200, type=whole_number(1), help="two hints of each kind in each")
@option("--seed", metavar="N", default=1, type=whole_number(0), help="number of the first game, in thousands")
@json_option
def run(adviser: str, bot: str, seats: int, games: int, seed: int, as_json: bool) -> int:
    """Expected calibration error by kind of question, with a 95% interval over games."""
    from chocolatl.lab.calibration.calibration_error import calibration
    from chocolatl.lab.calibration.hint_samples import Hint, followed_hints

    hints = list[Hint]()
    with progress("games", games) as advance:
        for found in followed_hints(bot, adviser, seats, range(1000 * seed, 1000 * seed + games)):
            hints += found
            advance(1)
    kinds = {kind: [hint for hint in hints if hint.kind == kind] for kind in NAMES}
    figures = {kind: calibration(some) for kind, some in kinds.items() if some}
    if as_json:
        print_json({"adviser": adviser, "bot": bot, "size": seats, **figures})
        return OK
    print(f"{adviser} as adviser at tables of {seats} {bot}")
    for kind, figure in figures.items():
        _show(NAMES[kind], figure)
    return OK


def _show(name: str, found: Calibration) -> None:
    low, high = found.interval
    print(f"{name}: {found.hints} hints in {found.games} games")
    print(f"  expected calibration error {found.error:.3f} ({low:.3f} to {high:.3f})")
    print(f"  logistic map that fits best: slope {found.slope:.2f}, shift {found.shift:+.2f}")
    for row in found.classes:
        print(f"  {row.hints:5} hints expected {row.expected:.2f}, won {row.won:.2f}")
