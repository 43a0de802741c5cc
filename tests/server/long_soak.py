"""`python -m tests.server.long_soak --kills 200`: a soak on a PostgreSQL and a Valkey of its own."""

import argparse
import asyncio
import sys
from contextlib import contextmanager
from pathlib import Path

import msgspec

from tests.services import Postgres, Valkey, served
from tools.soak.cluster import Services
from tools.soak.soak_run import SoakConfig, soak

running = contextmanager(served)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="an empty folder, for secret and logs")
    for name, default in (("kills", 200), ("tables", 6), ("answers", 20), ("seed", 1), ("minutes", 60)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--newer", choices=("fields",), help="the second server is of a newer program")
    args = parser.parse_args()
    plan = SoakConfig(args.kills, args.minutes, args.seed, args.tables, 2, args.answers, hostile=True)
    with running(Postgres) as database, running(Valkey) as bus:
        newer = (sys.executable, "-m", "tests.grown", args.newer) if args.newer else ()
        services = Services(database.new_database(), bus.url, database.restart, bus.restart, newer)
        report = asyncio.run(soak(plan, args.data, services))
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(report)).decode() + "\n")
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main())
