"""The moves played from a position, with symmetries and transpositions merged.

The index of positions has, instead of a move, the key of the position after it. This module matches these
keys with the legal moves of the queried position: two moves are equal if they lead to the same position up to
symmetry.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, func, select

from hexapoda.storage.answers import Exploration, PlayedMove, StoredGame, Totals
from hexapoda.storage.filter import GameFilter, conditions
from hexapoda.storage.indexing import moves_by_key, position_key
from hexapoda.storage.naming import known_as
from hexapoda.storage.row import record_of, rows_with_names
from hexapoda.storage.schema import games, positions

__all__ = ["explore", "movers", "newest_through", "totals"]


def explore(connection: Connection, position: Any, wanted: GameFilter) -> Exploration:
    """Count the games that went through a position, by their next move."""
    here_key = position_key(position)
    here = positions.c.key == here_key
    number = func.count(positions.c.game_id.distinct())
    by_move = select(positions.c.next_key, positions.c.result, number).where(here)
    of_all = select(positions.c.result, number).where(here)
    if clauses := conditions(wanted):
        among = positions.c.game_id.in_(select(games.c.id).where(*clauses))
        by_move, of_all = by_move.where(among), of_all.where(among)
    counts: dict[int | None, list[tuple[int, int]]] = {}
    for next_key, result, count in connection.execute(
        by_move.group_by(positions.c.next_key, positions.c.result)
    ):
        counts.setdefault(next_key, []).append((result, count))
    ended = totals(counts.pop(None, ()))
    played = [(key, found) for key, found in counts.items() if key is not None]
    texts = moves_by_key(position) if played else {}
    moves = [PlayedMove(tuple(sorted(texts.get(key, ["?"]))), totals(found)) for key, found in played]
    moves.sort(key=lambda move: (-move.totals.games, move.texts))
    everything = totals(
        (result, count) for result, count in connection.execute(of_all.group_by(positions.c.result))
    )
    return Exploration(here_key, everything, tuple(moves), ended)


def movers(
    connection: Connection, position: Any, wanted: GameFilter
) -> dict[str, dict[tuple[str, str], int]]:
    """For the first text of each move that was played, the number of games by the player to move, given as
    name and engine.
    """
    known = known_as()
    mover = (games.c.player0_id, games.c.player1_id)[position.turn]
    number = func.count(positions.c.game_id.distinct())
    query = (
        select(positions.c.next_key, known.c.name, known.c.engine, number)
        .join(games, games.c.id == positions.c.game_id)
        .join(known, known.c.id == mover)
        .where(positions.c.key == position_key(position), positions.c.next_key.is_not(None))
        .where(*conditions(wanted))
        .group_by(positions.c.next_key, known.c.name, known.c.engine)
    )
    texts = moves_by_key(position)
    found: dict[str, dict[tuple[str, str], int]] = {}
    for next_key, name, engine, count in connection.execute(query):
        if next_key in texts:
            found.setdefault(min(texts[next_key]), {})[name, engine] = int(count)
    return found


def newest_through(
    connection: Connection, position: Any, wanted: GameFilter, limit: int
) -> list[tuple[int, StoredGame]]:
    """The newest games that went through a position, each with the ply at which it did so first."""
    first = (
        select(positions.c.game_id, func.min(positions.c.ply).label("ply"))
        .where(positions.c.key == position_key(position))
        .group_by(positions.c.game_id)
        .order_by(positions.c.game_id.desc())
        .limit(limit)
    )
    if clauses := conditions(wanted):
        first = first.where(positions.c.game_id.in_(select(games.c.id).where(*clauses)))
    plies = {row.game_id: int(row.ply) for row in connection.execute(first)}
    query = rows_with_names().where(games.c.id.in_(plies)).order_by(games.c.id.desc())
    return [(plies[row.id], StoredGame(row.id, record_of(row))) for row in connection.execute(query)]


def totals(counts: Iterable[tuple[int, int]]) -> Totals:
    """Convert pairs of a result code and a number of games to `Totals`."""
    by_result = [0, 0, 0, 0]
    for result, count in counts:
        by_result[result] += count
    return Totals(wins0=by_result[0], wins1=by_result[1], draws=by_result[2], unfinished=by_result[3])
