"""Counts games by column, result, length, player and pairing.

Players are counted under the names that `naming` gives them; anonymous players are not counted.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, case, func, select

from hexapoda.errors import UsageError
from hexapoda.storage.answers import Meetings, PlayerTotal
from hexapoda.storage.filter import GameFilter, conditions
from hexapoda.storage.naming import known_as
from hexapoda.storage.row import DRAW, NO_RESULT
from hexapoda.storage.schema import aliases, games, pairings

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
    """Return the number of games with each result: "1-0", "1/2-1/2", "0-1" and "*"."""
    finished = games.c.finished
    code = case((finished.is_(False), "*"), (games.c.winner == 0, "1-0"), (games.c.winner == 1, "0-1"))
    named = func.coalesce(code, "1/2-1/2").label("result")
    found = select(named).where(*conditions(wanted)).subquery()
    query = select(found.c.result, func.count()).group_by(found.c.result)
    rows = {str(value): int(count) for value, count in connection.execute(query)}
    return {result: rows.get(result, 0) for result in ("1-0", "1/2-1/2", "0-1", "*")}


def lengths(connection: Connection, wanted: GameFilter) -> tuple[int, int, float, int]:
    """Return the number of games, and the minimum, mean and maximum number of plies (0 without games)."""
    plies = games.c.plies
    query = select(func.count(), func.min(plies), func.avg(plies), func.max(plies))
    number, least, mean, most = connection.execute(query.where(*conditions(wanted))).one()
    return int(number), int(least or 0), float(mean or 0), int(most or 0)


def player_totals(connection: Connection, wanted: GameFilter, limit: int) -> list[PlayerTotal]:
    """Return up to `limit` players, those with the most games first."""
    met = _met(wanted)
    sides = [select(met.c[f"player{side}_id"].label("player"), *_outcomes(met, side)) for side in (0, 1)]
    both = sides[0].union_all(sides[1]).subquery()
    known = known_as()
    sums = [func.sum(both.c[name]).label(name) for name in ("won", "drawn", "lost", "open", "number")]
    query = (
        select(known.c.name, known.c.engine, *sums)
        .join(both, both.c.player == known.c.id)
        .group_by(known.c.name, known.c.engine)
        .order_by(func.sum(both.c.number).desc(), known.c.name, known.c.engine)
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


def meetings(connection: Connection, wanted: GameFilter) -> dict[str, Meetings]:
    """Return the pairings of each game, by its name. Unfinished games and anonymous players are left out."""
    met = _met(wanted)
    known = {row.id: (row.name, row.engine) for row in connection.execute(select(known_as()))}
    columns = [met.c[name] for name in ("player0_id", "player1_id", "result", "games")]
    found = {}
    names = [wanted.game] if wanted.game else connection.execute(select(met.c.game).distinct()).scalars()
    for game in sorted(names):
        query = select(*columns).where(met.c.game == game, met.c.result != NO_RESULT)
        # Plain tuples: there may be a hundred thousand, and SQLAlchemy's row objects would be much slower.
        cursor: Any = connection.execute(query).cursor
        if (own := _meetings(cursor.fetchall(), known)) is not None:
            found[game] = own
    return found


def _meetings(rows: list[Any], known: dict[int, tuple[str, str]]) -> Meetings | None:
    """Return the `Meetings` from rows of (player id, player id, result, number of games); None if no row has
    two known players.
    """
    import numpy as np  # here, because most commands start faster without it

    numbers = np.fromiter(chain.from_iterable(rows), np.int64, 4 * len(rows)).reshape(-1, 4)
    numbers = numbers[np.isin(numbers[:, :2], list(known)).all(1)]
    if not len(numbers):
        return None
    ids, sides = np.unique(numbers[:, :2], return_inverse=True)
    players = sorted({known[number] for number in ids.tolist()})
    place = {player: number for number, player in enumerate(players)}
    first, second = np.array([place[known[number]] for number in ids.tolist()])[sides.reshape(-1, 2)].T
    pairs, which = np.unique(first * len(players) + second, return_inverse=True)
    counts = np.zeros((3, len(pairs)), np.int64)
    np.add.at(counts, (numbers[:, 2], which), numbers[:, 3])
    return Meetings(players, pairs // len(players), pairs % len(players), counts[0], counts[DRAW], counts[1])


def _met(wanted: GameFilter) -> FromClause:
    """Return a subquery of pairings: `game`, the ids of the players, the result code and the number of games.
    It reads the counters if the filter selects only by game and owner; otherwise it counts the games.
    """
    columns = [pairings.c[name] for name in ("game", "player0_id", "player1_id", "result")]
    if wanted.only_owners:
        query = select(*columns, pairings.c.games)
        if wanted.game is not None:
            query = query.where(pairings.c.game == wanted.game)
        if wanted.owners is not None:
            query = query.where(pairings.c.owner.in_(list(wanted.owners)))
        return query.subquery()
    code = case((games.c.finished.is_(False), NO_RESULT), else_=func.coalesce(games.c.winner, DRAW))
    by = (games.c.game, games.c.player0_id, games.c.player1_id, code.label("result"))
    return select(*by, func.count().label("games")).where(*conditions(wanted)).group_by(*by).subquery()


def _outcomes(met: FromClause, side: int) -> list[ColumnElement[Any]]:
    codes = {"won": side, "drawn": DRAW, "lost": 1 - side, "open": NO_RESULT}
    number = met.c.games
    counts = [case((met.c.result == code, number), else_=0).label(name) for name, code in codes.items()]
    return [*counts, number.label("number")]
