"""Merges rows that turn out to be of the same game, after an upgrade or the renaming of a player.

The row that was added first is kept and completed with data from the others. These go to the trash, so
nothing is lost.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select, update

from hexapoda.storage.counters import Counters
from hexapoda.storage.schema import games, players, ratings, versions
from hexapoda.storage.versions import trash
from hexapoda.storage.writer import KnownGame, alias_names, complete, known_games, same_as, save_completed

__all__ = ["join_players", "merge_same_games"]


def join_players(connection: Connection, old: int, new: int) -> None:
    """Transfer the games of player `old` to player `new`, and the ratings in pools where `new` has none; then
    delete `old`. The caller updates the counters and checksums.
    """
    for table in (games, versions):
        for column in (table.c.player0_id, table.c.player1_id):
            connection.execute(update(table).where(column == old).values({column.name: new}))
    rated = select(ratings.c.game, ratings.c.pool).where(ratings.c.player_id == new)
    for game, pool in connection.execute(rated).all():  # a pool holds each player only once
        connection.execute(
            delete(ratings).where(ratings.c.player_id == old, ratings.c.game == game, ratings.c.pool == pool)
        )
    connection.execute(update(ratings).where(ratings.c.player_id == old).values(player_id=new))
    connection.execute(delete(players).where(players.c.id == old))


def merge_same_games(connection: Connection) -> int:
    """Merge rows of the same game; return how many went to the trash."""
    names = alias_names(connection)
    counters = Counters(connection)
    several = (
        select(games.c.digest, games.c.owner)
        .where(games.c.kind == "game")
        .group_by(games.c.digest, games.c.owner)
        .having(func.count() > 1)
    )
    gone: list[tuple[int, str]] = []
    for digest, owner in connection.execute(several).all():
        kept: list[KnownGame] = []
        for one in known_games(connection, [bytes(digest)], owner).get(bytes(digest), ()):
            same = same_as(kept, one.game.record, one.place.match, names)
            if not same:
                kept.append(one)
                continue
            whole = complete(same, one.game, one.place.match)
            assert one.id is not None
            gone.append((one.id, f"the same as game {whole.id}"))
        save_completed(connection, [one for one in kept if one.changed], counters)
    counters.write()
    for game_id, reason in gone:
        trash(connection, [game_id], reason)
    return len(gone)
