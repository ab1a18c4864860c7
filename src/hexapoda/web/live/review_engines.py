"""`ReviewEngines`: the engines that judge moves. One evaluates positions, the other searches for forced wins.

Chooses the engines, so that reviews, tried moves and exercises are all judged in the same way.
"""

from __future__ import annotations

from hexapoda.analysis.proof_engine import EngineProver, proof_engine
from hexapoda.registry import default_spec
from hexapoda.web.live.page_pool import PagePool
from hexapoda.web.live.pooled_engine import PooledEngine

__all__ = ["REVIEWED", "TRIED", "ReviewEngines"]

TRIED, REVIEWED = 1, 2
"""The urgency of searches for tried moves and for reviews. A visitor waits for a tried move, so it comes
first. Games come before both.
"""


class ReviewEngines:
    """The engines for one review, tried move or exercise. The caller must close them."""

    def __init__(self, pool: PagePool, game: str, client: str, urgency: int) -> None:
        """`game`: the name of the game; `pool`, `client`, `urgency`: as for `PooledEngine`."""
        self.spec = default_spec(game).with_seed(0)
        """The specification of the engine that evaluates positions."""
        self.engine = PooledEngine(pool, self.spec, client, urgency)
        self.proofs = PooledEngine(pool, proof_engine(game), client, urgency)
        self.prover = EngineProver(self.proofs)

    def close(self) -> None:
        """End the current searches. Later searches fail."""
        self.engine.close()
        self.proofs.close()
