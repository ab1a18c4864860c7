"""Steps per second of CPU time of the environments: python benchmarks/environments.py [--seconds 5]

Prints one line for each game, observation and action layout, in one process with random legal actions. A step
is one action of an agent in `hexapoda.train.aec.GameEnv`, with its observation and masks; the choice of the
action is not counted.
"""

from __future__ import annotations

import argparse
import json
import time
from random import Random
from typing import Any

import numpy as np

from hexapoda.train.aec import GameEnv

SETTINGS: list[dict[str, Any]] = [
    {"game": "hive", "variant": "Base", "observation": "planes", "actions": "openspiel"},
    {"game": "hive", "variant": "Base", "observation": "tokens", "actions": "openspiel"},
    {"game": "hive", "variant": "Base+MLP", "observation": "planes", "actions": "openspiel"},
    {"game": "hive", "variant": "Base+MLP", "observation": "planes:window=21", "actions": "cells:window=21"},
    {"game": "hex", "variant": "11x11", "observation": "planes", "actions": "cells"},
    {"game": "hex", "variant": "5x5", "observation": "planes", "actions": "cells"},
]


def measure(settings: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Play random games for some seconds, and return the steps per second."""
    environment, rng = GameEnv(**settings, max_plies=300), Random(1)
    steps = games = 0
    spent = 0.0
    while spent < seconds:
        began = time.process_time()
        environment.reset()
        observation = environment.last()[0]
        spent += time.process_time() - began
        games += 1
        while not environment.episode.over and spent < seconds:
            action = rng.choice(np.flatnonzero(observation["action_mask"]))
            began = time.process_time()
            environment.step(action)
            observation = environment.last()[0]
            spent += time.process_time() - began
            steps += 1
    return {**settings, "steps": steps, "games": games, "steps_per_second": round(steps / spent)}


def main() -> None:
    """Measure every setting."""
    parser = argparse.ArgumentParser(description="steps per second of the environments")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each line")
    arguments = parser.parse_args()
    for settings in SETTINGS:
        print(json.dumps(measure(settings, arguments.seconds)), flush=True)


if __name__ == "__main__":
    main()
