"""`ServedTime`: how many seconds the server of a data folder has run in total, over all its runs.

Clocks with days per move run by this time: even while no page has the game open, but not while the server is
down, so that downtime costs the players no time. The time is saved in the file `web-time` of the data folder.
If the server is killed, the time since the last `keep` is lost. That costs no player a game, because all
clocks fall behind equally.
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
        """Return the total time in seconds."""
        return self._before + time.monotonic()

    def keep(self) -> None:
        """Save the time in the file. Raises `OSError`."""
        write_atomically(self._path, f"{max(self.now(), self._kept()):.1f}\n")

    def _kept(self) -> float:
        """Return the time in the file; 0 if the file is missing or damaged."""
        try:
            found = float(self._path.read_text("ascii")[:40])
        except (OSError, ValueError):
            return 0.0
        return found if math.isfinite(found) and found >= 0 else 0.0
