"""The state of one HTP session: the board, the clocks, the parameters, the engine and its search.

Owns what commands share; it reads no text and writes none.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeAlias, cast

from hexapoda.engine import EngineSource, Limit, OptionValue
from hexapoda.errors import UsageError
from hexapoda.hex import Move, Swap
from hexapoda.host import EngineHost
from hexapoda.protocols.htp.board import HtpBoard
from hexapoda.protocols.htp.line import parse_request
from hexapoda.protocols.htp.parameters import (
    game_parameters,
    limit_of,
    limit_parameters,
    solver_parameters,
    swap_of,
)

__all__ = ["HtpSession", "MakeSolver", "ends_search"]

_FEWEST_MOVES = 8
"""The clock is kept for so many moves at least; for a quarter of the free cells while there are more."""
_SENT_BEFORE = 0.25
"""Seconds into a search until which a line that comes counts as sent before it began."""
_LIMITS = ("max_time", "max_games", "max_depth")

MakeSolver: TypeAlias = Callable[[str, int, int], Any]
"""Makes a solver of positions for a board, with so many threads and MiB; its `solve` is
`hexapoda.analysis.hex_solve.HexSolver`'s."""


class HtpSession:
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
        """`name` and `version` are the answers to these commands, `seconds` what a move may take."""
        self.name = name
        self.version = version
        self.board = HtpBoard(11, 11)
        self.game = game_parameters()
        self.engine = limit_parameters(source, seconds)
        self.clocks: list[float | None] = [None, None]
        """Seconds left, by color; None without a clock."""
        self.finished = False
        self.listen: Callable[[Callable[[bytes | None], bool]], None] = lambda _: None
        """Calls what it is given, in another thread, with each line that the client sends while a search
        runs, until that returns true, for a line that is dropped. None comes where nobody but the caller
        sends any.
        """
        self.solving = solver_parameters()
        self._make_solver = make_solver
        self._solver: Any = None
        self._host = EngineHost(source)

    @property
    def swap(self) -> Swap:
        """The swap rule of the game."""
        return swap_of(self.game, self.board.columns == self.board.rows)

    def begin(self, columns: int, rows: int) -> None:
        """Begin a game on an empty board of this size."""
        if (columns, rows) != (self.board.columns, self.board.rows):
            self.forget_proofs()
        self.board = HtpBoard(columns, rows)
        seconds = float(self.game.values["game_time"])
        self.clocks = [seconds or None] * 2
        self._host.new_game()

    def set_game(self, name: str, text: str) -> None:
        """Set a parameter of the game. Raises `UsageError`."""
        self.game.set(name, text)
        if name == "game_time":
            self.clocks = [float(self.game.values[name]) or None] * 2

    def set_engine(self, name: str, text: str) -> None:
        """Set a parameter of the engine, which is made again if the parameter is an option of its own."""
        before = dict(self.engine.values)
        self.engine.set(name, text)
        if name not in _LIMITS and self.engine.values != before:
            self.close()

    def think(self, color: int, *, clock: bool) -> Move:
        """The engine's move for a color, within the limits and, with `clock`, on the color's clock.

        Nobody has won. The client can end the search, see `ends_search`. Raises `EngineError`.
        """
        position = self.board.position(color, self.swap)
        left = self.clocks[color] if clock else None
        share = None if left is None else left / max(_FEWEST_MOVES, len(self.board.free) // 4)
        began = time.monotonic()
        try:
            limit = limit_of(self.engine, share, left)
            bounded = limit != Limit()
            self._host.configure(self._engine_values())
            with self._host.search(position, limit) as search:
                self.heed(search.stop, bounded)
                return cast(Move, search.result().move)
        finally:
            if left is not None:
                self.clocks[color] = max(0.0, left - (time.monotonic() - began))

    def heed(self, stop: Callable[[], None], bounded: bool) -> None:
        """Let the client end the search that begins now, see `ends_search`, by `stop`.

        An interrupt is for this search alone: it is dropped, so that it does not end the next one too.
        """
        began = time.monotonic()

        def heard(line: bytes | None) -> bool:
            if ends_search(line, bounded, time.monotonic() - began):
                stop()
            return _is_interrupt(line)

        self.listen(heard)

    def solver(self) -> Any:
        """The solver for the board. Raises `UsageError` when there is none."""
        if self._make_solver is None:
            raise UsageError("this server was started without a solver")
        if self._solver is None:
            threads, memory = (int(self.solving.values[name]) for name in ("threads", "max_memory"))
            self._solver = self._make_solver(self.board.variant, threads, memory)
        return self._solver

    def forget_proofs(self) -> None:
        """Drop the solver with all its proofs."""
        self._solver = None

    def close(self) -> None:
        """Close the engine; the next search creates it again."""
        self._host.close()

    def _engine_values(self) -> dict[str, OptionValue]:
        return {name: value for name, value in self.engine.values.items() if name not in _LIMITS}


def _is_interrupt(line: bytes | None) -> bool:
    return line is not None and line.split() == [b"#", b"interrupt"]


def ends_search(line: bytes | None, bounded: bool, seconds: float) -> bool:
    """Whether the line that comes so many seconds after a search began ends it; None is the end of the input.

    The comment `# interrupt` does, also behind commands that wait their turn. So do `quit` and the end of
    the input where the search has no bound. Where it has one, the end of the input lets it finish, as scripts
    send all that they have and read the answers then; so does a `quit` that was sent together with the
    command, while a later one ends the search.
    """
    if line is None:
        return not bounded
    if _is_interrupt(line):
        return True
    request = parse_request(line.decode("utf-8", errors="replace"))
    return request is not None and request.name == "quit" and (not bounded or seconds > _SENT_BEFORE)
