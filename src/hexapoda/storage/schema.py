"""The tables of the game store, as the newest migration leaves them.

Owns the names and types; `migrations` makes and changes the tables, and a test compares the two. The
meaning of every column is told in docs/reference/store-schema.md.
"""

from __future__ import annotations

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

__all__ = ["HEAD", "games", "matches", "metadata", "players", "positions", "ratings"]

HEAD = "0002"
"""The newest revision: what the tables below are."""

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

games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("digest", LargeBinary(16), nullable=False, unique=True),
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
)
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
