"""What a decision costs its time bank; after which event the table said something."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Decisions of before cost nothing, lines of before stand beside the game."""
    inspect = sa.inspect(op.get_bind())
    if "used" not in {column["name"] for column in inspect.get_columns("events")}:
        op.add_column("events", sa.Column("used", sa.Double(), nullable=True))
    if "after" not in {column["name"] for column in inspect.get_columns("chat")}:
        op.add_column("chat", sa.Column("after", sa.Integer(), nullable=True))
