"""What `hexapoda solve` asks of a game: to prove how a position ends, and to say it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from hexapoda.games.position import P_contra

__all__ = ["SolveOptions", "Solved", "Solver"]

StopToken: TypeAlias = Any
"""A `hexapoda._core.StopToken`."""


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """The options of `solve` besides the position; None, False or empty if not given."""

    plies: int | None = None
    time: float | None = None
    nodes: int | None = None
    all_moves: bool = False
    save: Path | None = None
    map_file: Path | None = None
    threads: int | None = None
    memory: int | None = None
    without: tuple[str, ...] = ()
    force: bool = False


@dataclass(frozen=True, slots=True)
class Solved:
    """What was found out.

    Attributes:
        proven: whether everything that was asked for is proven.
        value: the result as plain data.
        lines: the result as text.
        note: what else to say to a person; may be empty.
    """

    proven: bool
    value: dict[str, Any]
    lines: tuple[str, ...]
    note: str = ""


class Solver(Protocol[P_contra]):
    """The solver of a game, usually the module `solve_command` of its package."""

    OPTIONS: frozenset[str]
    """The fields of `SolveOptions` that apply to the game, and `size` if its boards are squares."""

    def run(
        self, position: P_contra, options: SolveOptions, stop: StopToken, progress: Callable[[str], None], /
    ) -> Solved:
        """Solve a position until `stop` is set, and tell the progress meanwhile. Raises `UsageError`."""
