"""Opens what a server keeps: its data folder, its secret, and the database that belongs to it."""

from __future__ import annotations

from chocolatl.server.config import Config
from chocolatl.server.database_faults import describe
from chocolatl.server.errors import StartupError
from chocolatl.server.secret import ServerSecret, read_secret
from chocolatl.server.store.known_databases import Made
from chocolatl.server.store.open_store import open_store
from chocolatl.server.store.postgres import PostgresStore
from chocolatl.server.store.sqlite import SqliteStore


async def open_storage(config: Config) -> tuple[ServerSecret, SqliteStore | PostgresStore]:
    """Whatever is wrong with it is one line, a StartError."""
    try:
        config.data.mkdir(parents=True, exist_ok=True)
        secret = read_secret(config.secret_file)
    except OSError as error:
        raise StartupError(f"cannot use the data folder {config.data}: {describe(error)}") from None
    return secret, await open_store(config.database_url, secret.fingerprint, Made(config.data))


async def try_storage(config: Config) -> None:
    """Open and close it: what is wrong is said once, before several workers would each say it."""
    _, store = await open_storage(config)
    await store.close()
