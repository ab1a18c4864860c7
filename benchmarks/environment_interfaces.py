"""Random play through each interface: python benchmarks/environment_interfaces.py [--seconds 3]

Plays whole games, at most 300 plies each, in one process: on a position, in the environment for two agents,
in OpenSpiel with our games and with its own, and through the calls of alpha-zero-general. Prints a line for
each setting, as JSON, with plies per second of CPU time, the choice of the moves included.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel

import hexapoda.train.openspiel  # noqa: F401 (registers our games)
from hexapoda.games import Position, find_game
from hexapoda.train.aec import GameEnv
from hexapoda.train.alpha_zero_general import AlphaZeroGeneralGame

LONGEST = 300
PlayGame = Callable[[Random], int]
"""Plays a game and returns its plies."""


def choose(rng: Random, mask: Any) -> int:
    """A random number of a mask. NumPy finds what is set faster in an array of bool."""
    numbers = np.flatnonzero(mask.view(np.bool_))
    return int(numbers[rng.randrange(len(numbers))])


def on_position(name: str, variant: str) -> PlayGame:
    """Without an environment: legal moves, outcome, push."""
    game = find_game(name)

    def play(rng: Random) -> int:
        position: Position = game.initial(variant)
        while position.outcome() is None and position.ply < LONGEST:
            moves = position.legal_moves
            position.push(moves[rng.randrange(len(moves))])
        return position.ply

    return play


def two_agents(name: str, variant: str, observation: str) -> PlayGame:
    """PettingZoo's interface, which always has observation and mask."""
    environment = GameEnv(name, variant=variant, observation=observation, max_plies=LONGEST)

    def play(rng: Random) -> int:
        environment.reset()
        while not environment.episode.over:
            seen = environment.last()[0]
            environment.step(choose(rng, seen["action_mask"]))
        return environment.episode.plies

    return play


def openspiel(text: str, observe: bool) -> PlayGame:
    """A game of OpenSpiel, ours or its own."""
    game = pyspiel.load_game(text)

    def play(rng: Random) -> int:
        state = game.new_initial_state()
        while not state.is_terminal() and state.move_number() < LONGEST:
            if observe:
                state.observation_tensor()
            state.apply_action(rng.choice(state.legal_actions()))
        plies: int = state.move_number()
        return plies

    return play


def alpha_zero_general(name: str, variant: str, observation: str, observe: bool) -> PlayGame:
    """The calls that its self-play makes in every ply, without the search."""
    game = AlphaZeroGeneralGame(name, variant=variant, observation=observation, max_plies=LONGEST)

    def play(rng: Random) -> int:
        board, player = game.getInitBoard(), 1
        while not game.getGameEnded(board, player):
            canonical = game.getCanonicalForm(board, player)
            if observe:
                np.asarray(canonical)
            valid = game.getValidMoves(canonical, 1)
            board, player = game.getNextState(board, player, choose(rng, valid))
        return board.episode.plies

    return play


def settings() -> Iterator[tuple[dict[str, Any], PlayGame]]:
    """Everything that is measured."""
    for game, variant, observation, own in (
        ("hive", "Base", "tokens", "hive(uses_mosquito=False,uses_ladybug=False,uses_pillbug=False)"),
        ("hive", "Base+MLP", "tokens", "hive"),
        ("hex", "11x11", "planes", "hex"),
        ("hex", "5x5", "planes", "hex(board_size=5)"),
    ):
        line = {"game": game, "variant": variant}
        yield {**line, "interface": "position"}, on_position(game, variant)
        yield (
            {**line, "interface": "two agents", "observation": observation},
            two_agents(game, variant, observation),
        )
        ours = f"hexapoda_{game}(variant={variant},observation={observation},max_plies={LONGEST})"
        for observe in (True, False):
            seen = observation if observe else None
            yield (
                {**line, "interface": "OpenSpiel", "observation": seen},
                openspiel(ours, observe),
            )
            yield (
                {**line, "interface": "OpenSpiel's own", "observation": "its own" if observe else None},
                openspiel(own, observe),
            )
            yield (
                {**line, "interface": "alpha-zero-general", "observation": seen},
                alpha_zero_general(game, variant, observation, observe),
            )


def main() -> None:
    """Measure every setting."""
    parser = argparse.ArgumentParser(description="random play through each interface")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each line")
    arguments = parser.parse_args()
    for line, play in settings():
        rng, plies, spent = Random(1), 0, 0.0
        while spent < arguments.seconds:
            began = time.process_time()
            plies += play(rng)
            spent += time.process_time() - began
        print(json.dumps({**line, "plies_per_second": round(plies / spent)}), flush=True)


if __name__ == "__main__":
    main()
