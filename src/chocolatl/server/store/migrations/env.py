"""Alembic's entry: works on the connection that `store.migrate` hands over."""

from alembic import context

from chocolatl.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # SQLite can do it as well, see store/sqlite.py
)
with context.begin_transaction():
    context.run_migrations()
