"""Positions of self-play games as samples for the network of Hex, which `lesson` trains."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexapoda.hex.cell import format_cell, parse_cell
from hexapoda.hex.network import sharpened
from hexapoda.hex.variant import board_size
from hexapoda.train.expert.game_lines import HELD_OUT, taken_games
from hexapoda.train.pytorch import Tensor, torch

__all__ = ["Collected", "HexSamples", "Label", "fitted_sharpness", "sample"]

OUTCOME = 0.7
"""The weight of the game's outcome in the value target; the rest is the value of the search. Before the last
random move, the outcome does not count."""


@dataclass(frozen=True)
class HexSamples:
    """Positions on n x n boards, oriented so that the side to move connects top and bottom. Those with a
    policy come first.
    """

    stones: Tensor
    """[positions, 3, n, n]: own stones, the opponent's stones, the opponent's last move."""
    policies: Tensor
    """[positions with a policy, n * n]: the policy target, the shares of visits."""
    values: Tensor
    """[positions]: the value target, the win probability of the side to move."""

    def __len__(self) -> int:
        return len(self.stones)

    def part(self, rows: Tensor) -> HexSamples:
        """Return the positions in these rows, those with a policy first."""
        searched = rows < len(self.policies)
        rows = torch.cat((rows[searched], rows[~searched]))
        return HexSamples(self.stones[rows], self.policies[rows[: int(searched.sum())]], self.values[rows])

    def on(self, device: torch.device) -> HexSamples:
        """Return the samples on a device."""
        return HexSamples(self.stones.to(device), self.policies.to(device), self.values.to(device))


class Label(NamedTuple):
    """What a game says about the value of one of its positions."""

    won: bool
    """Whether the side to move won the game."""
    value: float | None
    """The win probability of the side to move according to the search; None at the end of the game, where the
    winner is proven."""
    sure: bool
    """Whether no random move came after the position, so that the outcome counts."""

    def target(self, sharpness: float) -> float:
        """Return the value to learn, with the odds of the search raised to the power of `sharpness`."""
        if self.value is None:
            return float(self.won)
        searched = sharpened(min(max(self.value, 0.01), 0.99), sharpness)
        return OUTCOME * self.won + (1 - OUTCOME) * searched if self.sure else searched


class Collected:
    """The positions of one board size, collected from games."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.stones: tuple[list[NDArray[np.uint8]], ...] = ([], [])
        """The stones of positions with a policy, and of those without."""
        self.policies: list[NDArray[np.float16]] = []
        self.labels: tuple[list[Label], ...] = ([], [])

    def add(self, game: dict[str, Any]) -> None:
        """Add the positions of a game."""
        cells = [parse_cell(text) for text in game["moves"]]
        searches = [*zip(game["visits"], game["values"], strict=True), (None, None)]
        sure = first_sure(game)
        for ply, (visits, value) in enumerate(searches):
            if value is None and ply < len(cells):
                continue  # a random move
            stones = np.zeros((3, self.side, self.side), np.uint8)
            for before, (column, row) in enumerate(cells[:ply]):
                stones[(ply - before) % 2, row, column] = 1
            if ply:
                column, row = cells[ply - 1]
                stones[2, row, column] = 1
            if visits is not None:
                policy = np.zeros((self.side, self.side), np.float16)
                whole = sum(visits.values())
                for text, count in visits.items():
                    column, row = parse_cell(text)
                    policy[row, column] = count / whole
                self.policies.append((policy.T if ply % 2 else policy).ravel())
            self.stones[visits is None].append(stones.transpose(0, 2, 1) if ply % 2 else stones)
            self.labels[visits is None].append(Label(game["winner"] == ply % 2, value, ply >= sure))

    def samples(self, sharpness: float) -> HexSamples:
        """Return all positions; `sharpness` is as in `Label.target`."""
        policies = np.stack(self.policies) if self.policies else np.zeros((0, self.side**2), np.float16)
        return HexSamples(
            torch.from_numpy(np.stack([*self.stones[0], *self.stones[1]])),
            torch.from_numpy(policies),
            torch.tensor(
                [label.target(sharpness) for part in self.labels for label in part], dtype=torch.float32
            ),
        )


def first_sure(game: dict[str, Any]) -> int:
    """Return the first ply of a game after its last random move."""
    return max((ply + 1 for ply, value in enumerate(game["values"]) if value is None), default=0)


def fitted_sharpness(labels: Iterable[Label]) -> float:
    """Return the power from 0.5 to 4 that, applied to the odds of the searches, predicts the winners best."""
    found = [
        (math.log(value / (1 - value)), won)
        for won, value, sure in labels
        if sure and value is not None and 0.01 < value < 0.99
    ]
    logits, won = np.array(found).reshape(-1, 2).T
    power = 1.0
    for _ in range(20):  # Newton's method
        likely = 1 / (1 + np.exp(-power * logits))
        slope = float((likely * (1 - likely) * logits**2).sum())
        if slope == 0:
            break
        power = min(max(power + float(((won - likely) * logits).sum()) / slope, 0.5), 4.0)
    return power


def sample(paths: Sequence[Path]) -> tuple[dict[int, HexSamples], dict[int, HexSamples]]:
    """Return all positions that were searched or decided, by board size: those for training, and those for
    validation. Raises `UsageError` that names a game from which nothing can be learned.
    """
    found: tuple[dict[int, Collected], ...] = ({}, {})
    for number, game in taken_games(paths, _checked):
        side = board_size(game["variant"])[0]
        found[number % HELD_OUT == 0].setdefault(side, Collected(side)).add(game)
    learned = (label for each in found[0].values() for part in each.labels for label in part)
    sharpness = fitted_sharpness(learned)
    training, unseen = ({side: each.samples(sharpness) for side, each in kind.items()} for kind in found)
    return training, unseen


def _checked(number: int, game: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Return the arguments. Raises an error that `taken_games` reports if the game cannot be learned from."""
    columns, rows = board_size(game["variant"])
    if columns != rows or game["winner"] not in (0, 1):
        raise ValueError("expected a square board and a winner")
    cells, moves = _cells(columns), game["moves"]
    if len(moves) != len(game["visits"]) or not cells.issuperset(moves) or len(set(moves)) != len(moves):
        raise ValueError(f"expected moves on free cells of {columns}x{columns}, each with its search")
    for visits, value in zip(game["visits"], game["values"], strict=True):
        if value is not None and not 0 <= value <= 1:
            raise ValueError(f"a value of {value}: expected 0 to 1")
        known = visits is None or (value is not None and visits and cells.issuperset(visits))
        if not known or not all(type(count) is int and count > 0 for count in (visits or {}).values()):
            raise ValueError("expected visits of moves on the board")
    return number, game


@cache
def _cells(side: int) -> frozenset[str]:
    return frozenset(format_cell((column, row)) for column in range(side) for row in range(side))
