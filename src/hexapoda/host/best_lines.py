"""`BestLines`: the best lines of a running search, collected from its reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hexapoda.engine import SearchInfo, SearchResult
from hexapoda.errors import EngineStalled

__all__ = ["BestLines", "result_so_far"]


class BestLines:
    """Groups reports by iteration. Lines of different iterations are never mixed, because their scores are
    not comparable.
    """

    def __init__(self) -> None:
        self._lines: tuple[SearchInfo, ...] = ()
        self._batch: list[SearchInfo] = []

    def add(self, info: SearchInfo) -> None:
        """Add a report. An iteration reports rank 1 first."""
        if self._batch and info.multipv <= self._batch[-1].multipv:
            self._lines, self._batch = tuple(self._batch), []
        if all(info.pv[:1] != line.pv[:1] for line in self._batch):
            self._batch.append(info)

    def latest(self, *, done: bool) -> Sequence[SearchInfo]:
        """Return the reports of the last complete iteration. During the first iteration, these are the
        reports so far; if the search is `done`, those of the last iteration, even if it is incomplete.
        """
        whole = done or len(self._batch) >= len(self._lines)
        return self._batch if whole and self._batch else self._lines

    def ranked(self, *, done: bool) -> tuple[SearchInfo, ...]:
        """Return the latest lines, best first, with `multipv` set to their ranks from 1."""
        return tuple(replace(info, multipv=rank) for rank, info in enumerate(self.latest(done=done), 1))


def result_so_far(best: SearchInfo | None, position: Any, name: str) -> SearchResult:
    """Return a result made from the best line of a search that does not end. `name` is the engine's name.
    Raises `EngineStalled` if there is no line, or if its first move is illegal.
    """
    if best is None or not best.pv or best.pv[0] not in position.legal_moves:
        raise EngineStalled(f"engine {name!r} ignores the stop")
    return SearchResult(best.pv[0], best)
