"""Random games of Hive biased toward hard positions: deep stacks, throws, pins, gates, long hives.

Defines the policies that choose the next move of an oracle game. The policy changes every 20 plies, so that a
hive grows, is stretched out, closes up again and climbs onto itself. All randomness comes from the
`random.Random` that is passed in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from tests.oracle.hive_game import OracleGame
from tests.oracle.hive_rules import (
    DIRECTIONS,
    PASS,
    Board,
    Cell,
    Move,
    State,
    board_outcome,
    cell_of,
    height,
    legal_moves,
    lifted,
    neighbors,
    play,
    throws,
)

BUG_WEIGHTS: Final = {"Q": 1, "P": 6, "M": 6, "B": 5, "L": 3, "S": 2, "G": 2, "A": 2}


@dataclass(frozen=True)
class Policy:
    """How moves are chosen. The kinds of moves are tried in this order, each with its probability."""

    place: float = 0.5
    climb: float = 0.1
    bridge: bool = False  # climb so that two stacks face each other across a gap and form a height gate
    throw: float = 0.1
    aim: str = ""  # "squeeze", "crowd", "stretch", "siege", "back", or a direction "0".."5" to wander
    aimed: float = 0.0
    ends: bool = False  # do not avoid moves that end the game
    pieces: int = 14  # a side places at most this many, if it has a choice


POLICIES: Final = {
    "plain": Policy(),
    "stacks": Policy(place=0.3, climb=0.6),
    "towers": Policy(place=0.15, climb=0.95),
    "height gates": Policy(place=0.3, climb=0.8, bridge=True, throw=0.3, aim="crowd", aimed=0.7),
    "throws": Policy(place=0.3, throw=0.6),
    "throws and stacks": Policy(place=0.25, climb=0.35, throw=0.4),
    "squeeze": Policy(place=0.35, aim="squeeze", aimed=0.8),
    "poor squeeze": Policy(place=0.1, climb=0.3, aim="squeeze", aimed=0.8, pieces=5),
    "crowd": Policy(place=0.3, aim="crowd", aimed=0.7),
    "stretch": Policy(place=0.7, climb=0.0, throw=0.1, aim="stretch", aimed=0.95),
    "siege": Policy(place=0.4, climb=0.05, aim="siege", aimed=0.9, ends=True),
    "back and forth": Policy(place=0.04, climb=0.0, throw=0.0, aim="back", aimed=0.97),
    "wander": Policy(place=0.1, climb=0.02, throw=0.1, aim="0", aimed=0.9, pieces=6),
}


def aim_value(state: State, move: Move, aim: str) -> float:
    """How well a move serves an aim. "back" depends on the game and not only on the position, see `draw`."""
    piece, to = move
    if aim == "squeeze":
        after = play(state, move)
        replies = legal_moves(after)
        return -float(len({piece for piece, _ in replies}) * 100 + len(replies))
    if aim == "crowd":
        return float(sum(n in state.board for n in neighbors(to)))
    if aim == "siege":
        beside = [state.board[n] for n in neighbors(to) if n in state.board]
        return float(sum(piece[1] == "Q" for stack in beside for piece in stack)) - float(to in state.board)
    if aim == "stretch":
        far = (abs(to[0] - q) + abs(to[1] - r) + abs(to[0] + to[1] - q - r) for q, r in state.board)
        return float(max(far, default=0))
    start = cell_of(state.board, piece) or (0, 0)
    dq, dr = DIRECTIONS[int(aim)]
    # Steps along a direction: the scalar product in the hexagonal plane, doubled.
    q, r = to[0] - start[0], to[1] - start[1]
    return float(2 * q * dq + 2 * r * dr + q * dr + r * dq)


def facing_stacks(state: State, start: Cell, cell: Cell) -> int:
    """How many stacks face a stack on `cell`, with two cells between them that touch both."""
    board = lifted(state.board, start)
    ring = neighbors((0, 0))
    ahead = [(ring[i - 1][0] + ring[i][0], ring[i - 1][1] + ring[i][1]) for i in range(6)]
    return sum(height(board, (cell[0] + dq, cell[1] + dr)) > 1 for dq, dr in ahead)


def way_back(game: OracleGame) -> Move | None:
    """The move that reverses the last move of the side to move."""
    if len(game.moves) < 2 or game.moves[-2] == PASS:
        return None
    piece = game.moves[-2][0]
    start = cell_of(game.plies[-3].state.board, piece)
    return None if start is None else (piece, start)


def draw(rng: Random, game: OracleGame, moves: list[Move], policy: Policy) -> Move:
    state = game.state
    stands = {piece: cell for cell, stack in state.board.items() for piece in stack}
    placing = [move for move in moves if move[0] not in stands]
    others = [move for move in moves if move[0] in stands]
    brought = sum(piece[0] == state.side for piece in stands)
    if placing and (not others or (brought < policy.pieces and rng.random() < policy.place)):
        if policy.aim == "stretch":
            return max(rng.choices(placing, k=6), key=lambda move: aim_value(state, move, "stretch"))
        return rng.choices(placing, [BUG_WEIGHTS[piece[1]] for piece, _ in placing])[0]
    climbs = [move for move in others if move[1] in state.board]
    if climbs and rng.random() < policy.climb:
        weights = [height(state.board, to) ** 3 for _, to in climbs]
        if policy.bridge:
            weights = [1 + 20 * facing_stacks(state, stands[piece], to) for piece, to in climbs]
        return rng.choices(climbs, weights)[0]
    if rng.random() < policy.throw and (thrown := sorted(throws(state) & set(others))):
        return rng.choice(thrown)
    if policy.aim and rng.random() < policy.aimed:
        if policy.aim == "back":
            back = way_back(game)
            return back if back in others else rng.choice(others)
        few = rng.sample(others, min(len(others), 4 if policy.aim == "squeeze" else 12))
        return max(few, key=lambda move: aim_value(state, move, policy.aim))
    return rng.choice(others)


def choose(rng: Random, game: OracleGame, policy: Policy) -> Move:
    """The next move of a game that is not over; moves that end the game are mostly avoided."""
    moves = sorted(game.legal)
    if len(moves) == 1:
        return moves[0]
    move = moves[0]
    for _ in range(6):
        move = draw(rng, game, moves, policy)
        if policy.ends or board_outcome(play(game.state, move)) is None:
            break
    return move


def hard_moves(rng: Random, game: OracleGame, plies: int, policies: tuple[str, ...] = ()) -> Iterator[Move]:
    """Yield moves for up to `plies` plies. The caller must play each move before it asks for the next one."""
    names = policies or tuple(POLICIES)
    policy = POLICIES[rng.choice(names)]
    for ply in range(plies):
        if not game.legal:
            return
        if ply % 20 == 19:
            policy = POLICIES[rng.choice(names)]
        yield choose(rng, game, policy)


def line_moves(direction: int, variant: str = "Base+MLP") -> list[Move]:
    """Moves that place all pieces in one straight line: White's from the origin to one side, Black's to the
    other.
    """
    dq, dr = DIRECTIONS[direction]
    bugs = ["S1", "Q", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3", *variant.partition("+")[2]]
    moves: list[Move] = []
    for i, bug in enumerate(bugs):
        moves.append((f"w{bug}", (-i * dq, -i * dr)))
        moves.append((f"b{bug}", ((i + 1) * dq, (i + 1) * dr)))
    return moves


def rolling_moves(direction: int) -> Iterator[Move]:
    """Moves of two lone queens that roll around each other forever, in one direction: a cell every two plies.

    The queens are the first pieces, so this needs the free opening.
    """
    (dq, dr), (aq, ar) = DIRECTIONS[direction], DIRECTIONS[direction - 1]
    # Each queen is next to the current and the next cell of the other, so that it can slide around it.
    white, black = (0, 0), (aq, ar)
    yield "wQ", white
    yield "bQ", black
    while True:
        white = white[0] + dq, white[1] + dr
        yield "wQ", white
        black = black[0] + dq, black[1] + dr
        yield "bQ", black


def span(board: Board) -> int:
    """How many columns or rows a hive spans, whichever number is greater."""
    qs, rs = [q for q, _ in board], [r for _, r in board]
    return max(max(qs) - min(qs), max(rs) - min(rs)) + 1


def crossing_moves(state: State, legal: set[Move], width: int) -> list[Move]:
    """Legal moves after which a hive that spanned up to `width` cells spans more, or the reverse."""
    wide = span(state.board) > width
    return [move for move in sorted(legal - {PASS}) if (span(play(state, move).board) > width) != wide]
