"""The tables of the game store, as the newest migration leaves them.

Defines the names and types. A new store is created from these tables; `migrations` upgrades older stores, and
a test checks that the results are the same. docs/reference/store-schema.md describes the meaning of every
column.
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
    "GAMES_IN_BLOCK",
    "GAME_NUMBERS",
    "HEAD",
    "aliases",
    "changes",
    "counted_keys",
    "counted_movers",
    "counted_moves",
    "games",
    "matches",
    "metadata",
    "pairings",
    "players",
    "positions",
    "ratings",
    "versions",
]

HEAD = "0006"
"""The newest revision, which has the tables below."""

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
    """Return the columns of a game, which `games` and `versions` share."""
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
        Column("owner", Text, nullable=False, server_default=""),
        Column("kind", Text, nullable=False, server_default="game"),
        Column("name", Text, nullable=False, server_default=""),
        Column("tree", Text),
        Column("updated", Text, nullable=False, server_default=""),
        Column("checksum", LargeBinary(8)),
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
Index("games_owner", games.c.owner, games.c.kind)


positions = Table(
    "positions",
    metadata,
    Column("block", Integer, primary_key=True, autoincrement=False),
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("game_id", Integer, primary_key=True, autoincrement=False),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("next_key", BigInteger),
    Column("result", SmallInteger, nullable=False),
    sqlite_with_rowid=False,
)

GAME_NUMBERS = range(1, 1 << 31)
"""The numbers that games can have: the column has 32 bits."""

GAMES_IN_BLOCK = 8192
"""The block of a position is the number of its game divided by this, rounded down."""

counted_keys = Table(
    "counted_keys",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

counted_moves = Table(
    "counted_moves",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("owner", Text, primary_key=True),
    Column("step", SmallInteger, primary_key=True, autoincrement=False),
    Column("next_key", BigInteger, primary_key=True, autoincrement=False),
    Column("result", SmallInteger, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
    sqlite_with_rowid=False,
)

counted_movers = Table(
    "counted_movers",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("owner", Text, primary_key=True),
    Column("next_key", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", Integer, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
    sqlite_with_rowid=False,
)

pairings = Table(
    "pairings",
    metadata,
    Column("owner", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("player0_id", Integer, primary_key=True, autoincrement=False),
    Column("player1_id", Integer, primary_key=True, autoincrement=False),
    Column("result", SmallInteger, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
    sqlite_with_rowid=False,
)

changes = Table("changes", metadata, Column("number", BigInteger, nullable=False))

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

versions = Table(
    "versions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", Integer, nullable=False),
    Column("replaced", Text, nullable=False),
    Column("editor", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("deleted", Boolean, nullable=False),
    *_game_columns(),
)
Index("versions_game", versions.c.game_id)
Index("versions_digest", versions.c.digest)
