"""Where slides lead when gates are ignored, and which gate is in the way.

A step between two empty neighbours keeps contact when a cell beside it is occupied, and meets a gate when
both are. Owns the walks of ants and spiders on the hive without the mover; it writes no text.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hexapoda.hive.cell import Cell
from hexapoda.hive.explain.snapshot import Heights, Pair, Snapshot


@dataclass(frozen=True, slots=True)
class Gate:
    """Two occupied cells that a step between their common neighbours does not fit through."""

    posts: Pair
    step: Pair


Passage = tuple[Gate, ...]
"""The gates on a way by slides, in order; a way with the fewest is kept."""


class Slides:
    """The slides of one lifted mover."""

    def __init__(self, board: Snapshot, heights: Heights, start: Cell) -> None:
        self._board = board
        self._heights = heights
        self._start = start

    def _steps(self, cell: Cell) -> Iterator[tuple[Cell, Pair | None]]:
        """Empty neighbours reached in contact, with the gate on the step."""
        heights = self._heights
        around = self._board.around(cell)
        taken = [near in heights for near in around]
        for direction, near in enumerate(around):
            left, right = direction - 1, (direction + 1) % 6
            if not taken[direction] and (taken[left] or taken[right]):
                yield near, (around[left], around[right]) if taken[left] and taken[right] else None

    @cached_property
    def stuck(self) -> bool:
        """Whether not one slide leads away from the start."""
        return all(posts is not None for _, posts in self._steps(self._start))

    @cached_property
    def passages(self) -> dict[Cell, Passage]:
        """For each cell that any number of slides would reach, ignoring gates, its best passage."""
        best: dict[Cell, Passage] = {self._start: ()}
        settled: set[Cell] = set()
        queue = deque([self._start])
        while queue:
            cell = queue.popleft()
            if cell in settled:
                continue
            settled.add(cell)
            so_far = best[cell]
            for near, gate in self._steps(cell):
                passage = _through(so_far, gate, (cell, near))
                if near not in best or len(passage) < len(best[near]):
                    best[near] = passage
                    if gate is None:
                        queue.appendleft(near)
                    else:
                        queue.append(near)
        return best

    @cached_property
    def lengths(self) -> dict[Cell, int]:
        """For each cell that slides really reach, how many it takes."""
        lengths = {self._start: 0}
        queue = deque([self._start])
        while queue:
            cell = queue.popleft()
            for near, gate in self._steps(cell):
                if gate is None and near not in lengths:
                    lengths[near] = lengths[cell] + 1
                    queue.append(near)
        return lengths

    @cached_property
    def threes(self) -> dict[Cell, Passage]:
        """For each cell three slides away, no cell twice, ignoring gates: its best passage."""
        best: dict[Cell, Passage] = {}
        start = self._start
        for first, gate1 in self._steps(start):
            one = _through((), gate1, (start, first))
            for second, gate2 in self._steps(first):
                if second == start:
                    continue
                two = _through(one, gate2, (first, second))
                for third, gate3 in self._steps(second):
                    if third not in (start, first):
                        three = _through(two, gate3, (second, third))
                        if third not in best or len(three) < len(best[third]):
                            best[third] = three
        return best


def _through(passage: Passage, posts: Pair | None, step: Pair) -> Passage:
    """The passage with one step more."""
    return passage if posts is None else (*passage, Gate(posts, step))
