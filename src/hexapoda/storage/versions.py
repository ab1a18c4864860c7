"""Former versions of games: the history of each game, and the trash.

Adds versions and limits how many are kept. A version is the whole game before a change, with the time, reason
and author of the change. The trash consists of the last versions of deleted games.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete, func, insert, literal, select

from hexapoda.errors import InvalidGameError
from hexapoda.storage.counters import Counters, recount
from hexapoda.storage.indexing import index
from hexapoda.storage.position_index import delete_positions
from hexapoda.storage.row import rows_with_names
from hexapoda.storage.schema import games, versions
from hexapoda.storage.writer import counted, known_game, now

__all__ = ["keep_version", "trash"]

MOST_VERSIONS = 200
"""The maximum number of former versions of a game; older ones are deleted."""


def keep_version(
    connection: Connection, game_id: int, reason: str, editor: str = "", *, deleted: bool = False
) -> None:
    """Add the current state of a game to its former versions."""
    names = [column.name for column in games.c if column.name != "id"]
    row: Any = select(
        *(games.c[name] for name in names),
        games.c.id,
        literal(now()),
        literal(editor),
        literal(reason),
        literal(deleted),
    ).where(games.c.id == game_id)
    target = [*names, "game_id", "replaced", "editor", "reason", "deleted"]
    connection.execute(insert(versions).from_select(target, row))
    of_game = versions.c.game_id == game_id
    if connection.execute(select(func.count()).where(of_game)).scalar_one() > MOST_VERSIONS:
        newest = select(versions.c.id).where(of_game).order_by(versions.c.id.desc()).limit(MOST_VERSIONS)
        connection.execute(delete(versions).where(of_game, versions.c.id.not_in(newest)))


def trash(connection: Connection, ids: Iterable[int], reason: str, editor: str = "") -> None:
    """Move games to the trash, and remove them from the position index and the counters."""
    counters = Counters(connection)
    damaged = False
    for game_id in ids:
        row = connection.execute(rows_with_names().where(games.c.id == game_id)).one()
        try:
            known = known_game(row)
            keys = index(known.game.record).keys if known.place.kind == "game" else ()
        except InvalidGameError:
            # The counts of a damaged game are unknown, so they cannot be subtracted.
            damaged = True
            delete_positions(connection, game_id, ())
        else:
            if known.place.kind == "game":
                counters.remove(counted(replace(known.game, keys=keys), known.place, known.players))
                delete_positions(connection, game_id, keys)
        keep_version(connection, game_id, reason, editor, deleted=True)
        connection.execute(delete(games).where(games.c.id == game_id))
    counters.write()
    if damaged:
        recount(connection)
