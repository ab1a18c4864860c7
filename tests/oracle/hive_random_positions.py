"""Random positions of Hive that need not be reachable in a game: rings with holes, trees, facing towers.

Every position is a connected hive whose stacks have only climbers above the ground. Some are far from the
origin.
"""

from __future__ import annotations

from random import Random
from typing import Final

from tests.oracle.hive_rules import (
    COPIES,
    DIRECTIONS,
    Board,
    Cell,
    State,
    board_outcome,
    is_connected,
    neighbors,
)

SHAPES: Final = ("blob", "tree", "ring", "stick")


def ring_cells(radius: int) -> list[Cell]:
    """The hexagon of cells at distance `radius` from (0, 0)."""
    q, r = -radius, 0
    cells = []
    for dq, dr in ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)):
        for _ in range(radius):
            cells.append((q, r))
            q, r = q + dq, r + dr
    return cells


def ground_cells(rng: Random, shape: str, count: int) -> list[Cell]:
    """`count` connected cells of a shape."""
    cells: list[Cell] = [(0, 0)]
    if shape == "ring":
        radius = rng.choice([r for r in (1, 2, 3, 4) if 6 * r <= count] or [0])
        cells = ring_cells(radius)[:count] or cells
    direction = rng.choice(DIRECTIONS)
    while len(cells) < count:
        edge = sorted({n for cell in cells for n in neighbors(cell)} - set(cells))
        if shape == "stick":
            far = max(edge, key=lambda cell: cell[0] * direction[0] + cell[1] * direction[1])
            cells.append(far if rng.random() < 0.8 else rng.choice(edge))
            continue
        contacts = [sum(n in cells for n in neighbors(cell)) for cell in edge]
        power = 3 if shape == "blob" else -4
        cells.append(rng.choices(edge, [contact**power for contact in contacts])[0])
    return cells


def pieces_in_play(rng: Random, variant: str) -> list[str]:
    """Pieces of both sides, the lowest numbers of each bug; now and then a queen is still in hand."""
    names: list[str] = []
    share = rng.uniform(0.3, 1.0)
    poor = rng.choice(("", "", "w", "b"))  # a side with few pieces on the board, which may have to pass
    for color in "wb":
        for bug, copies in COPIES.items():
            if bug in "MLP" and bug not in variant.partition("+")[2]:
                continue
            if bug == "Q":
                number = int(color == poor or rng.random() < 0.95)
            elif color == poor:
                number = sum(rng.random() < 0.15 for _ in range(copies))
            else:
                number = sum(rng.random() < (0.9 if bug in "MBLP" else share) for _ in range(copies))
            names += [f"{color}{bug}{i + 1 if copies > 1 else ''}" for i in range(number)]
    return names


def facing_pairs(cell: Cell) -> list[tuple[Cell, Cell]]:
    """The pairs of neighbors with one neighbor between them: two towers there are a height gate to it."""
    ring = neighbors(cell)
    return [(ring[i], ring[(i + 2) % 6]) for i in range(6)]


def random_board(rng: Random, variant: str) -> Board:
    names = pieces_in_play(rng, variant)
    rng.shuffle(names)
    stacked = rng.choice((0.0, 0.3, 0.8, 1.0))
    above = [name for name in names if name[1] in "BM" and rng.random() < stacked]
    ground = [name for name in names if name not in above]
    while len(ground) < 2:
        ground.append(above.pop())
    cells = ground_cells(rng, rng.choice(SHAPES), len(ground))
    board: Board = dict(zip(rng.sample(cells, len(cells)), ((name,) for name in ground), strict=True))
    few = rng.sample(cells, min(len(cells), rng.choice((1, 2, 4))))
    passages = [(c, a, b) for c in cells for a, b in facing_pairs(c) if a in board and b in board]
    if passages and rng.random() < 0.7:
        narrow, *few = rng.choice(passages)
        if origins := [cell for cell in cells if board[cell][0][1] in "BMLP" and cell not in few]:
            # Put a piece that a height gate can stop in front of the gate.
            origin = rng.choice(origins)
            board[narrow], board[origin] = board[origin], board[narrow]
    for name in above:
        cell = rng.choice(few if rng.random() < 0.7 else cells)
        board[cell] = (*board[cell], name)
    return board


def random_position(rng: Random, variant: str) -> State:
    """A position, mostly one that is not over; the resting piece may be any top piece that can."""
    while True:
        board = random_board(rng, variant)
        far = rng.choice(((0, 0), (0, 0), (1_000, -2_001), (-99_999_999, 31_337)))
        board = {(q + far[0], r + far[1]): stack for (q, r), stack in board.items()}
        tops = sorted(stack[-1] for stack in board.values())
        ply = rng.choice((4, 5, 6, 7, 30, 31))
        if "P" not in variant:  # without throws, only a piece of the side that just moved can be resting
            tops = [top for top in tops if top[0] != "wb"[ply % 2]]
        resting = rng.choice(tops) if tops and rng.random() < 0.5 else None
        state = State(variant, board, ply=ply, resting=resting, tournament=rng.random() < 0.5)
        sides = {name[0] for stack in board.values() for name in stack}
        if len(sides) == 2 and is_connected(board) and (board_outcome(state) is None or rng.random() < 0.05):
            return state
