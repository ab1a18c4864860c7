"""`HexBoards`: the rules of Hex for many boards of one size, as operations on tensors."""

from __future__ import annotations

from hexapoda.train.pytorch import Tensor, torch

__all__ = ["HexBoards"]

_FIRST, _SECOND = 1, 2
"""The labels of a color's two edges. A group of stones has the smallest label of its cells and of the edges
that it touches; cells have labels from 3 up."""


class HexBoards:
    """The rules on n x n boards, always seen by the side to move, which connects top and bottom.

    A board is a row of labels, int16 [(n + 2)^2], with a frame of edges: 0 for an empty cell, positive for
    the groups of the side to move, negative for those of its opponent. After a move, the board is turned
    over: transposed, with the signs flipped. A move is a cell, row * n + column, of the board as the mover
    sees it.
    """

    def __init__(self, side: int, device: torch.device) -> None:
        self.side, self.cells = side, side * side
        self.width = width = side + 2
        """The number of cells in a row, including the frame."""
        self.places = width * width
        """The number of labels of a board."""
        grid = torch.arange(self.places, device=device).view(width, width)
        self._inner = grid[1:-1, 1:-1].flatten()
        """The index of each cell's label."""
        self._turned = grid.T.flatten()
        around = (-width, 1 - width, -1, 1, width - 1, width)
        self._around = torch.tensor(around, device=device)
        empty = torch.zeros((width, width), dtype=torch.int16, device=device)
        empty[0, 1:-1], empty[-1, 1:-1] = _FIRST, _SECOND
        empty[1:-1, 0], empty[1:-1, -1] = -_FIRST, -_SECOND
        self._empty = empty.flatten()

    def new(self, count: int) -> Tensor:
        """Return empty boards: int16 [count, places]."""
        return self._empty.repeat(count, 1)

    def free(self, boards: Tensor) -> Tensor:
        """Return which cells are empty: bool [boards, cells]."""
        return boards[:, self._inner] == 0

    def stones(self, boards: Tensor) -> Tensor:
        """Return the stones, int8 [boards, cells]: 1 for the side to move, -1 for its opponent, else 0."""
        return boards[:, self._inner].sign().to(torch.int8)

    def turned(self, moves: Tensor) -> Tensor:
        """Return the cells of these moves on the board once it is turned over."""
        return moves % self.side * self.side + moves // self.side

    def play(self, boards: Tensor, moves: Tensor) -> tuple[Tensor, Tensor]:
        """Play a move on an empty cell of each board; `moves` is int64 [boards]. Return the boards as the
        opponent sees them, and which moves have won: bool [boards].
        """
        places = self._inner[moves]
        around = boards.gather(1, places[:, None] + self._around)
        own = around.clamp(min=0)
        won = (own == _FIRST).any(1) & (own == _SECOND).any(1)
        lone = (places + 3).to(torch.int16)
        label = torch.where(own > 0, own, lone[:, None]).amin(1).minimum(lone)
        # A neighbor without a stone of the mover must match no label.
        joined = torch.where(own > 0, own, -32768)
        seen = (boards[:, None, :] == joined[:, :, None]).any(1)
        after = torch.where(seen, label[:, None], boards)
        after = after.scatter(1, places[:, None], label[:, None])
        return -after[:, self._turned], won

    def planes(self, boards: Tensor, last: Tensor) -> Tensor:
        """Return what the network sees, float32 [boards, 3, n, n]: own stones, the opponent's stones, and the
        opponent's last move. `last` is the cell of that move on the board as seen now, or -1 for none.
        """
        seen = boards[:, self._inner]
        shown = torch.zeros(seen.shape, device=seen.device)
        shown.scatter_(1, last.clamp(min=0)[:, None], (last >= 0).float()[:, None])
        stones = torch.stack(((seen > 0).float(), (seen < 0).float(), shown), 1)
        return stones.view(-1, 3, self.side, self.side)
