"""The engine `alphabeta`: the strong Hive player, a search in the C++ core that keeps its table and what
it has learned between moves.

Defines the options, and implements the interface of `hexapoda.engine`. The search is in cpp/search/alphabeta,
and its knowledge of Hive is in cpp/hive/search and cpp/hive/evaluate. docs/explanation/hive-engine.md
describes the engine.
"""

from __future__ import annotations

import time
from types import MappingProxyType
from typing import Any

from hexapoda._core import StopToken
from hexapoda._core import hive as _core
from hexapoda.engine import Limit, OnInfo, Option, SearchInfo, SearchResult, check_options
from hexapoda.engines.hive.imitation import WIN_UTILITY, evaluation_after, move_weights
from hexapoda.engines.hive.level import FULL_STRENGTH, LEVELS
from hexapoda.engines.hive.move_key import move_key
from hexapoda.engines.pondering import PonderingEngine
from hexapoda.engines.seeded_random import SEED
from hexapoda.engines.thinking_time import thinking_time
from hexapoda.errors import EngineError
from hexapoda.hive import Position
from hexapoda.hive.network import shipped_evaluation

__all__ = ["AlphaBetaEngine"]

_FEATURES = MappingProxyType(_core.search_features())
_NETWORK_PARTS = frozenset({"correction", "kept_history", "table_evaluation", "singular"})
"""Parts of the search that only levels with a network use. The other levels are older, and their strength
must not change.
"""
_FULL_STRENGTH_PARTS = frozenset({"replies", "kept_correction", "tuned"})
"""Parts that only full strength uses: the levels with a network are older than these."""
_STYLES = MappingProxyType({"balanced": (0, 0), "aggressive": (12, 0), "defensive": (0, 12)})
_AS_GOOD = 0.02
"""How far the win probability of a book move may be below that of the best book move."""
_OPENING = 8
"""The number of plies at the start of a game in which the engine varies its play."""
_OPENING_NOISE = 20
"""The amplitude of the random evaluation error in these plies, in hundredths of a point: enough to vary the
choice between similar moves."""


class AlphaBetaEngine(PonderingEngine):
    """The strong player: alpha-beta search with proofs and levels from 1 to 10.

    With a time limit it plays a forced move at once.
    """

    name = "alphabeta"
    options: tuple[Option, ...] = (
        Option(
            "level",
            "float",
            FULL_STRENGTH,
            numbers=tuple(LEVELS),
            summary="1: a beginner, 10: full strength",
        ),
        Option("threads", "int", 1, 1, 256, summary="processor cores to use"),
        Option("table_size", "int", 64, 1, 65536, summary="megabytes of the transposition table"),
        Option("multipv", "int", 1, 1, 64, summary="number of best lines to report"),
        Option(
            "evaluation",
            "choice",
            "network",
            choices=("network", "features"),
            summary="the evaluation at level 10; the other levels have a fixed one",
        ),
        Option(
            "style",
            "choice",
            "balanced",
            choices=tuple(_STYLES),
            summary="whether it favors attack or defense",
        ),
        SEED,
        Option(
            "book",
            "bool",
            default=False,
            summary="play first moves from the opening tree; only at level 10 with multipv 1",
        ),
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
        level: float = FULL_STRENGTH,
        threads: int = 1,
        table_size: int = 64,
        multipv: int = 1,
        evaluation: str = "network",
        style: str = "balanced",
        seed: int = -1,
        book: bool = False,
        ponder: bool = False,
        without: str = "nothing",
        *,
        network: _core.EvaluationNetwork | None = None,
    ) -> None:
        """See the options of the same names. `network`: a network to use instead of the package's.

        Raises `UsageError` for a value that is not allowed.
        """
        check_options(
            self.options,
            level=level,
            threads=threads,
            table_size=table_size,
            multipv=multipv,
            evaluation=evaluation,
            style=style,
            book=book,
            ponder=ponder,
            without=without,
        )
        self._level = LEVELS[level]
        if level != FULL_STRENGTH:
            self.name = f"alphabeta level {level:g}"
        full = level == FULL_STRENGTH  # other levels must play equally well on every machine
        super().__init__(seed, ponder and full)
        self._threads = threads if full else 1
        self._book = book and full and multipv == 1
        self._lines = multipv
        self._style = _STYLES[style]
        absent = {without}
        if not full:
            absent |= _FULL_STRENGTH_PARTS
        if not self._level.network:
            absent |= _NETWORK_PARTS
        self._features = sum(bit for part, bit in _FEATURES.items() if part not in absent)
        if not self._level.network or (full and evaluation == "features"):
            network = None
        elif network is None:
            network = shipped_evaluation(self._level.network)
        self._core = _core.SearchCore(table_size, network)

    def _search(self, position: Position, limit: Limit, on_info: OnInfo | None) -> SearchResult:
        if position.outcome() is not None:
            raise EngineError(f"alphabeta was asked for a move, but the game is over: {position.state}")
        if self._level.sharpness is not None:
            return self._imitate(position, self._level.sharpness, on_info)
        if self._book and (found := self._book_move(position)) is not None:
            if on_info is not None:
                on_info(found.info)
            return found
        stop = StopToken()
        self._stop = stop
        on_report = None if on_info is None else lambda report: on_info(_info(report))
        try:
            reports = self._run(position, limit, stop, on_report)
        finally:
            self._stop = None
        infos = [_info(report) for report in reports]
        self._begin_pondering(position, infos[0].pv[:2])
        return SearchResult(infos[0].pv[0], infos[0])

    def _book_move(self, position: Position) -> SearchResult | None:
        """Draw one of the best moves in the opening tree; None if the tree has none for this position."""
        from hexapoda.hive.opening_tree import opening_moves

        found = opening_moves(position)
        if not found:
            return None
        good = [move for move in found if move.win_probability >= found[0].win_probability - _AS_GOOD]
        texts = sorted(move.texts[0] for move in good)
        move = self._random.choose(position, [position.parse_move(text) for text in texts])
        chance = next(one.win_probability for one in good if position.format_move(move) in one.texts)
        return SearchResult(move, SearchInfo(pv=(move,), win_probability=chance))

    def _imitate(self, position: Position, sharpness: float, on_info: OnInfo | None) -> SearchResult:
        """Draw a move with the probabilities of `move_weights`, without a search."""
        began = time.perf_counter()
        moves = sorted(position.legal_moves, key=move_key)
        move = self._random.draw(position, moves, move_weights(position, moves, sharpness))
        score = evaluation_after(position, move)
        info = SearchInfo(
            depth=1,
            nodes=len(moves),
            time=time.perf_counter() - began,
            pv=(move,),
            score=score,
            win_in=1 if score == WIN_UTILITY else None,
        )
        if on_info is not None:
            on_info(info)
        return SearchResult(move, info)

    def _forget(self) -> None:
        self._core.new_game()

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
        )


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
