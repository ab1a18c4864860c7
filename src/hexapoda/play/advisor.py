"""`Advisor`: the engine that gives hints, kept from one hint to the next.

Chooses that engine and its options, and limits its time. The front end puts a hint into words.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from hexapoda.engine import Limit, SearchInfo, SearchResult
from hexapoda.host import ANSWER_GRACE, EngineHost, RunningSearch
from hexapoda.registry import EngineSpec, default_spec

__all__ = ["HINT_SECONDS", "LONGEST_HINT", "Advice", "Advisor", "HintSearch", "hint_spec"]

HINT_SECONDS = 1.0
LONGEST_HINT = 600
"""The longest search that a user can ask for, in seconds."""
_VALUES = {"multipv": 3, "seed": 0}
"""Options set if the engine has them: three lines to show, and a fixed seed, so that hints are repeatable."""


def hint_spec(game: str) -> EngineSpec:
    """Return the engine that gives hints in the game with this name, such as `hex`."""
    spec = default_spec(game)
    known = {option.name for option in spec.options}
    return spec.with_values({name: value for name, value in _VALUES.items() if name in known})


@dataclass(frozen=True, slots=True)
class Advice:
    """The result of a search for a hint: the move, and the best lines, best first."""

    result: SearchResult
    lines: tuple[SearchInfo, ...]

    def best(self, most: int = 3) -> list[tuple[Any, SearchInfo]]:
        """Return at most `most` moves with their reports: the chosen move, then the next best moves."""
        move = self.result.move
        first = next((info for info in self.lines if info.pv[:1] == (move,)), self.result.info)
        if first.pv[:1] != (move,):
            first = SearchInfo(first.depth, first.nodes, first.time, (move,))
        others = [(info.pv[0], info) for info in self.lines if info.pv and info.pv[0] != move]
        return [(move, first), *others][:most]


class HintSearch:
    """A search for a hint, with a deadline that does not depend on the engine."""

    def __init__(self, search: RunningSearch, seconds: float) -> None:
        """`search` has just started, with a limit of `seconds`."""
        self.search = search
        self._deadline = time.monotonic() + seconds + ANSWER_GRACE

    @property
    def overdue(self) -> bool:
        """Whether the search has exceeded its time limit and the grace period."""
        return time.monotonic() > self._deadline

    def advice(self) -> Advice:
        """Return what the search found. If it is still running, stop it and take its best reported line.

        Raises `EngineError` if the engine failed or reported nothing.
        """
        result = self.search.result() if self.search.done else self.search.finish(0)
        return Advice(result, self.search.lines)


class Advisor:
    """The engine that gives hints in one game."""

    def __init__(self, game: str) -> None:
        """`game` is the name of the game, such as `hex`."""
        self._game = game
        self._host: EngineHost | None = None

    def begin(self, position: Any, seconds: float) -> HintSearch:
        """Start a search for a hint. Raises `EngineError` if the engine cannot be created or fails."""
        if self._host is None:
            self._host = EngineHost(hint_spec(self._game))
        return HintSearch(self._host.search(position, Limit(time=seconds)), seconds)

    def close(self) -> None:
        """Close the engine. The next hint starts it again."""
        if self._host is not None:
            self._host.close()
