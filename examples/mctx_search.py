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


def equal_logits(positions: BatchEnv, random: np.random.Generator) -> np.ndarray:
    """Return logits of equally good actions. mctx takes the first of equals, so a little noise decides."""
    return 0.01 * random.random(positions.masks.shape, np.float32)


class Playouts:
    """Judges positions by random playouts: all moves are equally good, the value is the mean result."""

    observe = False

    def __init__(self, count: int, game: str, playouts: int = 1, **settings: object) -> None:
        """Each of `count` positions gets this many playouts at once."""
        self.playouts, self.random = playouts, np.random.default_rng(1)
        common = {"auto_reset": False, "observe": False, **settings}
        self.games = BatchEnv(game, count * playouts, seed=1, **common)

    def __call__(self, positions: BatchEnv) -> tuple[np.ndarray, np.ndarray]:
        """Return a logit for each action of each position, and the value for the player to move."""
        games = self.games
        of = np.repeat(np.arange(positions.count), self.playouts)
        games.copy_games(positions, of)
        value = np.zeros(games.count, np.float32)
        rows, movers = np.arange(games.count), positions.players[of].copy()
        while (going := games.legal > 0).any():
            games.step(games.sample())
            value += going * games.rewards[rows, movers]
        return equal_logits(positions, self.random), value.reshape(-1, self.playouts).mean(1)


class Search:
    """Searches all games of a batch."""

    def __init__(
        self,
        roots: BatchEnv,
        evaluate: object,
        simulations: int,
        game: str,
        considered: int = 16,
        **settings: object,
    ) -> None:
        """`evaluate` judges the positions of a batch, as `Playouts` does; `settings` are those of `roots`. Of
        the actions of a root, mctx looks only at the `considered` with the highest logits.
        """
        self.roots, self.evaluate = roots, evaluate
        self.simulations, self.considered = simulations, considered
        common = {"auto_reset": False, **settings}
        self.kept = BatchEnv(game, roots.count * (simulations + 1), observe=False, mask=False, **common)
        self.scratch = BatchEnv(game, roots.count, observe=evaluate.observe, **common)
        self.search = jax.jit(self._search)

    def actions(self, seed: int = 1) -> np.ndarray:
        """Return an action for each game."""
        roots = self.roots
        self.nodes = roots.count
        self.kept.copy_games(roots, [*range(roots.count)] + [-1] * (self.kept.count - roots.count))
        logits, values = self.evaluate(roots)
        return np.asarray(self.search(jax.random.PRNGKey(seed), logits, values, roots.masks == 0))

    def _search(self, key: object, logits: object, values: object, illegal: object) -> object:
        logits = jax.numpy.where(illegal, FORBIDDEN, logits)
        places = jax.numpy.arange(self.roots.count)
        root = mctx.RootFnOutput(prior_logits=logits, value=values, embedding=places)
        return mctx.gumbel_muzero_policy(
            None,
            key,
            root,
            self._expand,
            self.simulations,
            invalid_actions=illegal,
            max_num_considered_actions=self.considered,
            gumbel_scale=0.0,
        ).action

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
        place = np.arange(self.nodes, self.nodes + len(node), dtype=np.int32)
        self.nodes += len(node)
        into = np.full(self.kept.count, -1)
        into[place] = rows
        self.kept.copy_games(scratch, into)
        logits, value = self.evaluate(scratch)
        # -1: what is good for the opponent, who is to move next, is bad for the player who moved.
        return (
            reward.astype(np.float32),
            np.where(over, 0, -1).astype(np.float32),
            np.where(scratch.masks == 1, logits, FORBIDDEN).astype(np.float32),
            (value * ~over).astype(np.float32),
            place,
        )


def main(games: int = 8, simulations: int = 64) -> float:
    """Return the share of games in which the search finds the only winning move."""
    settings = {"game": "hex", "variant": "3x3", "position": "3x3 black=a1,a2 white=b2,c2"}
    roots = BatchEnv(count=games, **settings)
    search = Search(roots, Playouts(games, **settings), simulations, **settings)
    return float((search.actions() == 6).mean())


if __name__ == "__main__":
    print(f"found a3, the only move that wins, in {main():.2f} of the searches")
