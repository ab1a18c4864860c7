"""Whoever a person at the terminal asks for a hint: an engine that is kept from one hint to the next.

Owns that engine and how long it may take. What is said of its answer is `hint`'s.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from hexapoda.cli.interruption import first_interrupt
from hexapoda.cli.terminal.waiting import end_in_the_end, wait_for
from hexapoda.engine import Engine, Limit, SearchInfo, SearchResult
from hexapoda.games import DEFAULT_GAME
from hexapoda.host import RunningSearch, close_engine
from hexapoda.registry import default_engine, parse_engine

__all__ = ["HINT_SECONDS", "LONGEST_HINT", "Advisor"]

HINT_SECONDS = 1.0
LONGEST_HINT = 600
_LATE = 3.0
"""Seconds that an answer may be late before what was told last is taken for it."""
_VALUES = {"multipv": 3, "seed": 0}
"""Options that it is made with, where it has them: alternatives are shown, and the same hint comes again."""


class Advisor:
    """The engine of the hints at one table."""

    def __init__(self, game: str = DEFAULT_GAME) -> None:
        """`game`: the name of the game that is played."""
        self._game = game
        self._engine: Engine | None = None

    def ask(
        self, position: Any, seconds: float, show: Callable[[str], None]
    ) -> tuple[SearchResult, tuple[SearchInfo, ...]]:
        """The best move that is found in so many seconds, or until Ctrl+C, and the best lines.

        `show` is told how far it has got. Raises `EngineError` when the engine cannot be made, or has nothing
        to say in time.
        """
        if self._engine is None:
            spec = parse_engine(default_engine(self._game), self._game)
            known = {option.name for option in spec.options}
            self._engine = spec.create(**{name: value for name, value in _VALUES.items() if name in known})
        thinking = RunningSearch(self._engine, position, Limit(time=seconds))
        gives_up = time.monotonic() + seconds + _LATE
        with end_in_the_end(thinking), first_interrupt(thinking.stop):
            wait_for(thinking, show, lambda: time.monotonic() > gives_up)
            result = thinking.result() if thinking.done else thinking.finish(0)
        return result, thinking.lines

    def close(self) -> None:
        """Let the engine go; the next hint makes another one."""
        engine, self._engine = self._engine, None
        close_engine(engine)
