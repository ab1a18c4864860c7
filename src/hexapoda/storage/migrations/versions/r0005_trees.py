"""Add game trees, owners, checksums, former versions of games, and counters that every write updates."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_NEW = (
    ("owner", "TEXT NOT NULL DEFAULT ''"),
    ("kind", "TEXT NOT NULL DEFAULT 'game'"),
    ("name", "TEXT NOT NULL DEFAULT ''"),
    ("tree", "TEXT"),
    ("updated", "TEXT NOT NULL DEFAULT ''"),
)
_OLD = (
    "digest", "game", "variant", "player0_id", "player1_id", "winner", "finished", "ending", "plies", "moves",
    "start", "date", "event", "source", "extra", "match_id",
)  # fmt: skip


def upgrade() -> None:
    """Add the columns and tables; `storage.renewal` fills in checksums and counters afterwards."""
    binary = "BLOB" if op.get_context().dialect.name == "sqlite" else "BYTEA"
    for name, kind in (*_NEW, ("checksum", binary)):
        op.execute(f"ALTER TABLE games ADD COLUMN {name} {kind}")
    op.create_index("games_owner", "games", ["owner", "kind"])
    _create_versions()
    op.create_table(
        "recent_positions",
        sa.Column("key", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("next_key", sa.BigInteger),
        sa.Column("result", sa.SmallInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "counted_keys",
        sa.Column("key", sa.BigInteger, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "counted_moves",
        sa.Column("key", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("step", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("next_key", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("result", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("games", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "counted_movers",
        sa.Column("key", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("next_key", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("games", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "pairings",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("player0_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player1_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("result", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("games", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table("changes", sa.Column("number", sa.BigInteger, nullable=False))
    op.execute("INSERT INTO changes (number) VALUES (0)")


def _create_versions() -> None:
    """Replace the trash and the table of former identities by one table of former versions."""
    op.create_table(
        "versions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("replaced", sa.Text, nullable=False),
        sa.Column("editor", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("deleted", sa.Boolean, nullable=False),
        *_game_columns(),
    )
    op.create_index("versions_game", "versions", ["game_id"])
    op.create_index("versions_digest", "versions", ["digest"])
    names = ", ".join(_OLD)
    op.execute(
        f"INSERT INTO versions (game_id, replaced, editor, reason, deleted, {names}) "
        f"SELECT id, deleted, '', reason, {_true()}, {names} FROM deleted_games ORDER BY deleted, id"
    )
    op.execute(
        "INSERT INTO players (name, engine) SELECT name, '' FROM "
        "(SELECT name0 AS name FROM former_identities UNION SELECT name1 FROM former_identities) AS former "
        "WHERE name NOT IN (SELECT name FROM players WHERE engine = '')"
    )
    for table in ("games", "deleted_games"):
        columns = {name: f"{table}.{name}" for name in _OLD}
        columns |= {name: f"former.{name}" for name in ("digest", "date", "event")}
        columns |= {f"player{side}_id": _former_player(table, side) for side in (0, 1)}
        op.execute(
            f"INSERT INTO versions (game_id, replaced, editor, reason, deleted, {names}) "
            f"SELECT former.game_id, '', '', 'edited', {_true(False)}, {', '.join(columns.values())} "
            f"FROM former_identities AS former JOIN {table} ON {table}.id = former.game_id"
        )
    op.drop_table("deleted_games")
    op.drop_table("former_identities")


def _former_player(table: str, side: int) -> str:
    """Return SQL for the player with the former name, if possible with the engine of the present player."""
    return (
        f"COALESCE((SELECT p.id FROM players p JOIN players now ON now.id = {table}.player{side}_id "
        f"WHERE p.name = former.name{side} AND p.engine = now.engine), "
        f"(SELECT p.id FROM players p WHERE p.name = former.name{side} AND p.engine = ''))"
    )


def _true(value: bool = True) -> str:
    if op.get_context().dialect.name == "sqlite":
        return "1" if value else "0"
    return "true" if value else "false"


def _game_columns() -> list[sa.Column[Any]]:
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
        sa.Column("owner", sa.Text, nullable=False, server_default=""),
        sa.Column("kind", sa.Text, nullable=False, server_default="game"),
        sa.Column("name", sa.Text, nullable=False, server_default=""),
        sa.Column("tree", sa.Text),
        sa.Column("updated", sa.Text, nullable=False, server_default=""),
        sa.Column("checksum", sa.LargeBinary(8)),
    ]
