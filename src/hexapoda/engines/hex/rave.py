"""The engine `rave`: the strong Hex player, a tree search in the C++ core that keeps its tree between moves.

Implements the interface of `hexapoda.engine`, defines the options, and decides whether to swap. The search is
in cpp/hex/rave/rave_search. docs/explanation/hex-engine.md describes the engine.
"""

from __future__ import annotations

import time
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from hexapoda._core import StopToken
from hexapoda._core import hex as _core
from hexapoda.engine import Limit, OnInfo, Option, SearchInfo, SearchResult, check_options
from hexapoda.engines.hex.book import book_declines_swap, book_move
from hexapoda.engines.hex.level import FULL_STRENGTH, HEX_LEVELS
from hexapoda.engines.hex.swap import better_swap, fair_opening
from hexapoda.engines.pondering import PonderingEngine
from hexapoda.engines.seeded_random import SEED
from hexapoda.engines.thinking_time import thinking_time
from hexapoda.errors import EngineError
from hexapoda.hex import Move
from hexapoda.hex.cell import format_cell
from hexapoda.hex.network import network_weights, playout_share
from hexapoda.hex.patterns import pattern_weights

if TYPE_CHECKING:
    from hexapoda.hex import Position

__all__ = ["RaveEngine"]

_PARTS = MappingProxyType(_core.rave_parts())
_PLAYOUTS_A_PLY = 10_000
"""A depth limit means this many playouts per ply, because the tree does not grow ply by ply."""
_SMALL_CELLS = 64
"""On boards of up to this many cells the solver runs from the first move on: it proves most 7x7 positions
quickly."""
_LARGEST_CELLS = 169
"""On boards with more cells the solver never runs."""
_SOLVER_SHARE = 0.6
"""The solver's share of the time on boards of up to `_SMALL_CELLS` cells."""
_LATE_STONES = 0.2
"""On larger boards the solver runs once this share of the cells is occupied."""
_LATE_SHARE = 0.1
"""The solver's share of the time in that case."""
_WON_SHARE = 0.8
"""The solver's share of the time on larger boards if the previous search proved a win."""
_SOLVER_SIZE = 64
"""Megabytes for the solver. Each thread adds a quarter of this, because it stores its own connections."""


THREADS = Option("threads", "int", 1, 1, 256, summary="processor cores to use")


class RaveEngine(PonderingEngine):
    """The strong player: a tree search with proofs, and levels from 1 to 10.

    At level 10, on boards from 11x11 to 19x19, a network evaluates every leaf. A proof ends a search early,
    and book moves are played without a search. The engine swaps if that is better than any stone. If the
    opponent may swap its first stone, it plays a balanced one.
    """

    name = "rave"
    options: tuple[Option, ...] = (
        Option(
            "level",
            "float",
            FULL_STRENGTH,
            numbers=tuple(HEX_LEVELS),
            summary="1: a beginner, 10: full strength",
        ),
        THREADS,
        Option("table_size", "int", 256, 1, 32768, summary="megabytes for its tree"),
        Option("multipv", "int", 1, 1, 64, summary="number of best lines to report"),
        SEED,
        Option("ponder", "bool", default=False, summary="think on the opponent's time"),
        Option(
            "book",
            "bool",
            default=True,
            summary="first stone and swap from the opening book; only at level 10 with multipv 1",
        ),
        Option(
            "without",
            "choice",
            "nothing",
            choices=("nothing", *_PARTS, "playouts", "solver"),
            summary="a part of the search to switch off, for ablation",
        ),
    )

    def __init__(
        self,
        level: float = FULL_STRENGTH,
        threads: int = 1,
        table_size: int = 256,
        multipv: int = 1,
        seed: int = -1,
        ponder: bool = False,
        book: bool = True,
        without: str = "nothing",
        *,
        network: bytes | None = None,
    ) -> None:
        """See the options of the same names. `network`: the float32 weights of a network to use instead of
        the package's. Raises `UsageError` for a value that is not allowed.
        """
        check_options(
            self.options,
            level=level,
            threads=threads,
            table_size=table_size,
            multipv=multipv,
            ponder=ponder,
            book=book,
            without=without,
        )
        self._level = HEX_LEVELS[level]
        if level != FULL_STRENGTH:
            self.name = f"rave level {level:g}"
        full = self._level.playouts is None  # other levels must play equally well on every machine
        super().__init__(seed, ponder and full)
        self._threads = threads if full else 1
        self._lines = multipv
        self._parts = sum(_PARTS.values()) & ~_PARTS.get(without, 0)
        if not full:  # a level has a fixed number of playouts per move
            self._parts &= ~_PARTS["reuse"]
        self._book = book and full and multipv == 1
        self._solves = full and without != "solver" and multipv == 1
        self._solver: _core.SolverCore | None = None
        self._solver_board = ""
        self._won: Position | None = None
        weights = network or network_weights() if self._level.network else None
        # The share of playouts was fitted to the network of the package.
        self._has_playouts = without != "playouts" and (network is None or network == network_weights())
        self._solver_network = None if without == "network" else weights
        self._core = (
            _core.RaveCore(table_size, pattern_weights(), weights)
            if weights is not None
            else _core.RaveCore(table_size)
        )

    def _search(self, position: Position, limit: Limit, on_info: OnInfo | None) -> SearchResult:
        if position.outcome() is not None:
            raise EngineError(f"{self.name} was asked for a move, but the game is over: {position.state}")
        info = book_move(position, self._random) if self._book else None
        if info is None:
            info = fair_opening(position, limit, self._random)
        if info is not None:
            if on_info is not None:
                on_info(info)
            return SearchResult(info.pv[0], info)
        stop = StopToken()
        self._stop = stop
        swaps = not (self._book and book_declines_swap(position))
        on_report = None if on_info is None else lambda report: on_info(_info(position, report, swaps))
        try:
            began = time.perf_counter()
            try:
                proven = self._prove(position, limit, stop, swaps)
            except MemoryError:  # there may still be enough memory for the tree search
                proven = self._solver = None
            if proven is not None:
                if on_info is not None:
                    on_info(proven)
                self._remember(position, proven)
                return SearchResult(proven.pv[0], proven)
            reports = self._run(position, _rest(limit, time.perf_counter() - began), stop, on_report)
        finally:
            self._stop = None
        best = _info(position, reports[0], swaps)
        self._remember(position, best)
        self._begin_pondering(position, best.pv[:1])
        return SearchResult(best.pv[0], best)

    def _forget(self) -> None:
        self._core.clear()
        self._solver = None
        self._won = None

    def _remember(self, position: Position, info: SearchInfo) -> None:
        """Remember a proven win, so that the next search can continue it."""
        self._won = position.copy() if (info.win_in or 0) > 0 else None

    def _follows_win(self, position: Position) -> bool:
        """Return whether the previous search in this game proved a win for the side to move."""
        won = self._won
        return (
            won is not None
            and won.variant == position.variant
            and won.color_to_move == position.color_to_move
            and all(won.stones(color) <= position.stones(color) for color in (0, 1))
        )

    def _solver_share(self, position: Position, follows_win: bool) -> float:
        """Return the solver's share of the time, 0 if it does not run."""
        cells = position.columns * position.rows
        if cells <= _SMALL_CELLS:
            return _SOLVER_SHARE
        if cells > _LARGEST_CELLS:
            return 0
        if follows_win:
            return _WON_SHARE
        stones = len(position.stones(0)) + len(position.stones(1))
        return _LATE_SHARE if stones >= _LATE_STONES * cells else 0

    def _prove(self, position: Position, limit: Limit, stop: StopToken, swaps: bool) -> SearchInfo | None:
        """Return a win proven by the solver in its share of the time or, if the previous search proved a win,
        by the tree. None if no win is found or the solver does not run. It runs only with a time limit and
        without a node limit.
        """
        if not self._solves or not limit.time or limit.nodes is not None:
            return None
        follows_win = self._follows_win(position)
        share = limit.time * self._solver_share(position, follows_win)
        if share == 0:
            return None
        if follows_win and position.columns * position.rows > _SMALL_CELLS:
            known = _info(position, self._run(position, replace(limit, nodes=1), stop, None)[0], swaps)
            if (known.win_in or 0) > 0:  # the tree has the proof or finds it quickly
                return known
        began = time.perf_counter()

        def left(seconds: float = share) -> float:
            return max(began + seconds - time.perf_counter(), 1e-6)  # for the solver, 0 means no limit

        if self._solver is None or self._solver_board != position.variant:
            self._solver_board = position.variant
            size = _SOLVER_SIZE + self._threads * _SOLVER_SIZE // 4
            self._solver = _core.SolverCore(
                position.columns, position.rows, [], self._threads, size, self._solver_network
            )
        before = self._solver.nodes
        won = self._solver.winner(position, left(), stop, None) == position.color_to_move
        line, end = list[Move](), position.copy()
        while won and end.outcome() is None:
            # The winning move is needed even if it takes more time; the rest of the line is only information.
            cell = self._solver.best(end, left() if line else left(limit.time), stop)
            if cell is None:
                break
            line.append(end.parse_move(format_cell(cell)))
            end.push(line[-1])
        if not line:
            return None
        free = len(position.legal_moves) - (position.swap_now is not None)
        full = free - (free % 2 == 0)  # the latest win: with the winner's last stone on a full board
        return SearchInfo(
            depth=len(line),
            nodes=self._solver.nodes - before,
            time=time.perf_counter() - began,
            pv=tuple(line),
            score=100.0,
            win_in=full if end.outcome() is None else len(line),
            win_probability=1.0,
        )

    def _run(
        self, position: Position, limit: Limit, stop: StopToken, on_report: Any
    ) -> list[_core.SearchReport]:
        seconds, soft = thinking_time(limit)
        playouts = min(limit.nodes or 2**63, self._level.playouts or 2**63)
        if limit.depth is not None and limit.time is None and limit.nodes is None:
            playouts = min(playouts, limit.depth * _PLAYOUTS_A_PLY)
        settings = _core.RaveSettings(
            self._threads,
            self._parts,
            self._random.search_seed(position),
            self._level.overlooked,
            self._level.sees_wins,
            playout_share(position.columns, position.rows) if self._has_playouts else 0.0,
        )
        return self._core.search(
            position,
            seconds,
            soft,
            0 if playouts == 2**63 else playouts,
            self._lines,
            settings,
            stop,
            on_report,
        )


def _rest(limit: Limit, used: float) -> Limit:
    """Return the rest of a limit after `used` seconds."""
    seconds = None if limit.time is None else max(limit.time - used, 0.0)
    return replace(limit, time=seconds, clock=None if limit.clock is None else max(limit.clock - used, 0.0))


def _info(position: Position, report: _core.SearchReport, swaps: bool) -> SearchInfo:
    value, end, line = report.win_probability or 0.0, report.end_in, report.line
    # The book may decline a swap, but it does not overrule a proof.
    swap = better_swap(position, value) if report.rank == 1 and (swaps or end < 0) else None
    if swap is not None:  # its value is the complement of the best move's, one ply later
        value, end, line = 1 - value, 1 - end if end else 0, [swap]
    return SearchInfo(
        depth=len(line),
        nodes=report.nodes,
        time=report.seconds,
        pv=tuple(line),
        score=round(200 * value - 100, 2),
        win_in=end or None,
        seldepth=report.selective_depth,
        multipv=report.rank,
        win_probability=value,
    )
