"""Counting games: by column, result, length and player, and who met whom.

Owns the SQL. Players are counted under the names from `naming`; anonymous players are not counted.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, case, func, select

from hexapoda.errors import UsageError
from hexapoda.storage.answers import Meeting, PlayerTotal
from hexapoda.storage.filter import GameFilter, conditions
from hexapoda.storage.naming import known_as
from hexapoda.storage.schema import aliases, games

__all__ = ["COLUMNS", "count_by", "count_results", "lengths", "meetings", "player_totals"]

COLUMNS = ("game", "variant", "ending", "event")


def count_by(connection: Connection, column: str, wanted: GameFilter) -> dict[str, int]:
    """Return the number of games for each value of a column, most frequent first."""
    if column not in COLUMNS:
        raise UsageError(f"games cannot be counted by {column!r}: expected one of {', '.join(COLUMNS)}")
    by = games.c[column]
    query = select(by, func.count()).where(*conditions(wanted)).group_by(by)
    rows = [(str(value), int(count)) for value, count in connection.execute(query)]
    return dict(sorted(rows, key=lambda row: (-row[1], row[0])))


def count_results(connection: Connection, wanted: GameFilter) -> dict[str, int]:
    """Return the number of games that ended "1-0", "1/2-1/2", "0-1" and "*"."""
    finished = games.c.finished
    code = case((finished.is_(False), "*"), (games.c.winner == 0, "1-0"), (games.c.winner == 1, "0-1"))
    named = func.coalesce(code, "1/2-1/2").label("result")
    found = select(named).where(*conditions(wanted)).subquery()
    query = select(found.c.result, func.count()).group_by(found.c.result)
    rows = {str(value): int(count) for value, count in connection.execute(query)}
    return {result: rows.get(result, 0) for result in ("1-0", "1/2-1/2", "0-1", "*")}


def lengths(connection: Connection, wanted: GameFilter) -> tuple[int, int, float, int]:
    """The number of games, and the least, mean and greatest number of plies (0 without games)."""
    plies = games.c.plies
    query = select(func.count(), func.min(plies), func.avg(plies), func.max(plies))
    number, least, mean, most = connection.execute(query.where(*conditions(wanted))).one()
    return int(number), int(least or 0), float(mean or 0), int(most or 0)


def player_totals(connection: Connection, wanted: GameFilter, limit: int) -> list[PlayerTotal]:
    """The players with the most games."""
    clauses = conditions(wanted)
    sides = [
        select(column.label("player"), *_outcomes(side)).where(*clauses)
        for side, column in enumerate((games.c.player0_id, games.c.player1_id))
    ]
    both = sides[0].union_all(sides[1]).subquery()
    known = known_as()
    sums = [func.sum(both.c[name]).label(name) for name in ("won", "drawn", "lost", "open")]
    query = (
        select(known.c.name, known.c.engine, *sums)
        .join(both, both.c.player == known.c.id)
        .group_by(known.c.name, known.c.engine)
        .order_by(func.count().desc(), known.c.name, known.c.engine)
        .limit(limit)
    )
    rows = connection.execute(query).all()
    others: dict[str, list[str]] = {}
    for row in connection.execute(select(aliases).order_by(aliases.c.alias)):
        others.setdefault(row.name, []).append(row.alias)
    return [
        PlayerTotal(
            name=row.name,
            engine=row.engine,
            wins=int(row.won),
            draws=int(row.drawn),
            losses=int(row.lost),
            unfinished=int(row.open),
            aliases=tuple(others.get(row.name, ())),
        )
        for row in rows
    ]


def meetings(connection: Connection, wanted: GameFilter) -> list[Meeting]:
    """Return who played whom and the results, by game, without unfinished games and anonymous players."""
    first, second = known_as().alias("first"), known_as().alias("second")
    names = (first.c.name, first.c.engine, second.c.name, second.c.engine)
    wins = [func.sum(case((games.c.winner == side, 1), else_=0)) for side in (0, 1)]
    query = (
        select(games.c.game, *names, func.count(), *wins)
        .join(first, first.c.id == games.c.player0_id)
        .join(second, second.c.id == games.c.player1_id)
        .where(games.c.finished.is_(True), *conditions(wanted))
        .group_by(games.c.game, *names)
        .order_by(games.c.game, *names)
    )
    return [
        Meeting(game, (name0, engine0), (name1, engine1), int(won), int(number - won - lost), int(lost))
        for game, name0, engine0, name1, engine1, number, won, lost in connection.execute(query)
    ]


def _outcomes(side: int) -> list[ColumnElement[Any]]:
    won, lost = games.c.winner == side, games.c.winner == 1 - side
    drawn = and_(games.c.finished.is_(True), games.c.winner.is_(None))
    named = (("won", won), ("drawn", drawn), ("lost", lost), ("open", games.c.finished.is_(False)))
    return [case((condition, 1), else_=0).label(name) for name, condition in named]
