"""What each part of self-play and learning is worth at equal CPU time, on a small board of Hex:

    python -m benchmarks.learning_parts [--variant 5x5] [--seconds 150] [--seeds 1 2 3] [--only NAME ...]

Each arm trains networks from scratch for this many CPU seconds, with the settings of docs/how-to/hex-5x5.toml
and those of the arm. Prints a row for each arm and seed: the iterations, and how often the most probable move
of the network wins, in positions that the solver has labeled. Matches are not played.
"""

from __future__ import annotations

import argparse
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

from hexapoda.train.run_settings import settings_of
from hexapoda.train.training_run import TrainingRun
from tests.train.won_positions import WonPositions, won_positions

CONFIG = Path(__file__).parents[1] / "docs" / "how-to" / "hex-5x5.toml"
ARMS: dict[str, dict[str, dict[str, Any]]] = {
    "as it is": {},
    "quick": {"self_play": {"full": 0.25, "quick_simulations": 8}},
    "quick, 64 when full": {"self_play": {"simulations": 64, "full": 0.25, "quick_simulations": 8}},
    "search value 0.5": {"learner": {"search_value": 0.5}},
    "averaging 0.99": {"learner": {"averaging": 0.99}},
    "rate 0.005": {"learner": {"learning_rate": 0.005}},
    "all": {
        "self_play": {"full": 0.25, "quick_simulations": 8},
        "learner": {
            "search_value": 0.5,
            "averaging": 0.99,
            "learning_rate": 0.005,
        },
    },
}


def trained(
    arm: dict[str, dict[str, Any]], variant: str, seed: int, seconds: float, won: WonPositions
) -> tuple[int, float]:
    """Train for this many CPU seconds. Return the iterations, and how often the network's move wins."""
    values = tomllib.loads(CONFIG.read_text())
    values |= {"variant": variant, "seed": seed, "threads": 1, "gate": {"every": 0}}
    for table, changes in arm.items():
        values[table] = values[table] | changes
    with tempfile.TemporaryDirectory() as folder:
        run = TrainingRun(Path(folder) / "run", settings_of(values))
        began = time.process_time()
        while time.process_time() - began < seconds and not run.complete:
            run.step()
        run.close()
        return run.iteration, won.rate_of_policy(run.learner.playing.evaluate)


def main() -> None:
    """Train and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--variant", default="5x5")
    parser.add_argument("--seconds", type=float, default=150, help="CPU seconds of each run")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--only", nargs="+", choices=ARMS, default=list(ARMS), metavar="NAME")
    parser.add_argument("--positions", type=int, default=400)
    arguments = parser.parse_args()
    won = won_positions(arguments.variant, arguments.positions, seed=99)
    print("arm                    seed  iterations  winning moves", flush=True)
    for seed in arguments.seeds:
        for name in arguments.only:
            iterations, rate = trained(ARMS[name], arguments.variant, seed, arguments.seconds, won)
            print(f"{name:22} {seed:4}  {iterations:10}  {rate:13.3f}", flush=True)


if __name__ == "__main__":
    main()
