"""PUCT in plain Python: slow, with a node for each position, against which the core is tested."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.train.episode import EpisodeSettings


def fake_network(observations: NDArray[Any], masks: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Logits and values that look random, but depend only on the observation."""
    rows = len(observations)
    seen = observations.reshape(rows, -1).astype(np.float64)
    weights = np.sin(np.arange(1, seen.shape[1] + 1) * 12.9898) * 43758.5453
    mixed = seen @ (weights - np.floor(weights))
    actions = np.arange(masks.shape[1])
    return 2 * np.sin(mixed[:, None] * 7 + actions * 1.7), np.sin(mixed * 11)


@dataclass
class Node:
    """A position with the moves that are known."""

    prior: float = 1.0
    visits: int = 0
    sum: float = 0.0
    """Of the values for the side to move."""
    children: dict[int, Node] = field(default_factory=dict)
    logit: float = 0.0
    network_value: float = 0.0
    proof: int | None = None
    """1 won, 0 drawn, -1 lost for the side to move."""

    @property
    def mean(self) -> float:
        """The proven value, or the mean."""
        if self.proof is not None:
            return self.proof
        return self.sum / self.visits if self.visits else 0.0


class PlainPuct:
    """Searches a position of a game with the fake network."""

    def __init__(self, settings: EpisodeSettings, position: Any) -> None:
        self.settings, self.position = settings, position
        self.root = Node()

    def grow(self) -> None:
        """One simulation; the first one only expands the root."""
        position = self.position.copy()
        path, node = [self.root], self.root
        while node.children and node.proof is None:
            action, node = self._select(node)
            position.push(self.settings.layout.move(position, action))
            path.append(node)
            outcome = position.outcome()
            if outcome is not None:
                node.proof = 0 if outcome.winner is None else 1 if outcome.winner == position.turn else -1
        value = float(node.proof) if node.proof is not None else self._expand(node, position)
        for index in range(len(path) - 1, -1, -1):
            path[index].visits += 1
            path[index].sum += value
            value = -value
            if index > 0 and path[index].proof is not None:
                self._prove(path[index - 1])

    def _expand(self, node: Node, position: Any) -> float:
        mask = self.settings.layout.mask(position)
        logits, values = fake_network(self.settings.encoder.encode(position)[None], mask[None])
        legal = np.flatnonzero(mask).tolist()
        odds = {action: math.exp(logits[0][action]) for action in legal}
        node.children = {
            action: Node(odds[action] / sum(odds.values()), logit=logits[0][action]) for action in legal
        }
        node.network_value = float(values[0])
        return node.network_value

    def _select(self, node: Node) -> tuple[int, Node]:
        factor = 1.25 + math.log((node.visits + 19653) / 19652)

        def score(child: Node) -> float:
            value = -child.mean if child.visits else max(-1.0, node.mean - 0.2)
            return value + factor * math.sqrt(node.visits) * child.prior / (1 + child.visits)

        return max(
            ((a, child) for a, child in node.children.items() if child.proof != 1), key=lambda c: score(c[1])
        )

    @staticmethod
    def _prove(node: Node) -> None:
        proofs = [child.proof for child in node.children.values()]
        if -1 in proofs:
            node.proof = 1
        elif None not in proofs:
            node.proof = 0 if 0 in proofs else -1


class PlainGumbel(PlainPuct):
    """Gumbel search below one move of the root."""

    def __init__(self, settings: EpisodeSettings, position: Any, chosen: int) -> None:
        super().__init__(settings, position)
        self.chosen = chosen

    @property
    def proven(self) -> bool:
        """Whether the chosen move is."""
        return bool(self.root.children) and self.root.children[self.chosen].proof is not None

    def _select(self, node: Node) -> tuple[int, Node]:
        if node is self.root:
            return self.chosen, node.children[self.chosen]
        children = list(node.children.values())
        seen = [child for child in children if child.visits]
        visits = sum(child.visits for child in seen)
        mixed = node.network_value
        if seen:
            mean = sum(child.prior * -child.mean for child in seen) / sum(child.prior for child in seen)
            mixed = (mixed + visits * mean) / (1 + visits)
        scale = 50 + max(child.visits for child in children)
        scores = np.array(
            [child.logit + scale * (1 + (-child.mean if child.visits else mixed)) / 2 for child in children]
        )
        improved = np.exp(scores - scores.max())
        improved /= improved.sum()
        gaps = {
            action: improved[number] - child.visits / (1 + visits)
            for number, (action, child) in enumerate(node.children.items())
            if child.proof != 1
        }
        best = max(gaps, key=lambda action: gaps[action])
        return best, node.children[best]
