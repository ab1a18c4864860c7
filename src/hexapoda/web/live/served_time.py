"""`ServedTime`: the seconds for which the server of a data folder has run, in all its runs together.

The clocks of games with days per move run by it: also while no page has the game open, but not while the
server does not run, so that a player loses no time while the club's server is down. The time is in the file
`web-time` of the data folder. A kill loses what has passed since the last `keep`, which costs no player a
game: all clocks are late by as much.
"""

from __future__ import annotations

import math
import time

from hexapoda.files.data_folder import data_folder, write_atomically

__all__ = ["ServedTime"]

_FILE = "web-time"


class ServedTime:
    """The time of one server, which continues where the previous run ended."""

    def __init__(self) -> None:
        self._path = data_folder() / _FILE
        self._before = self._kept() - time.monotonic()

    def now(self) -> float:
        """Return the seconds."""
        return self._before + time.monotonic()

    def keep(self) -> None:
        """Write the time into the file. Raises `OSError`."""
        write_atomically(self._path, f"{max(self.now(), self._kept()):.1f}\n")

    def _kept(self) -> float:
        """The time in the file; 0 if there is none, or if it is damaged."""
        try:
            found = float(self._path.read_text("ascii")[:40])
        except (OSError, ValueError):
            return 0.0
        return found if math.isfinite(found) and found >= 0 else 0.0
