"""`measure`: the share of a task's positions in which an engine finds a correct move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hexapoda.arena.pairing import derive_seed
from hexapoda.arena.statistics.elo import wilson
from hexapoda.benchmark.task import BenchmarkTask
from hexapoda.engine import LONGEST_SEARCH, Limit
from hexapoda.games import find_game
from hexapoda.host import ANSWER_GRACE, EngineHost
from hexapoda.registry import EngineSpec

__all__ = ["TaskScore", "measure"]


@dataclass(frozen=True, slots=True)
class TaskScore:
    """The number of positions solved, and their share with its 95% Wilson interval."""

    variant: str
    """The variant of the positions; `all` for the positions of all variants."""
    right: int
    positions: int
    chance: float
    """The share that random moves would solve on average."""

    @property
    def share(self) -> float:
        """The share of positions solved."""
        return self.right / self.positions

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the share."""
        return wilson(self.share, 1.96**2 / self.positions)


def measure(
    task: BenchmarkTask,
    spec: EngineSpec,
    limit: Limit,
    seed: int,
    on_position: Callable[[int, int], None] | None = None,
) -> list[TaskScore]:
    """Ask an engine for a move in every position. Return the score for each variant, in the order of the
    task, then the score for all positions.

    Each position is searched by a new engine, whose seed depends only on `seed` and the number of the
    position. `on_position` is called after each position with the number of positions done and the total.
    Raises `EngineError` if the engine fails or its answer is not a legal move, and `EngineStalled` if it
    ignores its limit and the request to stop.
    """
    game, positions = find_game(task.game), task.positions()
    seconds = LONGEST_SEARCH if limit.time is None else limit.time
    rows: dict[str, list[tuple[bool, float]]] = {}
    for number, each in enumerate(positions):
        position = game.parse_position(each.text, each.rules)
        host = EngineHost(spec.with_seed(derive_seed(seed, number)))
        try:
            move = host.search(position, limit).within(seconds + ANSWER_GRACE).move
        finally:
            host.close()
        right = move in [position.parse_move(text) for text in each.best]
        rows.setdefault(position.variant, []).append((right, len(each.best) / each.legal))
        if on_position is not None:
            on_position(number + 1, len(positions))
    rows["all"] = [row for found in rows.values() for row in found]
    return [
        TaskScore(
            variant, sum(right for right, _ in found), len(found), sum(by for _, by in found) / len(found)
        )
        for variant, found in rows.items()
    ]
