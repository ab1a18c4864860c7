"""`Rooms`: all games of the server, by their secret ids.

Owns ids, keys, the number of games in memory, and how a game comes back from the disk.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import time
from collections.abc import Sequence

from hexapoda.errors import HexapodaError
from hexapoda.games import Game
from hexapoda.play import HUMAN, LiveGame, Setup
from hexapoda.web.api.schemas import NewGame
from hexapoda.web.live.room import Room
from hexapoda.web.live.room_file import RoomFile
from hexapoda.web.opponents import find_opponent
from hexapoda.web.problem import Problem
from hexapoda.web.settings import WebSettings

__all__ = ["Rooms"]

_ID = re.compile(r"[0-9a-f]{32}")


class Rooms:
    """The games in memory, and those on the disk that can be resumed."""

    def __init__(self, settings: WebSettings) -> None:
        """`settings`: the limits."""
        self._settings = settings
        self._rooms: dict[str, Room] = {}
        self._loading = asyncio.Lock()

    async def create(self, game: Game, wish: NewGame) -> tuple[Room, tuple[str, str]]:
        """Create a game; return its room and the keys of its two seats. Raises `Problem`, `HexapodaError`."""
        await self._make_space()
        id = secrets.token_hex(16)
        keys = (secrets.token_urlsafe(16), secrets.token_urlsafe(16))
        live = await asyncio.to_thread(self._new_game, game, wish, id, keys)
        room = self._rooms[id] = Room(id, live, self._settings)
        return room, keys

    async def find(self, id: str) -> Room:
        """Return the room with this id, from the disk if necessary. Raises `Problem` 404."""
        if _ID.fullmatch(id) is None:
            raise Problem(404, "there is no such game")
        room = self._rooms.get(id)
        if room is None:
            async with self._loading:
                room = self._rooms.get(id)
                if room is None:
                    await self._make_space()
                    live = await asyncio.to_thread(self._load, id)
                    room = self._rooms[id] = Room(id, live, self._settings)
        room.used = time.monotonic()
        return room

    def seats_of(self, room: Room, keys: Sequence[str]) -> frozenset[int]:
        """Return the seats that these keys open. Raises `Problem` 403 for a key of another game."""
        known = room.live.autosave
        assert isinstance(known, RoomFile)
        seats = set()
        for key in keys:
            digest = digest_of(key)
            seat = next(
                (at for at, one in enumerate(known.keys) if secrets.compare_digest(one, digest)), None
            )
            if seat is None:
                raise Problem(403, "this key is not one of this game")
            seats.add(seat)
        return frozenset(seats)

    async def close(self) -> None:
        """Close all games; their files stay."""
        rooms, self._rooms = list(self._rooms.values()), {}
        await asyncio.gather(*(room.close() for room in rooms))

    async def sweep(self) -> None:
        """Let the games go that nobody has watched for long."""
        late = time.monotonic() - self._settings.idle_seconds
        for room in [room for room in self._rooms.values() if room.idle and room.used < late]:
            await self._drop(room)

    async def _make_space(self) -> None:
        """Let the game go that nobody has watched for longest if there are too many. Raises `Problem` 429."""
        while len(self._rooms) >= self._settings.rooms:
            idle = [room for room in self._rooms.values() if room.idle]
            if not idle:
                raise Problem(429, "too many games are being played here: try again later")
            await self._drop(min(idle, key=lambda room: room.used))

    async def _drop(self, room: Room) -> None:
        self._rooms.pop(room.id, None)
        await room.close()

    def _new_game(self, game: Game, wish: NewGame, id: str, keys: tuple[str, str]) -> LiveGame:
        texts = tuple(HUMAN if seat == HUMAN else find_opponent(game, seat).text for seat in wish.seats)
        clock = None if wish.clock is None else (wish.clock.base, wish.clock.increment)
        setup = Setup(game.name, (texts[0], texts[1]), wish.variant, wish.rules, wish.start, clock=clock)
        file = RoomFile(game.name, id, (digest_of(keys[0]), digest_of(keys[1])))
        live = LiveGame(setup.session(), file)
        live.keep()
        return live

    def _load(self, id: str) -> LiveGame:
        try:
            return RoomFile.load(id)
        except FileNotFoundError:
            raise Problem(404, "there is no such game") from None
        except (OSError, HexapodaError) as error:
            raise Problem(409, f"the game cannot be read: {error}") from error


def digest_of(key: str) -> str:
    """Return what is stored of a key, from which nobody can tell the key."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
