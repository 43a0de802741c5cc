"""Calls to webhooks that are still to be made."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """One row per call; it goes when the call was made or given up."""
    owner = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "alerts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(16), owner, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        if_not_exists=True,
    )
    op.create_index("alerts_by_due", "alerts", ["due"], if_not_exists=True)
