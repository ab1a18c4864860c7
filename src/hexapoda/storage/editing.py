"""Changing stored games: saving, correcting, deleting and restoring them.

A correction can change everything but the game played, its variant, start and moves. This module also
determines which former versions are kept. Every function runs in its caller's transaction.
"""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.record import GameRecord, Node
from hexapoda.record.tree_json import nodes_json
from hexapoda.storage.answers import DeletedGame, GameVersion
from hexapoda.storage.counters import Counters, recount
from hexapoda.storage.filter import GameFilter, conditions
from hexapoda.storage.indexing import IndexedGame, index
from hexapoda.storage.position_index import insert_positions
from hexapoda.storage.row import Ownership, clean, is_sound, record_of, rows_with_names
from hexapoda.storage.schema import GAME_NUMBERS, games, versions
from hexapoda.storage.versions import keep_version, trash
from hexapoda.storage.writer import (
    KnownGame,
    alias_names,
    counted,
    insert_games,
    known_game,
    known_games,
    replace_game,
    same_as,
)
from hexapoda.text.sentence import Sentence

__all__ = [
    "change_game",
    "delete_games",
    "delete_owner",
    "deleted",
    "history",
    "purge",
    "restore_games",
    "revert",
    "save_game",
    "trash_size",
]

_PART = 400
_SAVED = "saved"
_PAUSE = datetime.timedelta(minutes=10)
"""A save keeps no former version if the newest one is from a save by the same person within this time."""
KINDS = ("game", "analysis")


def save_game(
    connection: Connection, game: IndexedGame, game_id: int | None, place: Ownership, *, keeps_name: bool
) -> int:
    """Insert a game, or replace the one with the number `game_id` and keep its former version. Return the
    number. `keeps_name`: whether a replaced game keeps its name. Raises `UsageError` for an unknown number, a
    game of another owner or kind, and an unknown kind.
    """
    if place.kind not in KINDS:
        raise UsageError(f"a game cannot be of the kind {place.kind!r}: expected game or analysis")
    counters = Counters(connection)
    if game_id is None:
        [number] = insert_games(connection, [KnownGame(game, place)], counters)
        counters.write()
        return number
    row = connection.execute(rows_with_names().where(games.c.id == game_id)).first()
    if row is None or row.owner != clean(place.owner) or row.kind != place.kind:
        raise UsageError(Sentence("the store has no game {ids}", ids=game_id))
    known = known_game(row)
    name = known.place.name if keeps_name else place.name
    _replace(connection, known, game, replace(place, name=name, match=known.place.match), _SAVED, place.owner)
    return game_id


def delete_games(connection: Connection, wanted: Sequence[int] | GameFilter) -> int:
    """Move the games with these ids, or all that match a filter, to the trash; return how many. Raises
    `UsageError`, and deletes nothing, for an unknown id.
    """
    if isinstance(wanted, GameFilter):
        ids = list(connection.execute(select(games.c.id).where(*conditions(wanted))).scalars())
    else:
        ids = sorted(set(wanted))
        there = _there(connection, games.c.id, ids)
        if missing := [str(one) for one in ids if one not in there]:
            raise UsageError(Sentence("the store has no game {ids}", ids=", ".join(missing)))
    trash(connection, ids, "deleted")
    return len(ids)


def delete_owner(connection: Connection, owner: str) -> int:
    """Permanently delete everything that belongs to an owner: games, analyses, former versions and the trash.
    Return the number of games and analyses outside the trash.
    """
    if not owner:
        raise UsageError("the public library has no owner: expected the name of an owner")
    ids = list(connection.execute(select(games.c.id).where(games.c.owner == clean(owner))).scalars())
    trash(connection, ids, "deleted")
    connection.execute(delete(versions).where(versions.c.owner == clean(owner)))
    return len(ids)


def deleted(
    connection: Connection,
    limit: int,
    *,
    owners: Sequence[str] | None,
    kind: str | None,
    ids: Sequence[int] | None,
) -> list[DeletedGame]:
    """Return the games in the trash, most recently deleted first, without damaged ones. `owners`, `kind` and
    `ids` select some of them; None selects all.
    """
    wanted: list[ColumnElement[bool]] = [versions.c.deleted.is_(True)]
    if owners is not None:
        wanted.append(versions.c.owner.in_([clean(owner) for owner in owners]))
    if kind is not None:
        wanted.append(versions.c.kind == kind)
    if ids is not None:
        wanted.append(versions.c.game_id.in_(ids))
    order = (versions.c.replaced.desc(), versions.c.game_id.desc())
    query = rows_with_names(versions).where(*wanted).order_by(*order).limit(limit)
    return [
        DeletedGame(row.game_id, record_of(row), row.replaced, row.reason)
        for row in connection.execute(query)
        if is_sound(row)
    ]


def restore_games(connection: Connection, ids: Sequence[int]) -> list[int]:
    """Restore games from the trash under their old ids; return the ids of those restored. A game that was
    added again in the meantime stays in the trash; a damaged one is restored as it is. Raises `UsageError` if
    an id is not in the trash.
    """
    wanted = sorted(set(ids))
    in_trash = versions.c.deleted.is_(True)
    there = _there(connection, versions.c.game_id, wanted, in_trash)
    if missing := [str(one) for one in wanted if one not in there]:
        raise UsageError(Sentence("not in the trash: {ids}", ids=", ".join(missing)))
    names = alias_names(connection)
    counters = Counters(connection)
    restored = []
    damaged = False
    for game_id in wanted:
        row = connection.execute(
            rows_with_names(versions).where(versions.c.game_id == game_id, in_trash)
        ).one()
        known: KnownGame | None = None
        ready: IndexedGame | None = None
        with contextlib.suppress(InvalidGameError):  # a damaged game is restored as it is
            known = known_game(row)
            ready = index(known.game.record)
        if known is not None and ready is not None and known.place.kind == "game":
            others = known_games(connection, [ready.digest], known.place.owner).get(ready.digest, ())
            if same_as(others, ready.record, known.place.match, names):
                continue
        values: dict[str, Any] = {
            column.name: row._mapping[column.name] for column in games.c if column.name != "id"
        }
        connection.execute(insert(games), [{**values, "id": game_id}])
        if known is None or ready is None:
            damaged = True
        elif known.place.kind == "game":
            insert_positions(connection, [(game_id, ready)])
            counters.add(counted(ready, known.place, known.players))
        connection.execute(delete(versions).where(versions.c.id == row.id))
        restored.append(game_id)
    counters.write()
    if damaged:
        recount(connection)
    return restored


def trash_size(connection: Connection) -> int:
    """Return how many games are in the trash, including damaged ones."""
    query = select(func.count()).select_from(versions).where(versions.c.deleted.is_(True))
    return int(connection.execute(query).scalar_one())


def purge(connection: Connection) -> int:
    """Delete the games in the trash with all their former versions; return the number of games."""
    number = trash_size(connection)
    gone = select(versions.c.game_id).where(versions.c.deleted.is_(True))
    connection.execute(delete(versions).where(versions.c.game_id.in_(gone.scalar_subquery())))
    return number


def change_game(connection: Connection, game_id: int, record: GameRecord, editor: str = "") -> None:
    """Replace a game's record with `record`. A file with the old data is still recognized if it is imported
    again. Raises `UsageError` for an unknown game, if the game, variant, start or moves differ, and if the
    result would be a duplicate of another game.
    """
    known = _known(connection, game_id)
    before = known.game.record
    fixed = ("game", "variant", "start", "moves")
    if changed := [name for name in fixed if getattr(before, name) != getattr(record, name)]:
        raise UsageError(
            Sentence(
                "{names} of a game cannot be edited: import the correct game instead",
                names=" and ".join(changed),
            )
        )
    game = replace(index(record), root=known.game.root)
    _check_single(connection, known, game)
    _replace(connection, known, game, known.place, "edited", editor)


def history(connection: Connection, game_id: int) -> list[GameVersion]:
    """Return the former versions of a game, oldest first. Raises `UsageError` for an unknown game, and
    `InvalidGameError` if a version is damaged.
    """
    query = rows_with_names(versions).where(versions.c.game_id == game_id).order_by(versions.c.id)
    found = connection.execute(query).all() if game_id in GAME_NUMBERS else []
    if not found:
        _known(connection, game_id)
    return [
        GameVersion(number, record_of(row), row.replaced, row.editor, row.reason)
        for number, row in enumerate(found, 1)
    ]


def revert(connection: Connection, game_id: int, number: int, editor: str = "") -> None:
    """Go back to a former version of a game; the replaced version is kept. Raises `UsageError` for an unknown
    game or version, and if the result would be a duplicate of another game; `InvalidGameError` if the game or
    the version is damaged.
    """
    known = _known(connection, game_id)
    query = rows_with_names(versions).where(versions.c.game_id == game_id).order_by(versions.c.id)
    rows = connection.execute(query).all()
    if not 1 <= number <= len(rows):
        raise UsageError(
            Sentence(
                "game {id} has no version {number}: it has {most} former versions",
                id=game_id,
                number=number,
                most=len(rows),
            )
        )
    former = known_game(rows[number - 1])
    game = replace(index(former.game.record), root=former.game.root)
    _check_single(connection, known, game)
    place = replace(former.place, match=known.place.match)
    _replace(connection, known, game, place, f"went back to version {number}", editor)


def _known(connection: Connection, game_id: int) -> KnownGame:
    query = rows_with_names().where(games.c.id == game_id)
    row = connection.execute(query).first() if game_id in GAME_NUMBERS else None
    if row is None:
        raise UsageError(Sentence("the store has no game {ids}", ids=game_id))
    return known_game(row)


def _check_single(connection: Connection, known: KnownGame, game: IndexedGame) -> None:
    """Raise `UsageError` if a changed game would be the same as another one."""
    if known.place.kind != "game":
        return
    names = alias_names(connection)
    there = known_games(connection, [game.digest], known.place.owner).get(game.digest, ())
    others = [one for one in there if one.id != known.id]
    if same := same_as(others, game.record, known.place.match, names):
        raise UsageError(
            Sentence(
                "game {id} would be the same as game {other}: delete one of the two instead",
                id=known.id,
                other=same[0].id,
            )
        )


def _replace(
    connection: Connection, known: KnownGame, game: IndexedGame, place: Ownership, reason: str, editor: str
) -> None:
    """Keep the former version of a game, and write the changed one. Do nothing if nothing has changed."""
    assert known.id is not None
    if (game.record, place) == (known.game.record, known.place) and _same_nodes(game.root, known.game.root):
        return
    if reason != _SAVED or not _saved_just_now(connection, known.id, editor):
        keep_version(connection, known.id, reason, editor)
    counters = Counters(connection)
    known.before, known.game, known.place = known.game, game, place
    replace_game(connection, known, counters)
    counters.write()


def _same_nodes(one: Node | None, other: Node | None) -> bool:
    if one is None or other is None:
        return one is other
    return one is other or nodes_json(one) == nodes_json(other)


def _saved_just_now(connection: Connection, game_id: int, editor: str) -> bool:
    """Return whether the newest former version is from a recent save by the same person; see `_PAUSE`."""
    columns = (versions.c.replaced, versions.c.editor, versions.c.reason)
    query = select(*columns).where(versions.c.game_id == game_id).order_by(versions.c.id.desc()).limit(1)
    row = connection.execute(query).first()
    if row is None or (row.editor, row.reason) != (editor, _SAVED):
        return False
    return str(row.replaced) > f"{datetime.datetime.now(datetime.UTC) - _PAUSE:%Y-%m-%dT%H:%M:%SZ}"


def _there(connection: Connection, column: Any, ids: Sequence[int], *more: Any) -> set[int]:
    found: set[int] = set()
    for start in range(0, len(ids), _PART):
        part = [one for one in ids[start : start + _PART] if one in GAME_NUMBERS]
        found |= set(connection.execute(select(column).where(column.in_(part), *more)).scalars())
    return found
