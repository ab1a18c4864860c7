"""The game store: finished games with their positions, in an SQLite file or a PostgreSQL database.

Owns `Store`, the one way in: opening (and bringing the tables up to date), filing, and every question. Knows
nothing of engines and matches beyond the names that records carry.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any

from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Engine,
    Select,
    and_,
    case,
    delete,
    func,
    insert,
    select,
)

from hexapoda.errors import UsageError
from hexapoda.games import DEFAULT_GAME
from hexapoda.record import GameRecord
from hexapoda.storage.answers import Added, Exploration, PlayerTotal, Rating, StoredGame
from hexapoda.storage.connection import connect, reporting, store_url, writing
from hexapoda.storage.exploring import explore
from hexapoda.storage.filter import GameFilter, conditions
from hexapoda.storage.indexing import IndexedGame, index
from hexapoda.storage.row import clean, record_of
from hexapoda.storage.schema import games, players, positions, ratings
from hexapoda.storage.upgrade import upgrade
from hexapoda.storage.writer import file_games, match_id, player_ids

__all__ = ["MAX_LIMIT", "Store"]

MAX_LIMIT = 10_000
"""The most games or rows that one question may ask for; `records` has no limit, it gives one by one."""

_CHUNK = 1000
_MAX_OFFSET = 1 << 31
_ALL = GameFilter()


class Store:
    """Games that were played, and where their positions came up. Make one with `Store.open`.

    Every method raises `UsageError` when the database cannot do it.
    """

    def __init__(self, url: URL, engine: Engine) -> None:
        self._url = url
        self._engine = engine

    @classmethod
    def open(cls, url: str | None = None) -> Store:
        """Open a store, make it when there is none, and bring older tables up to date.

        `url` is the path of an SQLite file, `sqlite:///FILE`, or `postgresql://USER@HOST/NAME`; None is
        `games.db` in the user's data folder. Raises `UsageError`, also for the tables of a newer version.
        """
        where = store_url(url)
        engine = connect(where)
        try:
            with reporting(where):
                upgrade(engine)
        except BaseException:
            engine.dispose()
            raise
        return cls(where, engine)

    def close(self) -> None:
        """Let go of the file or the server."""
        self._engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def url(self) -> str:
        """Where the store is, without a password."""
        return self._url.render_as_string(hide_password=True)

    # Filing

    def add(self, game: GameRecord | IndexedGame, *, match: int | None = None) -> StoredGame | None:
        """File one game; None when it is there already. Raises `InvalidGameError` for an illegal move."""
        ready = _indexed(game)
        filed = self._file([ready], match)
        return StoredGame(filed[ready.digest], ready.record) if filed else None

    def add_many(self, games: Iterable[GameRecord | IndexedGame], *, match: int | None = None) -> Added:
        """File games, a thousand in a transaction; those that are there already are left as they are.

        When a game is illegal, or the iterable raises, what came before is filed and the error goes on.
        """
        added = seen = 0
        chunk: list[IndexedGame] = []
        try:
            for game in games:
                chunk.append(_indexed(game))
                if len(chunk) == _CHUNK:
                    ready, chunk = chunk, []
                    seen += len(ready)
                    added += len(self._file(ready, match))
        except Exception:
            self._file(chunk, match)
            raise
        seen += len(chunk)
        added += len(self._file(chunk, match))
        return Added(added, seen - added)

    def match(self, name: str, *, game: str = DEFAULT_GAME, settings: Mapping[str, Any] | None = None) -> int:
        """The id of the match of this name for `add`, filed with its settings when it is new."""
        with reporting(self._url), writing(self._engine) as connection:
            return match_id(connection, clean(name), game, json.dumps(dict(settings or {})))

    def _file(self, chunk: Sequence[IndexedGame], match: int | None) -> dict[bytes, int]:
        if not chunk:
            return {}
        with reporting(self._url), writing(self._engine) as connection:
            return file_games(connection, chunk, match)

    # Questions

    def game(self, id: int) -> StoredGame | None:
        """The game of this number; None when there is none."""
        if not 0 < id < _MAX_OFFSET:
            return None
        with self._reading() as connection:
            row = connection.execute(_rows().where(games.c.id == id)).first()
        return None if row is None else StoredGame(row.id, record_of(row))

    def search(
        self, wanted: GameFilter = _ALL, *, limit: int = 20, offset: int = 0, newest: bool = False
    ) -> list[StoredGame]:
        """The games that a filter lets through, in the order they were filed, or the newest first."""
        limit, offset = _page(limit, offset)
        order = games.c.id.desc() if newest else games.c.id
        query = _rows().where(*conditions(wanted)).order_by(order).limit(limit).offset(offset)
        with self._reading() as connection:
            return [StoredGame(row.id, record_of(row)) for row in connection.execute(query)]

    def count(self, wanted: GameFilter = _ALL) -> int:
        """How many games a filter lets through."""
        with self._reading() as connection:
            query = select(func.count()).select_from(games).where(*conditions(wanted))
            return int(connection.execute(query).scalar_one())

    def records(self, wanted: GameFilter = _ALL) -> Iterator[StoredGame]:
        """All games that a filter lets through, one after another, for a store of any size."""
        last = 0
        while True:
            query = _rows().where(games.c.id > last, *conditions(wanted)).order_by(games.c.id).limit(_CHUNK)
            with self._reading() as connection:
                rows = connection.execute(query).all()
            for row in rows:
                yield StoredGame(row.id, record_of(row))
            if len(rows) < _CHUNK:
                return
            last = rows[-1].id

    def explore(self, position: Any, wanted: GameFilter = _ALL) -> Exploration:
        """The moves that games played from a position, symmetries and transpositions merged."""
        with self._reading() as connection:
            return explore(connection, position, wanted)

    def tally(self, column: str, wanted: GameFilter = _ALL) -> dict[str, int]:
        """How many games there are by "game", "variant" or "ending", the most frequent first."""
        if column not in ("game", "variant", "ending"):
            raise UsageError(f"games are not counted by {column!r}: expected game, variant or ending")
        by = games.c[column]
        query = select(by, func.count()).where(*conditions(wanted)).group_by(by)
        with self._reading() as connection:
            rows = [(str(value), int(count)) for value, count in connection.execute(query)]
        return dict(sorted(rows, key=lambda row: (-row[1], row[0])))

    def results(self, wanted: GameFilter = _ALL) -> dict[str, int]:
        """How many games ended "1-0", "1/2-1/2", "0-1" and "*"."""
        finished = games.c.finished
        code = case((finished.is_(False), "*"), (games.c.winner == 0, "1-0"), (games.c.winner == 1, "0-1"))
        named = func.coalesce(code, "1/2-1/2").label("result")
        found = select(named).where(*conditions(wanted)).subquery()
        query = select(found.c.result, func.count()).group_by(found.c.result)
        with self._reading() as connection:
            rows = {str(value): int(count) for value, count in connection.execute(query)}
        return {result: rows.get(result, 0) for result in ("1-0", "1/2-1/2", "0-1", "*")}

    def lengths(self, wanted: GameFilter = _ALL) -> tuple[int, int, float, int]:
        """The number of games, and the least, mean and greatest number of plies (0 without games)."""
        plies = games.c.plies
        query = select(func.count(), func.min(plies), func.avg(plies), func.max(plies))
        with self._reading() as connection:
            number, least, mean, most = connection.execute(query.where(*conditions(wanted))).one()
        return int(number), int(least or 0), float(mean or 0), int(most or 0)

    def positions(self) -> int:
        """How many positions are indexed, each as often as games went through it."""
        with self._reading() as connection:
            return int(connection.execute(select(func.count()).select_from(positions)).scalar_one())

    def players(self, wanted: GameFilter = _ALL, *, limit: int = 10) -> list[PlayerTotal]:
        """The players with the most games among those that a filter lets through."""
        limit, _ = _page(limit, 0)
        clauses = conditions(wanted)
        sides = [
            select(column.label("player"), *_outcomes(side)).where(*clauses)
            for side, column in enumerate((games.c.player0_id, games.c.player1_id))
        ]
        both = sides[0].union_all(sides[1]).subquery()
        sums = [func.sum(both.c[name]).label(name) for name in ("won", "drawn", "lost", "open")]
        query = (
            select(players.c.name, players.c.engine, *sums)
            .join(both, both.c.player == players.c.id)
            .group_by(players.c.id, players.c.name, players.c.engine)
            .order_by(func.count().desc(), players.c.name, players.c.engine)
            .limit(limit)
        )
        with self._reading() as connection:
            return [
                PlayerTotal(row.name, row.engine, *(int(n) for n in row[2:]))
                for row in connection.execute(query)
            ]

    # Ratings

    def save_ratings(self, pool: str, found: Iterable[Rating]) -> None:
        """Put the ratings of a pool in the place of those it had."""
        rows = list(found)
        if any(rating.pool != pool for rating in rows):
            raise UsageError(f"a rating of another pool: expected {pool!r}")
        with reporting(self._url), writing(self._engine) as connection:
            connection.execute(delete(ratings).where(ratings.c.pool == clean(pool)))
            ids = player_ids(connection, [(clean(r.name), clean(r.engine)) for r in rows])
            values = [
                {
                    "player_id": ids[clean(r.name), clean(r.engine)],
                    "game": r.game,
                    "pool": clean(pool),
                    "elo": r.elo,
                    "error": r.error,
                    "games": r.games,
                    "date": r.date,
                }
                for r in rows
            ]
            if values:
                connection.execute(insert(ratings), values)

    def ratings(self, pool: str) -> list[Rating]:
        """The ratings of a pool, the strongest first."""
        query = (
            select(players.c.name, players.c.engine, *(c for c in ratings.c if c.name != "player_id"))
            .join(players, players.c.id == ratings.c.player_id)
            .where(ratings.c.pool == clean(pool))
            .order_by(ratings.c.elo.desc(), players.c.name)
        )
        with self._reading() as connection:
            return [Rating(**row._mapping) for row in connection.execute(query)]

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Connection]:
        with reporting(self._url), self._engine.connect() as connection:
            yield connection


def _indexed(game: GameRecord | IndexedGame) -> IndexedGame:
    return game if isinstance(game, IndexedGame) else index(game)


def _rows() -> Select[Any]:
    first, second = players.alias("first"), players.alias("second")
    return (
        select(
            games,
            first.c.name.label("name0"),
            first.c.engine.label("engine0"),
            second.c.name.label("name1"),
            second.c.engine.label("engine1"),
        )
        .join(first, first.c.id == games.c.player0_id)
        .join(second, second.c.id == games.c.player1_id)
    )


def _page(limit: int, offset: int) -> tuple[int, int]:
    if not 1 <= limit <= MAX_LIMIT:
        raise UsageError(f"limit {limit} is out of range: expected 1 to {MAX_LIMIT}")
    if not 0 <= offset < _MAX_OFFSET:
        raise UsageError(f"offset {offset} is out of range: expected 0 or more")
    return limit, offset


def _outcomes(side: int) -> list[ColumnElement[int]]:
    won, lost = games.c.winner == side, games.c.winner == 1 - side
    drawn = and_(games.c.finished.is_(True), games.c.winner.is_(None))
    named = (("won", won), ("drawn", drawn), ("lost", lost), ("open", games.c.finished.is_(False)))
    return [case((condition, 1), else_=0).label(name) for name, condition in named]
