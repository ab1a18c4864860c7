"""`Solver`: the interface through which `hexapoda solve` proves the result of a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from hexapoda.games.position import P_contra

if TYPE_CHECKING:
    from hexapoda._core import StopToken

__all__ = ["SolveOptions", "Solved", "Solver"]


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """The options of `solve`, without the position. An option that was not given is None, False or empty."""

    plies: int | None = None
    time: float | None = None
    nodes: int | None = None
    all_moves: bool = False
    save: Path | None = None
    map_file: Path | None = None
    proof: Path | None = None
    check: Path | None = None
    threads: int | None = None
    memory: int | None = None
    without: tuple[str, ...] = ()
    force: bool = False


@dataclass(frozen=True, slots=True)
class Solved:
    """The result of a solver.

    Attributes:
        proven: whether everything that was requested is proven.
        value: the result as plain data.
        lines: the result as text.
        note: an additional line for users; may be empty.
    """

    proven: bool
    value: Mapping[str, object]
    lines: tuple[str, ...]
    note: str = ""


class Solver(Protocol[P_contra]):
    """The solver of a game, usually the module `solve_command` of its package."""

    OPTIONS: frozenset[str]
    """The fields of `SolveOptions` that apply to the game, and `size` if `--size N` can choose a board."""

    def run(
        self, position: P_contra, options: SolveOptions, stop: StopToken, progress: Callable[[str], None], /
    ) -> Solved:
        """Solve a position, or give up when `stop` is set. Reports progress by calling `progress` with lines
        of text. Raises `UsageError` for options that cannot be used together, and for files that cannot be
        read or written.
        """
