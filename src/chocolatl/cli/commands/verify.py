"""`chocolatl verify`: is a record true?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from chocolatl.cli.exit_codes import FAILED, OK, WRONG_USAGE, UsageError
from chocolatl.cli.output import LONGEST_LINE, print_json
from chocolatl.cli.parser import FILE, command, json_option, option
from chocolatl.rules.texts import shown

if TYPE_CHECKING:
    from chocolatl.records.draw_evidence import Seen
    from chocolatl.records.record import Read, Record, RecordError
    from chocolatl.records.verify import VerificationReport

EXAMPLES = (
    "chocolatl simulate --games 3 --record games.jsonl",
    "chocolatl verify games.jsonl",
    "chocolatl verify --json games.jsonl",
)


@command(EXAMPLES)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@option(
    "--seen",
    metavar="FILE",
    type=FILE,
    help="the file a page saves of what it saw of the draw: the record must tell the same",
)
@option("--quiet", is_flag=True, help="say only what is wrong")
@json_option
def run(files: tuple[Path, ...], seen: Path | None, quiet: bool, as_json: bool) -> int:
    """Goes on after a wrong record, so that one run names all of them."""
    from chocolatl.cli.record_input import records

    evidence = None if seen is None else _read_seen(seen)
    code, results = OK, []
    for place, found in (each for path in files for each in records(path)):
        result = _checked(place, found, evidence)
        if not result["ok"]:
            code = max(code, FAILED if result["report"] else WRONG_USAGE)
        if as_json:
            results.append(result)
        elif not (quiet and result["ok"]):
            print(shown(str(result["text"]), LONGEST_LINE))
    if as_json:
        print_json(results)
    return code


def _read_seen(path: Path) -> Seen:
    from chocolatl.records.draw_evidence import MAX_BYTES, SeenError, decode_seen

    try:
        with path.open("rb") as file:
            return decode_seen(file.read(MAX_BYTES + 1), str(path))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}: expected what a page saw") from None
    except SeenError as error:
        raise UsageError(str(error)) from None


def _checked(place: str, found: Read | RecordError, seen: Seen | None) -> dict[str, object]:
    from chocolatl.records.verify import verify

    if isinstance(found, ValueError):
        return {"place": place, "ok": False, "text": f"{found}: UNREADABLE", "report": None}
    report = verify(*found)
    differs = _differs(found.record, seen) if report.ok and seen is not None else None
    text = f"{place}: {_told(report, found.record, seen, differs)}"
    return {"place": place, "ok": report.ok and differs is None, "text": text, "report": report}


def _differs(made: Record, seen: Seen) -> str | None:
    from chocolatl.records.draw_evidence import seen_problems

    return next(seen_problems(seen, made), None)


def _told(report: VerificationReport, made: Record, seen: Seen | None, differs: str | None) -> str:
    if report.problem is not None or differs is not None:
        return f"WRONG: {report.problem or differs}"
    end = "finished" if report.finished else "not finished"
    left = (*report.unchecked, *(f"unknown field {path}" for path in report.unknown))
    unchecked = f"; not checked: {', '.join(left)}" if left else ""
    checked = f"fine: {report.events} events, {end}; checked: {', '.join(report.checked)}{unchecked}"
    return checked + _draw_told(report, made, seen)


def _draw_told(report: VerificationReport, made: Record, seen: Seen | None) -> str:
    """That nobody chose shows only beside what a page saw: a record alone could be made up as a whole."""
    if report.drawn_by is None:
        return ""
    names = ", ".join(made.names[seat] for seat in report.drawn_by) or "nobody: the server alone"
    promise = "; as this page saw it" if seen is not None else ""
    return f"; dice drawn with {names}{promise}"
