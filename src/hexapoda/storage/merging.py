"""Merging rows that turn out to be the same game, after an upgrade or a renaming.

The row that was added first stays and is completed from the others, which go to the trash, so nothing is
lost.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, delete, func, insert, literal, select, update

from hexapoda.errors import HexapodaError
from hexapoda.record import PlayerRecord
from hexapoda.storage.identity import ANONYMOUS, digest_of, is_anonymous
from hexapoda.storage.indexing import index
from hexapoda.storage.row import clean_player, record_of, rows_with_names
from hexapoda.storage.schema import deleted_games, games, players, positions, ratings
from hexapoda.storage.writer import (
    KnownGame,
    alias_names,
    complete,
    known_games,
    player_ids,
    same_as,
    save_completed,
)

__all__ = ["join_players", "merge_same_games", "now", "renew_identities", "trash"]

_CHUNK = 1000


def now() -> str:
    """The time in UTC, as the store writes it."""
    return f"{datetime.datetime.now(datetime.UTC):%Y-%m-%dT%H:%M:%SZ}"


def trash(connection: Connection, ids: Iterable[int], reason: str) -> None:
    """Move games to the trash; their positions are no longer found."""
    names = [column.name for column in games.c]
    when = now()
    for game_id in ids:
        row: Any = select(*games.c, literal(when), literal(reason)).where(games.c.id == game_id)
        connection.execute(insert(deleted_games).from_select([*names, "deleted", "reason"], row))
        connection.execute(delete(positions).where(positions.c.game_id == game_id))
        connection.execute(delete(games).where(games.c.id == game_id))


def join_players(connection: Connection, old: int, new: int) -> None:
    """Give the games and ratings of one player to another one, and remove the first."""
    for table in (games, deleted_games):
        for column in (table.c.player0_id, table.c.player1_id):
            connection.execute(update(table).where(column == old).values({column.name: new}))
    rated = select(ratings.c.game, ratings.c.pool).where(ratings.c.player_id == new)
    for game, pool in connection.execute(rated).all():  # a pool holds each player only once
        connection.execute(
            delete(ratings).where(ratings.c.player_id == old, ratings.c.game == game, ratings.c.pool == pool)
        )
    connection.execute(update(ratings).where(ratings.c.player_id == old).values(player_id=new))
    connection.execute(delete(players).where(players.c.id == old))


def renew_identities(connection: Connection) -> int:
    """Compute all digests again and merge equal games; return how many games went to the trash.

    For stores of older versions, which kept a game with and without player names as two games.
    """
    for row in connection.execute(select(players)).all():
        if is_anonymous(PlayerRecord(row.name, row.engine)) and row.name:
            nobody = player_ids(connection, [clean_player(ANONYMOUS)])[clean_player(ANONYMOUS)]
            join_players(connection, row.id, nobody)
    last = 0
    while rows := connection.execute(
        rows_with_names().where(games.c.id > last).order_by(games.c.id).limit(_CHUNK)
    ).all():
        for row in rows:
            record = record_of(row)
            try:
                digest = index(record).digest
            except HexapodaError:  # a game that this version does not know
                digest = digest_of(record, [move.text for move in record.moves])
            connection.execute(update(games).where(games.c.id == row.id).values(digest=digest))
        last = rows[-1].id
    return merge_same_games(connection)


def merge_same_games(connection: Connection) -> int:
    """Merge equal games; return how many went to the trash."""
    names = alias_names(connection)
    several = select(games.c.digest).group_by(games.c.digest).having(func.count() > 1)
    merged = 0
    for digest in connection.execute(several).scalars().all():
        kept: list[KnownGame] = []
        for one in known_games(connection, [digest])[bytes(digest)]:
            same = same_as(kept, one.game.record, one.match, names)
            if not same:
                kept.append(one)
                continue
            complete(same, one.game.record, one.match)
            assert one.id is not None
            trash(connection, [one.id], f"the same as game {same[0].id}")
            merged += 1
        save_completed(connection, [one for one in kept if one.changed])
    return merged
