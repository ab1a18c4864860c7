"""`HexBoards`: the rules of Hex for many boards of one size, as operations on tensors."""

from __future__ import annotations

from hexapoda.train.pytorch import Tensor, torch

__all__ = ["HexBoards"]

_FIRST, _SECOND = 1, 2
"""The labels of the two edges of a color. The label of a group of stones is the least of those that it has
joined: of its edges, or of its cells, which are numbered from 3."""


class HexBoards:
    """The rules on n x n boards, always seen by the side to move, which joins the top and the bottom.

    A board is a row of labels, int16 [(n + 2)^2], with a frame of edges: 0 for an empty cell, positive for
    the groups of the side to move, negative for those of its opponent. After a move the board is turned over:
    transposed, with the signs exchanged. A move is a cell, row * n + column, of the board as it is seen.
    """

    def __init__(self, side: int, device: torch.device) -> None:
        self.side, self.cells = side, side * side
        self.width = width = side + 2
        """Cells of a row with its frame."""
        self.places = width * width
        """Labels of a board."""
        grid = torch.arange(self.places, device=device).view(width, width)
        self._inner = grid[1:-1, 1:-1].flatten()
        """The place of each cell."""
        self._turned = grid.T.flatten()
        around = (-width, 1 - width, -1, 1, width - 1, width)
        self._around = torch.tensor(around, device=device)
        empty = torch.zeros((width, width), dtype=torch.int16, device=device)
        empty[0, 1:-1], empty[-1, 1:-1] = _FIRST, _SECOND
        empty[1:-1, 0], empty[1:-1, -1] = -_FIRST, -_SECOND
        self._empty = empty.flatten()

    def new(self, count: int) -> Tensor:
        """Empty boards: int16 [count, places]."""
        return self._empty.repeat(count, 1)

    def free(self, boards: Tensor) -> Tensor:
        """Which cells are empty: bool [boards, cells]."""
        return boards[:, self._inner] == 0

    def stones(self, boards: Tensor) -> Tensor:
        """The stones as int8 [boards, cells]: 1 of the side to move, -1 of its opponent."""
        return boards[:, self._inner].sign().to(torch.int8)

    def turned(self, moves: Tensor) -> Tensor:
        """The cells of moves on the board that is turned over."""
        return moves % self.side * self.side + moves // self.side

    def play(self, boards: Tensor, moves: Tensor) -> tuple[Tensor, Tensor]:
        """Play a move, int64 [boards], on each board, on an empty cell. Returns the boards as the opponent
        sees them, and which moves have won: bool [boards].
        """
        places = self._inner[moves]
        around = boards.gather(1, places[:, None] + self._around)
        own = around.clamp(min=0)
        won = (own == _FIRST).any(1) & (own == _SECOND).any(1)
        lone = (places + 3).to(torch.int16)
        label = torch.where(own > 0, own, lone[:, None]).amin(1).minimum(lone)
        # A neighbor without an own stone must match no label.
        joined = torch.where(own > 0, own, -32768)
        seen = (boards[:, None, :] == joined[:, :, None]).any(1)
        after = torch.where(seen, label[:, None], boards)
        after = after.scatter(1, places[:, None], label[:, None])
        return -after[:, self._turned], won

    def planes(self, boards: Tensor, last: Tensor) -> Tensor:
        """What the network sees: float32 [boards, 3, n, n], own stones, those of the opponent, and its last
        move, a cell of the board as it is seen now, or -1 for none.
        """
        seen = boards[:, self._inner]
        shown = torch.zeros(seen.shape, device=seen.device)
        shown.scatter_(1, last.clamp(min=0)[:, None], (last >= 0).float()[:, None])
        stones = torch.stack(((seen > 0).float(), (seen < 0).float(), shown), 1)
        return stones.view(-1, 3, self.side, self.side)
