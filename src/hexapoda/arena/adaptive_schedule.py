"""`AdaptiveSchedule`: chooses the games of a match based on the results so far, and decides when to stop."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexapoda.arena.scoreboard import Scoreboard
    from hexapoda.arena.settings import MatchSettings

__all__ = ["AdaptiveSchedule"]


class AdaptiveSchedule(ABC):
    """The base class of schedules that depend on results. If several games are played at once, two runs with
    the same seed can choose different games.
    """

    def __init__(self, settings: MatchSettings) -> None:
        self._settings = settings
        self._meetings = settings.meetings
        self._open = [
            meeting
            for meeting, engines in enumerate(self._meetings)
            if not any(map(settings.is_retired, engines))
        ]
        """The meetings in which neither engine is retired."""

    @abstractmethod
    def decided(self, board: Scoreboard) -> bool:
        """Return whether the ratings are precise enough."""

    @abstractmethod
    def _choose(self, board: Scoreboard, begun: Sequence[int]) -> int | None:
        """Return the meeting that plays next; None if no game is left that would make the ratings more
        precise. `begun` holds the number of pairs that each meeting has begun, including unfinished ones.
        """

    def finished(self, board: Scoreboard) -> bool:
        """Return whether the ratings are precise enough, or no game is left that would improve them."""
        return self.decided(board) or next(self.numbers(lambda: board), None) is None

    def numbers(self, board: Callable[[], Scoreboard]) -> Iterator[int]:
        """Yield the numbers of the games to play. Each pair is chosen when it is needed, based on the results
        so far.
        """
        settings = self._settings
        done = {number for number in board().games if settings.has_game(number)}
        begun = [0] * len(self._meetings)
        for number in done:
            turn, meeting = divmod(number // 2, settings.stride)
            begun[meeting] = max(begun[meeting], turn + 1)
        for meeting in self._open:  # games that an interrupted run did not finish
            for turn in range(begun[meeting]):
                yield from (number for number in self._pair(meeting, turn) if number not in done)
        while (chosen := self._choose(board(), begun)) is not None:
            begun[chosen] += 1
            yield from self._pair(chosen, begun[chosen] - 1)

    def _pair(self, meeting: int, turn: int) -> tuple[int, int]:
        first = 2 * (turn * self._settings.stride + meeting)
        return first, first + 1
