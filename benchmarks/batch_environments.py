"""Plies per second of the batch environments: python benchmarks/batch_environments.py [--seconds 2] [--peers]

Random play in one thread: a random legal action for each game is chosen and played, and its legal actions and
observation are written. Prints a line for each setting, as JSON, with plies per second of CPU time. With
`--peers`, the environments of OpenSpiel and pgx are measured beside ours in the same run, for what they have:
they must be installed. With `--copies`, each ply is also played on a copy of its game, as tree searches do.

The settings are measured in turn, `--rounds` times; a line has the median of the rounds, and the least and
most.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any

import numpy as np

from hexapoda.train.batch import BatchEnv

COUNT = 256
NOTHING = {"observe": False, "mask": False}
SETTINGS: list[dict[str, Any]] = [
    {"game": "hive", "variant": "Base", "observation": "tokens", "actions": "cells"},
    {"game": "hive", "variant": "Base", "observation": "tokens", "actions": "openspiel"},
    {"game": "hive", "variant": "Base", "observation": "planes", "actions": "cells"},
    {"game": "hive", "variant": "Base+MLP", "observation": "tokens", "actions": "cells"},
    {
        "game": "hive",
        "variant": "Base",
        "observation": "tokens",
        "actions": "cells",
        "mask": False,
        "room": 256,
    },
    {"game": "hive", "variant": "Base", "actions": "cells", **NOTHING},
    {"game": "hive", "variant": "Base+MLP", "actions": "cells", **NOTHING},
    {"game": "hex", "variant": "11x11"},
    {"game": "hex", "variant": "11x11", **NOTHING},
    {"game": "hex", "variant": "5x5"},
    {"game": "hex", "variant": "19x19"},
]


def rate(step: Callable[[], int], seconds: float) -> int:
    """Plies per second of CPU time of a function that returns how many plies it has played."""
    step()
    plies, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        for _ in range(8):  # reading the clock is not part of a step
            plies += step()
    return round(plies / spent)


def ours(settings: dict[str, Any]) -> Callable[[], int]:
    """A step of all games."""
    batch = BatchEnv(count=COUNT, **settings)

    def step() -> int:
        batch.step(batch.sample())
        return COUNT

    return step


def ours_with_copies(how: str, settings: dict[str, Any]) -> Callable[[], int]:
    """A step of copies of all games, after which the copies are the games."""
    batch = BatchEnv(count=COUNT, **settings)
    copies, rows = batch.clone(), np.arange(COUNT)

    def step() -> int:
        nonlocal batch, copies
        if how == "copy_games":
            copies.copy_games(batch, rows)
        elif how == "clone":
            copies = batch.clone()
        else:
            copies.restore(batch.state())
        copies.step(copies.sample())
        batch, copies = copies, batch
        return COUNT

    return step


def openspiel(text: str, observe: bool, *, clone: bool = False) -> Callable[[], int]:
    """A ply of a game of OpenSpiel from Python, which has no batches."""
    import pyspiel

    game, rng = pyspiel.load_game(text), Random(1)
    state = game.new_initial_state()

    def step() -> int:
        nonlocal state
        if clone:
            state = state.clone()
        state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            state = game.new_initial_state()
        if observe:
            state.observation_tensor()
        return 1

    return step


def pgx(name: str) -> Callable[[], int]:
    """A step of all games of pgx, compiled as a whole, with the choice of a random legal action."""
    import jax
    import pgx as library
    from pgx.experimental.wrappers import auto_reset

    environment = library.make(name)
    plies = 16

    def play(state: Any, key: Any) -> Any:
        def one(state: Any, key: Any) -> Any:
            first, second = jax.random.split(key)
            logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            actions = jax.random.categorical(first, logits, axis=1)
            keys = jax.random.split(second, COUNT)
            return jax.vmap(auto_reset(environment.step, environment.init))(state, actions, keys), None

        return jax.lax.scan(one, state, jax.random.split(key, plies))[0]

    compiled = jax.jit(play)
    state = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.key(0), COUNT))
    number = 0

    def step() -> int:
        nonlocal state, number
        number += 1
        state = jax.block_until_ready(compiled(state, jax.random.key(number)))
        return COUNT * plies

    return step


def peers() -> Iterator[tuple[dict[str, Any], Callable[[], int]]]:
    """What other environments have of our settings."""
    yield {"peer": "openspiel", "game": "hive", "observe": True}, openspiel("hive", True)
    yield {"peer": "openspiel", "game": "hive", "observe": False}, openspiel("hive", False)
    yield {"peer": "openspiel", "game": "hex", "variant": "11x11", "observe": True}, openspiel("hex", True)
    yield {"peer": "openspiel", "game": "hex", "variant": "11x11", "observe": False}, openspiel("hex", False)
    yield {"peer": "pgx", "game": "hex", "variant": "11x11", "observe": True}, pgx("hex")


COPIED: list[dict[str, Any]] = [
    {"game": "hive", "variant": "Base", "observation": "tokens", "actions": "cells"},
    {"game": "hive", "variant": "Base", "actions": "cells", **NOTHING},
    {"game": "hex", "variant": "11x11"},
    {"game": "hex", "variant": "11x11", **NOTHING},
]
"""What is measured with `--copies`."""


def with_copies(*, beside: bool) -> Iterator[tuple[dict[str, Any], Callable[[], int]]]:
    """Play with and without copies, ours and that of other environments."""
    for settings in COPIED:
        yield {**settings, "copies": "none"}, ours(settings)
        for how in ("copy_games", "clone", "state and restore"):
            yield {**settings, "copies": how}, ours_with_copies(how, settings)
    for settings, step in peers() if beside else ():
        if settings["peer"] == "openspiel":
            cloned = openspiel(settings["game"], settings["observe"], clone=True)
            yield {**settings, "copies": "none"}, step
            yield {**settings, "copies": "clone"}, cloned
        else:  # a step leaves the state as it was
            yield {**settings, "copies": "every state is a copy"}, step


def without_copies(*, beside: bool) -> Iterator[tuple[dict[str, Any], Callable[[], int]]]:
    """Every setting, ours and those of other environments."""
    for settings in SETTINGS:
        yield settings, ours(settings)
    if beside:
        yield from peers()


def main() -> None:
    """Measure every setting."""
    parser = argparse.ArgumentParser(description="plies per second of the batch environments")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each line and round")
    parser.add_argument("--rounds", type=int, default=1, help="how often every line is measured")
    parser.add_argument("--peers", action="store_true", help="also measure OpenSpiel and pgx")
    parser.add_argument("--copies", action="store_true", help="measure play on copies of games")
    arguments = parser.parse_args()
    missing = [name for name in ("pyspiel", "jax", "pgx") if arguments.peers and find_spec(name) is None]
    if missing:
        parser.error(f"--peers needs {', '.join(missing)}: expected `pip install open_spiel jax pgx` before")
    chosen = with_copies if arguments.copies else without_copies
    measured: list[tuple[dict[str, Any], Callable[[], int], list[int]]] = [
        (settings, step, []) for settings, step in chosen(beside=arguments.peers)
    ]
    for _ in range(arguments.rounds):
        for _, step, rates in measured:
            rates.append(rate(step, arguments.seconds))
    for settings, _, rates in measured:
        spread = {"least": min(rates), "most": max(rates)} if len(rates) > 1 else {}
        print(json.dumps({**settings, "plies_per_second": round(median(rates)), **spread}), flush=True)


if __name__ == "__main__":
    main()
