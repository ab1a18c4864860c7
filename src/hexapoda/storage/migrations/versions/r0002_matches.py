"""Add the matches that games belong to, and the ratings of players."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add two tables and the column that names a game's match."""
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False, unique=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
    )
    # One statement for both databases; Alembic would copy the whole table on SQLite.
    op.execute("ALTER TABLE games ADD COLUMN match_id INTEGER REFERENCES matches (id)")
    op.create_index("games_match", "games", ["match_id"])
    op.create_table(
        "ratings",
        sa.Column(
            "player_id", sa.Integer, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False
        ),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("pool", sa.Text, primary_key=True),
        sa.Column("elo", sa.Float, nullable=False),
        sa.Column("error", sa.Float),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("date", sa.Text, nullable=False),
    )
