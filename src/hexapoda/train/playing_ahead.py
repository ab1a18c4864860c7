"""`PlayingAhead`: games that are played in a thread while the network learns."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Generic, TypeVar

__all__ = ["PlayingAhead"]

Played = TypeVar("Played")
_POLL = 0.2
"""Seconds between two reports of the progress to someone who waits."""


class _StoppedError(Exception):
    """Ends the thread at the next report of its progress."""


class PlayingAhead(Generic[Played]):
    """A call of a function in a thread of its own."""

    def __init__(self, play: Callable[[Callable[[int, int], None]], Played]) -> None:
        """Start `play(on_games)`, which calls `on_games(ended, all)` after each ply. The core plays without
        holding Python's lock, so the network learns at the same time.
        """
        self._stopping = False
        self._games = 0, 0
        self._threads = ThreadPoolExecutor(1, "self-play")
        self._playing: Future[Played] = self._threads.submit(play, self._say)

    def wait(self, on_games: Callable[[int, int], None]) -> None:
        """Wait for the end. Calls `on_games(ended, all)` in this thread from time to time."""
        while not wait([self._playing], _POLL).done:
            on_games(*self._games)

    def result(self) -> Played:
        """Return what `play` returned, when it has ended. Raises its errors."""
        self._threads.shutdown()
        return self._playing.result()

    def stop(self) -> None:
        """Stop playing, and wait for the thread, which ends at the next ply. Its errors are dropped."""
        self._stopping = True
        self._threads.shutdown()

    def _say(self, ended: int, all: int) -> None:
        if self._stopping:
            raise _StoppedError
        self._games = ended, all
