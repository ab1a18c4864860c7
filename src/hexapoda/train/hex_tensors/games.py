"""`GameGroup`: games of a network against itself on boards of one size, and their positions as samples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hexapoda.train.expert.hex.samples import HexSamples
from hexapoda.train.hex_tensors.boards import HexBoards
from hexapoda.train.hex_tensors.search import Evaluate, TensorSearch
from hexapoda.train.pytorch import Tensor, torch

__all__ = ["GameGroup", "GameTerms", "Played"]

_OPENING = (30, 25, 15, 10, 5, 5, 5, 5)
"""How many games in a hundred begin with 1, 2, 3, ... random moves."""
_OUTCOME = 0.7
"""The weight of the outcome in the value target; the rest is the value of the search."""


@dataclass(frozen=True, slots=True)
class GameTerms:
    """How games are played."""

    simulations: int = 32
    considered: int = 16
    """How many root moves Gumbel search samples."""
    value_scale: float = 0.5
    """How much values count relative to logits."""
    resign: float = 0.96
    """A game ends once two searches in a row agree on the winner, both with an absolute value above this."""
    to_the_end: float = 0.15
    """The share of games that are played to the end regardless."""
    forked: float = 0.3
    """The share of games with one more random move, so that the network also sees bad shapes."""
    quiet: int = 30
    """From this ply on, the move with the highest improved policy is played, without noise."""


class Played(NamedTuple):
    """How much a group has played so far."""

    games: int
    plies: int
    """The number of plies that were searched."""


class GameGroup:
    """`count` games on n x n boards, where a game that ends is replaced by a new one.

    The positions of the last `kept` plies of all games stay in memory, and can be learned from once their
    value is known.
    """

    def __init__(
        self, side: int, count: int, evaluate: Evaluate, terms: GameTerms, kept: int, device: torch.device
    ) -> None:
        self.side, self._terms, self._count = side, terms, count
        self._rules = rules = HexBoards(side, device)
        self._search = TensorSearch(
            rules,
            count,
            evaluate,
            simulations=terms.simulations,
            considered=terms.considered,
            value_scale=terms.value_scale,
            device=device,
        )
        cells = rules.cells
        self._boards = rules.new(count)
        self._last = torch.full((count,), -1, device=device)
        self._plies = torch.zeros(count, dtype=torch.int64, device=device)
        self._begun = torch.zeros(count, dtype=torch.int64, device=device)
        """The step after the last random move of each game; the outcome counts only from then on."""
        self._fork = torch.zeros(count, dtype=torch.int64, device=device)
        self._fought = torch.zeros(count, dtype=torch.bool, device=device)
        self._sure = torch.zeros(count, dtype=torch.int8, device=device)
        """The sure winner according to the last search: 1 is the side to move now, -1 its opponent, and 0
        neither."""
        self._step = 0
        self._kept = kept
        self._stones = torch.zeros((kept, count, cells), dtype=torch.int8, device=device)
        self._lasts = torch.full((kept, count), -1, dtype=torch.int16, device=device)
        self._policies = torch.zeros((kept, count, cells), dtype=torch.float16, device=device)
        self._searched = torch.zeros((kept, count), dtype=torch.float32, device=device)
        self._targets = torch.zeros((kept, count), dtype=torch.float32, device=device)
        self._known = torch.zeros((kept, count), dtype=torch.bool, device=device)
        self._moment = torch.full((kept,), -1, dtype=torch.int64, device=device)
        """The step in which each row was written."""
        self._games = torch.zeros((), dtype=torch.int64, device=device)
        self._begin(torch.ones(count, dtype=torch.bool, device=device))
        self._begun.zero_()

    @property
    def played(self) -> Played:
        """How many games have ended, and how many plies have been searched."""
        return Played(int(self._games), self._step * self._count)

    def end(self) -> None:
        """Free the memory of the search. Positions can still be drawn."""
        del self._search

    def play(self) -> None:
        """Search every game, keep its position, and play a move in it."""
        found = self._search.run(self._boards, self._last)
        with torch.inference_mode():
            self._write(found.policies, found.values)
            self._move(found.moves, found.policies, found.values)
            self._step += 1

    def _write(self, policies: Tensor, values: Tensor) -> None:
        row = self._step % self._kept
        self._stones[row], self._lasts[row] = self._rules.stones(self._boards), self._last.to(torch.int16)
        self._policies[row], self._searched[row] = policies.half(), values
        self._known[row] = False
        self._moment[row] = self._step

    def _move(self, moves: Tensor, policies: Tensor, values: Tensor) -> None:
        terms = self._terms
        moves = torch.where(self._plies < terms.quiet, moves, policies.argmax(1))
        forks = self._plies == self._fork
        moves = torch.where(forks, self._random_moves(), moves)
        sure = (values > terms.resign).to(torch.int8) - (values < -terms.resign).to(torch.int8)
        resigned = (sure != 0) & (sure == self._sure) & ~self._fought & ~forks
        boards, won = self._rules.play(self._boards, moves)
        # Before a random move, only the search counts, not the outcome.
        self._settle(forks, self._searched)
        self._begun = torch.where(forks, self._step + 1, self._begun)
        ended = won | resigned
        # 1 if the side to move in this step wins, -1 if it loses.
        winner = torch.where(won, 1.0, sure.float())
        steps = self._step - self._moment[:, None]
        signs = 1.0 - 2.0 * (steps % 2).float()
        outcome = signs * winner
        self._settle(ended, _OUTCOME * outcome + (1 - _OUTCOME) * self._searched)
        self._games += ended.sum()
        self._sure = torch.where(forks, 0, -sure).to(torch.int8)
        self._boards, self._last = boards, self._rules.turned(moves)
        self._plies += 1
        self._begin(ended)

    def _settle(self, games: Tensor, targets: Tensor) -> None:
        """Set the value targets of the positions since the last random move in the marked `games`."""
        rows = games & (self._moment[:, None] >= self._begun) & (self._moment[:, None] >= 0)
        self._targets = torch.where(rows, targets, self._targets)
        self._known |= rows

    def _begin(self, which: Tensor) -> None:
        """Begin new games, with random moves, in place of those marked in `which`."""
        device, count = self._boards.device, self._count
        shares = torch.tensor(_OPENING, dtype=torch.float32, device=device)
        moves = 1 + shares.multinomial(count, replacement=True)
        # On a small board, a few moves decide the game.
        moves = moves.clamp(max=self.side - 2)
        boards, last = self._rules.new(count), torch.full((count,), -1, device=device)
        for number in range(int(min(len(_OPENING), self.side - 2))):
            plays = number < moves
            random = self._random_moves(boards)
            after, _ = self._rules.play(boards, random)
            boards = torch.where(plays[:, None], after, boards)
            last = torch.where(plays, self._rules.turned(random), last)
        self._boards = torch.where(which[:, None], boards, self._boards)
        self._last = torch.where(which, last, self._last)
        self._plies = torch.where(which, moves, self._plies)
        self._begun = torch.where(which, self._step + 1, self._begun)
        forked = torch.rand(count, device=device) < self._terms.forked
        latest = max(2, self.side * self.side // 3)
        fork = torch.where(forked, moves + torch.randint(1, latest, (count,), device=device), -1)
        self._fork = torch.where(which, fork, self._fork)
        fought = torch.rand(count, device=device) < self._terms.to_the_end
        self._fought = torch.where(which, fought, self._fought)
        self._sure = torch.where(which, 0, self._sure).to(torch.int8)

    def _random_moves(self, boards: Tensor | None = None) -> Tensor:
        free = self._rules.free(self._boards if boards is None else boards)
        return torch.where(free, torch.rand(free.shape, device=free.device), -1.0).argmax(1)

    def sample(self, count: int) -> HexSamples | None:
        """Return random positions with a known value, all with a policy; None while there are too few."""
        tries = 4 * count
        device = self._boards.device
        rows = torch.randint(self._kept, (tries,), device=device)
        games = torch.randint(self._count, (tries,), device=device)
        chosen = self._known[rows, games].nonzero().squeeze(1)
        if len(chosen) < count // 2:
            return None
        chosen = chosen[torch.arange(count, device=device) % len(chosen)]
        rows, games = rows[chosen], games[chosen]
        stones, last = self._stones[rows, games], self._lasts[rows, games].long()
        shown = torch.zeros_like(stones).scatter_(1, last.clamp(min=0)[:, None], 1) * (last >= 0)[:, None]
        planes = torch.stack((stones > 0, stones < 0, shown > 0), 1).to(torch.uint8)
        values = (1 + self._targets[rows, games]) / 2
        side = self.side
        return HexSamples(planes.view(-1, 3, side, side), self._policies[rows, games], values)
