"""The store's counters: which players met, and which moves were played in the most frequent positions.

Maintains the tables that the explorer and the player list read. Every write adjusts the counts by its own
changes, so the games are not counted again. The usual starting positions are counted, and so is every
position that many games reached by the same move from a counted position. All other positions, which few
games reach, are counted on demand. `recount` fills the tables from scratch, for example after an upgrade.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import (
    Connection,
    Table,
    case,
    delete,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from hexapoda.errors import HexapodaError
from hexapoda.games import find_game
from hexapoda.storage.connection import is_postgres
from hexapoda.storage.position_index import at_key
from hexapoda.storage.row import DRAW, NO_RESULT
from hexapoda.storage.schema import (
    changes,
    counted_keys,
    counted_movers,
    counted_moves,
    games,
    pairings,
    positions,
)

__all__ = [
    "ALL",
    "ENDED",
    "MOVED",
    "CountedGame",
    "Counters",
    "are_moves_counted",
    "are_pairings_counted",
    "is_counted",
    "join_counted",
    "recount",
]

ALL, MOVED, ENDED = 0, 1, 2
"""The values of the column `step`: all games through a position, those with a next move, those that end
there.
"""
MANY = 500
"""A position is counted once this many games have reached it by the same move from a counted position."""
_PART = 400
_FEW = 100
"""If a transaction changes more games than this, moves in only one of them are not compared with `MANY`."""
_Numbers: TypeAlias = Counter[tuple[Any, ...]]
"""Numbers of games, by the primary key of a counter table."""


@dataclass(frozen=True, slots=True)
class CountedGame:
    """The data of a game that the counters need.

    Attributes:
        game: the name of the game played.
        owner: its owner; empty for the public library.
        players: the ids of players 0 and 1.
        result: a code from `row.result_code`.
        keys: the keys of its positions.
        start: the text of its first position; None for the usual one.
    """

    game: str
    owner: str
    players: tuple[int, int]
    result: int
    keys: Sequence[int]
    start: str | None


class Counters:
    """The counter changes of one transaction. Call `write` after the positions are inserted or deleted."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._pairings: _Numbers = Counter()
        self._games: list[tuple[CountedGame, int]] = []

    def add(self, game: CountedGame) -> None:
        """Count a game."""
        self._change(game, 1)

    def remove(self, game: CountedGame) -> None:
        """Stop counting a game."""
        self._change(game, -1)

    def write(self) -> None:
        """Apply the changes to the tables."""
        if self._pairings:
            note_change(self._connection)
        _add(self._connection, pairings, self._pairings)
        self._pairings.clear()
        changes, self._games = self._games, []
        if not changes:
            return
        starts = {game.keys[0] for game, sign in changes if sign > 0 and game.start is None}
        counted = _counted(self._connection, {key for game, _ in changes for key in game.keys})
        moves: _Numbers = Counter()
        movers: _Numbers = Counter()
        for game, sign in changes:
            if not counted.isdisjoint(game.keys):
                _count(game, counted, sign, moves, movers)
        _add(self._connection, counted_moves, moves)
        _add(self._connection, counted_movers, movers)
        least = 1 if len(changes) <= _FEW else 2
        grown = {move[0] for move, number in moves.items() if move[2] == MOVED and number >= least}
        _extend(self._connection, starts - counted, grown)

    def _change(self, game: CountedGame, sign: int) -> None:
        self._pairings[game.owner, game.game, *game.players, game.result] += sign
        if game.keys:
            self._games.append((game, sign))


def is_counted(connection: Connection, key: int) -> bool:
    """Return whether the counters cover all games through a position."""
    query = select(counted_keys.c.key).where(counted_keys.c.key == key)
    return connection.execute(query).first() is not None


def recount(connection: Connection) -> None:
    """Recompute all counters from the games and positions."""
    note_change(connection)
    for table in (pairings, counted_moves, counted_movers, counted_keys):
        connection.execute(delete(table))
    _add(connection, pairings, _counted_pairings(connection))
    starts = select(positions.c.key).where(positions.c.ply == 0).distinct()
    _extend(connection, set(connection.execute(starts).scalars()), set())


def _counted_pairings(connection: Connection) -> dict[tuple[Any, ...], int]:
    """Return the correct contents of the table of pairings, counted from the games."""
    columns = (games.c.owner, games.c.game, games.c.player0_id, games.c.player1_id, _result_code())
    query = select(*columns, func.count()).where(games.c.kind == "game").group_by(*columns)
    return {tuple(row[:-1]): row[-1] for row in connection.execute(query)}


def _numbers(connection: Connection, table: Table) -> dict[tuple[Any, ...], int]:
    """Return the numbers of games in a counter table, by primary key."""
    return {tuple(row[:-1]): row[-1] for row in connection.execute(select(table))}


def are_moves_counted(connection: Connection) -> bool:
    """Return whether the tables of moves and movers have exactly the correct rows for the counted
    positions.
    """
    known = [_numbers(connection, table) for table in (counted_moves, counted_movers)]
    expected: tuple[_Numbers, _Numbers] = (Counter(), Counter())
    for key in connection.execute(select(counted_keys.c.key)).scalars().all():
        for total, found in zip(expected, _counted_at(connection, key), strict=True):
            total.update(found)
    return known == list(expected)


def are_pairings_counted(connection: Connection) -> bool:
    """Return whether the table of pairings is correct."""
    return _numbers(connection, pairings) == _counted_pairings(connection)


def join_counted(connection: Connection, old: int, new: int) -> None:
    """Transfer all counts of player `old` to player `new`."""
    for table in (pairings, counted_movers):
        columns = [column.name for column in table.primary_key]
        ids = [number for number, name in enumerate(columns) if name.startswith("player")]
        concerned = or_(*(table.c[columns[number]] == old for number in ids))
        changes: _Numbers = Counter()
        for row in connection.execute(select(table).where(concerned)):
            key = tuple(row[:-1])
            changes[key] -= row.games
            changes[tuple(new if n in ids and value == old else value for n, value in enumerate(key))] += (
                row.games
            )
        _add(connection, table, changes)


def _result_code() -> Any:
    three: Any = literal_column(str(NO_RESULT))
    two: Any = literal_column(str(DRAW))
    return case((games.c.finished.is_(False), three), else_=func.coalesce(games.c.winner, two))


def _count(
    game: CountedGame,
    counted: set[int],
    sign: int,
    moves: _Numbers,
    movers: _Numbers,
) -> None:
    """Add a game to `moves` and `movers`, once for each position in `counted`. If `sign` is -1, subtract the
    game instead.
    """
    found: set[tuple[Any, ...]] = set()
    by: set[tuple[Any, ...]] = set()
    last = len(game.keys) - 1
    turn = -1
    for ply, key in enumerate(game.keys):
        if key not in counted:
            continue
        found.add((key, game.owner, ALL, 0, game.result))
        if ply == last:
            found.add((key, game.owner, ENDED, 0, game.result))
            continue
        after = game.keys[ply + 1]
        found.add((key, game.owner, MOVED, after, game.result))
        if turn < 0:
            turn = _first_turn(game.game, game.start)
        by.add((key, game.owner, after, game.players[(turn + ply) % 2]))
    for one in found:
        moves[one] += sign
    for one in by:
        movers[one] += sign


def _first_turn(game: str, start: str | None) -> int:
    if start is None:
        return 0
    try:
        return int(find_game(game).parse_position(start, None).turn)
    except HexapodaError:
        return 0


def _extend(connection: Connection, new: set[int], grown: set[int]) -> None:
    """Start counting the positions `new`, then every position that many games reached by the same move from
    one of these or from one in `grown`, and so on.
    """
    while new or grown:
        for key in sorted(new):
            _count_position(connection, key)
        parents, grown = sorted(grown | new), set()
        new = set()
        for start in range(0, len(parents), _PART):
            after, total = counted_moves.c.next_key, func.sum(counted_moves.c.games)
            query = (
                select(after)
                .where(counted_moves.c.key.in_(parents[start : start + _PART]))
                .where(counted_moves.c.step == MOVED)
                .group_by(counted_moves.c.key, after)
                .having(total >= MANY)
            )
            new |= set(connection.execute(query).scalars())
        new -= _counted(connection, new)


def _count_position(connection: Connection, key: int) -> None:
    """Start counting a position: count all games through it."""
    connection.execute(insert(counted_keys), [{"key": key}])
    moves, movers = _counted_at(connection, key)
    _add(connection, counted_moves, moves)
    _add(connection, counted_movers, movers)


def _counted_at(connection: Connection, key: int) -> tuple[_Numbers, _Numbers]:
    """Return the correct contents of the tables of moves and movers for a position."""
    moves: _Numbers = Counter()
    movers: _Numbers = Counter()
    seen: dict[int, tuple[set[tuple[Any, ...]], set[tuple[Any, ...]]]] = defaultdict(lambda: (set(), set()))
    for row in _rows_at(connection, key):
        found, by = seen[row.game_id]
        found.add((key, row.owner, ALL, 0, row.result))
        if row.next_key is None:
            found.add((key, row.owner, ENDED, 0, row.result))
            continue
        found.add((key, row.owner, MOVED, row.next_key, row.result))
        turn = _first_turn(row.game, row.start)
        mover = (row.player0_id, row.player1_id)[(turn + row.ply) % 2]
        by.add((key, row.owner, row.next_key, mover))
    for found, by in seen.values():
        moves.update(found)
        movers.update(by)
    return moves, movers


def _rows_at(connection: Connection, key: int) -> Iterator[Any]:
    known = (games.c.owner, games.c.game, games.c.start, games.c.player0_id, games.c.player1_id)
    here = at_key(key)
    yield from connection.execute(select(here, *known).join(games, games.c.id == here.c.game_id))


def _counted(connection: Connection, keys: Iterable[int]) -> set[int]:
    """Return those of `keys` whose positions are counted."""
    wanted = list(keys)
    if len(wanted) > _PART:
        return set(connection.execute(select(counted_keys.c.key)).scalars()).intersection(wanted)
    query = select(counted_keys.c.key).where(counted_keys.c.key.in_(wanted))
    return set(connection.execute(query).scalars())


def note_change(connection: Connection) -> None:
    """Change the number that `Store.changes` returns, which tells readers that cached counts are outdated."""
    connection.execute(update(changes).values(number=changes.c.number + 1))


def _add(connection: Connection, table: Table, numbers: Any) -> None:
    """Add numbers to the counters of a table, and delete the rows that reach zero."""
    names = [column.name for column in table.primary_key]
    rows = [(*key, number) for key, number in numbers.items() if number]
    if not rows:
        return
    rows.sort()
    mark = "%s" if is_postgres(connection) else "?"
    marks = ", ".join([mark] * (len(names) + 1))
    connection.exec_driver_sql(
        f"INSERT INTO {table.name} ({', '.join(names)}, games) VALUES ({marks}) "
        f"ON CONFLICT ({', '.join(names)}) DO UPDATE SET games = {table.name}.games + excluded.games",
        rows,
    )
    if gone := [row[:-1] for row in rows if row[-1] < 0]:
        same = " AND ".join(f"{name} = {mark}" for name in names)
        connection.exec_driver_sql(f"DELETE FROM {table.name} WHERE {same} AND games = 0", gone)
