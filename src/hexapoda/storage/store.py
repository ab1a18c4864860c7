"""The game store: games with their positions, in an SQLite file or a PostgreSQL database.

`Store` opens a store (and upgrades its tables), adds games and queries them. To the store, engines and
matches are only data: names, settings and ratings.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import URL, Connection, Engine, func, select
from sqlalchemy.exc import OperationalError

from hexapoda.errors import UsageError
from hexapoda.games import DEFAULT_GAME
from hexapoda.record import GameRecord, GameTree, ReadGame
from hexapoda.storage import editing, naming
from hexapoda.storage.answers import (
    Added,
    DeletedGame,
    Exploration,
    GameVersion,
    Meetings,
    PlayerTotal,
    Rating,
    StoredGame,
)
from hexapoda.storage.backup import back_up, copy_rows
from hexapoda.storage.connection import (
    connect,
    empty_store,
    is_empty_store,
    is_file,
    reporting,
    store_url,
    writing,
)
from hexapoda.storage.counting import count_by, count_results, lengths, meetings, player_totals
from hexapoda.storage.creation import create_file
from hexapoda.storage.exploring import explore, movers, newest_through
from hexapoda.storage.filter import GameFilter, conditions
from hexapoda.storage.indexing import IndexedGame, index
from hexapoda.storage.rating_table import ratings_of, save_ratings
from hexapoda.storage.row import Ownership, clean, rows_with_names, sound_games, stored_game
from hexapoda.storage.schema import GAME_NUMBERS, changes, games, positions
from hexapoda.storage.upgrade import is_blank, upgrade
from hexapoda.storage.verification import StoreFault, verify
from hexapoda.storage.writer import StoredChunk, alias_names, match_id, store_games
from hexapoda.text.sentence import Sentence

__all__ = ["MAX_LIMIT", "Store"]

MAX_LIMIT = 10_000
"""The largest `limit` of a query. `records` and `trees` have no limit."""

_CHUNK = 1000
"""The number of games added in one transaction, or read by one query."""
_MAX_OFFSET = 1 << 31
_ALL = GameFilter()


class Store:
    """A database of games and their positions. Open one with `Store.open`. Every method raises `UsageError`
    for errors of the database.
    """

    def __init__(self, url: URL, engine: Engine, copied: Path | None = None) -> None:
        self._url = url
        self._engine = engine
        self.has_no_tables = is_empty_store(engine)  # the stand-in for a missing or blank file
        self.copied = copied
        """The path of the copy that `open` made before upgrading an older store; None if it made none."""

    @classmethod
    def open(
        cls,
        url: str | None = None,
        *,
        read_only: bool = False,
        create: bool = True,
        seconds: float | None = None,
    ) -> Store:
        """Open a store. A missing file is created (unless `create` is false), and older tables are upgraded.

        `url` is the path of an SQLite file, `sqlite:///FILE`, or `postgresql://USER@HOST/NAME`; None means
        `games.db` in the user's data folder. With `read_only`, no file is created, the file need not be
        writable unless it must be upgraded, and a blank file or a missing default store counts as empty. A
        transaction (in PostgreSQL, a statement) that takes longer than `seconds` fails. Raises `UsageError`.
        """
        where = store_url(url)
        path = Path(where.database or "") if is_file(where) else None
        with reporting(where):
            missing = path is not None and not path.exists()
            if read_only and url is None and missing:
                engine = empty_store()
            else:
                engine = connect(where, read_only=read_only, create=create, seconds=seconds)
        try:
            with reporting(where):
                if read_only and path is not None and is_blank(engine):
                    engine.dispose()
                    engine = empty_store()
                elif path is not None and missing and not read_only:
                    create_file(path)
                try:
                    copied = upgrade(engine)
                except (OperationalError, sqlite3.OperationalError) as error:
                    # `sqlite3` itself raises the second error if the copy beside the store cannot be written.
                    if read_only and ("readonly" in str(error) or "unable to open" in str(error)):
                        raise UsageError(
                            f"the store '{where.database}' has an older version and must be upgraded, "
                            "but it cannot be written"
                        ) from None
                    raise
        except BaseException:
            engine.dispose()
            raise
        return cls(where, engine, copied)

    def close(self) -> None:
        """Close the file or the connection to the server."""
        self._engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def url(self) -> str:
        """The URL of the store, without a password."""
        return self._url.render_as_string(hide_password=True)

    # Adding

    def add(
        self, game: GameRecord | GameTree | IndexedGame, *, match: int | None = None, owner: str = ""
    ) -> StoredGame | None:
        """Add one game; return None if the store already has it. Raises `InvalidGameError` for a bad move."""
        ready = index(game)
        stored = self._store([ready], Ownership(owner, match=match))
        return self.game(stored.ids[0]) if stored.ids else None

    def add_many(
        self,
        games: Iterable[GameRecord | GameTree | ReadGame | IndexedGame],
        *,
        match: int | None = None,
        owner: str = "",
        chunk: int = _CHUNK,
        on_chunk: Callable[[Added], None] = lambda added: None,
    ) -> Added:
        """Add games in transactions of `chunk` games. After each one, `on_chunk` is called with the totals.

        A game that this owner already has in the store is not added again, but completed with data that only
        the new record has, such as names, comments and variations. If a game is illegal or the iterable
        raises, the games before it are stored before the error is raised.
        """
        added = Added(0, 0, 0)
        waiting: list[IndexedGame] = []

        def flush() -> None:
            nonlocal added, waiting
            ready, waiting = waiting, []
            stored = self._store(ready, Ownership(owner, match=match))
            new = len(stored.ids)
            old, completed = added.duplicates + len(ready) - new, added.completed + stored.completed
            added = Added(added.added + new, old, completed)
            on_chunk(added)

        try:
            for game in games:
                waiting.append(index(game))
                if len(waiting) == chunk:
                    flush()
        except Exception:
            flush()
            raise
        flush()
        return added

    def save(
        self,
        tree: GameTree,
        *,
        id: int | None = None,
        owner: str = "",
        kind: str = "game",
        name: str | None = None,
    ) -> int:
        """Store a tree as it is, and return its number. With `id`, it replaces the game with that number,
        which must have this owner and kind. `history` keeps the former version; without `name`, the game
        keeps its name. A tree of kind `analysis` is not a played game: the explorer, the player list and
        imports ignore it. Raises `UsageError` for an unknown number, and `InvalidGameError`.
        """
        with self._writing() as connection:
            return editing.save_game(
                connection, index(tree), id, Ownership(owner, kind, name or ""), keeps_name=name is None
            )

    def match(self, name: str, *, game: str = DEFAULT_GAME, settings: Mapping[str, Any] | None = None) -> int:
        """Return the id of a match, for `add`. A match that does not exist is created with `settings`."""
        with self._writing() as connection:
            return match_id(connection, clean(name), game, json.dumps(dict(settings or {})))

    def _store(self, chunk: Sequence[IndexedGame], place: Ownership) -> StoredChunk:
        if not chunk:
            return StoredChunk((), 0)
        with self._writing() as connection:
            return store_games(connection, chunk, place)

    # Queries

    def game(self, id: int) -> StoredGame | None:
        """Return the game with this number, of any owner and kind; None if there is none. Raises
        `InvalidGameError` if it is damaged.
        """
        if id not in GAME_NUMBERS:
            return None
        with self._reading() as connection:
            row = connection.execute(rows_with_names().where(games.c.id == id)).first()
        return None if row is None else stored_game(row)

    def tree(self, id: int) -> GameTree:
        """Return the whole game with this number, with variations and comments. Raises `UsageError` if there
        is none, and `InvalidGameError` if it is damaged.
        """
        found = self.game(id)
        if found is None:
            raise UsageError(Sentence("the store has no game {ids}", ids=id))
        return found.tree()

    def trees(self, wanted: GameFilter = _ALL) -> Iterator[tuple[int, GameTree]]:
        """Yield the number and the tree of every game that matches a filter. Raises `InvalidGameError`."""
        for found in self.records(wanted):
            yield found.id, found.tree()

    def search(
        self,
        wanted: GameFilter = _ALL,
        *,
        limit: int = 20,
        offset: int = 0,
        newest: bool = False,
        damaged: list[int] | None = None,
    ) -> list[StoredGame]:
        """Return the games that match a filter, oldest or `newest` first; `damaged` is as in `records`."""
        limit, offset = _page(limit, offset)
        order = games.c.id.desc() if newest else games.c.id
        query = rows_with_names().where(*conditions(wanted)).order_by(order).limit(limit).offset(offset)
        with self._reading() as connection:
            return list(sound_games(connection.execute(query), damaged))

    def number_of_games(self) -> int:
        """Return the number of games and analyses of all owners."""
        return self.count(GameFilter(owners=None, kind=None))

    def count(self, wanted: GameFilter = _ALL) -> int:
        """Return the number of games that match a filter."""
        with self._reading() as connection:
            query = select(func.count()).select_from(games).where(*conditions(wanted))
            return int(connection.execute(query).scalar_one())

    def records(self, wanted: GameFilter = _ALL, damaged: list[int] | None = None) -> Iterator[StoredGame]:
        """Yield all games that match a filter, oldest first, without reading them all into memory at once.
        The numbers of damaged games are added to `damaged`; without it, they raise `InvalidGameError`.
        """
        last = 0
        while True:
            query = (
                rows_with_names()
                .where(games.c.id > last, *conditions(wanted))
                .order_by(games.c.id)
                .limit(_CHUNK)
            )
            with self._reading() as connection:
                rows = connection.execute(query).all()
            yield from sound_games(rows, damaged)
            if len(rows) < _CHUNK:
                return
            last = rows[-1].id

    def explore(self, position: Any, wanted: GameFilter = _ALL) -> Exploration:
        """Return the moves played from a position; symmetric positions and transpositions are merged."""
        with self._reading() as connection:
            return explore(connection, position, wanted)

    def newest_through(
        self, position: Any, wanted: GameFilter = _ALL, *, limit: int = 10, damaged: list[int] | None = None
    ) -> list[tuple[int, StoredGame]]:
        """Return the newest games through a position or a symmetric one, each with its first ply there."""
        limit, _ = _page(limit, 0)
        with self._reading() as connection:
            return newest_through(connection, position, wanted, limit, damaged)

    def movers(self, position: Any, wanted: GameFilter = _ALL) -> dict[str, dict[tuple[str, str], int]]:
        """Return who played the moves of `explore`: for the first text of each move, in how many games
        each player made it. Players are pairs of a name and an engine; anonymous players are left out.
        """
        with self._reading() as connection:
            return movers(connection, position, wanted)

    def tally(self, column: str, wanted: GameFilter = _ALL) -> dict[str, int]:
        """Return the number of games by "game", "variant", "ending" or "event", most frequent first."""
        with self._reading() as connection:
            return count_by(connection, column, wanted)

    def results(self, wanted: GameFilter = _ALL) -> dict[str, int]:
        """Return the number of games that ended "1-0", "1/2-1/2", "0-1" and "*"."""
        with self._reading() as connection:
            return count_results(connection, wanted)

    def lengths(self, wanted: GameFilter = _ALL) -> tuple[int, int, float, int]:
        """Return the number of games, and the minimum, mean and maximum number of plies (0 without games)."""
        with self._reading() as connection:
            return lengths(connection, wanted)

    def positions(self) -> int:
        """Return the number of indexed positions, each counted every time that a game reached it."""
        with self._reading() as connection:
            return int(connection.execute(select(func.count()).select_from(positions)).scalar_one())

    def changes(self) -> int:
        """Return a number that changes whenever any process may have changed a count of games or players,
        including a count by event or date. It tells a caller that caches counts whether they are out of date.
        """
        with self._reading() as connection:
            return int(connection.execute(select(changes.c.number)).scalar() or 0)

    # Players

    def players(self, wanted: GameFilter = _ALL, *, limit: int = 10) -> list[PlayerTotal]:
        """Return the players with the most games that match a filter; aliases count as the same player."""
        limit, _ = _page(limit, 0)
        with self._reading() as connection:
            return player_totals(connection, wanted, limit)

    def meetings(self, wanted: GameFilter = _ALL) -> dict[str, Meetings]:
        """Return the pairings in each game, by its name, without unfinished games and anonymous players."""
        with self._reading() as connection:
            return meetings(connection, wanted)

    def player_names(self) -> list[str]:
        """Return all player names, including aliases."""
        with self._reading() as connection:
            return naming.player_names(connection)

    def aliases(self) -> dict[str, str]:
        """Return the aliases, each with the name that it stands for."""
        with self._reading() as connection:
            return alias_names(connection)

    def add_alias(self, name: str, alias: str) -> int:
        """Make `alias` another name of the player `name`; return how many games were merged. Games keep the
        name that they were added with. Raises `UsageError` for a bad name, or if the two played each other.
        """
        with self._writing() as connection:
            return naming.add_alias(connection, name, alias)

    def remove_alias(self, alias: str) -> str:
        """Remove an alias; return the name that it stood for. Raises `UsageError` if it is not an alias."""
        with self._writing() as connection:
            return naming.remove_alias(connection, alias)

    def rename(self, old: str, new: str) -> tuple[int, int]:
        """Rename a player in all games; return how many games changed, and how many were merged. The old name
        becomes an alias. Raises `UsageError` for an unknown player, or if the two played each other.
        """
        with self._writing() as connection:
            return naming.rename(connection, old, new)

    # Corrections

    def edit(self, id: int, record: GameRecord, *, editor: str = "") -> None:
        """Replace a game's record, and keep the former version. Its game, variant, start and moves cannot be
        changed. Raises `UsageError` and `InvalidGameError`.
        """
        with self._writing() as connection:
            editing.change_game(connection, id, record, editor)

    def history(self, id: int) -> list[GameVersion]:
        """Return the former versions of a game, oldest first. Raises `UsageError` and `InvalidGameError`."""
        with self._reading() as connection:
            return editing.history(connection, id)

    def revert(self, id: int, version: int, *, editor: str = "") -> None:
        """Go back to a former version of a game, by its number in `history`. Raises the errors of `edit`."""
        with self._writing() as connection:
            editing.revert(connection, id, version, editor)

    def delete_owner(self, owner: str) -> int:
        """Permanently delete everything that an owner has: games, analyses, former versions and trash.
        Return the number of games and analyses outside the trash. Raises `UsageError` for the public library.
        """
        with self._writing() as connection:
            return editing.delete_owner(connection, owner)

    def export_owner(self, owner: str, damaged: list[int] | None = None) -> Iterator[StoredGame]:
        """Yield all games and analyses of an owner, oldest first; `damaged` is as in `records`."""
        return self.records(GameFilter(owners=(owner,), kind=None), damaged)

    def delete(self, wanted: Sequence[int] | GameFilter) -> int:
        """Move the games with these ids, or all that match a filter, to the trash; return how many. Raises
        `UsageError`, and deletes nothing, for an unknown id.
        """
        with self._writing() as connection:
            return editing.delete_games(connection, wanted)

    def deleted(
        self,
        *,
        limit: int = MAX_LIMIT,
        owners: Sequence[str] | None = None,
        kind: str | None = None,
        ids: Sequence[int] | None = None,
    ) -> list[DeletedGame]:
        """Return the games in the trash, most recently deleted first, without damaged ones. `owners`, `kind`
        and `ids` select some of them; None selects all.
        """
        limit, _ = _page(limit, 0)
        with self._reading() as connection:
            return editing.deleted(connection, limit, owners=owners, kind=kind, ids=ids)

    def restore(self, ids: Sequence[int]) -> list[int]:
        """Restore games from the trash under their old ids; return the ids of those restored. A game that was
        added again in the meantime stays in the trash. Raises `UsageError`, and restores nothing, for an id
        that is not in the trash.
        """
        with self._writing() as connection:
            return editing.restore_games(connection, ids)

    def trash_size(self) -> int:
        """Return the number of games in the trash, including damaged ones, which `deleted` leaves out."""
        with self._reading() as connection:
            return editing.trash_size(connection)

    def purge(self) -> int:
        """Permanently delete the games in the trash and return their number."""
        with self._writing() as connection:
            return editing.purge(connection)

    # Safety

    def verify(self) -> list[StoreFault]:
        """Check the games, former versions, position index and counters; return all faults."""
        with self._reading() as connection:
            return list(verify(connection))

    def back_up(self, target: str | Path) -> None:
        """Copy a snapshot of the store to a new SQLite file, which is itself a store. Raises
        `FileInTheWayError` if `target` exists, and `UsageError`.
        """
        with reporting(URL.create("sqlite", database=str(target))):
            back_up(self._engine, Path(target))

    def restore_backup(self, backup: Store) -> int:
        """Fill this store, which must hold no games, from a backup opened by `open_backup`; return the
        number of games. After an error, the store is still empty. Raises `UsageError`.
        """
        with backup._reading() as rows, self._writing() as connection:
            return copy_rows(rows, connection)

    # Ratings

    def save_ratings(self, pool: str, found: Iterable[Rating]) -> None:
        """Replace the ratings of a pool. Raises `UsageError` for a rating of another pool."""
        with self._writing() as connection:
            save_ratings(connection, pool, found)

    def ratings(self, pool: str) -> list[Rating]:
        """Return the ratings of a pool, strongest first."""
        with self._reading() as connection:
            return ratings_of(connection, pool)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Connection]:
        with reporting(self._url), self._engine.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Connection]:
        with reporting(self._url), writing(self._engine) as connection:
            yield connection


def _page(limit: int, offset: int) -> tuple[int, int]:
    if not 1 <= limit <= MAX_LIMIT:
        raise UsageError(f"limit {limit} is out of range: expected 1 to {MAX_LIMIT}")
    if not 0 <= offset < _MAX_OFFSET:
        raise UsageError(f"offset {offset} is out of range: expected 0 or more")
    return limit, offset
