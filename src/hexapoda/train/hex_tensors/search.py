"""`TensorSearch`: Gumbel search for many boards at once, without waiting for the host between steps.

This is the search of cpp/search/tree/network_tree.hpp (Danihelka et al., "Policy improvement by planning with
Gumbel", 2022), except that moves are ranked anew at each visit, that the last round always has two moves, and
that no result is proven: a winning move has the value 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from hexapoda.train.hex_tensors.boards import HexBoards
from hexapoda.train.pytorch import Tensor, torch

__all__ = ["Found", "TensorSearch", "visits_in_turn"]

Evaluate = Callable[[Tensor], tuple[Tensor, Tensor]]
"""A function from planes [rows, 3, n, n] to logits [rows, cells] and values [rows], -1 to 1."""

_VISIT_OFFSET = 50.0
"""The constant that is added to the visits of the most visited move to scale the values."""
_DEPTH = 8
"""The maximum number of moves in a walk down the tree. If a walk would be longer, its last position is
evaluated again."""
_ILLEGAL = -1e9


class Found(NamedTuple):
    """The results of a search, one row per board."""

    moves: Tensor
    """int64 [boards]: the winners of sequential halving, which are random because of the Gumbel noise."""
    policies: Tensor
    """float32 [boards, cells]: the improved policy."""
    values: Tensor
    """float32 [boards]: the mean of all evaluations, -1 to 1 for the side to move."""


def visits_in_turn(considered: int, simulations: int) -> list[int]:
    """Return, for each simulation of sequential halving, the current number of visits of the move to visit:
    all `considered` moves are visited equally often, then the better half of them, and so on.
    """
    rounds = max(1, math.ceil(math.log2(considered))) if considered > 1 else 1
    found: list[int] = []
    done, left = 0, considered
    while len(found) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            found += [done] * left
            done += 1
        left = max(2 if considered > 1 else 1, left // 2)
    return found[:simulations]


class TensorSearch:
    """Trees for `count` boards, each with room for all simulations of a search. Every search begins with
    empty trees.
    """

    def __init__(
        self,
        boards: HexBoards,
        count: int,
        evaluate: Evaluate,
        *,
        simulations: int,
        considered: int,
        value_scale: float,
        device: torch.device,
    ) -> None:
        self._boards, self._evaluate, self._scale = boards, evaluate, value_scale
        self._count, self.simulations = count, simulations
        nodes, cells = simulations + 1, boards.cells
        self._rows = torch.arange(count, device=device)
        self._labels = torch.zeros((count, nodes, boards.places), dtype=torch.int16, device=device)
        self._logits = torch.zeros((count, nodes, cells), dtype=torch.float32, device=device)
        self._raw = torch.zeros((count, nodes), dtype=torch.float32, device=device)
        self._over = torch.zeros((count, nodes), dtype=torch.bool, device=device)
        self._children = torch.zeros((count, nodes, cells), dtype=torch.int16, device=device)
        self._visits = torch.zeros((count, nodes, cells), dtype=torch.float32, device=device)
        self._sums = torch.zeros((count, nodes, cells), dtype=torch.float32, device=device)
        self._gumbel = torch.zeros((count, cells), dtype=torch.float32, device=device)
        # A tensor instead of a number on the host, so that a simulation can be recorded once for all steps.
        self._step = torch.zeros(1, dtype=torch.int64, device=device)
        turns = visits_in_turn(min(considered, cells), simulations)
        self._turns = torch.tensor(turns, dtype=torch.float32, device=device)
        self._graph: torch.cuda.CUDAGraph | None = None
        if device.type == "cuda":
            self._record()

    def run(self, boards: Tensor, last: Tensor) -> Found:
        """Search boards, int16 [count, places], that are not won yet; `last` is as in `HexBoards.planes`."""
        with torch.inference_mode():
            self._begin(boards, last)
            for _ in range(self.simulations):
                if self._graph is None:
                    self._simulate()
                else:
                    self._graph.replay()
            return self._found()

    def _record(self) -> None:
        """Record a simulation as a CUDA graph: launching its operations one by one keeps the GPU waiting."""
        with torch.inference_mode():
            last = torch.full((self._count,), -1, device=self._rows.device)
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                self._begin(self._boards.new(self._count), last)
                for _ in range(3):
                    self._simulate()
            torch.cuda.current_stream().wait_stream(stream)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self._simulate()
            self._graph = graph

    def _begin(self, boards: Tensor, last: Tensor) -> None:
        for numbers in (self._over, self._children, self._visits, self._sums, self._step):
            numbers.zero_()
        self._labels[:, 0] = boards
        logits, values = self._evaluate(self._boards.planes(boards, last))
        logits = logits.float().masked_fill(~self._boards.free(boards), _ILLEGAL)
        self._logits[:, 0], self._raw[:, 0] = logits, values.float()
        self._gumbel.exponential_().log_().neg_()

    def _simulate(self) -> None:
        rows, boards = self._rows, self._boards
        # Walk down to a move that leads to no node yet, or to the end of a game.
        node = at = by = torch.zeros_like(rows)
        walking = torch.ones_like(rows, dtype=torch.bool)
        path: list[tuple[Tensor, Tensor, Tensor]] = []
        for depth in range(_DEPTH):
            move = self._chosen_at_root() if depth == 0 else self._chosen_below(node)
            path.append((node, move, walking))
            at, by = torch.where(walking, node, at), torch.where(walking, move, by)
            child = self._children[rows, node, move].long()
            walking = walking & (child > 0)
            node = torch.where(walking, child, node)
            walking = walking & ~self._over[rows, node]
        # Play the last move of each walk. If it leads to an existing node, that node is evaluated again.
        new = self._children[rows, at, by] == 0
        after, won = boards.play(self._labels[rows, at], by)
        logits, values = self._evaluate(boards.planes(after, boards.turned(by)))
        logits = logits.float().masked_fill(~boards.free(after), _ILLEGAL)
        values = torch.where(won, -1.0, values.float())
        self._step += 1
        place = self._step.expand(self._count)
        self._labels[rows, place] = after
        self._logits[rows, place], self._raw[rows, place] = logits, values
        self._over[rows, place] = won
        kept = self._children[rows, at, by]
        self._children[rows, at, by] = torch.where(new, place.to(torch.int16), kept)
        # Back up. `values` are for the side to move after the last move.
        value = -values
        for node, move, on in reversed(path):
            part = on.float()
            self._visits[rows, node, move] += part
            self._sums[rows, node, move] += part * value
            value = torch.where(on, -value, value)

    def _improved(self, logits: Tensor, visits: Tensor, sums: Tensor, raw: Tensor) -> Tensor:
        """Return the logits of the improved policy of nodes, [boards, cells]."""
        seen = visits > 0
        means = sums / visits.clamp(min=1)
        priors = logits.softmax(1) * seen
        count, weight = visits.sum(1), priors.sum(1)
        mixed = (raw + count * (priors * means).sum(1) / weight.clamp(min=1e-9)) / (1 + count)
        mixed = torch.where(count > 0, mixed, raw)
        completed = torch.where(seen, means, mixed[:, None])
        scale = (_VISIT_OFFSET + visits.amax(1, keepdim=True)) * self._scale
        return logits + scale * (1 + completed) / 2

    def _chosen_at_root(self) -> Tensor:
        visits = self._visits[:, 0]
        scores = self._improved(self._logits[:, 0], visits, self._sums[:, 0], self._raw[:, 0]) + self._gumbel
        turn = self._turns.index_select(0, self._step.clamp(max=self.simulations - 1))
        # On a board with fewer free cells than moves to consider, a least visited move is next.
        legal = self._logits[:, 0] > _ILLEGAL / 2
        due = legal & (visits == turn)
        none = ~due.any(1, keepdim=True)
        least = torch.where(legal, visits, torch.inf).amin(1, keepdim=True)
        return torch.where(due | (none & legal & (visits == least)), scores, -torch.inf).argmax(1)

    def _chosen_below(self, node: Tensor) -> Tensor:
        rows = self._rows
        visits, logits = self._visits[rows, node], self._logits[rows, node]
        policy = self._improved(logits, visits, self._sums[rows, node], self._raw[rows, node]).softmax(1)
        score = policy - visits / (1 + visits.sum(1, keepdim=True))
        return torch.where(logits > _ILLEGAL / 2, score, -torch.inf).argmax(1)

    def _found(self) -> Found:
        visits, sums, raw = self._visits[:, 0], self._sums[:, 0], self._raw[:, 0]
        logits = self._improved(self._logits[:, 0], visits, sums, raw)
        most = visits.amax(1, keepdim=True)
        scores = torch.where(visits == most, logits + self._gumbel, -torch.inf)
        value = (raw + sums.sum(1)) / (1 + visits.sum(1))
        return Found(scores.argmax(1), logits.softmax(1), value)
