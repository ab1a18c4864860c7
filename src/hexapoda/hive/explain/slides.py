"""Paths of slides, and the gates that block them.

A step between two adjacent empty cells has two cells beside it. If exactly one of them is occupied, the piece
can slide in contact with the hive; if both are occupied, they form a gate. This module finds the paths of
ants and spiders around the hive without the moving piece; it produces no text.
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
    """Two occupied cells, the posts, that block a step between their two common neighbors."""

    posts: Pair
    step: Pair


Passage = tuple[Gate, ...]
"""The gates on a path of slides, in order. Of all paths to a cell, one with the fewest gates is kept."""


class Slides:
    """The slides of one piece, which is lifted off the board."""

    def __init__(self, board: Snapshot, heights: Heights, start: Cell) -> None:
        self._board = board
        self._heights = heights
        self._start = start

    def _steps(self, cell: Cell) -> Iterator[tuple[Cell, Pair | None]]:
        """Yield the empty neighbors that a slide reaches without losing contact with the hive, each with the
        posts of the gate on that step, or None.
        """
        heights = self._heights
        around = self._board.around(cell)
        taken = [neighbor in heights for neighbor in around]
        for direction, neighbor in enumerate(around):
            left, right = direction - 1, (direction + 1) % 6
            if not taken[direction] and (taken[left] or taken[right]):
                yield neighbor, (around[left], around[right]) if taken[left] and taken[right] else None

    @cached_property
    def stuck(self) -> bool:
        """Whether the piece cannot slide away from the start."""
        return all(posts is not None for _, posts in self._steps(self._start))

    @cached_property
    def passages(self) -> dict[Cell, Passage]:
        """The passage with the fewest gates to each cell that slides can reach if gates are ignored."""
        best: dict[Cell, Passage] = {self._start: ()}
        settled: set[Cell] = set()
        queue = deque([self._start])
        while queue:
            cell = queue.popleft()
            if cell in settled:
                continue
            settled.add(cell)
            so_far = best[cell]
            for neighbor, gate in self._steps(cell):
                passage = _through(so_far, gate, (cell, neighbor))
                if neighbor not in best or len(passage) < len(best[neighbor]):
                    best[neighbor] = passage
                    if gate is None:
                        queue.appendleft(neighbor)
                    else:
                        queue.append(neighbor)
        return best

    @cached_property
    def lengths(self) -> dict[Cell, int]:
        """The number of slides to each cell that can be reached without passing a gate."""
        lengths = {self._start: 0}
        queue = deque([self._start])
        while queue:
            cell = queue.popleft()
            for neighbor, gate in self._steps(cell):
                if gate is None and neighbor not in lengths:
                    lengths[neighbor] = lengths[cell] + 1
                    queue.append(neighbor)
        return lengths

    @cached_property
    def threes(self) -> dict[Cell, Passage]:
        """The passage with the fewest gates to each cell that three slides can reach if gates are ignored. A
        path visits no cell twice.
        """
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
    """Return the passage extended by the gate on a step; `posts` is None if the step has no gate."""
    return passage if posts is None else (*passage, Gate(posts, step))
