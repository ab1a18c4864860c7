"""The games that `alphabeta` plays against itself, from which its evaluation network learns.

Each line of a file is the record of a game, which any reader of game files in this package understands, with
one additional entry: the terms on which it was played (`terms`). The opening moves are random and marked as
book moves; the other moves have the score of the search.
"""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from hexapoda._core import hive as _core
from hexapoda.engine import Limit
from hexapoda.engines.hive.alphabeta import AlphaBetaEngine
from hexapoda.hive import Position
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.train.expert.game_lines import Guide

__all__ = ["BOARDS", "AlphaBetaTerms", "play_game"]

BOARDS = (
    ("Base", 5),
    ("Base+M", 1),
    ("Base+L", 1),
    ("Base+P", 1),
    ("Base+ML", 1),
    ("Base+MP", 1),
    ("Base+LP", 1),
    ("Base+MLP", 5),
)
"""The variants, and how many games in 16 use each: most have either no expansion pieces or all of them."""
OPENING = (4, 8)
"""The smallest and the largest number of random plies at the beginning of a game."""
CAP = 200
"""A game that is not over after this many plies is a draw."""


@dataclass(frozen=True)
class AlphaBetaTerms:
    """How games are played."""

    nodes: int
    """Search nodes per move."""
    seed: int = 1
    boards: tuple[tuple[str, int], ...] = BOARDS
    """The variants, and the relative number of games with each."""
    network: str = ""
    """The SHA-256 of the evaluation network's file; empty for the weights of the features."""


@lru_cache(maxsize=1)
def _evaluation(weights: bytes) -> _core.EvaluationNetwork:
    return _core.EvaluationNetwork(weights)


def play_game(terms: AlphaBetaTerms, guide: Guide | None, number: int) -> dict[str, Any]:
    """Play a game of the engine against itself; return the JSON object of its line in the file. `number` and
    the seed of the terms determine everything random.
    """
    rng = random.Random(f"{terms.seed}/{number}")
    [variant] = rng.choices([board for board, _ in terms.boards], [share for _, share in terms.boards])
    opening = rng.randint(*OPENING)
    if guide is None:
        engine, name = AlphaBetaEngine(evaluation="features", seed=1), "alphabeta:evaluation=features"
    else:
        engine, name = AlphaBetaEngine(network=_evaluation(guide.weights), seed=1), f"net:{guide.name}"
    position = Position(variant)
    moves: list[MoveRecord] = []
    while (outcome := position.outcome()) is None and position.ply < CAP:
        if position.ply < opening:
            move = rng.choice(sorted(position.legal_moves, key=position.format_move))
            moves.append(MoveRecord(position.format_move(move), book=True))
        else:
            found = engine.search(position, Limit(nodes=terms.nodes))
            move = found.move
            moves.append(MoveRecord(position.format_move(move), score=found.info.score))
        position.push(move)
    player = PlayerRecord(name, name)
    record = GameRecord(
        "hive",
        variant,
        (player, player),
        tuple(moves),
        winner=None if outcome is None else outcome.winner,
        finished=True,
        ending=Ending.MOVE_CAP if outcome is None else Ending.NORMAL,
        number=number,
        seed=terms.seed,
    )
    return {**record.to_json(), "terms": asdict(terms)}
