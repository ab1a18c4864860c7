"""The tables of the game store, as the newest migration leaves them.

Owns the names and types; `migrations` creates and changes the tables, and a test compares the two.
docs/reference/store-schema.md describes the meaning of every column.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = [
    "HEAD",
    "aliases",
    "deleted_games",
    "former_identities",
    "games",
    "matches",
    "metadata",
    "players",
    "positions",
    "ratings",
]

HEAD = "0004"
"""The newest revision, that of the tables below."""

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("engine", Text, nullable=False),
    UniqueConstraint("name", "engine", name="players_name_engine"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("settings", Text, nullable=False),
)


def _game_columns() -> list[Column[Any]]:
    """The columns that a game has in the store and in the trash."""
    return [
        Column("digest", LargeBinary(16), nullable=False),
        Column("game", Text, nullable=False),
        Column("variant", Text, nullable=False),
        Column("player0_id", Integer, ForeignKey("players.id"), nullable=False),
        Column("player1_id", Integer, ForeignKey("players.id"), nullable=False),
        Column("winner", SmallInteger),
        Column("finished", Boolean, nullable=False),
        Column("ending", Text, nullable=False),
        Column("plies", Integer, nullable=False),
        Column("moves", Text, nullable=False),
        Column("start", Text),
        Column("date", Text, nullable=False),
        Column("event", Text, nullable=False),
        Column("source", Text, nullable=False),
        Column("extra", Text),
        Column("match_id", Integer, ForeignKey("matches.id")),
    ]


games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    *_game_columns(),
    sqlite_autoincrement=True,  # the number of a deleted game is never used again
)
Index("games_digest", games.c.digest)
Index("games_player0", games.c.player0_id)
Index("games_player1", games.c.player1_id)
Index("games_match", games.c.match_id)

positions = Table(
    "positions",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("game_id", Integer, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("next_key", BigInteger),
    Column("result", SmallInteger, nullable=False),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("player_id", Integer, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("pool", Text, primary_key=True),
    Column("elo", Float, nullable=False),
    Column("error", Float),
    Column("games", Integer, nullable=False),
    Column("date", Text, nullable=False),
)

aliases = Table(
    "aliases",
    metadata,
    Column("alias", Text, primary_key=True),
    Column("name", Text, nullable=False),
)
Index("aliases_name", aliases.c.name)

deleted_games = Table(
    "deleted_games",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    *_game_columns(),
    Column("deleted", Text, nullable=False),
    Column("reason", Text, nullable=False),
)

former_identities = Table(
    "former_identities",
    metadata,
    Column("game_id", Integer, primary_key=True, autoincrement=False),
    Column("digest", LargeBinary(16), primary_key=True),
    Column("name0", Text, primary_key=True),
    Column("name1", Text, primary_key=True),
    Column("date", Text, primary_key=True),
    Column("event", Text, primary_key=True),
)
Index("former_identities_digest", former_identities.c.digest)
