"""OpenSpiel's tree search plays Hive against an engine: pip install 'hexapoda[openspiel]'.

python examples/openspiel_search.py
"""

from __future__ import annotations

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import hexapoda.train.openspiel  # registers the games
from hexapoda.engine import Limit
from hexapoda.registry import parse_engine


def main(simulations: int = 20, plies: int = 30) -> tuple[str, list[float]]:
    """Play a game, and return it as a GameString, with the rewards of both players."""
    game = pyspiel.load_game(f"{hexapoda.train.openspiel.NAMES[0]}(max_plies={plies})")
    random = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(game, 2.0, simulations, rollouts, random_state=random)
    state = game.new_initial_state()
    with parse_engine("greedy:seed=1").create() as engine:
        while not state.is_terminal():
            position = state.episode.position
            if state.current_player() == 0:
                state.apply_action(bot.step(state))
            else:
                move = engine.search(position, Limit(time=1)).move
                state.apply_action(state.string_to_action(position.format_move(move)))
    return state.episode.position.game_string(), state.returns()


if __name__ == "__main__":
    print(*main(), sep="\n")
