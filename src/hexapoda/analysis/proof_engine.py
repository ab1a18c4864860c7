"""`ProofEngine`: a game's solver as an engine, so that it can run wherever engines run. `EngineProver` turns
it back into a solver.

The solver itself comes from `GameAnalysis` in `hexapoda.games.analysis`.
"""

from __future__ import annotations

import time
from typing import Any

from hexapoda._core import StopToken
from hexapoda.engine import Engine, Limit, OnInfo, Option, SearchInfo, SearchResult
from hexapoda.games import DEFAULT_GAME, find_game, game_names
from hexapoda.games.analysis import Proof
from hexapoda.registry import EngineSpec

__all__ = ["EngineProver", "ProofEngine", "proof_engine"]


class ProofEngine(Engine):
    """An engine that reports a forced win or loss. Without a proof, its move is meaningless."""

    name = "prover"
    options = (Option("game", "choice", DEFAULT_GAME, choices=tuple(game_names()), summary="the game"),)

    def __init__(self, game: str = DEFAULT_GAME) -> None:
        """`game`: the name of the game."""
        self._prover = find_game(game).analysis.new_prover()
        self._token = StopToken()

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Search for a proof within the time and the nodes of `limit`."""
        began, proof = time.perf_counter(), None
        if self._prover is not None:
            self._token = StopToken()
            proof = self._prover.prove(position, seconds=limit.time, nodes=limit.nodes, stop=self._token)
        seconds = time.perf_counter() - began
        if proof is None:
            return SearchResult(position.legal_moves[0], SearchInfo(time=seconds))
        move = proof.line[0] if proof.line else position.legal_moves[0]
        return SearchResult(move, SearchInfo(time=seconds, win_in=proof.win_in, pv=tuple(proof.line)))

    def stop(self) -> None:
        """End the search."""
        self._token.stop()


class EngineProver:
    """A `hexapoda.games.analysis.Prover` that asks an engine such as `ProofEngine`."""

    def __init__(self, engine: Engine) -> None:
        """`engine` does the search, possibly in another process."""
        self._engine = engine

    def prove(
        self, position: Any, *, seconds: float | None = None, nodes: int | None = None, stop: Any = None
    ) -> Proof | None:
        """Return the proof that the engine finds, or None. `stop` is ignored: stop the engine instead."""
        info = self._engine.search(position, Limit(time=seconds, nodes=nodes)).info
        return Proof(info.win_in, tuple(info.pv)) if info.win_in else None


def proof_engine(game: str) -> EngineSpec:
    """Return the spec from which any process can create the `ProofEngine` of a game."""
    return EngineSpec(game, ProofEngine.name, f"{__name__}:ProofEngine", (("game", game),))
