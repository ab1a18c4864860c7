"""Prepare to merge records of a game with and without player names; add player aliases and the trash."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def _columns() -> list[sa.Column[Any]]:
    return [
        sa.Column("digest", sa.LargeBinary(16), nullable=False),
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
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id")),
    ]


def upgrade() -> None:
    """Allow equal digests and add the new tables; `storage.renewal` recomputes the digests afterwards."""
    if op.get_context().dialect.name == "sqlite":
        _copy_games()
    else:
        op.drop_constraint("games_digest_key", "games")
    op.create_index("games_digest", "games", ["digest"])
    op.create_table(
        "aliases",
        sa.Column("alias", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
    )
    op.create_index("aliases_name", "aliases", ["name"])
    op.create_table(
        "deleted_games",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        *_columns(),
        sa.Column("deleted", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_table(
        "former_identities",
        sa.Column("game_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("digest", sa.LargeBinary(16), primary_key=True),
        sa.Column("name0", sa.Text, primary_key=True),
        sa.Column("name1", sa.Text, primary_key=True),
    )
    op.create_index("former_identities_digest", "former_identities", ["digest"])


def _copy_games() -> None:
    """Replace the table by a copy without the constraint, which SQLite cannot drop.

    Foreign keys are not enforced while migrations run.
    """
    columns = _columns()
    op.create_table(
        "games_copy",
        sa.Column("id", sa.Integer, primary_key=True),
        *columns,
        sqlite_autoincrement=True,
    )
    names = ", ".join(["id", *(column.name for column in columns)])
    op.execute(f"INSERT INTO games_copy ({names}) SELECT {names} FROM games ORDER BY id")
    op.execute("DROP TABLE games")
    op.execute("ALTER TABLE games_copy RENAME TO games")
    for name, column in (("player0", "player0_id"), ("player1", "player1_id"), ("match", "match_id")):
        op.create_index(f"games_{name}", "games", [column])
