"""Files of random games of Hive, for what learns from games."""

from __future__ import annotations

import json
import random
from pathlib import Path

from hexapoda.hive import Position
from hexapoda.hive.variant import VARIANTS
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord

__all__ = ["write_random_games"]

_CAP = 60


def write_random_games(path: Path, games: int) -> None:
    """Write a line for each game; those that do not end are cut and drawn."""
    path.write_text("".join(json.dumps(_game(number)) + "\n" for number in range(games)), "utf-8")


def _game(number: int) -> dict[str, object]:
    rng = random.Random(number)
    position, moves = Position(rng.choice(VARIANTS)), []
    while (outcome := position.outcome()) is None and position.ply < _CAP:
        move = rng.choice(sorted(position.legal_moves, key=position.format_move))
        moves.append(MoveRecord(position.format_move(move), book=position.ply < 4))
        position.push(move)
    winner, ending = (None, Ending.MOVE_CAP) if outcome is None else (outcome.winner, Ending.NORMAL)
    players = PlayerRecord("random"), PlayerRecord("random")
    return GameRecord(
        "hive", position.variant, players, tuple(moves), winner=winner, finished=True, ending=ending
    ).to_json()
