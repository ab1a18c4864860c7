"""`HtpSession`: one client's board, clocks, parameters, engine and search.

Parsing and formatting are up to the commands.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, TypeAlias, cast

from hexapoda.clock import Clock, TimeControl
from hexapoda.engine import EngineSource, Limit, OptionValue
from hexapoda.errors import UsageError
from hexapoda.hex import Move, Swap
from hexapoda.protocols.htp.board import HtpBoard
from hexapoda.protocols.htp.line import parse_request
from hexapoda.protocols.htp.options import (
    game_parameters,
    limit_of,
    limit_parameters,
    solver_parameters,
    swap_of,
)
from hexapoda.protocols.server import ProtocolSession

__all__ = ["HtpSession", "MakeSolver", "ends_search"]

_LEAST_MOVES_LEFT = 8
"""A move gets the time left divided by this number, or by a quarter of the free cells if that is more."""
_SENT_BEFORE = 0.25
"""A `quit` that arrives within this many seconds of the start of a search counts as sent before it."""
_LIMITS = ("max_time", "max_games", "max_depth")

MakeSolver: TypeAlias = Callable[[str, int, int], Any]
"""Creates a solver from a variant, a number of threads and a memory limit in MiB. The solver's `solve` works
like `hexapoda.hex.solve.HexSolver.solve`."""


class HtpSession(ProtocolSession):
    """One client's board, parameters and engine."""

    def __init__(
        self,
        source: EngineSource,
        *,
        name: str,
        version: str,
        seconds: float,
        make_solver: MakeSolver | None,
    ) -> None:
        """`name` and `version` are the answers to the commands with these names; `seconds` is the default
        time per move. `make_solver`: None if the server has no solver.
        """
        super().__init__(source)
        self.name = name
        self.version = version
        self.board = HtpBoard(11, 11)
        self.game = game_parameters()
        self.engine = limit_parameters(source, seconds)
        self.clock = Clock(TimeControl())
        self.solving = solver_parameters()
        self._make_solver = make_solver
        self._solver: Any = None

    @property
    def swap(self) -> Swap:
        """The swap rule of the game."""
        return swap_of(self.game, self.board.columns == self.board.rows)

    def begin(self, columns: int, rows: int) -> None:
        """Begin a game on an empty board of this size."""
        if (columns, rows) != (self.board.columns, self.board.rows):
            self.forget_proofs()
        self.board = HtpBoard(columns, rows)
        self._new_clock()
        self.new_game()

    def set_game(self, name: str, text: str) -> None:
        """Set a parameter of the game. Raises `UsageError`."""
        self.game.set(name, text)
        if name == "game_time":
            self._new_clock()

    def _new_clock(self) -> None:
        self.clock = Clock(TimeControl(base=float(self.game.values["game_time"]) or None))

    def set_engine(self, name: str, text: str) -> None:
        """Set a search limit or an option of the engine. If an option changes, the engine is closed, and the
        next search creates it again. Raises `UsageError`.
        """
        before = dict(self.engine.values)
        self.engine.set(name, text)
        if name not in _LIMITS and self.engine.values != before:
            self.close()

    def think(self, color: int, *, clock: bool) -> Move:
        """Return the engine's move for a color, within the limits and, with `clock`, on the color's clock.

        The game must not be over. The client can end the search (see `ends_search`). Raises `EngineError`.
        """
        position = self.board.position(color, self.swap)
        left = self.clock.left(color) if clock else math.inf
        share = left / max(_LEAST_MOVES_LEFT, len(self.board.free) // 4)
        if clock:
            self.clock.start(color)
        try:
            limit = limit_of(self.engine, share, left)
            bounded = limit != Limit()
            with self.search(position, limit, self._engine_values()) as search:
                self.stop_on_request(search.stop, bounded)
                return cast(Move, search.result().move)
        finally:
            self.clock.stop()

    def stop_on_request(self, stop: Callable[[], None], bounded: bool) -> None:
        """Call `stop` when the client ends the search that begins now (see `ends_search`). `bounded`: whether
        the search has a limit.

        The interrupt line is dropped, so that it does not also end the next search.
        """
        began = time.monotonic()

        def on_line(line: bytes | None) -> bool:
            if ends_search(line, bounded, time.monotonic() - began):
                stop()
            return _is_interrupt(line)

        self.listen(on_line)

    def solver(self) -> Any:
        """Return the solver for the board's size. Raises `UsageError` if the server has none."""
        if self._make_solver is None:
            raise UsageError("this server was started without a solver")
        if self._solver is None:
            threads, memory = (int(self.solving.values[name]) for name in ("threads", "max_memory"))
            self._solver = self._make_solver(self.board.variant, threads, memory)
        return self._solver

    def forget_proofs(self) -> None:
        """Drop the solver with all its proofs."""
        self._solver = None

    def _engine_values(self) -> dict[str, OptionValue]:
        return {name: value for name, value in self.engine.values.items() if name not in _LIMITS}


def _is_interrupt(line: bytes | None) -> bool:
    return line is not None and line.split() == [b"#", b"interrupt"]


def ends_search(line: bytes | None, bounded: bool, seconds: float) -> bool:
    """Return whether a line that arrives `seconds` after a search began ends the search. `line` is None at
    the end of the input.

    The comment `# interrupt` always ends it, even after commands that are still waiting. `quit` and the end
    of the input end a search without a limit. A search with a limit (`bounded`) continues at the end of the
    input, because scripts send all their commands first and read the answers later. For the same reason it
    continues at a `quit` that was sent together with the search command; a later `quit` ends it.
    """
    if line is None:
        return not bounded
    if _is_interrupt(line):
        return True
    request = parse_request(line.decode("utf-8", errors="replace"))
    return request is not None and request.name == "quit" and (not bounded or seconds > _SENT_BEFORE)
