"""Create the tables of games, players and positions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "players",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("engine", sa.Text, nullable=False),
        sa.UniqueConstraint("name", "engine", name="players_name_engine"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("digest", sa.LargeBinary(16), nullable=False, unique=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("player0_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("player1_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("winner", sa.SmallInteger),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("ending", sa.Text, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("date", sa.Text, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("extra", sa.Text),
    )
    op.create_index("games_player0", "games", ["player0_id"])
    op.create_index("games_player1", "games", ["player1_id"])
    op.create_table(
        "positions",
        sa.Column("key", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id"), primary_key=True, autoincrement=False),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("next_key", sa.BigInteger),
        sa.Column("result", sa.SmallInteger, nullable=False),
        sqlite_with_rowid=False,
    )
