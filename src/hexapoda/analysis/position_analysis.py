"""The analysis of one position of a reviewed game: its value, the score at each depth, and the best line.

`Analyst` creates each `PositionAnalysis`. It first asks the game's solver, which finds forced wins that an
engine may overlook, and then the engine. `review` walks through the game.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from hexapoda.analysis.review_value import Value
from hexapoda.engine import Engine, Limit, SearchInfo, SearchResult
from hexapoda.errors import EngineError, HexapodaError
from hexapoda.games import Game
from hexapoda.games.analysis import Proof, Prover
from hexapoda.host import RunningSearch
from hexapoda.text.line import line_texts
from hexapoda.text.sentence import Sentence

__all__ = ["LONGEST_LINE", "Analyst", "PositionAnalysis", "compared"]

LONGEST_LINE = 8
"""The maximum number of plies of a line; longer lines are cut short."""
_SHORTEST_LINE = 3
"""A line with fewer plies is extended by another search, unless the game ends there."""
_PROOF_SHARE, _PROOF_SECONDS = 0.3, 2.0
"""The solver's time limit: a share of the engine's time, and its maximum in seconds."""
_PROOF_NODES = 100_000
"""The solver's node limit if the engine has neither a time nor a node limit."""
_REST = 0.2
"""The share of the limit that each search to extend a short line may use."""
_TICK = 0.2
"""The maximum number of seconds until an interrupt is noticed."""
_PATIENCE = 5.0
"""The seconds that the engine has to stop after an interrupt."""


@dataclass(frozen=True, slots=True)
class PositionAnalysis:
    """The analysis of a position.

    Attributes:
        value: the value for the side to move.
        line: the expected line, which begins with the best move.
        depths: the scores at depth 1, 2, ... of an engine with iterative deepening; empty for others.
        reply: the line that refutes the move played from here, if that move was an error; None if unknown.
            Set only in analyses that are read from an earlier review.
    """

    value: Value
    line: tuple[str, ...]
    depths: tuple[float, ...] = ()
    reply: tuple[str, ...] | None = None

    @property
    def settled(self) -> Value:
        """The value averaged over the last two depths, because scores at odd and even depths differ."""
        if self.value.win_in is not None or len(self.depths) < 2:
            return self.value
        return Value(fmean(self.depths[-2:]), None, self.value.depth)

    def preceded_by(self, move: str) -> PositionAnalysis:
        """Return the analysis of the position one ply earlier, in which `move` is the only legal move."""
        first = self.depths[:1]  # depth 1 one ply earlier is depth 0 here, which has no score: use depth 1
        depths = tuple(-score for score in (*first, *self.depths))
        return PositionAnalysis(self.value.flipped().with_move(), (move, *self.line)[:LONGEST_LINE], depths)


def compared(before: PositionAnalysis, after: PositionAnalysis) -> tuple[Value, Value]:
    """Return the values of the best move in `before` and of the move that led to `after`, for the mover.

    If possible, both values are for the same depth: the best move is valued by the search of `before`, and
    the other move by the search of `after`, which is one ply shallower. Each value is the mean over two
    depths if possible, because scores at odd and even depths differ. Proven values are used unchanged.
    """
    played = after.value.flipped().with_move()
    if before.value.win_in is not None or after.value.win_in is not None:
        return before.settled, after.settled.flipped().with_move()
    depth = min(len(before.depths), len(after.depths) + 1)
    if depth < 2:
        return before.value, played
    best = before.depths[depth - 2 : depth]
    other = after.depths[max(depth - 3, 0) : depth - 1]
    best = best[len(best) - min(len(best), len(other)) :]
    return Value(fmean(best), None, depth), Value(-fmean(other), None, depth)


class Analyst:
    """Analyzes the positions of one game. The engine keeps its state from one position to the next."""

    def __init__(
        self, game: Game, engine: Engine, limit: Limit, scale: float, prover: Prover | None = None
    ) -> None:
        """`scale` is the score that corresponds to a win probability of 73%; `prover` defaults to the game's
        own.
        """
        self._game = game
        self._engine = engine
        self._limit = limit
        self._scale = scale
        self._prover = prover or game.analysis.new_prover()
        self._begun = False

    def analyze(self, position: Any) -> PositionAnalysis:
        """Return the analysis of a position in which the game is not over. Raises `EngineError` if the engine
        fails.
        """
        proof = self.prove(position)
        if proof is not None and proof.line:
            return self.proven(position, proof)
        # If the solver ran out of time, its proof has no line, and the engine provides one.
        result, infos = self._search(position, self._limit)
        info = result.info
        no_score = info.score is None or math.isnan(info.score)
        if not info.win_in and info.win_probability is None and no_score:
            raise EngineError(
                Sentence(
                    "engine {name!r} does not report a score: expected an engine with scores",
                    name=self._engine.name,
                )
            )
        score = None if info.win_in else self._score(info)
        value = Value(score, proof.win_in if proof is not None else info.win_in or None, info.depth)
        depths = () if value.win_in is not None else self._depths(infos, info)
        return PositionAnalysis(value, self._written(position, _line_of(result)), depths)

    def prove(self, position: Any, effort: float = 1.0) -> Proof | None:
        """Return the proof that the game's solver finds, or None; `effort` multiplies the solver's limits."""
        if self._prover is None:
            return None
        limit = self._limit
        seconds = limit.time
        if seconds is not None:
            seconds = max(min(seconds * _PROOF_SHARE, _PROOF_SECONDS) * effort, 1e-3)
        nodes = limit.nodes if limit.nodes is not None or seconds is not None else _PROOF_NODES
        most = None if nodes is None else int(nodes * effort)
        return self._prover.prove(position, seconds=seconds, nodes=most)

    def proven(self, position: Any, proof: Proof) -> PositionAnalysis:
        """Return the analysis of a position that the solver has proven."""
        return PositionAnalysis(Value(None, proof.win_in, None), self._written(position, proof.line))

    def lengthened(self, position: Any, line: tuple[str, ...]) -> tuple[str, ...]:
        """Return the line, extended by further searches if it is too short to show anything."""
        end = position.copy()
        for text in line:
            end.push(self._game.parse_move(end, text))
        share = _scaled(self._limit, _REST)
        while 0 < len(line) < _SHORTEST_LINE and end.outcome() is None:
            result, _ = self._search(end, share)
            texts = self._written(end, _line_of(result))
            for text in texts:
                end.push(self._game.parse_move(end, text))
            line = (*line, *texts)
        return line[:LONGEST_LINE]

    def _search(self, position: Any, limit: Limit) -> tuple[SearchResult, list[SearchInfo]]:
        engine = self._engine
        if not self._begun:
            engine.new_game()
            self._begun = True
        infos: list[SearchInfo] = []
        search = RunningSearch(engine, position, limit)
        try:
            while not search.done:  # wait briefly each time: an interrupt is noticed only between waits
                info = search.next_info(_TICK)
                if info is not None:
                    infos.append(info)
            result = search.result()
            while (info := search.next_info(0)) is not None:
                infos.append(info)
        finally:
            if not search.done:  # interrupted: stop the engine
                with suppress(HexapodaError):
                    search.finish(_PATIENCE)
        return result, infos

    def _score(self, info: SearchInfo) -> float:
        """Return the score that an engine reports, or the score that corresponds to its win probability."""
        if info.win_probability is None:
            assert info.score is not None
            return float(info.score)
        value = min(max(info.win_probability, 1e-4), 1 - 1e-4)
        return round(self._scale * math.log(value / (1 - value)), 2)

    def _depths(self, infos: list[SearchInfo], last: SearchInfo) -> tuple[float, ...]:
        """Return the scores at depth 1, 2, ... if the engine reported every depth; otherwise ()."""
        if last.win_probability is not None or last.win_in:
            return ()
        scores: dict[int, float] = {}
        for info in [*infos, last]:
            plain = info.multipv == 1 and not info.win_in
            if plain and info.depth is not None and info.score is not None and math.isfinite(info.score):
                scores[info.depth] = float(info.score)
        depths: list[float] = []
        while len(depths) + 1 in scores:
            depths.append(scores[len(depths) + 1])
        return tuple(depths) if len(depths) == last.depth else ()

    def _written(self, position: Any, moves: Any) -> tuple[str, ...]:
        """Return the moves of a line as text, at most `LONGEST_LINE` of them, up to the first illegal one:
        engines can report lines with errors.
        """
        return tuple(line_texts(position, list(moves)[:LONGEST_LINE], self._game.format_move))


def _line_of(result: SearchResult) -> tuple[Any, ...]:
    """Return the engine's principal variation if it begins with the chosen move; otherwise only that move."""
    return result.info.pv if result.info.pv[:1] == (result.move,) else (result.move,)


def _scaled(limit: Limit, share: float) -> Limit:
    """Return a share of the limit. A depth is reduced by two plies instead, because each ply multiplies the
    work. The number is even because scores at odd and even depths differ.
    """
    return Limit(
        None if limit.time is None else limit.time * share,
        None if limit.depth is None else max(1, limit.depth - 2),
        None if limit.nodes is None else max(1, int(limit.nodes * share)),
    )
