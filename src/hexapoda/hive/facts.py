"""The facts of Hive: what can be said of a position so that it can be checked.

The Hive implementation of `hexapoda.games.fact.Facts`. Owns how facts are found; `fact_words` puts them into
words. In these definitions A is the player who gains and V the other one. A side can make a move if it is to
move and the move is legal, or if the move is legal after the other side has passed, after which no piece
rests; each side's first piece cannot be passed. A game that is over on the board has no facts.

    queen-pinned   V's queen is alone on her cell, and the hive would split without her.
    queen-shut-in  V's queen is alone on her cell, touches a piece, is not pinned, and can slide to no cell.
    queen-covered  V's queen is covered, and the top piece of her stack is A's, `pieces[1]`.
    queen-climb    V's queen is the top piece of her cell; `pieces[1:]` are those that A can move onto it.
    last-cell      A can win with its next move, by moving, placing or throwing `pieces[1]` to `cells[0]`, the
                   last free cell beside V's queen.
    no-defense     V is to move, A threatens to win on `cells[0]` as in `last-cell`, and after each legal move
                   of V, A has won or can win with its next move.
    throw-queen    A can throw V's queen; `cells` are the cells to which she can be thrown.
    throw-out      A can throw its own queen; `cells` are the targets that she cannot reach by herself.
    pinned         V's piece, not the queen, is alone on its cell, and the hive would split without it.
    covered        V's piece, not the queen, is covered, and the top piece of its stack is A's, `pieces[1]`.
    own-cover      V's piece is covered, and the top piece of its stack is V's, `pieces[1]`.
    no-placement   Both sides have placed pieces, V has pieces in hand, and V can place none of them.
    must-pass      V is to move and has no move but the pass.
    ring           `count` of the six cells around V's queen, `cells`, are occupied.
    movable        `count` pieces of A, on `cells`, can move by themselves, throws apart; A's queen is placed.

`pieces[0]` is V's queen for facts about her (A's own queen for `throw-out`), otherwise the piece itself.
Where nothing is said of cells, they are the cell of that piece.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from hexapoda.games.fact import Fact, FactKind
from hexapoda.hive.cell import Cell, neighbors
from hexapoda.hive.fact_words import KINDS, phrase
from hexapoda.hive.move import Move
from hexapoda.hive.other_turn import with_other_turn
from hexapoda.hive.piece import PIECES, Piece
from hexapoda.hive.position import Position

__all__ = ["KINDS", "FactKind", "along", "phrase"]

_QUEENS = (Piece("wQ"), Piece("bQ"))
_CLIMBERS = frozenset(Piece(name).index for name in ("wB1", "wB2", "wM", "bB1", "bB2", "bM"))
_PLACE, _WALK, _THROW, _PASS = range(4)
"""The kinds of moves in `LegalMoves.to_numpy`."""


def along(position: Position, line: Sequence[Move], /) -> list[tuple[Fact, ...]]:
    """Return the facts about the position and after each move of a legal line."""
    at = position.copy(stack=False) if len(line) else position
    found = [_facts(at, 0)]
    for ply, move in enumerate(line, 1):
        at.push(move)
        found.append(_facts(at, ply))
    return found


@dataclass(slots=True)
class _Reach:
    """What one side can do with its next move.

    Attributes:
        moves: the rows of its legal moves: piece, kind, origin and destination.
        movers: the pieces that can move by themselves, with their destinations.
        throws: the thrown pieces with their destinations.
        places: whether it can place a piece.
    """

    moves: list[list[int]]
    movers: dict[int, set[Cell]]
    throws: dict[int, set[Cell]]
    places: bool


@dataclass(slots=True)
class _Board:
    """A position after `ply` moves of a line, and what each side can do in it: None if that is not known.
    `passed`: the same position with the other side to move.
    """

    position: Position
    passed: Position | None
    ply: int
    turn: int
    stacks: dict[Cell, list[int]]
    queens: tuple[Cell | None, Cell | None]
    pinned: frozenset[Cell]
    reach: tuple[_Reach | None, _Reach | None]


def _facts(position: Position, ply: int) -> tuple[Fact, ...]:
    if position.board_outcome() is not None:
        return ()
    board = _board(position, ply)
    found: list[Fact] = []
    for gains in (0, 1):
        found += _about_queen(board, gains)
        found += _about_pieces(board, gains)
        found += _about_reach(board, gains)
    return tuple(found)


def _board(position: Position, ply: int) -> _Board:
    heights: dict[Cell, list[tuple[int, int]]] = defaultdict(list)
    for index, q, r, height in position._pieces():
        heights[(q, r)].append((height, index))
    stacks = {cell: [index for _, index in sorted(stack)] for cell, stack in heights.items()}
    turn = position.turn
    passed = with_other_turn(position)
    own, other = _reach(position), None if passed is None else _reach(passed)
    reach = (own, other) if turn == 0 else (other, own)
    queens = (position.cell_of(_QUEENS[0]), position.cell_of(_QUEENS[1]))
    return _Board(position, passed, ply, turn, stacks, queens, position.pinned(), reach)


def _reach(position: Position) -> _Reach:
    rows: list[list[int]] = position.legal_moves.to_numpy().tolist()
    movers: dict[int, set[Cell]] = defaultdict(set)
    throws: dict[int, set[Cell]] = defaultdict(set)
    places = False
    for index, kind, _, _, q, r in rows:
        if kind == _WALK:
            movers[index].add((q, r))
        elif kind == _THROW:
            throws[index].add((q, r))
        elif kind == _PLACE:
            places = True
    return _Reach(rows, movers, throws, places)


def _about_queen(board: _Board, gains: int) -> list[Fact]:
    victim = 1 - gains
    cell = board.queens[victim]
    if cell is None:
        return []
    queen = _QUEENS[victim]
    name = str(queen)
    found = []
    stack = board.stacks[cell]
    around = neighbors(cell)
    filled = tuple(each for each in around if each in board.stacks)
    found.append(Fact("ring", gains, board.ply, (name,), filled, len(filled)))
    if len(stack) == 1:
        if cell in board.pinned:
            found.append(Fact("queen-pinned", gains, board.ply, (name,), (cell,)))
        elif filled and not _slides(around, board.stacks):
            found.append(Fact("queen-shut-in", gains, board.ply, (name,), (cell,)))
    top = PIECES[stack[-1]]
    if top is not queen and top.color == gains:
        found.append(Fact("queen-covered", gains, board.ply, (name, str(top)), (cell,)))
    reach = board.reach[gains]
    if reach is None:
        return found
    if top is queen:
        climbers = sorted(index for index in _CLIMBERS & reach.movers.keys() if cell in reach.movers[index])
        if climbers:
            names = [str(PIECES[index]) for index in climbers]
            found.append(Fact("queen-climb", gains, board.ply, (name, *names), (cell,)))
    thrown = reach.throws.get(queen.index)
    if thrown:
        found.append(Fact("throw-queen", gains, board.ply, (name,), tuple(sorted(thrown))))
    free = [each for each in around if each not in board.stacks]
    if len(free) == 1:
        found += _last_cell(board, gains, name, free[0])
    return found


def _last_cell(board: _Board, gains: int, queen: str, last: Cell) -> list[Fact]:
    """Find a move that fills the last free cell around a queen and wins: it may surround both queens, or
    leave another cell beside her.
    """
    position, reach = board.position if board.turn == gains else board.passed, board.reach[gains]
    assert position is not None and reach is not None  # the caller knows what this side can do
    for index, kind, _, _, q, r in reach.moves:
        if (q, r) != last or kind == _PASS:
            continue
        piece = PIECES[index]
        position.push(Move(piece, last))
        outcome = position.board_outcome()
        position.pop()
        if outcome is not None and outcome.winner == gains:
            found = [Fact("last-cell", gains, board.ply, (queen, str(piece)), (last,))]
            if board.turn != gains and _no_defense(board.position, gains):
                found.append(Fact("no-defense", gains, board.ply, (queen,), (last,)))
            return found
    return []


def _no_defense(position: Position, gains: int) -> bool:
    """Return whether the opponent of the side to move wins at once, whatever the side to move does."""
    for move in position.legal_moves:
        position.push(move)
        outcome = position.board_outcome()
        lost = _wins_at_once(position, gains) if outcome is None else outcome.winner == gains
        position.pop()
        if not lost:
            return False
    return True


def _wins_at_once(position: Position, player: int) -> bool:
    """Return whether `player`, who is to move, can fill the last free cell around the other queen and win."""
    queen = position.cell_of(_QUEENS[1 - player])
    assert queen is not None
    free = [cell for cell in neighbors(queen) if not position.height(cell)]
    if len(free) != 1:  # one move fills one cell
        return False
    for move in position.legal_moves:
        if move.to != free[0]:
            continue
        position.push(move)
        outcome = position.board_outcome()
        position.pop()
        if outcome is not None and outcome.winner == player:
            return True
    return False


def _about_pieces(board: _Board, gains: int) -> list[Fact]:
    victim = 1 - gains
    found = []
    for cell, stack in board.stacks.items():
        if len(stack) == 1:
            piece = PIECES[stack[0]]
            if cell in board.pinned and piece.color == victim and piece not in _QUEENS:
                found.append(Fact("pinned", gains, board.ply, (str(piece),), (cell,)))
            continue
        top = PIECES[stack[-1]]
        for index in stack[:-1]:
            piece = PIECES[index]
            if piece.color != victim:
                continue
            if top.color == victim:
                found.append(Fact("own-cover", gains, board.ply, (str(piece), str(top)), (cell,)))
            elif piece not in _QUEENS:
                found.append(Fact("covered", gains, board.ply, (str(piece), str(top)), (cell,)))
    return found


def _about_reach(board: _Board, gains: int) -> list[Fact]:
    victim = 1 - gains
    found = []
    defense, attack = board.reach[victim], board.reach[gains]
    if defense is not None:
        if board.turn == victim and all(row[1] == _PASS for row in defense.moves):
            found.append(Fact("must-pass", gains, board.ply))
        both = {PIECES[index].color for stack in board.stacks.values() for index in stack} == {0, 1}
        if both and not defense.places and board.position.hand(victim):
            found.append(Fact("no-placement", gains, board.ply))
    if attack is None:
        return found
    if board.queens[gains] is not None:
        cells = tuple(sorted(_cell(board, index) for index in attack.movers))
        found.append(Fact("movable", gains, board.ply, (), cells, len(cells)))
    own = board.queens[gains]
    thrown = attack.throws.get(_QUEENS[gains].index)
    if own is not None and thrown:
        found.append(Fact("throw-out", gains, board.ply, (str(_QUEENS[gains]),), tuple(sorted(thrown))))
    return found


def _cell(board: _Board, index: int) -> Cell:
    cell = board.position.cell_of(PIECES[index])
    assert cell is not None
    return cell


def _slides(around: Sequence[Cell], stacks: dict[Cell, list[int]]) -> bool:
    """Return whether a lone piece can slide to one of the cells `around` it, given in a circle: to a free
    cell of whose two neighbors in the circle just one is occupied.
    """
    full = [cell in stacks for cell in around]
    return any(not full[at] and full[at - 1] != full[(at + 1) % 6] for at in range(6))
