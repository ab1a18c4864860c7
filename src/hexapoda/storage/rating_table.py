"""The ratings of players in pools, such as tournaments, which the store keeps but does not compute."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, delete, insert, select

from hexapoda.errors import UsageError
from hexapoda.storage.answers import Rating
from hexapoda.storage.row import clean
from hexapoda.storage.schema import players, ratings
from hexapoda.storage.writer import player_ids

__all__ = ["ratings_of", "save_ratings"]


def save_ratings(connection: Connection, pool: str, found: Iterable[Rating]) -> None:
    """Replace the ratings of a pool. Raises `UsageError` for a rating of another pool."""
    rows = list(found)
    if any(rating.pool != pool for rating in rows):
        raise UsageError(f"a rating is from another pool: expected {pool!r}")
    connection.execute(delete(ratings).where(ratings.c.pool == clean(pool)))
    ids = player_ids(connection, [(clean(r.name), clean(r.engine)) for r in rows])
    values = [
        {
            "player_id": ids[clean(r.name), clean(r.engine)],
            "game": r.game,
            "pool": clean(pool),
            "elo": r.elo,
            "error": r.error,
            "games": r.games,
            "date": r.date,
        }
        for r in rows
    ]
    if values:
        connection.execute(insert(ratings), values)


def ratings_of(connection: Connection, pool: str) -> list[Rating]:
    """Return the ratings of a pool, strongest first."""
    query = (
        select(players.c.name, players.c.engine, *(c for c in ratings.c if c.name != "player_id"))
        .join(players, players.c.id == ratings.c.player_id)
        .where(ratings.c.pool == clean(pool))
        .order_by(ratings.c.elo.desc(), players.c.name)
    )
    return [Rating(**row._mapping) for row in connection.execute(query)]
