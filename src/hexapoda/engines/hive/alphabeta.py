"""The engine `alphabeta`: the strong Hive player, a search in the C++ core that keeps its table between
moves.

Owns the options and the interface of `hexapoda.engine`. The search is in cpp/search/alphabeta, its knowledge
of Hive in cpp/hive/search and cpp/hive/evaluate. Described in docs/explanation/hive-engine.md.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from hexapoda._core import OneAtATime, StopToken
from hexapoda._core import hive as _core
from hexapoda.engine import Engine, Limit, OnInfo, Option, SearchInfo, SearchResult, check_options
from hexapoda.engines.hive.level import FULL_STRENGTH, LEVELS
from hexapoda.engines.pondering import Pondering
from hexapoda.engines.seeded_random import SEED, SeededRandom
from hexapoda.engines.stoppable import enough_memory
from hexapoda.engines.thinking_time import thinking_time
from hexapoda.errors import EngineError
from hexapoda.hive import Position

if TYPE_CHECKING:
    from hexapoda.hive import Move

__all__ = ["AlphaBetaEngine"]

_FEATURES = MappingProxyType(_core.search_features())
_STYLES = MappingProxyType({"balanced": (0, 0), "aggressive": (12, 0), "defensive": (0, 12)})
_OPENING = 8
"""Plies in which the engine varies its play."""
_OPENING_NOISE = 20
"""The amplitude of the random evaluation error in these plies, in hundredths of a point: enough to vary
the choice between similar moves."""


class AlphaBetaEngine(Engine):
    """The strong player: alpha-beta search with proofs and ten levels."""

    name = "alphabeta"
    options: tuple[Option, ...] = (
        Option("level", "int", FULL_STRENGTH, 1, FULL_STRENGTH, summary="1: a beginner, 10: full strength"),
        Option("threads", "int", 1, 1, 256, summary="processor cores to use"),
        Option("table_size", "int", 64, 1, 65536, summary="megabytes of the transposition table"),
        Option("multipv", "int", 1, 1, 64, summary="number of best lines to report"),
        Option("style", "choice", "balanced", choices=tuple(_STYLES), summary="how it chooses among equals"),
        SEED,
        Option("ponder", "bool", default=False, summary="think on the opponent's time"),
        Option(
            "without",
            "choice",
            "nothing",
            choices=("nothing", *_FEATURES),
            summary="a part of the search to switch off, for ablation",
        ),
    )

    def __init__(
        self,
        level: int = FULL_STRENGTH,
        threads: int = 1,
        table_size: int = 64,
        multipv: int = 1,
        style: str = "balanced",
        seed: int = -1,
        ponder: bool = False,
        without: str = "nothing",
    ) -> None:
        """See the options of the same names. Raises `UsageError` for a value that is not allowed."""
        check_options(
            self.options,
            level=level,
            threads=threads,
            table_size=table_size,
            multipv=multipv,
            style=style,
            ponder=ponder,
            without=without,
        )
        self._level = LEVELS[level - 1]
        if level != FULL_STRENGTH:
            self.name = f"alphabeta level {level}"
        full = self._level.nodes is None  # the other levels must play the same on every machine
        self._threads = threads if full else 1
        self._lines = multipv
        self._style = _STYLES[style]
        self._random = SeededRandom(seed)
        self._ponder = ponder and full
        self._features = sum(_FEATURES.values()) & ~_FEATURES.get(without, 0)
        self._core = _core.SearchCore(table_size)
        self._busy = OneAtATime()
        self._stop: StopToken | None = None
        self._pondering: Pondering | None = None

    def search(self, position: Position, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Search until the limit. With a time limit, a forced move is played at once. Raises
        `EngineError` if the game is over, if a search of this engine is already running, or if memory runs
        out.
        """
        with self._busy, enough_memory(self.name):
            return self._search(position, limit, on_info)

    def _search(self, position: Position, limit: Limit, on_info: OnInfo | None) -> SearchResult:
        self._end_pondering()
        if position.outcome() is not None:
            raise EngineError(f"alphabeta was asked for a move, but the game is over: {position.state}")
        stop = StopToken()
        self._stop = stop
        on_report = None if on_info is None else lambda report: on_info(_info(report))
        try:
            reports = self._run(position, limit, stop, on_report)
        finally:
            self._stop = None
        infos = [_info(report) for report in reports]
        if self._ponder:
            self._begin_pondering(position, infos[0].pv)
        return SearchResult(infos[0].pv[0], infos[0])

    def stop(self) -> None:
        """Make the running search return its best move so far; pondering continues."""
        stop = self._stop
        if stop is not None:
            stop.stop()

    def new_game(self) -> None:
        """Empty the table and draw a new seed, unless one is fixed. Raises `EngineError` during a search."""
        with self._busy:
            self._end_pondering()
            self._core.new_game()
            self._random.new_game()

    def close(self) -> None:
        """Stop pondering."""
        self.stop()
        self._end_pondering()

    def _run(
        self, position: Position, limit: Limit, stop: StopToken, on_report: Any
    ) -> list[_core.SearchReport]:
        seconds, soft = thinking_time(limit)
        nodes = min(limit.nodes or 2**63, self._level.nodes or 2**63)
        return self._core.search(
            position,
            seconds,
            soft,
            0 if nodes == 2**63 else nodes,
            min(limit.depth or 0, 79),
            self._threads,
            self._lines,
            self._features,
            self._play_style(position),
            stop,
            on_report,
        )

    def _play_style(self, position: Position) -> Any:
        level = self._level
        attack, defense = self._style
        noise = level.noise
        if position.ply < _OPENING:
            noise = max(noise, _OPENING_NOISE)
        return _core.PlayStyle(
            self._random.seed if noise or level.overlooked else 0,
            noise,
            attack,
            defense,
            level.overlooked,
            level.sees_wins,
        )

    def _begin_pondering(self, position: Position, line: tuple[Move, ...]) -> None:
        ahead = position.copy()
        for move in line[:2]:
            ahead.push(move)
            if ahead.outcome() is not None:
                return
        self._pondering = Pondering(lambda stop: self._run(ahead, Limit(), stop, None))

    def _end_pondering(self) -> None:
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            pondering.end()


def _info(report: _core.SearchReport) -> SearchInfo:
    return SearchInfo(
        depth=report.depth,
        nodes=report.nodes,
        time=report.seconds,
        pv=tuple(report.line),
        score=int(report.score),  # hundredths of a point, always whole
        win_in=report.end_in or None,
        seldepth=report.selective_depth,
        multipv=report.rank,
    )
