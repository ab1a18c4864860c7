"""Names of players: aliases, which merge players in all counts, and renaming, which changes the games.

Manages the table of aliases. Games keep the names that they were added with; counts by player replace an
alias with the name that it stands for.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, FromClause, Select, delete, func, insert, or_, select, update

from hexapoda.errors import UsageError
from hexapoda.record import PlayerRecord
from hexapoda.storage.counters import join_counted, note_change
from hexapoda.storage.identity import is_anonymous
from hexapoda.storage.merging import join_players, merge_same_games
from hexapoda.storage.renewal import sealing
from hexapoda.storage.row import clean
from hexapoda.storage.schema import aliases, games, players

__all__ = ["add_alias", "known_as", "player_names", "remove_alias", "rename"]


def known_as() -> FromClause:
    """Return a subquery of `id`, `name` (not an alias) and `engine` of all players but the anonymous one."""
    return (
        select(
            players.c.id,
            func.coalesce(aliases.c.name, players.c.name).label("name"),
            players.c.engine.label("engine"),
        )
        .join(aliases, aliases.c.alias == players.c.name, isouter=True)
        .where(or_(players.c.name != "", players.c.engine != ""))
        .subquery()
    )


def player_names(connection: Connection) -> list[str]:
    """Return all names of players in games, all aliases, and the names that the aliases stand for."""
    there: Select[Any] = (
        select(players.c.name)
        .where(
            players.c.name != "",
            players.c.id.in_(select(games.c.player0_id).union_all(select(games.c.player1_id))),
        )
        .union(select(aliases.c.alias), select(aliases.c.name))  # type: ignore[assignment]
    )
    return sorted(connection.execute(there).scalars())


def add_alias(connection: Connection, name: str, alias: str) -> int:
    """Make `alias` another name of the player `name`; return how many games were merged.

    Raises `UsageError` for an invalid name, for two equal names, and for two people who played each other.
    """
    name, alias = clean(name), clean(alias)
    _check(name)
    _check(alias)
    name = _resolved(connection, name)
    if name == alias:
        raise UsageError(f"{alias!r} cannot be an alias of itself")
    _check_opponents(connection, name, alias)
    connection.execute(update(aliases).where(aliases.c.name == alias).values(name=name))
    connection.execute(delete(aliases).where(aliases.c.alias == alias))
    connection.execute(insert(aliases), [{"alias": alias, "name": name}])
    note_change(connection)
    return merge_same_games(connection)


def remove_alias(connection: Connection, alias: str) -> str:
    """Remove an alias; return the name it stood for. Raises `UsageError` if it is not an alias."""
    alias = clean(alias)
    name = connection.execute(select(aliases.c.name).where(aliases.c.alias == alias)).scalar()
    if name is None:
        raise UsageError(f"{alias!r} is not an alias")
    connection.execute(delete(aliases).where(aliases.c.alias == alias))
    note_change(connection)
    return str(name)


def rename(connection: Connection, old: str, new: str) -> tuple[int, int]:
    """Rename a player in all games; return how many games changed, and how many were merged.

    The old name becomes an alias, so that files with it are recognized. If a player already has the new name,
    the two are merged. Raises `UsageError` for an invalid or unknown name, for two equal names, and for two
    people who played each other.
    """
    old, new = clean(old), clean(new)
    _check(new)
    if old == new:
        raise UsageError(f"the player is already called {old!r}")
    rows = connection.execute(select(players).where(players.c.name == old)).all()
    ids = [row.id for row in rows]
    played = or_(games.c.player0_id.in_(ids), games.c.player1_id.in_(ids))
    number = connection.execute(select(func.count()).select_from(games).where(played)).scalar_one()
    if not old or not number:
        raise UsageError(f"no player in the store is called {old!r}")
    _check_opponents(connection, old, new)
    there = {row.engine: row.id for row in connection.execute(select(players).where(players.c.name == new))}
    with sealing(connection, ids):
        for row in rows:
            if row.engine in there:
                join_players(connection, row.id, there[row.engine])
                join_counted(connection, row.id, there[row.engine])
            else:
                connection.execute(update(players).where(players.c.id == row.id).values(name=new))
    connection.execute(delete(aliases).where(aliases.c.alias.in_([old, new])))
    connection.execute(update(aliases).where(aliases.c.name == old).values(name=new))
    connection.execute(insert(aliases), [{"alias": old, "name": new}])
    note_change(connection)
    return int(number), merge_same_games(connection)


def _check(name: str) -> None:
    if is_anonymous(PlayerRecord(name)):
        raise UsageError(f"{name!r} is not a name")


def _check_opponents(connection: Connection, name: str, other: str) -> None:
    """Raise `UsageError` if two people played each other: once merged, they could not be told apart again."""

    def ids(name: str) -> Select[Any]:
        known = select(aliases.c.alias).where(aliases.c.name == name)
        called = or_(players.c.name == name, players.c.name.in_(known))
        return select(players.c.id).where(called, players.c.engine == "")

    first, second = games.c.player0_id, games.c.player1_id
    have_met = or_(
        first.in_(ids(name)) & second.in_(ids(other)),
        first.in_(ids(other)) & second.in_(ids(name)),
    )
    found = connection.execute(select(games.c.id).where(have_met, first != second).limit(1)).scalar()
    if found is not None:
        raise UsageError(f"cannot merge {name!r} and {other!r}: they played each other in game {found}")


def _resolved(connection: Connection, name: str) -> str:
    found = connection.execute(select(aliases.c.name).where(aliases.c.alias == name)).scalar()
    return name if found is None else str(found)
