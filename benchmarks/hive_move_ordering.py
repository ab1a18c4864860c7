"""How high two move orders rank the best move in Hive: python benchmarks/hive_move_ordering.py [--nodes N]

Takes midgames of human games. The best move is that of a search of `alphabeta` with N nodes. Compares two
orders of the legal moves: by the policy of the network `hive-base-mlp`, and by the evaluation with the
weights of features after each move. Prints how often the best move comes first or among the first three, its
mean place, and the CPU time of a position; then how often a search of 1,000 nodes agrees, and its time.
Positions that the search proves are left out.
"""

from __future__ import annotations

import argparse
import time
from statistics import fmean, median

import numpy as np
from rich.progress import track

from hexapoda._core.nn import BoardNetwork
from hexapoda.engine import Limit
from hexapoda.engines.hive.alphabeta import AlphaBetaEngine
from hexapoda.engines.hive.imitation import evaluation_after
from hexapoda.hive import Move, Position
from hexapoda.hive.bench import midgames
from hexapoda.hive.encode import ENCODINGS
from hexapoda.nets.network_file import read_network
from hexapoda.nets.shipped import find_network

NETWORK = "hive-base-mlp"
MOST_NODES = 10**9


class PolicyOrder:
    """The legal moves by the policy of the network, the most likely first."""

    def __init__(self) -> None:
        file = read_network(find_network(NETWORK))
        self.variant = file.header.variant or ""
        self._encoder = ENCODINGS.encoder(file.header.observation, self.variant)
        self._layout = ENCODINGS.layout(file.header.actions, self.variant)
        self._network = BoardNetwork(weights=file.values, **file.header.sizes)

    def moves(self, position: Position) -> list[Move]:
        """Return the legal moves in this order."""
        seen = self._encoder.encode(position).reshape(1, -1)
        logits, values = np.zeros((1, self._layout.size), np.float32), np.zeros(1, np.float32)
        self._network.evaluate(seen, logits, values)
        numbers = self._layout.move_rows(position)[:, 0]
        moves = list(position.legal_moves)
        return [moves[i] for i in np.argsort(-logits[0, numbers], kind="stable")]


def by_evaluation(position: Position) -> list[Move]:
    """The legal moves by the evaluation after them, the best first."""
    return sorted(position.legal_moves, key=lambda move: -evaluation_after(position, move))


def best_move(position: Position, nodes: int) -> Move | None:
    """The move of a search with an empty table; None if it proves the result."""
    found = AlphaBetaEngine(seed=1).search(position.copy(), Limit(nodes=nodes))
    return found.move if found.info.win_in is None else None


def main() -> None:
    """Search and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--nodes", type=int, default=200_000, help="nodes of the search for the best move")
    given = parser.parse_args()
    if not 1 <= given.nodes <= MOST_NODES:
        parser.error(f"--nodes: expected 1 to {MOST_NODES:,}")
    policy = PolicyOrder()
    positions = [position for position in midgames() if position.variant == policy.variant]
    orders = {"policy": policy.moves, "evaluation after the move": by_evaluation}
    places: dict[str, list[int]] = {name: [] for name in orders}
    spent: dict[str, list[float]] = {name: [] for name in (*orders, "search")}
    legal, agreed, engine = [], [], AlphaBetaEngine(seed=1)
    for position in track(positions, "searching"):
        best = best_move(position, given.nodes)
        if best is None:
            continue
        legal.append(len(position.legal_moves))
        engine.new_game()
        began = time.process_time()
        quick = engine.search(position.copy(), Limit(nodes=1000)).move
        spent["search"].append(time.process_time() - began)
        agreed.append(quick == best)
        for name, order in orders.items():
            began = time.process_time()
            moves = order(position)
            spent[name].append(time.process_time() - began)
            places[name].append(1 + moves.index(best))
    print(f"{len(legal)} positions, {fmean(legal):.1f} legal moves on average")
    print("order                      first  first three  mean place  time")
    for name, found in places.items():
        first, three = fmean(place == 1 for place in found), fmean(place <= 3 for place in found)
        took = 1000 * median(spent[name])
        print(f"{name:25}  {first:5.0%}  {three:11.0%}  {fmean(found):10.1f}  {took:.2f} ms")
    took = 1000 * median(spent["search"])
    print(f"a search of 1,000 nodes agrees in {fmean(agreed):.0%} and takes {took:.2f} ms")


if __name__ == "__main__":
    main()
