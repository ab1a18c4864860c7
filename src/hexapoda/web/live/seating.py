"""`Seating`: the two seats of a game, with their owners and names, and the seat that is open to anyone.

Also records which players have opened the game. The room calls it while holding its lock.
"""

from __future__ import annotations

import asyncio
import secrets

from hexapoda.play import Aid, LiveGame
from hexapoda.text.sentence import Sentence
from hexapoda.web.live.audience import Audience
from hexapoda.web.live.room_file import RoomFile, digest_of
from hexapoda.web.problem import Problem

__all__ = ["Seating"]


class Seating:
    """The seats of one game."""

    def __init__(self, live: LiveGame, file: RoomFile, pages: Audience) -> None:
        """`file`: the file of the game; `pages`: the pages that watch it."""
        self._live = live
        self._file = file
        self._pages = pages
        clock = live.session.clock
        self._met = clock is not None and clock.running is not None
        """Whether the clock of two people may run. Once True, it stays True."""

    def clock_stands(self) -> bool:
        """Return whether the clock of a game between two people is stopped. It starts once both are present
        at the same time or, with days per move, once both have opened the game. From then on it keeps
        running even if a player leaves, so that nobody gains time by leaving. Once a move has been played, it
        starts as soon as one player is present.
        """
        session, present = self._live.session, self._pages.seats
        if session.clock is not None and session.clock.lasts:
            self._met = self._met or self._file.seen == {0, 1}
        self._met = self._met or present == {0, 1} or bool(present and session.played)
        return not self._met

    def welcome(self, seats: frozenset[int], owner: str, name: str | None) -> bool:
        """Record that the players of these seats have opened the game, and that the seats belong to `owner`.
        `name`: the player's name, used only for a single seat in an unfinished game between people. Return
        whether anything changed and must be saved.
        """
        file, session = self._file, self._live.session
        first, second = (owner if seat in seats else known for seat, known in enumerate(file.owners))
        apart = file.apart or (len(seats) == 1 and session.humans == 2)
        wanted = {"owners": (first, second), "seen": sorted(file.seen | seats), "apart": apart}
        news = file.owners != (first, second) or not seats <= file.seen or apart != file.apart
        if news:
            file.choices = {**file.choices, **wanted}
        if name is None or session.humans < 2 or len(seats) != 1 or session.result() is not None:
            return news
        [seat] = seats
        if session.players[seat].name != name:
            session.rename(seat, name)
            return True
        return news

    async def take_open(self, owner: str, name: str | None) -> tuple[int, str]:
        """Give the open seat to a visitor, who thereby accepts the offer. Return the seat and its key once
        both are saved. Raises `Problem` 409 if no seat is open any more, and 503 if the change cannot be
        saved, in which case the seat stays open.
        """
        file, session = self._file, self._live.session
        offered, helped = file.open_seat, file.choices.get("help") is True
        if offered is None:
            raise Problem(409, Sentence("somebody else was faster, or the game is no longer offered"))
        before = file.keys, file.choices, session.players, set(session.aids), self._live.trouble
        seat, turned = 0 if offered == "first" else 1, offered == "random" and secrets.randbelow(2) == 1
        if turned:
            seat = 0
            file.keys, (first, second) = (file.keys[1], file.keys[0]), file.owners
            file.choices = {**file.choices, "owners": (second, first)}
            session.players = (session.players[1], session.players[0])
        key = secrets.token_urlsafe(16)
        digest = digest_of(key)
        file.keys = (digest, file.keys[1]) if seat == 0 else (file.keys[0], digest)
        file.choices = {each: value for each, value in file.choices.items() if each not in ("open", "help")}
        if helped:
            session.aids.add(Aid.AGREED)
        self.welcome(frozenset({seat}), owner, name)
        file.choices = {**file.choices, "seen": [0, 1]}  # the other player was here to make the offer
        await asyncio.to_thread(self._live.keep)
        if why := self._live.trouble:
            file.keys, file.choices, session.players, session.aids, self._live.trouble = before
            raise Problem(503, Sentence("this cannot be saved: {why}", why=why))
        if turned:
            self._pages.seat_again({0: 1})
        return seat, key
