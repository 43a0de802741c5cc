"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Written out, not taken from the schema: a migration never changes once it is out.

    `if_not_exists`: earlier programs could be killed half-way on SQLite, and leave some of this behind.
    """
    op.create_table(
        "meta",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("spectators", sa.Boolean, nullable=False),
        sa.Column("lobby", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("pending", sa.Integer, nullable=False),
        sa.Column("bots", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("deadline", sa.Double),
        sa.Column("result", sa.LargeBinary),
        if_not_exists=True,
    )
    op.create_index("tables_by_phase", "tables", ["phase", "changed"], if_not_exists=True)
    op.create_index("tables_by_deadline", "tables", ["deadline"], if_not_exists=True)
    op.create_table(
        "events",
        _table_id(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer),
        sa.Column("message", sa.String(40)),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "holders",
        sa.Column("visitor", sa.String(64), primary_key=True),
        _table_id(),
        sa.Column("seat", sa.Integer, nullable=False),
        if_not_exists=True,
    )
    op.create_index("holders_by_table", "holders", ["table_id"], if_not_exists=True)
    op.create_table(
        "chat",
        _table_id(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("message", sa.String(40), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("what", sa.String(24), primary_key=True),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        if_not_exists=True,
    )


def _table_id() -> sa.Column[str]:
    owner = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(16), owner, primary_key=True)
