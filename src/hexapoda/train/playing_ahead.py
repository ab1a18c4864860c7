"""`PlayingAhead`: games that are played in a thread while the network learns."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import Generic, TypeVar

from hexapoda._core import StopToken

__all__ = ["PlayingAhead"]

Played = TypeVar("Played")
_POLL = 0.2
"""Seconds between two reports of the progress to someone who waits."""


class _StoppedError(Exception):
    """Ends the thread at the next report of its progress."""


class PlayingAhead(Generic[Played]):
    """The games of iteration `number`, played in a thread of their own."""

    def __init__(self, number: int, play: Callable[[Callable[[int, int], None], StopToken], Played]) -> None:
        """Start `play(on_games, stop)`, which calls `on_games(ended, all)` after each ply, and whose searches
        end at once when `stop` is set. The core searches without Python's lock, so the network learns at the
        same time.
        """
        self.number = number
        self._stop = StopToken()
        self._games = 0, 0
        self._played: Future[Played] = Future()
        # A thread that Python does not wait for at exit: a run that was never closed must not play on.
        self._thread = Thread(target=self._run, args=(play,), name="self-play", daemon=True)
        atexit.register(self.stop)
        self._thread.start()

    def wait(self, on_games: Callable[[int, int], None]) -> None:
        """Wait for the end. Calls `on_games(ended, all)` in this thread from time to time."""
        while not wait([self._played], _POLL).done:
            if self._games[1]:
                on_games(*self._games)

    def result(self) -> Played:
        """Return what `play` returned, when it has ended. Raises its errors."""
        try:
            return self._played.result()
        finally:
            self.stop()

    def stop(self) -> None:
        """Stop playing, and wait for the thread. Its errors are dropped."""
        self._stop.stop()
        self._thread.join()
        atexit.unregister(self.stop)

    def _run(self, play: Callable[[Callable[[int, int], None], StopToken], Played]) -> None:
        try:
            self._played.set_result(play(self._say, self._stop))
        except BaseException as error:
            self._played.set_exception(error)

    def _say(self, ended: int, all: int) -> None:
        if self._stop.stopped:
            raise _StoppedError
        self._games = ended, all
