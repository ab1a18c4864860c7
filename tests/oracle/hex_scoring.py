"""The scoring of Hex of the coursework program, written from its description in plain, slow Python.

It imports nothing from hexapoda. A cell is (column, row). Black (0) joins the first and the last row, white
(1) the first and the last column.
"""

from fractions import Fraction
from itertools import combinations

Cell = tuple[int, int]
NEIGHBORS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def shortest_chains(stones: set[Cell], color: int, columns: int, rows: int) -> tuple[int, int]:
    """Length in cells and number of the shortest chains from edge to edge; (0, 0) if there is none."""
    axis, last = (1, rows - 1) if color == 0 else (0, columns - 1)
    ways = {cell: 1 for cell in stones if cell[axis] == 0}
    seen, length = set(ways), 1
    while ways:
        arrived = sum(count for cell, count in ways.items() if cell[axis] == last)
        if arrived:
            return length, arrived
        following: dict[Cell, int] = {}
        for (column, row), count in ways.items():
            for right, down in NEIGHBORS:
                cell = (column + right, row + down)
                if cell in stones and cell not in seen:
                    following[cell] = following.get(cell, 0) + count
        seen |= set(following)
        ways, length = following, length + 1
    return 0, 0


def quality(black: set[Cell], white: set[Cell], columns: int, rows: int) -> tuple[int, Fraction]:
    """The winner of a full board, and the score of the win."""
    for color, stones in ((0, black), (1, white)):
        length, count = shortest_chains(stones, color, columns, rows)
        if length:
            return color, Fraction(count, length)
    raise ValueError("nobody has won: the board is not full")


def brute_force(
    black: set[Cell], white: set[Cell], color: int, columns: int, rows: int
) -> dict[Cell, tuple[Fraction, int]]:
    """For each free cell the sum of the scores of the fillings that give it to `color`, and their number."""
    free = [
        (column, row)
        for row in range(rows)
        for column in range(columns)
        if (column, row) not in black | white
    ]
    sums = {cell: (Fraction(0), 0) for cell in free}
    for chosen in combinations(free, (len(free) + 1) // 2):
        rest = set(free) - set(chosen)
        full = [black | rest, white | set(chosen)] if color else [black | set(chosen), white | rest]
        winner, score = quality(full[0], full[1], columns, rows)
        for cell in chosen:
            total, count = sums[cell]
            sums[cell] = (total + (score if winner == color else -score), count + 1)
    return sums
