"""Pondering: a background search on the opponent's time, which fills the tree or table."""

from __future__ import annotations

import contextlib
import threading
from typing import Any

from hexapoda._core import StopToken

__all__ = ["Pondering"]


class Pondering:
    """A search in the background, from now until `end`."""

    def __init__(self, run: Any) -> None:
        """`run` searches until its stop token is set."""
        self._stop = StopToken()
        self._thread = threading.Thread(target=self._go, args=(run,), name="ponder", daemon=True)
        self._thread.start()

    def _go(self, run: Any) -> None:
        with contextlib.suppress(Exception):  # its result is not used
            run(self._stop)

    def end(self) -> None:
        """Stop the search and wait for its end."""
        self._stop.stop()
        self._thread.join()
