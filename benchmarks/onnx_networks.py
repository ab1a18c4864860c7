"""How far networks as ONNX files differ from the core: python benchmarks/onnx_networks.py [--games 60]

Evaluates positions of random games, of Hex on 3x3 to 19x19 and of Hive in all variants, with ONNX Runtime
(pip install onnxruntime) and with the core. Prints a line for each network, as JSON.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from hexapoda._core import hex as hex_core
from hexapoda.games import find_game
from hexapoda.hex.network import network_weights
from hexapoda.hive.network import evaluation_inputs, shipped_evaluation
from hexapoda.nets.network_file import read_network
from hexapoda.nets.onnx_file import onnx_bytes
from hexapoda.nets.shipped import find_network


def session(name: str) -> Any:
    """The network in ONNX Runtime."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(onnx_bytes(read_network(find_network(name))), options)


def random_positions(game: str, variant: str, plies: int, games: int, rng: Random) -> Iterator[Any]:
    """A position of each game, at most this many plies after the start."""
    for _ in range(games):
        position = find_game(game).initial(variant)
        for _ in range(rng.randrange(plies)):
            position.push(rng.choice(list(position.legal_moves)))
            if position.outcome() is not None:
                position.pop()
                break
        yield position


def of_hex(games: int, rng: Random) -> dict[str, Any]:
    """The differences of the network of Hex; the last move is known in half of the positions."""
    running, logits, values = session("hex"), [], []
    for size in range(3, 20):
        variant, encodings = f"{size}x{size}", find_game("hex").encodings
        assert encodings is not None
        encoder, layout = encodings.encoder("planes", variant), encodings.layout("cells", variant)
        for position in random_positions("hex", variant, size * size * 2 // 3, games, rng):
            move = position.moves[-1] if position.ply and rng.random() < 0.5 else None
            last = np.zeros((1, size, size), np.float32)
            if move is not None:
                last.flat[layout.number(find_game("hex").initial(variant), move)] = 1
            inputs = {"observations": encoder.encode(position)[None], "last": last}
            [found], [value] = running.run(None, inputs)
            chance, moves = hex_core.network_evaluate(position, network_weights(), move)
            logits.append([abs(found[layout.number(position, one)] - logit) for one, logit in moves])
            values.append(abs(value - (2 * chance - 1)))
    return {
        "positions": len(values),
        "positions_above_0.0001": sum(bool(max(each) > 1e-4) for each in logits),
        "logits_mean": float(np.concatenate(logits).mean()),
        "logits_most": float(max(map(max, logits))),
        "values_most": float(max(values)),
    }


def of_hive(name: str, games: int, rng: Random) -> dict[str, Any]:
    """The differences of an evaluation of Hive."""
    running, core, differences = session(name), shipped_evaluation(name), []
    for variant in find_game("hive").variants:
        positions = [*random_positions("hive", variant, 120, games, rng)]
        [scores] = running.run(None, evaluation_inputs(positions))
        differences += [
            abs(score - core.evaluate(each)) for score, each in zip(scores, positions, strict=True)
        ]
    return {"positions": len(differences), "scores_most": float(max(differences))}


def main() -> None:
    """Compare every network of a game's own architecture."""
    parser = argparse.ArgumentParser(description="how far networks as ONNX files differ from the core")
    parser.add_argument("--games", type=int, default=60, help="for each board or variant")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = Random(arguments.seed)
    print(json.dumps({"network": "hex", **of_hex(arguments.games, rng)}), flush=True)
    for name in ("hive-evaluation", "hive-evaluation-levels"):
        print(json.dumps({"network": name, **of_hive(name, arguments.games, rng)}), flush=True)


if __name__ == "__main__":
    main()
