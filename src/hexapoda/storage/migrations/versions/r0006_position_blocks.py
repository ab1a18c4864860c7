"""Store positions in blocks of 8,192 games, so that imports write in one place, even in a large store."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_COLUMNS = "key, game_id, ply, next_key, result"


def upgrade() -> None:
    """Merge the positions of both old tables into one table, in order."""
    op.rename_table("positions", "old_positions")
    op.create_table(
        "positions",
        sa.Column("block", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("next_key", sa.BigInteger),
        sa.Column("result", sa.SmallInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute(
        f"INSERT INTO positions (block, {_COLUMNS}) SELECT game_id / 8192, {_COLUMNS} FROM "
        f"(SELECT {_COLUMNS} FROM old_positions UNION ALL SELECT {_COLUMNS} FROM recent_positions) AS found "
        "ORDER BY 1, 2, 3, 4"
    )
    op.drop_table("old_positions")
    op.drop_table("recent_positions")
