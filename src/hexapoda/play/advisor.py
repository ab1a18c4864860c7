"""`Advisor`: an engine that is asked for hints, kept from one hint to the next.

Owns that engine and how long it may take. The words of a hint are the front end's.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from hexapoda.engine import Limit, SearchInfo, SearchResult
from hexapoda.host import ANSWER_GRACE, EngineHost, RunningSearch
from hexapoda.registry import default_engine, parse_engine

__all__ = ["HINT_SECONDS", "LONGEST_HINT", "Advice", "Advisor", "HintSearch"]

HINT_SECONDS = 1.0
LONGEST_HINT = 600
_VALUES = {"multipv": 3, "seed": 0}
"""Options the engine is made with, where it has them: alternatives are shown, and a hint can be repeated."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a search for a hint found: its move, and the best lines, the best first."""

    result: SearchResult
    lines: tuple[SearchInfo, ...]

    def best(self, most: int = 3) -> list[tuple[Any, SearchInfo]]:
        """The move that was chosen and the best others, at most `most`, each with what is known of it."""
        move = self.result.move
        first = next((info for info in self.lines if info.pv[:1] == (move,)), self.result.info)
        if first.pv[:1] != (move,):
            first = SearchInfo(first.depth, first.nodes, first.time, (move,))
        others = [(info.pv[0], info) for info in self.lines if info.pv and info.pv[0] != move]
        return [(move, first), *others][:most]


class HintSearch:
    """A search for a hint, which ends in time whatever the engine does."""

    def __init__(self, search: RunningSearch, seconds: float) -> None:
        """`search` was begun with a limit of so many `seconds`."""
        self.search = search
        self._gives_up = time.monotonic() + seconds + ANSWER_GRACE

    @property
    def overdue(self) -> bool:
        """Whether the engine has had its time and more."""
        return time.monotonic() > self._gives_up

    def advice(self) -> Advice:
        """What was found: all of it when the search is done, else what was reported last.

        Raises `EngineError` when the engine failed or has nothing to say.
        """
        result = self.search.result() if self.search.done else self.search.finish(0)
        return Advice(result, self.search.lines)


class Advisor:
    """The engine of the hints in one game."""

    def __init__(self, game: str) -> None:
        """`game`: the name of the game that is played."""
        self._game = game
        self._host: EngineHost | None = None

    def begin(self, position: Any, seconds: float) -> HintSearch:
        """Begin to search for a hint. Raises `EngineError` when the engine cannot be made."""
        if self._host is None:
            spec = parse_engine(default_engine(self._game), self._game)
            known = {option.name for option in spec.options}
            values = {name: value for name, value in _VALUES.items() if name in known}
            self._host = EngineHost(spec, values)
        return HintSearch(self._host.search(position, Limit(time=seconds)), seconds)

    def close(self) -> None:
        """Let the engine go; the next hint makes another one."""
        if self._host is not None:
            self._host.close()
