"""`Rooms`: all games on the server, by their secret ids.

Creates the ids and keys, limits the number of games in memory, and loads games from disk.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import math
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from pydantic import ValidationError

from hexapoda.clock import Clock, TimeControl
from hexapoda.errors import HexapodaError
from hexapoda.games import Game, game_names
from hexapoda.play import HUMAN, Aid, LiveGame, Session
from hexapoda.play.session_json import restore_session
from hexapoda.registry import default_spec
from hexapoda.text.sentence import Sentence, message_of
from hexapoda.web.api.schemas import NewGame
from hexapoda.web.live.page_pool import PagePool
from hexapoda.web.live.room import Room
from hexapoda.web.live.room_engines import RoomEngines
from hexapoda.web.live.room_file import GAME_ID, RoomFile, digest_of, room_path
from hexapoda.web.live.room_folder import RoomFolder
from hexapoda.web.live.served_time import ServedTime
from hexapoda.web.live.unfinished import Unfinished
from hexapoda.web.opponents import find_opponent
from hexapoda.web.position_fields import MOST_MOVES, PositionFields, find_position
from hexapoda.web.problem import Problem
from hexapoda.web.quotas import Quota
from hexapoda.web.refusal_log import LOGGER
from hexapoda.web.settings import WebSettings
from hexapoda.web.visitor import Visitor

__all__ = ["Rooms"]

_IDLE_PROCESS = 300.0
"""Seconds without work after which a worker process is ended."""
_TIDY = 3600.0
"""Seconds between two checks of all game files."""


class Rooms:
    """The games in memory and those on disk, which are loaded when needed."""

    def __init__(self, settings: WebSettings) -> None:
        """`settings`: the limits."""
        self.settings = settings
        self.on_change: Callable[[Room], None] | None = None
        """Called after each change of a game."""
        self.served = ServedTime()
        """The time by which clocks with days per move run."""
        self._rooms: dict[str, Room] = {}
        self._tidied = -math.inf
        self.folder = RoomFolder(settings, self.served)
        """The game files, and a summary of each unfinished game."""
        self._quota = Quota(
            lambda count: Sentence(
                "you have begun {count} games here today: begin the next one later", count=count
            ),
            settings.games_a_day_per_owner,
            settings.games_a_day_per_address,
        )
        self._coming_and_going = asyncio.Lock()  # so that no game is loaded while it is being closed
        self._rematching = asyncio.Lock()  # so that both players get the same rematch
        self.pool = PagePool(settings)
        """The processes in which the engines of all games search."""
        self._waiters = ThreadPoolExecutor(settings.rooms, "hexapoda checks")

    async def create(self, game: Game, wish: NewGame, visitor: Visitor) -> tuple[Room, list[str]]:
        """Create a game for a visitor; return its room and the keys of its seats, except that of a seat that
        is offered to others. Raises `Problem` and `HexapodaError`.
        """
        keys = (secrets.token_urlsafe(16), secrets.token_urlsafe(16))
        owners = (visitor.owner, visitor.owner)
        room = await self._create(game, wish, visitor, secrets.token_hex(16), keys, owners)
        own = {None: (0, 1), "first": (1,)}.get(wish.open, (0,))
        return room, [keys[seat] for seat in own]

    async def take_open(self, id: str, visitor: Visitor, name: str | None) -> tuple[Room, str]:
        """Give the open seat of a game to a visitor; return the room and the seat's key. Raises `Problem`."""
        room = await self.find(id)
        if not visitor.local:
            await asyncio.to_thread(self.folder.admit, visitor)
        _, key = await room.take_open(visitor.owner, name)
        return room, key

    async def withdraw(self, id: str, keys: Sequence[str], visitor: Visitor) -> None:
        """Delete a game whose open seat is not taken, for the player who offers it. Raises `Problem`."""
        room = await self.find(id)
        if not (self.seats_of(room, keys) if keys else self.own_seats(room, visitor.owner)):
            raise Problem(403, Sentence("this page does not play in this game"))
        await room.withdraw()
        self._rooms.pop(id, None)
        self.folder.forget(id)

    async def rematch(self, id: str, keys: Sequence[str], visitor: Visitor) -> tuple[str, list[str]]:
        """Return the id of the rematch of a finished game, with the seats swapped, and the visitor's keys in
        the rematch. `keys`: the visitor's keys in the finished game; if empty, the seats that the visitor
        owns count. Between two people, the first to ask creates the rematch. Raises `Problem` and
        `HexapodaError`.
        """
        room = await self.find(id)
        seats, file = self.seats_of(room, keys), room.file
        if not keys:
            seats = self.own_seats(room, visitor.owner)
        if not seats:
            raise Problem(403, Sentence("this page does not play in this game"))
        async with self._rematching:
            # Two people share a rematch; against an engine, every request creates a new one.
            shared = room.live.session.humans == 2
            if not (shared and await self._exists(file.rematch)):
                wish = await room.rematch_wish()
                new = secrets.token_hex(16)
                first, second = (_rematch_key(file.keys[1 - seat], new) for seat in (0, 1))
                session = room.live.session
                owners = (file.owners[1], file.owners[0]) if shared else (visitor.owner, visitor.owner)
                made = await self._create(session.game, wish, visitor, new, (first, second), owners)
                for seat in (0, 1):
                    if session.players[1 - seat].human:
                        made.live.session.rename(seat, session.players[1 - seat].name)
                await room.note(rematch=new)
                room.retell()
        return file.rematch, [_rematch_key(file.keys[seat], file.rematch) for seat in sorted(seats)]

    async def _create(
        self,
        game: Game,
        wish: NewGame,
        visitor: Visitor,
        id: str,
        keys: tuple[str, str],
        owners: tuple[str, str],
    ) -> Room:
        async with self._coming_and_going:
            if wish.open is not None:
                await asyncio.to_thread(self.folder.admit_offer, visitor)
            if not visitor.local:
                over = {room.id for room in self._rooms.values() if room.live.session.result() is not None}
                await asyncio.to_thread(self.folder.admit, visitor, over)
                self._quota.take(visitor)
            await self._make_space()
            made = await asyncio.to_thread(self._new_game, game, wish, visitor.owner, id, keys, owners)
            self._rooms[id] = made
            self._note(made, visitor.network)
        return made

    def _note(self, room: Room, network: str) -> None:
        """Record the current state of a game in the folder's summary."""
        session = room.live.session
        if session.result() is not None:
            self.folder.forget(room.id)
        else:
            self.folder.note(room.id, Unfinished.of_game(session, room.file, self.served.now(), network))

    async def _exists(self, id: str) -> bool:
        try:
            await self.find(id)
        except Problem as problem:
            if problem.status == 404:
                return False
            raise
        return True

    async def find(self, id: str) -> Room:
        """Return the room with this id, loading the game if necessary. Raises `Problem` 404, 409 or 429."""
        if GAME_ID.fullmatch(id) is None:
            raise Problem(404, Sentence("there is no such game"))
        room = self._rooms.get(id)
        if room is None:
            async with self._coming_and_going:
                room = self._rooms.get(id)
                if room is None:
                    await self._make_space()
                    room = self._rooms[id] = await asyncio.to_thread(self._load, id)
        room.used = time.monotonic()
        return room

    def seats_of(self, room: Room, keys: Sequence[str]) -> frozenset[int]:
        """Return the seats that these keys open. Raises `Problem` 403 for a key of another game."""
        known = room.file
        seats = set()
        for key in keys:
            digest = digest_of(key)
            seat = next(
                (at for at, one in enumerate(known.keys) if secrets.compare_digest(one, digest)), None
            )
            if seat is None:
                raise Problem(403, Sentence("this key is not for this game"))
            seats.add(seat)
        return frozenset(seats)

    def own_seats(self, room: Room, owner: str) -> frozenset[int]:
        """Return the seats that belong to an owner, whichever browser took them."""
        return frozenset(seat for seat, known in enumerate(room.file.owners) if known == owner)

    async def own_games(self, owner: str) -> list[str]:
        """Return the ids of an owner's unfinished games."""
        return await asyncio.to_thread(self.folder.of, owner)

    def present(self, id: str) -> frozenset[int]:
        """Return the seats whose players have the game open."""
        room = self._rooms.get(id)
        return frozenset() if room is None else room.pages.seats

    def gauges(self) -> dict[str, tuple[str, float]]:
        """Return the gauges for monitoring: the description and value of each, by name."""
        return {
            "hexapoda_games": ("Games in memory.", len(self._rooms)),
            "hexapoda_pages": (
                "Pages that watch a game.",
                sum(len(room.pages.listeners) for room in self._rooms.values()),
            ),
            "hexapoda_games_unfinished": ("Unfinished games on the disk.", self.folder.unfinished),
            "hexapoda_games_archived": ("Archived games on the disk.", self.folder.archived),
            "hexapoda_processes": ("Processes of the pool.", len(self.pool.workers.processes)),
            **self.pool.gauges(),
        }

    def _changed(self, room: Room) -> None:
        self._note(room, self.folder.network(room.id))
        if self.on_change is not None:
            self.on_change(room)

    async def close(self) -> None:
        """Close all games and end all processes. The files of the games stay."""
        rooms, self._rooms = list(self._rooms.values()), {}
        try:
            await asyncio.to_thread(self._keep_time)
            ends = await asyncio.gather(*(room.close() for room in rooms), return_exceptions=True)
            for error in ends:
                if isinstance(error, BaseException):
                    LOGGER.error("a game could not be closed", exc_info=error)
        finally:  # otherwise processes would be left behind
            await asyncio.to_thread(self.pool.close)
            self._waiters.shutdown(wait=False, cancel_futures=True)

    def warm(self) -> None:
        """Start a process and load the default engines in it, so that the first move comes quickly."""
        self.pool.warm(default_spec(name) for name in game_names())

    async def sweep(self) -> None:
        """Close the games that nobody has watched for a while, end idle processes, end games whose time is
        up, and tidy the folder.
        """
        self.pool.workers.trim(_IDLE_PROCESS)
        await asyncio.to_thread(self._keep_time)
        await self._tidy()
        await self._end_late_games()
        late = time.monotonic() - self.settings.idle_seconds
        async with self._coming_and_going:
            for room in [
                room for room in self._rooms.values() if not room.pages.listeners and room.used < late
            ]:
                await self._drop(room)

    def _keep_time(self) -> None:
        """Save the time of `ServedTime`. If that fails, games can still be ended and closed."""
        try:
            self.served.keep()
        except OSError as error:  # for example a full disk
            LOGGER.warning("the time of clocks with days cannot be saved: %s", error)

    async def _end_late_games(self) -> None:
        """End the games that are not in memory if the player to move has run out of time. Games in memory
        have timers for that.
        """
        games = await asyncio.to_thread(self.folder.games)
        now = self.served.now()
        for id, game in games.items():
            if game.due is not None and game.due <= now and id not in self._rooms:
                try:
                    await (await self.find(id)).check_time()
                except Problem as problem:  # another server has it open, or there are too many games
                    LOGGER.warning("the clock of the game %s could not be read: %s", id, problem.text)

    async def _tidy(self) -> None:
        """Archive and remove the files of finished and abandoned games, at most once an hour."""
        now = time.monotonic()
        if now >= self._tidied + _TIDY:
            self._tidied = now
            await asyncio.to_thread(self.folder.tidy, keep=frozenset(self._rooms))

    async def _make_space(self) -> None:
        """If there are too many games in memory, close the game that has been unwatched the longest. Raises
        `Problem` 429 if all of them are being watched.
        """
        while len(self._rooms) >= self.settings.rooms:
            idle = [room for room in self._rooms.values() if not room.pages.listeners]
            if not idle:
                raise Problem(429, Sentence("too many games are being played here: try again later"))
            await self._drop(min(idle, key=lambda room: room.used))

    async def _drop(self, room: Room) -> None:
        """Close a game, unless a page has just joined it. If the game is over, its file is archived. If it
        has no moves and fewer than two people play, its file is removed, so that files do not pile up.
        """
        self._rooms.pop(room.id, None)
        if not await room.close(only_idle=True):
            self._rooms[room.id] = room
            return
        session = room.live.session
        if session.result() is not None:
            await asyncio.to_thread(self.folder.archive, room.id)
        elif not session.played and not session.undone and session.humans < 2:
            await asyncio.to_thread(room.live.discard)
            self.folder.forget(room.id)

    def _new_game(
        self, game: Game, wish: NewGame, owner: str, id: str, keys: tuple[str, str], owners: tuple[str, str]
    ) -> Room:
        texts = tuple(HUMAN if seat == HUMAN else find_opponent(game, seat).text for seat in wish.seats)
        control = None if wish.clock is None else TimeControl.parse_online(wish.clock)
        wanted = PositionFields(
            game=game.name, variant=wish.variant, rules=wish.rules, start=wish.start, moves=wish.moves
        )
        position = find_position(wanted).position
        field = "moves" if wish.moves else "start"
        if len(position.moves) > MOST_MOVES:  # `start` can include moves, and a rematch repeats them all
            text = Sentence(
                "{count} moves are given: expected at most {most}", count=len(position.moves), most=MOST_MOVES
            )
            raise Problem(400, text, field)
        if position.outcome() is not None:
            text = Sentence("the game is over in this position: nobody can play on")
            raise Problem(400, text, field)
        choices: dict[str, object] = {"owners": owners}
        if any(wish.seconds):
            choices["seconds"] = wish.seconds
        if wish.open is not None:
            choices |= {"open": wish.open, "seen": (1,) if wish.open == "first" else (0,)}
            choices |= {"help": wish.help, "apart": True}
        digests = (digest_of(keys[0]), digest_of(keys[1]))
        file = RoomFile(game.name, room_path(id), digests, choices)
        engines = RoomEngines(self.pool, game.name, owner)
        try:
            players = (engines.player(texts[0]), engines.player(texts[1]))
            clock = None if control is None else Clock(control, now=self.served.now)
            session = Session.begin(game, position, players, clock)
        except BaseException:
            file.discard()
            raise
        shares = wish.seconds if session.clock is None else (*wish.seconds, session.clock.limit(0).time)
        if any(given is not None and given < self.settings.move_seconds for given in shares):
            session.aids.add(Aid.TIME)
        live = LiveGame(session, file, clock_stands=True)
        live.keep()
        return Room(id, live, engines, self.settings, self._waiters, wish.seconds, self._changed)

    def _load(self, id: str) -> Room:
        try:
            file, record, text = RoomFile.load(id)
            try:
                engines = RoomEngines(self.pool, record.game, file.owners[0] or id)
                first, second = (
                    engines.player(player.engine or HUMAN, player.name) for player in record.players
                )
                session = restore_session(text, (first, second), self.served.now)
                live = LiveGame(session, file, clock_stands=True)
            except BaseException:
                file.release()
                raise
            return Room(id, live, engines, self.settings, self._waiters, _seconds_of(file), self._changed)
        except FileNotFoundError:
            raise Problem(404, Sentence("there is no such game")) from None
        except (OSError, HexapodaError) as error:
            raise Problem(409, Sentence("the game cannot be read: {why}", why=message_of(error))) from error


def _seconds_of(file: RoomFile) -> tuple[float | None, float | None]:
    """Return each engine's time per move, by seat; None for the default time."""
    try:
        return NewGame.model_validate(
            {"game": "", "seats": ("", ""), "seconds": file.choices.get("seconds", (None, None))}
        ).seconds
    except ValidationError:
        return None, None


def _rematch_key(digest: str, id: str) -> str:
    """Return the key of a seat in a rematch, derived from the digest of the player's earlier key."""
    return hmac.new(digest.encode(), id.encode(), hashlib.sha256).hexdigest()[:32]
