"""`FinishedGames`: adds the games that are finished here to the library.

Decides when, and for whom: a game belongs to the owners of both seats, and each of them has it in the
library. The file of a game says under which numbers it is there, so a game that is taken back and ends again
replaces itself. A game that ended just before the server was killed enters the library at the next start.
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
"""Seconds for games to enter the library while a caller waits for them, as the end of the server does."""


class FinishedGames:
    """Takes games from rooms to the library, one after the other."""

    def __init__(self, library: Library) -> None:
        """`library`: the store."""
        self._library = library
        self._one = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(self, room: Room) -> None:
        """A game has changed. If it is over now, or was before, bring the library up to date soon."""
        if _is_finished(room) or room.file.stored:
            task = asyncio.create_task(self._update(room))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def add_missed(self, find: Callable[[str], Awaitable[Room]]) -> None:
        """Add the games that ended when there was no time for it. `find`: returns the room with an id."""
        for id in await asyncio.to_thread(unfiled_games):
            try:
                await self._update(await find(id))
            except Problem as problem:  # another server has it open, or it is damaged
                LOGGER.warning("the finished game %s is not in the library: %s", id, problem.text)

    async def settled(self) -> None:
        """Wait for the games that have just ended, but not for long. When the server ends, the others come
        at the next start.
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
            except (Problem, HexapodaError) as error:  # at the next start again
                LOGGER.warning("a finished game is not in the library: %s", error)

    async def _put(
        self, record: GameRecord, owners: tuple[str, str], known: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Put a game into the library of each owner, in the place of the numbers that are known, and return
        its numbers.
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
