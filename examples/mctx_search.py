"""The tree search of mctx on games of the core: pip install mctx.

mctx keeps a number for each node of its trees. Here it is the place of a game in a large batch: `copy_games`
takes the game of a node, a step plays the action, and another copy keeps the result.

python examples/mctx_search.py
"""

# mypy: ignore-errors
# The packages have no types, or need not be installed.
from __future__ import annotations

import jax
import mctx
import numpy as np
from jax.experimental import io_callback

from hexapoda.train.batch import BatchEnv

FORBIDDEN = -1e9


class Search:
    """Searches all games of a batch, with random playouts instead of a network."""

    def __init__(self, roots: BatchEnv, game: str, simulations: int, **settings: object) -> None:
        self.roots, self.simulations, self.nodes = roots, simulations, roots.count
        common = {"auto_reset": False, "observe": False, **settings}
        self.kept = BatchEnv(game, roots.count * (simulations + 2), **common)
        self.scratch, self.playout = (BatchEnv(game, roots.count, seed=1, **common) for _ in range(2))
        self.kept.copy_games(roots, [*range(roots.count)] + [-1] * (self.kept.count - roots.count))

    def actions(self) -> np.ndarray:
        """Return an action for each game."""
        illegal = self.roots.masks == 0
        root = mctx.RootFnOutput(
            prior_logits=np.where(illegal, FORBIDDEN, 0).astype(np.float32),
            value=np.zeros(len(illegal), np.float32),
            embedding=np.arange(len(illegal), dtype=np.int32),
        )
        found = mctx.gumbel_muzero_policy(
            None,
            jax.random.PRNGKey(1),
            root,
            self._expand,
            self.simulations,
            invalid_actions=illegal,
            gumbel_scale=0.0,
        )
        return np.asarray(found.action)

    def _expand(self, _: object, key: object, action: jax.Array, node: jax.Array) -> object:
        floats = jax.ShapeDtypeStruct(action.shape, np.float32)
        logits = jax.ShapeDtypeStruct(self.roots.masks.shape, np.float32)
        shapes = (floats, floats, logits, floats, jax.ShapeDtypeStruct(action.shape, np.int32))
        *output, place = io_callback(self._play, shapes, action, node, ordered=True)
        names = ("reward", "discount", "prior_logits", "value")
        return mctx.RecurrentFnOutput(**dict(zip(names, output, strict=True))), place

    def _play(self, action: np.ndarray, node: np.ndarray) -> tuple[np.ndarray, ...]:
        scratch, rows = self.scratch, np.arange(len(node))
        scratch.copy_games(self.kept, np.asarray(node))
        movers = scratch.players.copy()
        before_over = scratch.legal == 0  # a node that is over: nothing more can be won
        scratch.step(np.where(before_over, 0, np.asarray(action)))
        reward = np.where(before_over, 0, scratch.rewards[rows, movers])
        over = scratch.legal == 0
        place = np.arange(self.nodes, self.nodes + len(node), dtype=np.int32) % self.kept.count
        self.nodes += len(node)
        into = np.full(self.kept.count, -1)
        into[place] = rows
        self.kept.copy_games(scratch, into)
        value = np.zeros(len(node), np.float32)
        self.playout.copy_games(scratch, rows)
        while (self.playout.legal > 0).any():
            self.playout.step(self.playout.sample())
            value += self.playout.rewards[rows, scratch.players]
        logits = np.where(scratch.masks == 1, 0, FORBIDDEN).astype(np.float32)
        # -1: what is good for the opponent, who is to move next, is bad for the player who moved.
        return (
            reward.astype(np.float32),
            np.where(over, 0, -1).astype(np.float32),
            logits,
            value * ~over,
            place,
        )


def main(games: int = 8, simulations: int = 32) -> float:
    """Return the share of games in which the search finds the only winning move."""
    settings = {"variant": "3x3", "position": "3x3 black=a1,a2 white=b2,c2"}
    roots = BatchEnv("hex", games, **settings)
    return float((Search(roots, "hex", simulations, **settings).actions() == 6).mean())


if __name__ == "__main__":
    print(f"found a3, the only move that wins, in {main():.2f} of the searches")
