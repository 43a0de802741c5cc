"""The tables of the database, the same for SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

meta = Table(
    "meta", metadata, Column("key", String(40), primary_key=True), Column("value", Text, nullable=False)
)

# `lobby` is who sits where (JSON, guarded by `version`); other columns are a summary of the events, written
# in the same transaction, so that lists and clocks need not read games. `pending`, `bots`: bits by seat.
tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("phase", String(8), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("lobby", LargeBinary, nullable=False),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("last", Integer, nullable=False),
    Column("pending", Integer, nullable=False),
    Column("bots", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("deadline", Double),
    Column("result", LargeBinary),
)
Index("tables_by_phase", tables.c.phase, tables.c.changed)
Index("tables_by_deadline", tables.c.deadline)

# One row per decision: all events that follow from one answer, numbered from `number`. The unique key decides
# between two processes that answer at once. `message` is the client's id, so that a repeated answer is known.
# `used`: what a time bank is charged with.
events = Table(
    "events",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer),
    Column("message", String(40)),
    Column("at", Double, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("used", Double),
)

holders = Table(
    "holders",
    metadata,
    Column("visitor", String(64), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, nullable=False),
)
Index("holders_by_table", holders.c.table_id)

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("message", String(40), nullable=False),
    Column("at", Double, nullable=False),
    Column("text", Text, nullable=False),
    Column("code", String(24), nullable=False, server_default=""),
    Column("name", String(40), nullable=False, server_default=""),
    Column("after", Integer),
)

# Whom a browser has muted, at every table: both are hashes of cookies.
mutes = Table(
    "mutes",
    metadata,
    Column("visitor", String(64), primary_key=True),
    Column("other", String(64), primary_key=True),
)

# Which process lets a bot think about which question; a process that dies loses it when the time is up.
leases = Table(
    "leases",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("what", String(24), primary_key=True),
    Column("owner", String(32), nullable=False),
    Column("until", Double, nullable=False),
)

# Calls to webhooks that are still to be made. Whoever counts `tries` up makes the call; unless the row is
# gone by then, it is `due` again.
alerts = Table(
    "alerts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("url", Text, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("due", Double, nullable=False),
)
Index("alerts_by_due", alerts.c.due)
