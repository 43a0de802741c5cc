"""`chocolatl verify`: is a record true?"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from chocolatl.cli.exits import FAILED, FINE
from chocolatl.cli.output import add_json_option, print_json

if TYPE_CHECKING:
    from chocolatl.rules.verify import Report

HELP = "play recorded games again and check every die, shuffle and event"
EXAMPLES = (
    "chocolatl simulate --games 3 --record games.jsonl",
    "chocolatl verify games.jsonl",
    "chocolatl verify --json games.jsonl",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Which files, and how much to say."""
    parser.add_argument(
        "files", metavar="FILE", nargs="+", type=Path, help="a record, or many, one a line; .gz too"
    )
    parser.add_argument("--quiet", action="store_true", help="say only what is wrong")
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Goes on after a wrong record, so that one run names all of them."""
    from chocolatl.cli.record_files import json_texts

    wrong, results = 0, []
    for place, data in (text for path in args.files for text in json_texts(path)):
        result = _checked(place, data)
        wrong += not result["ok"]
        if args.json:
            results.append(result)
        elif not (args.quiet and result["ok"]):
            print(result["text"])
    if args.json:
        print_json(results)
    return FAILED if wrong else FINE


def _checked(place: str, data: bytes) -> dict[str, object]:
    from chocolatl.rules.record import RecordError, decode
    from chocolatl.rules.verify import verify

    try:
        report = verify(decode(data, place))
    except RecordError as error:
        return {"place": place, "ok": False, "text": f"{error}: WRONG", "report": None}
    return {"place": place, "ok": report.ok, "text": f"{place}: {_told(report)}", "report": report}


def _told(report: Report) -> str:
    if report.problem is not None:
        return f"WRONG: {report.problem}"
    end = "finished" if report.finished else "not finished"
    unchecked = f"; not checked: {', '.join(report.unchecked)}" if report.unchecked else ""
    return f"fine: {report.events} events, {end}; checked: {', '.join(report.checked)}{unchecked}"
