"""`ReviewEngines`: the engines that judge moves. One evaluates positions, the other looks for forced wins.

Decides which ones these are, so that reviews, tried moves and exercises judge alike.
"""

from __future__ import annotations

from hexapoda.analysis.proof_engine import EngineProver, proof_engine
from hexapoda.registry import default_spec
from hexapoda.web.live.page_pool import PagePool
from hexapoda.web.live.pooled_engine import PooledEngine

__all__ = ["REVIEWED", "TRIED", "ReviewEngines"]

TRIED, REVIEWED = 1, 2
"""How urgent searches are: a visitor waits for the judgment on a tried move; games come before both."""


class ReviewEngines:
    """The engines of one review, or of one move. The caller closes them."""

    def __init__(self, pool: PagePool, game: str, client: str, urgency: int) -> None:
        """`game`: its name; `pool`, `client` and `urgency`: as of a `PooledEngine`."""
        self.spec = default_spec(game).with_seed(0)
        """The engine that evaluates, as it was specified."""
        self.engine = PooledEngine(pool, self.spec, client, urgency)
        self.proofs = PooledEngine(pool, proof_engine(game), client, urgency)
        self.prover = EngineProver(self.proofs)

    def close(self) -> None:
        """End the searches that run or are about to."""
        self.engine.close()
        self.proofs.close()
