"""`FinishedGames`: adds the games that end on this server to the library.

A game is added soon after it ends. It belongs to the owners of both seats, and each of them finds it in the
library. The file of a game contains its numbers in the library, so a game that ends again after a takeback
replaces its earlier version. A game that ended shortly before the server was killed is added at the next
start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from hexapoda.errors import HexapodaError
from hexapoda.record import GameRecord
from hexapoda.web.library.library import Library
from hexapoda.web.live.room import Room
from hexapoda.web.live.room_file import unfiled_games
from hexapoda.web.problem import Problem
from hexapoda.web.refusal_log import LOGGER

if TYPE_CHECKING:
    from hexapoda.storage import Store

__all__ = ["FinishedGames"]

_END_SECONDS = 2.0
"""The maximum number of seconds that `settled` waits for games to enter the library."""


class FinishedGames:
    """Copies games from rooms to the library, one at a time."""

    def __init__(self, library: Library) -> None:
        """`library`: receives the games."""
        self._library = library
        self._one = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(self, room: Room) -> None:
        """Handle a change to a game: if it is over, or was before, update the library soon."""
        if _is_finished(room) or room.file.stored:
            task = asyncio.create_task(self._update(room))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def add_missed(self, find: Callable[[str], Awaitable[Room]]) -> None:
        """Add the games that an earlier server had no time to add. `find` returns a room by its id."""
        for id in await asyncio.to_thread(unfiled_games):
            try:
                await self._update(await find(id))
            except Problem as problem:  # another server has it open, or it is damaged
                LOGGER.warning("the finished game %s is not in the library: %s", id, problem.text)

    async def settled(self) -> None:
        """Wait briefly until the games that have just ended are in the library. Games that are still missing
        when the server stops are added at the next start.
        """
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_END_SECONDS)

    async def _update(self, room: Room) -> None:
        async with self._one:
            try:
                over, known = _is_finished(room), room.file.stored
                record = await room.record()
                now = await self._put(record, room.file.owners, known) if over else ()
                if known and not over:
                    await self._library.write(lambda store: store.delete(known))
                if now != known:
                    await room.note(stored=now)
            except (Problem, HexapodaError) as error:  # tried again at the next start
                LOGGER.warning("a finished game is not in the library: %s", error)

    async def _put(
        self, record: GameRecord, owners: tuple[str, str], known: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Put a game into the library of each owner, in place of the games with the `known` numbers, and
        return its numbers.
        """

        def put(store: Store) -> tuple[int, ...]:
            from hexapoda.storage.played_games import keep_played

            numbers = {found.owner: id for id in known if (found := store.game(id)) is not None}
            return tuple(
                keep_played(
                    store, record, owner, numbers.get(owner), seats=(owner == owners[0], owner == owners[1])
                )
                for owner in dict.fromkeys(owners)
            )

        return await self._library.write(put)


def _is_finished(room: Room) -> bool:
    session = room.live.session
    return session.played and session.result() is not None
