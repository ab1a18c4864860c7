"""Positions of Hex that the side to move wins, with the moves that win."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from hexapoda.games import find_game
from hexapoda.hex import Position
from hexapoda.hex.prover import HexProver
from hexapoda.train.batch import BatchEnv
from hexapoda.train.search import BatchSearch, Evaluate

__all__ = ["WonPositions", "won_positions"]


@dataclass(frozen=True)
class WonPositions:
    """Positions of one board, and the winning moves of each; some other moves lose."""

    variant: str
    positions: tuple[Position, ...]
    winning: tuple[frozenset[Any], ...]

    def rate_of_policy(self, evaluate: Evaluate) -> float:
        """How often the most probable move wins."""
        encodings = find_game("hex").encodings
        assert encodings is not None
        encoder, layout = encodings.encoder("planes", self.variant), encodings.layout("cells", self.variant)
        masks = np.stack([layout.mask(position) for position in self.positions])
        logits, _ = evaluate(np.stack([encoder.encode(position) for position in self.positions]), masks)
        best = np.where(masks > 0, logits, -np.inf).argmax(axis=1)
        return float(
            np.mean(
                [
                    layout.move(position, int(number)) in winning
                    for position, number, winning in zip(self.positions, best, self.winning, strict=True)
                ]
            )
        )

    def rate_of_search(self, evaluate: Evaluate, simulations: int) -> float:
        """How often PUCT with so many simulations plays a winning move."""
        game, found = find_game("hex"), []
        for position, winning in zip(self.positions, self.winning, strict=True):
            text = game.format_position(position)
            batch = BatchEnv("hex", 1, variant=self.variant, position=text, actions="cells")
            search = BatchSearch(batch, gumbel=False, simulations=simulations)
            search.run(evaluate)
            found.append(batch.settings.layout.move(position, int(search.actions[0])) in winning)
        return float(np.mean(found))


def won_positions(variant: str, count: int, seed: int) -> WonPositions:
    """Positions after random moves, each with a winning and a losing move."""
    rng, prover = Random(seed), HexProver()
    cells = len(Position(variant).legal_moves)
    positions: list[Position] = []
    winning: list[frozenset[Any]] = []
    while len(positions) < count:
        position = Position(variant)
        for _ in range(rng.randrange(cells // 2)):
            if position.outcome() is None:
                position.push(rng.choice(list(position.legal_moves)))
        moves = [] if position.outcome() else list(position.legal_moves)
        wins = frozenset(move for move in moves if _wins(prover, position, move))
        if 0 < len(wins) < len(moves):
            positions.append(position)
            winning.append(wins)
    return WonPositions(variant, tuple(positions), tuple(winning))


def _wins(prover: HexProver, position: Position, move: Any) -> bool:
    after = position.copy()
    after.push(move)
    if after.outcome() is not None:
        return True
    proof = prover.prove(after, seconds=10)
    assert proof is not None
    return proof.win_in < 0
