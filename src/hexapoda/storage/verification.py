"""Checks a store for damaged games and other faults.

Reads all rows, continues after a damaged page, and changes nothing.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select, text
from sqlalchemy.exc import SQLAlchemyError

from hexapoda.errors import HexapodaError
from hexapoda.storage.connection import is_postgres
from hexapoda.storage.counters import are_moves_counted, are_pairings_counted
from hexapoda.storage.indexing import IndexedGame, index
from hexapoda.storage.row import position_rows, record_of, root_of, rows_with_names
from hexapoda.storage.schema import games, positions, versions
from hexapoda.text.sentence import Sentence, message_of

__all__ = ["StoreFault", "verify"]

_CHUNK = 500
_DAMAGE = (SQLAlchemyError, sqlite3.Error, ValueError, TypeError)
"""The errors that reading damaged rows raises: SQLite does not check types."""


@dataclass(frozen=True, slots=True)
class StoreFault:
    """A fault in a store.

    Attributes:
        game: the number of the game; None if the fault is not in a single game.
        text: a sentence that describes the fault.
    """

    game: int | None
    text: str


def verify(connection: Connection) -> Iterator[StoreFault]:
    """Yield all faults: damaged pages, damaged or missing games, damaged former versions, and errors in
    the index of positions and the counters.
    """
    pages = list(_pages(connection))
    yield from pages
    indexed = Counter[int]()
    whole = True
    try:
        _add_positions(connection, indexed)
    except _DAMAGE as error:
        whole = False
        yield StoreFault(None, Sentence("the index of positions cannot be read: {why}", why=_cause(error)))
    numbers = _numbers(connection, indexed)
    yield from _games(connection, numbers, indexed if whole else None, singly=bool(pages))
    yield from _versions(connection)
    yield from _counters(connection)


def _pages(connection: Connection) -> Iterator[StoreFault]:
    if is_postgres(connection):
        return
    try:
        for row in connection.execute(text("PRAGMA integrity_check(20)")):
            if row[0] != "ok":
                yield StoreFault(None, Sentence("the file is damaged: {why}", why=str(row[0])))
    except _DAMAGE as error:
        yield StoreFault(None, Sentence("the file is damaged: {why}", why=_cause(error)))


def _add_positions(connection: Connection, found: Counter[int]) -> None:
    """Add to `found`, for each game, a number that depends on its index rows, but not on their order."""
    for row in connection.execution_options(stream_results=True).execute(select(positions)):
        found[row.game_id] += _mixed(tuple(row))


def _mixed(row: tuple[Any, ...]) -> int:
    return hash(tuple(value or 0 for value in row)) & 0xFFFF_FFFF_FFFF


def _games(
    connection: Connection, numbers: list[int], indexed: Counter[int] | None, *, singly: bool
) -> Iterator[StoreFault]:
    """Yield the faults of games. `indexed` has the sums of `_add_positions`; None if the index is unreadable.
    With `singly`, the games are read one by one.
    """
    for start in range(0, len(numbers), _CHUNK):
        part = numbers[start : start + _CHUNK]
        rows = _read_each(connection, part) if singly else _read(connection, part)
        for number in part:
            row = rows.get(number)
            if row is None:
                yield StoreFault(number, Sentence("game {id} is missing or cannot be read", id=number))
                continue
            try:
                record = record_of(row)
                root_of(row)
            except HexapodaError as error:
                yield StoreFault(number, message_of(error))
                continue
            if indexed is not None and row.kind == "game" and not _is_indexed(record, number, indexed):
                yield StoreFault(number, Sentence("the index of positions is wrong for game {id}", id=number))


def _is_indexed(record: Any, number: int, indexed: Counter[int]) -> bool:
    try:
        ready: IndexedGame = index(record)
    except HexapodaError:
        return True  # a game unknown to this version
    return sum(map(_mixed, position_rows(ready, number))) == indexed[number]


def _numbers(connection: Connection, indexed: Iterable[int]) -> list[int]:
    """Return the numbers of all games that exist or should exist: a damaged page can hide rows of the table
    without an error, but the indexes still contain their numbers.
    """
    found = set(indexed)
    hints = [""]
    if not is_postgres(connection):
        hints = [" NOT INDEXED", *(f" INDEXED BY {one.name}" for one in games.indexes)]
    whole = True
    for hint in hints:
        try:
            for row in connection.execute(text(f"SELECT id FROM games{hint}")):
                found.add(row[0])
        except _DAMAGE:
            whole = False
    if not whole and not is_postgres(connection):
        found |= _unreadable(connection, found)
    return sorted(number for number in found if isinstance(number, int))


def _unreadable(connection: Connection, known: set[int]) -> set[int]:
    """Return the numbers of games, other than the `known` ones, whose rows are in damaged pages."""
    found: set[int] = set()
    try:
        last = connection.execute(text("SELECT seq FROM sqlite_sequence WHERE name = 'games'")).scalar()
    except _DAMAGE:
        return found
    for number in range(1, int(last or 0) + 1):
        if number not in known:
            try:
                connection.execute(rows_with_names().where(games.c.id == number)).first()
            except _DAMAGE:
                found.add(number)
    return found


def _read(connection: Connection, numbers: list[int]) -> dict[int, Any]:
    """Return the readable rows of games, by number."""
    try:
        return {row.id: row for row in connection.execute(rows_with_names().where(games.c.id.in_(numbers)))}
    except _DAMAGE:
        return _read_each(connection, numbers)


def _read_each(connection: Connection, numbers: list[int]) -> dict[int, Any]:
    """Return the readable rows of games, by number, each looked up as `Store.game` does. If the rows of a
    damaged page are out of order, a query for many games can return rows that a query for one number misses.
    """
    found = {}
    for number in numbers:
        try:
            row = connection.execute(rows_with_names().where(games.c.id == number)).first()
        except _DAMAGE:
            continue
        if row is not None:
            found[number] = row
    return found


def _versions(connection: Connection) -> Iterator[StoreFault]:
    try:
        for row in connection.execute(rows_with_names(versions)):
            try:
                record_of(row)
                root_of(row)
            except HexapodaError:
                number = row.game_id
                yield StoreFault(number, Sentence("a former version of game {id} is damaged", id=number))
    except _DAMAGE as error:
        yield StoreFault(None, Sentence("the former versions cannot be read: {why}", why=_cause(error)))


def _counters(connection: Connection) -> Iterator[StoreFault]:
    try:
        if not are_pairings_counted(connection):
            yield StoreFault(None, Sentence("the game counts of the players are wrong"))
    except _DAMAGE as error:
        why = _cause(error)
        yield StoreFault(None, Sentence("the game counts of the players cannot be read: {why}", why=why))
    try:
        if not are_moves_counted(connection):
            yield StoreFault(None, Sentence("the game counts of the moves are wrong"))
    except _DAMAGE as error:
        why = _cause(error)
        yield StoreFault(None, Sentence("the game counts of the moves cannot be read: {why}", why=why))


def _cause(error: Exception) -> str:
    return " ".join(str(getattr(error, "orig", None) or error).split())
