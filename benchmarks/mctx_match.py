"""The search of mctx against our `mcts` at Hex, at equal simulations: python -m benchmarks.mctx_match

mctx plays on `BatchEnv` with examples/mctx_search.py. `--leaf` says how it judges a new position: `network`
with our network of Hex in ONNX Runtime, `playouts` with one random playout, as `mcts` does; `value` and
`policy` take only that from the network. A simulation adds one node and judges it once, in both searches.
Openings are random moves of each side, `--plies` in all, and each is played with both colors. Prints the
result as JSON. This needs `pip install mctx onnxruntime 'hexapoda[onnx]'`.
"""

# mypy: ignore-errors
# The packages have no types, or need not be installed.
from __future__ import annotations

import argparse
import json
import time
from random import Random

import numpy as np

from examples.mctx_search import Playouts, Search, equal_logits
from hexapoda.arena.statistics.elo import wilson
from hexapoda.engine import Limit, ask
from hexapoda.games import find_game
from hexapoda.nets.network_file import read_network
from hexapoda.nets.onnx_file import onnx_bytes
from hexapoda.nets.shipped import find_network
from hexapoda.registry import parse_engine
from hexapoda.train.batch import BatchEnv


class Network:
    """Judges positions with the network `hex`, or with one of its two outputs."""

    observe = True

    def __init__(self, leaf: str, count: int, **settings: object) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(onnx_bytes(read_network(find_network("hex"))), options)
        self.leaf, self.random = leaf, np.random.default_rng(1)
        self.playouts = Playouts(count, **settings) if leaf == "policy" else None

    def __call__(self, positions: BatchEnv) -> tuple[np.ndarray, np.ndarray]:
        """As `Playouts`."""
        seen = positions.observations
        inputs = {"observations": seen, "last": np.zeros_like(seen[:, 0])}
        logits, values = self.session.run(None, inputs)
        if self.leaf == "value":
            logits = equal_logits(positions, self.random)
        if self.leaf == "policy":
            _, values = self.playouts(positions)
        return logits, values


def openings(variant: str, count: int, plies: int, seed: int) -> list[list[int]]:
    """Random actions from the start."""
    game, rng, found = find_game("hex"), Random(seed), []
    layout = game.encodings.layout("cells", variant)
    for _ in range(count):
        position = game.initial(variant)
        for _ in range(plies):
            position.push(rng.choice(list(position.legal_moves)))
        found.append([layout.number(game.initial(variant), move) for move in position.moves])
    return found


def play(side: int, starts: list[list[int]], arguments: argparse.Namespace) -> list[bool]:
    """Play a game from each start, all at once. Returns in which mctx, as this player, has won."""
    game, settings = find_game("hex"), {"game": "hex", "variant": arguments.board}
    layout, count = game.encodings.layout("cells", arguments.board), len(starts)
    roots = BatchEnv(count=count, auto_reset=False, **settings)
    positions = [game.initial(arguments.board) for _ in starts]
    for number, start in enumerate(starts):
        roots.set_game(number, start)
        for action in start:
            positions[number].push(layout.move(positions[number], action))
    if arguments.leaf == "playouts":
        judge = Playouts(count, **settings)
    else:
        judge = Network(arguments.leaf, count, **settings)
    considered = 16 if arguments.leaf in ("network", "policy") else layout.size
    search = Search(roots, judge, arguments.simulations, considered=considered, **settings)
    engines = [parse_engine(f"mcts:seed={number}", "hex").create() for number in range(count)]
    limit = Limit(nodes=arguments.opponent or arguments.simulations)
    turn, won = arguments.plies % 2, [False] * count
    while (alive := roots.legal > 0).any():
        actions = search.actions() if turn == side else np.zeros(count, np.int64)
        for number in np.flatnonzero(alive):
            position = positions[number]
            if turn != side:
                actions[number] = layout.number(position, ask(engines[number], position, limit).move)
            position.push(layout.move(position, int(actions[number])))
            outcome = position.outcome()
            won[number] = outcome is not None and outcome.winner == side
        roots.step(np.where(alive, actions, 0))
        turn = 1 - turn
    return won


def main() -> None:
    """Play the match."""
    parser = argparse.ArgumentParser(description="the search of mctx against mcts at Hex")
    parser.add_argument("--board", default="7x7")
    parser.add_argument("--leaf", choices=("network", "value", "policy", "playouts"), default="network")
    parser.add_argument("--simulations", type=int, default=64, help="for each move, of both")
    parser.add_argument("--opponent", type=int, help="simulations of mcts, if others")
    parser.add_argument("--games", type=int, default=100, help="an even number")
    parser.add_argument("--plies", type=int, default=2, help="random moves at the beginning")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    began = time.process_time()
    starts = openings(arguments.board, arguments.games // 2, arguments.plies, arguments.seed)
    won = [sum(play(side, starts, arguments)) for side in (0, 1)]
    games = 2 * len(starts)
    low, high = wilson(sum(won) / games, 1.96**2 / games)
    result = {"won_as_black": won[0], "won_as_white": won[1], "games": games}
    interval = {"share": sum(won) / games, "low": round(low, 3), "high": round(high, 3)}
    seconds = {"cpu_seconds": round(time.process_time() - began, 1)}
    print(json.dumps({**vars(arguments), **result, **interval, **seconds}), flush=True)


if __name__ == "__main__":
    main()
