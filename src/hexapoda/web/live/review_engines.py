"""`ReviewEngines`: the engines that judge moves. One evaluates positions, the other searches for forced wins.

Decides which engines these are, so that reviews, tried moves and exercises are judged alike.
"""

from __future__ import annotations

from hexapoda.analysis.proof_engine import EngineProver, proof_engine
from hexapoda.registry import default_spec
from hexapoda.web.live.page_pool import PagePool
from hexapoda.web.live.pooled_engine import PooledEngine

__all__ = ["REVIEWED", "TRIED", "ReviewEngines"]

TRIED, REVIEWED = 1, 2
"""The urgency of their searches. A visitor waits for the judgment on a tried move; games come before both."""


class ReviewEngines:
    """The engines of one review or one tried move. The caller closes them."""

    def __init__(self, pool: PagePool, game: str, client: str, urgency: int) -> None:
        """`game`: the name of the game; `pool`, `client`, `urgency`: as for `PooledEngine`."""
        self.spec = default_spec(game).with_seed(0)
        """The specification of the engine that evaluates positions."""
        self.engine = PooledEngine(pool, self.spec, client, urgency)
        self.proofs = PooledEngine(pool, proof_engine(game), client, urgency)
        self.prover = EngineProver(self.proofs)

    def close(self) -> None:
        """End the current searches; later ones fail."""
        self.engine.close()
        self.proofs.close()
