"""`GameImport`: separates the good games of imported files from bad games and other files, and counts them.

`hexapoda.record.reading` reads the files, and the store decides which games it already has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from hexapoda.record import ReadGame
from hexapoda.record.reading import NoGames
from hexapoda.text.sentence import message_of

__all__ = ["GameImport"]


@dataclass(slots=True)
class GameImport:
    """The counts of an import so far. `on_left_out` is called for each bad game and each file without games,
    with the reason.
    """

    on_left_out: Callable[[ReadGame | NoGames, str], None]
    good: int = 0
    bad: int = 0
    """The number of games and files with an error."""
    skipped: int = 0
    """The number of intact files that contain no known games."""

    def good_games(self, found: Iterable[ReadGame | NoGames]) -> Iterator[ReadGame]:
        """Yield the games that could be replayed to the end."""
        for each in found:
            if each.error is not None:
                self.bad += 1
                self.on_left_out(each, message_of(each.error))
            elif isinstance(each, NoGames):
                self.skipped += 1
                self.on_left_out(each, each.reason)
            else:
                self.good += 1
                yield each
