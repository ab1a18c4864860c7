"""The moves played from a position, with symmetries and transpositions merged.

The position index does not hold the moves, but the keys of the positions after them. This module matches
these keys with the legal moves of the queried position: two moves count as equal if they lead to the same
position up to symmetry.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, exists, func, select

from hexapoda.games import game_of_position
from hexapoda.storage.answers import Exploration, PlayedMove, StoredGame, Totals
from hexapoda.storage.counters import ALL, ENDED, MOVED, is_counted
from hexapoda.storage.filter import GameFilter, conditions
from hexapoda.storage.indexing import moves_by_key, position_key
from hexapoda.storage.naming import known_as
from hexapoda.storage.position_index import at_key, last_block
from hexapoda.storage.row import rows_with_names, sound_games
from hexapoda.storage.schema import counted_movers, counted_moves, games, positions

__all__ = ["explore", "movers", "newest_through", "totals"]

_Counts = list[tuple[int, int | None, int, int]]
"""Tuples of the step, the key of the next position, the result code, and the number of games."""


def explore(connection: Connection, position: Any, wanted: GameFilter) -> Exploration:
    """Count the games that went through a position, by their next move."""
    key = position_key(position)
    moves: dict[int, list[tuple[int, int]]] = {}
    everything: list[tuple[int, int]] = []
    ended: list[tuple[int, int]] = []
    for step, next_key, result, number in _counts(connection, key, position, wanted):
        if step == MOVED and next_key is not None:
            moves.setdefault(next_key, []).append((result, number))
        else:
            (everything if step == ALL else ended).append((result, number))
    texts = moves_by_key(position) if moves else {}
    played = [PlayedMove(tuple(sorted(texts.get(key, ["?"]))), totals(found)) for key, found in moves.items()]
    played.sort(key=lambda move: (-move.totals.games, move.texts))
    return Exploration(key, totals(everything), tuple(played), totals(ended))


def movers(
    connection: Connection, position: Any, wanted: GameFilter
) -> dict[str, dict[tuple[str, str], int]]:
    """Return who played each move of a position: for the first text of each move, the number of games by the
    player's name and engine.
    """
    key = position_key(position)
    known = known_as()
    if _only_counted(position, wanted) and is_counted(connection, key):
        next_key: Any = counted_movers.c.next_key
        number: Any = func.sum(counted_movers.c.games)
        query = (
            select(next_key, known.c.name, known.c.engine, number)
            .join(known, known.c.id == counted_movers.c.player_id)
            .where(counted_movers.c.key == key)
        )
        if wanted.owners is not None:
            query = query.where(counted_movers.c.owner.in_(list(wanted.owners)))
    else:
        here = at_key(key)
        next_key, number = here.c.next_key, func.count(here.c.game_id.distinct())
        both = (games.c.player0_id, games.c.player1_id)
        mover = case(
            (games.c.start.is_not(None), both[position.turn]), (here.c.ply % 2 == 0, both[0]), else_=both[1]
        )
        query = (
            select(next_key, known.c.name, known.c.engine, number)
            .join(games, games.c.id == here.c.game_id)
            .join(known, known.c.id == mover)
            .where(next_key.is_not(None), *conditions(wanted))
        )
    texts = moves_by_key(position)
    found: dict[str, dict[tuple[str, str], int]] = {}
    for after, name, engine, count in connection.execute(
        query.group_by(next_key, known.c.name, known.c.engine)
    ):
        if after in texts:
            found.setdefault(min(texts[after]), {})[name, engine] = int(count)
    return found


def newest_through(
    connection: Connection, position: Any, wanted: GameFilter, limit: int, damaged: list[int] | None
) -> list[tuple[int, StoredGame]]:
    """Return the newest games that went through a position, each with its first ply there."""
    key = position_key(position)
    plies: dict[int, int] = {}
    here = positions.c
    block = connection.execute(last_block()).scalar()
    while block is not None and block >= 0 and len(plies) < limit:
        first = (
            select(here.game_id, func.min(here.ply).label("ply"))
            .where(here.block == block, here.key == key, _among(positions, wanted))
            .group_by(here.game_id)
            .order_by(here.game_id.desc())
            .limit(limit - len(plies))
        )
        plies |= {row.game_id: int(row.ply) for row in connection.execute(first)}
        block -= 1
    query = rows_with_names().where(games.c.id.in_(plies)).order_by(games.c.id.desc())
    return [(plies[found.id], found) for found in sound_games(connection.execute(query), damaged)]


def _counts(connection: Connection, key: int, position: Any, wanted: GameFilter) -> _Counts:
    """Return the numbers of games by step, next position and result."""
    if _only_counted(position, wanted) and is_counted(connection, key):
        columns = (counted_moves.c.step, counted_moves.c.next_key, counted_moves.c.result)
        query = select(*columns, func.sum(counted_moves.c.games)).where(counted_moves.c.key == key)
        if wanted.owners is not None:
            query = query.where(counted_moves.c.owner.in_(list(wanted.owners)))
        return [tuple(row) for row in connection.execute(query.group_by(*columns))]
    here = at_key(key)
    number = func.count(here.c.game_id.distinct())
    of_all = select(here.c.result, number).where(_among(here, wanted))
    by_move = of_all.add_columns(here.c.next_key).group_by(here.c.next_key)
    counts: _Counts = [
        (ALL, None, result, count) for result, count in connection.execute(of_all.group_by(here.c.result))
    ]
    counts += [
        (ENDED if next_key is None else MOVED, next_key, result, count)
        for result, count, next_key in connection.execute(by_move.group_by(here.c.result))
    ]
    return counts


def _among(here: Any, wanted: GameFilter) -> ColumnElement[bool]:
    """Return the condition that the game of a row of `positions` matches a filter."""
    return exists().where(games.c.id == here.c.game_id, *conditions(wanted))


def _only_counted(position: Any, wanted: GameFilter) -> bool:
    """Return whether the counters can answer a query: the filter must exclude no games through the position
    except those of other owners. A filter by the position's own game and variant excludes none.
    """
    game = game_of_position(position)
    if wanted.game not in (None, game.name) or wanted.variant not in (None, position.variant):
        return False
    return replace(wanted, game=None, variant=None).only_owners


def totals(counts: Iterable[tuple[int, int]]) -> Totals:
    """Convert pairs of a result code and a number of games to `Totals`."""
    by_result = [0, 0, 0, 0]
    for result, count in counts:
        by_result[result] += count
    return Totals(wins0=by_result[0], wins1=by_result[1], draws=by_result[2], unfinished=by_result[3])
