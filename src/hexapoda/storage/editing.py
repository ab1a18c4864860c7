"""Changing stored games: deleting, restoring and correcting them.

Owns the trash, and which data of a game can be changed: all but the game played, its variant, start and
moves. Every function runs in the transaction of its caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from hexapoda.errors import UsageError
from hexapoda.record import GameRecord
from hexapoda.sentence import Sentence
from hexapoda.storage.answers import DeletedGame
from hexapoda.storage.filter import GameFilter, conditions
from hexapoda.storage.indexing import index
from hexapoda.storage.merging import trash
from hexapoda.storage.row import clean_player, record_of, result_code, rows_with_names
from hexapoda.storage.schema import deleted_games, former_identities, games, positions
from hexapoda.storage.writer import (
    alias_names,
    game_row,
    insert_positions,
    known_games,
    player_ids,
    same_as,
)

__all__ = ["change_game", "delete_games", "deleted", "purge", "restore_games"]

_PART = 400


def delete_games(connection: Connection, wanted: Sequence[int] | GameFilter) -> int:
    """Move games to the trash: those with these ids, or all that match a filter. Raises `UsageError`, and
    deletes nothing, for an unknown id.
    """
    if isinstance(wanted, GameFilter):
        ids = list(connection.execute(select(games.c.id).where(*conditions(wanted))).scalars())
    else:
        ids = sorted(set(wanted))
        there = _there(connection, games, ids)
        if missing := [str(one) for one in ids if one not in there]:
            raise UsageError(Sentence("the store has no game {ids}", ids=", ".join(missing)))
    trash(connection, ids, "deleted")
    return len(ids)


def deleted(connection: Connection, limit: int) -> list[DeletedGame]:
    """Return the games in the trash, last deleted first."""
    order = (deleted_games.c.deleted.desc(), deleted_games.c.id.desc())
    query = rows_with_names(deleted_games).order_by(*order).limit(limit)
    return [DeletedGame(row.id, record_of(row), row.deleted, row.reason) for row in connection.execute(query)]


def restore_games(connection: Connection, ids: Sequence[int]) -> list[int]:
    """Restore games from the trash with their ids; return those restored. A game that was added again in the
    meantime stays in the trash. Raises `UsageError` if one is not in the trash.
    """
    wanted = sorted(set(ids))
    there = _there(connection, deleted_games, wanted)
    if missing := [str(one) for one in wanted if one not in there]:
        raise UsageError(Sentence("the trash has no game {ids}", ids=", ".join(missing)))
    names = alias_names(connection)
    restored = []
    for game_id in wanted:
        row = connection.execute(rows_with_names(deleted_games).where(deleted_games.c.id == game_id)).one()
        game = index(record_of(row))
        known = known_games(connection, [game.digest]).get(game.digest, ())
        if same_as(known, game.record, row.match_id, names):
            continue
        values: dict[str, Any] = {
            column.name: row._mapping[column.name] for column in games.c if column.name != "digest"
        }
        connection.execute(insert(games), [{**values, "digest": game.digest}])
        insert_positions(connection, [(game_id, game)])
        connection.execute(delete(deleted_games).where(deleted_games.c.id == game_id))
        restored.append(game_id)
    return restored


def purge(connection: Connection) -> int:
    """Empty the trash; return how many games were in it."""
    number = connection.execute(select(func.count()).select_from(deleted_games)).scalar_one()
    gone = former_identities.c.game_id.in_(select(deleted_games.c.id))
    connection.execute(delete(former_identities).where(gone))
    connection.execute(delete(deleted_games))
    return int(number)


def change_game(connection: Connection, game_id: int, record: GameRecord) -> None:
    """Replace a game's record with `record`, which must have the same game, variant, start and moves. A file
    with the old data is still recognized when it is imported again. Raises `UsageError` for an unknown game,
    for a change of these four, and if the result would be a duplicate of another game.
    """
    row = connection.execute(rows_with_names().where(games.c.id == game_id)).first()
    if row is None:
        raise UsageError(Sentence("the store has no game {ids}", ids=game_id))
    before = record_of(row)
    fixed = ("game", "variant", "start", "moves")
    if changed := [name for name in fixed if getattr(before, name) != getattr(record, name)]:
        raise UsageError(
            Sentence(
                "{names} of a game cannot be edited: import the correct game instead",
                names=" and ".join(changed),
            )
        )
    game = index(record)
    names = alias_names(connection)
    known = [one for one in known_games(connection, [game.digest]).get(game.digest, ()) if one.id != game_id]
    if same := same_as(known, record, row.match_id, names):
        raise UsageError(
            Sentence(
                "game {id} would be the same as game {other}: delete one of the two instead",
                id=game_id,
                other=same[0].id,
            )
        )
    first, second = (clean_player(player)[0] for player in before.players)
    identity = {"game_id": game_id, "digest": bytes(row.digest), "name0": first, "name1": second}
    identity |= {"date": before.date, "event": before.event}
    now = (*(clean_player(player)[0] for player in record.players), record.date, record.event)
    if game.digest != identity["digest"] or now != (first, second, before.date, before.event):
        same_row = [former_identities.c[name] == value for name, value in identity.items()]
        connection.execute(delete(former_identities).where(*same_row))
        connection.execute(insert(former_identities), [identity])
    ids = player_ids(connection, [clean_player(player) for player in record.players])
    values = game_row(game, ids, row.match_id)
    connection.execute(update(games).where(games.c.id == game_id).values(values))
    connection.execute(
        update(positions).where(positions.c.game_id == game_id).values(result=result_code(record))
    )


def _there(connection: Connection, table: Any, ids: Sequence[int]) -> set[int]:
    found: set[int] = set()
    for start in range(0, len(ids), _PART):
        part = [one for one in ids[start : start + _PART] if 0 < one < 1 << 31]
        found |= set(connection.execute(select(table.c.id).where(table.c.id.in_(part))).scalars())
    return found
