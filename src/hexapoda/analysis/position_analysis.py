"""What is known of one position of a game under review: its value, the values at each depth, the best line.

Owns `PositionAnalysis` and `Analyst`, who makes it: first the game's solver, which finds forced wins that a
search may pass over, then the engine. Comparing positions is `review`'s.
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
from hexapoda.games.analysis import Proof
from hexapoda.host import RunningSearch
from hexapoda.line import line_texts

__all__ = ["LONGEST_LINE", "Analyst", "PositionAnalysis", "compared"]

LONGEST_LINE = 8
"""So many plies of a line are kept."""
_SHORTEST_LINE = 3
"""A line of fewer is searched on, unless the game ends there."""
_PROOF_SHARE, _PROOF_SECONDS = 0.3, 2.0
"""The solver's time: a share of the engine's, and so many seconds at most."""
_PROOF_NODES = 100_000
"""The solver's positions where the engine has neither a time nor a number of nodes."""
_REST = 0.2
"""The share of a search that goes into the rest of a short line."""
_TICK = 0.2
"""Seconds after which an interrupt is noticed at the latest."""
_PATIENCE = 5.0
"""Seconds that an engine has to stop in when the review is broken off."""


@dataclass(frozen=True, slots=True)
class PositionAnalysis:
    """What is known of a position.

    Attributes:
        value: to the side to move.
        line: that is expected, the best move first.
        depths: the score of an engine that deepens step by step, from depth 1 on; empty for others.
        reason: why the line is better than the move that was played; None when nobody has asked yet.
        reply: of the position before an error, the line that refutes it; None when nobody has asked yet.
    """

    value: Value
    line: tuple[str, ...]
    depths: tuple[float, ...] = ()
    reason: str | None = None
    reply: tuple[str, ...] | None = None

    @property
    def settled(self) -> Value:
        """The value without the swing between odd and even depths: the mean of the last two."""
        if self.value.win_in is not None or len(self.depths) < 2:
            return self.value
        return Value(fmean(self.depths[-2:]), None, self.value.depth)

    def behind(self, move: str) -> PositionAnalysis:
        """The analysis of the position a ply earlier, where `move` is the only one."""
        first = self.depths[:1]  # a ply less deep nothing is known: the value of the next depth stands in
        depths = tuple(-score for score in (*first, *self.depths))
        return PositionAnalysis(
            self.value.flipped().counted_before(), (move, *self.line)[:LONGEST_LINE], depths
        )


def compared(before: PositionAnalysis, after: PositionAnalysis) -> tuple[Value, Value]:
    """The values of the best move and of the one that led to `after`, both the mover's and alike in depth.

    The best move is worth what the position is at some depth, the other one what the position behind it is a
    ply less deep: so both were searched to the same depth from the same position. The means of two depths are
    taken, as scores of odd and of even depths differ. What is proven stands as it is.
    """
    played = after.value.flipped().counted_before()
    if before.value.win_in is not None or after.value.win_in is not None:
        return before.settled, after.settled.flipped().counted_before()
    depth = min(len(before.depths), len(after.depths) + 1)
    if depth < 2:
        return before.value, played
    best = before.depths[max(depth - 2, 0) : depth]
    other = after.depths[max(depth - 3, 0) : depth - 1]
    best = best[len(best) - min(len(best), len(other)) :]
    return Value(fmean(best), None, depth), Value(-fmean(other), None, depth)


class Analyst:
    """Analyzes the positions of one game. The engine keeps what it learns from one to the next."""

    def __init__(self, game: Game, engine: Engine, limit: Limit, scale: float) -> None:
        """`scale`: the score that stands for a winning chance of 73%."""
        self._game = game
        self._engine = engine
        self._limit = limit
        self._scale = scale
        self._prover = game.analysis.new_prover()
        self._begun = False

    def analyze(self, position: Any) -> PositionAnalysis:
        """The analysis of a position that is not over. Raises `EngineError` when the engine fails."""
        proof = self.prove(position)
        if proof is not None and proof.line:
            return self.proven(position, proof)
        # A proof may have cost so much that nothing was left for its line.
        result, infos = self._search(position, self._limit)
        info = result.info
        no_score = info.score is None or math.isnan(info.score)
        if not info.win_in and info.win_probability is None and no_score:
            raise EngineError(
                f"engine {self._engine.name!r} does not report what a position is worth: "
                "expected one that reports scores"
            )
        score = None if info.win_in else self._score(info)
        value = Value(score, proof.win_in if proof is not None else info.win_in or None, info.depth)
        line = [result.move, *info.pv[1:]] if info.pv[:1] == (result.move,) else [result.move]
        depths = () if value.win_in is not None else self._depths(infos, info)
        return PositionAnalysis(value, self._written(position, line), depths)

    def prove(self, position: Any, effort: float = 1.0) -> Proof | None:
        """What the game's solver proves; `effort` multiplies its share of the limit."""
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
        """What a proof says of a position."""
        return PositionAnalysis(Value(None, proof.win_in, None), self._written(position, proof.line))

    def lengthened(self, position: Any, line: tuple[str, ...]) -> tuple[str, ...]:
        """The line, searched on where it is too short to show anything."""
        end = position.copy()
        for text in line:
            end.push(self._game.parse_move(end, text))
        share = _scaled(self._limit, _REST)
        while 0 < len(line) < _SHORTEST_LINE and end.outcome() is None:
            result, _ = self._search(end, share)
            more = (
                [result.move, *result.info.pv[1:]] if result.info.pv[:1] == (result.move,) else [result.move]
            )
            texts = self._written(end, more)
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
            while not search.done:  # not in one wait: an interrupt could come just before it and be missed
                info = search.next_info(_TICK)
                if info is not None:
                    infos.append(info)
            result = search.result()
            while (info := search.next_info(0)) is not None:
                infos.append(info)
        finally:
            if not search.done:  # an interrupt: the engine has to be let go
                with suppress(HexapodaError):
                    search.finish(_PATIENCE)
        return result, infos

    def _score(self, info: SearchInfo) -> float:
        """The score of an engine; of one that estimates chances the score that means the same."""
        if info.win_probability is None:
            assert info.score is not None
            return float(info.score)
        chance = min(max(info.win_probability, 1e-4), 1 - 1e-4)
        return round(self._scale * math.log(chance / (1 - chance)), 2)

    def _depths(self, infos: list[SearchInfo], last: SearchInfo) -> tuple[float, ...]:
        """The scores of an engine that completes one depth after the other and reports each."""
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
        """The texts of a line, as far as it is legal: engines are not always right about later moves."""
        return tuple(line_texts(position, list(moves)[:LONGEST_LINE], self._game.format_move))


def _scaled(limit: Limit, share: float) -> Limit:
    return Limit(
        None if limit.time is None else limit.time * share,
        None if limit.depth is None else max(1, limit.depth - 2),
        None if limit.nodes is None else max(1, int(limit.nodes * share)),
    )
