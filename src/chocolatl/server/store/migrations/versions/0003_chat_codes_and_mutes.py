"""Phrases, notices and spectators in the chat; whom somebody has muted for good."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Lines of before have no code and no name."""
    there = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("chat")}
    for name, length in {"code": 24, "name": 40}.items():
        if name in there:
            continue
        op.add_column("chat", sa.Column(name, sa.String(length), nullable=False, server_default=""))
    op.create_table(
        "mutes",
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("other", sa.String(64), primary_key=True),
        if_not_exists=True,
    )
