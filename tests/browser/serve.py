"""A real server for browser tests, where one address may create as many tables as they need."""

import sys
from pathlib import Path

from chocolatl.server.config import Config, Rates
from chocolatl.server.ops.serve import bind, serve

MANY = (100.0, 10_000.0)


def main(folder: str) -> None:
    listener = bind("127.0.0.1", 0)
    host, port = listener.getsockname()[:2]
    config = Config(
        data=Path(folder),
        warm_up=True,
        host=host,
        port=port,
        public_url=f"http://{host}:{port}",
        rates=Rates(new_tables=MANY),
    )
    serve(config, listener, lambda _: print(f"Chocolatl is at http://{host}:{port}/", flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
