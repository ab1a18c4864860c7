"""The facts of Hive: verifiable statements about a position.

The Hive implementation of `hexapoda.games.fact.Facts`. Defines how facts are found; `fact_words` puts them
into words. In these definitions, A is the player who gains and V the opponent. "Can" means that a move is
legal now or, for the side that is not to move, would be legal after a pass by the other side, when no piece
rests. Neither side can pass in the first two plies. If the game is over on the board, there are no facts.

    queen-pinned   V's queen is alone on her cell, and the hive would split without her.
    queen-shut-in  V's queen is alone on her cell, touches a piece, is not pinned, and cannot slide.
    queen-covered  V's queen is covered, and the top piece of her stack is A's, `pieces[1]`.
    queen-climb    V's queen is the top piece of her cell; `pieces[1:]` are those that A can move onto her.
    last-cell      A can win with its next move, by moving, placing or throwing `pieces[1]` to `cells[0]`, the
                   last free cell beside V's queen.
    no-defense     V is to move, A threatens to win on `cells[0]` as in `last-cell`, and after each legal move
                   of V, A has won or can win with its next move. A draw by repetition, as far as the earlier
                   moves are known, would be a defense.
    throw-queen    A can throw V's queen; `cells` are the cells to which she can be thrown.
    throw-out      A can throw its own queen; `cells` are the targets that she cannot reach by herself.
    throw-in       A can throw `pieces[1:]`, which are not queens and do not touch V's queen, to `cells`
                   beside her, which they cannot reach by themselves.
    shut-out       One or two cells beside A's queen are free, `cells`, and no move of V fills any of them.
    gate           `cells` are the free cells beside A's queen that are behind a gate: nothing can slide into
                   them, because both cells beside each step from a free cell are occupied.
    race           Each queen is placed and has one to three free cells beside her: V's queen has `cells`, A's
                   queen has `count`. V's queen has fewer, or as many if A is to move.
    pinned         V's piece, not the queen, is alone on its cell, and the hive would split without it.
    shut-in        V's spider, ant or pillbug is alone on its cell, touches a piece, is not pinned, and
                   cannot slide.
    covered        V's piece, not the queen, is covered, and the top piece of its stack is A's, `pieces[1]`.
    own-cover      V's piece is covered, and the top piece of its stack is V's, `pieces[1]`.
    no-placement   Both sides have placed pieces, V has pieces in hand, and V can place none of them. `cells`
                   are V's.
    must-pass      V is to move and can only pass. `cells` are V's.
    ring           `count` of the six cells around V's queen, `cells`, are occupied; if none is, `cells` is
                   her own cell.
    movable        `count` pieces of A, on `cells`, can move by themselves, without a throw; A's queen is
                   placed. If none can, `cells` are A's.
    reserve        `count` of A's pieces, 3 or fewer, are in hand; A's queen is placed. `cells` are A's.
    repetition     A has just moved, and the position occurs for the third time: the game is a draw. Then
                   there are no other facts. `cells` are A's.

`pieces[0]` is V's queen for facts about her (A's own for `throw-out`, `shut-out` and `gate`), otherwise the
piece itself. Unless stated otherwise, `cells` is the cell of that piece. A player's cells are those on which
it has a piece, covered or not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexapoda.games.fact import Fact, FactKind
from hexapoda.hive.cell import Cell, neighbors
from hexapoda.hive.fact_words import KINDS, marked, phrase
from hexapoda.hive.move import Move
from hexapoda.hive.other_turn import with_other_turn
from hexapoda.hive.outcome import Termination
from hexapoda.hive.piece import PIECES, QUEENS, Bug, Piece
from hexapoda.hive.position import Position

__all__ = ["KINDS", "FactKind", "along", "marked", "phrase", "proofs"]

_CLIMBERS = frozenset(Piece(name).index for name in ("wB1", "wB2", "wM", "bB1", "bB2", "bM"))
_SLIDERS = frozenset((Bug.SPIDER, Bug.ANT, Bug.PILLBUG))
"""The bugs that only slide, besides the queen."""
_RACE = range(1, 4)
"""The numbers of free cells beside each queen for which there can be a `race`."""
_OUT = range(1, 3)
"""The numbers of free cells beside a queen for which there can be a `shut-out`."""
_RESERVE = 3
"""The maximum number of pieces in hand for which there is a `reserve`."""
_PLACE, _WALK, _THROW, _PASS = range(4)
"""The kinds of moves in `LegalMoves.to_numpy`."""


def along(position: Position, line: Sequence[Move], /) -> list[tuple[Fact, ...]]:
    """Return the facts about the position, and about the position after each move of a legal line."""
    at = position.copy() if len(line) else position
    found = [_facts(at, 0)]
    for ply, move in enumerate(line, 1):
        at.push(move)
        found.append(_facts(at, ply))
    return found


def proofs(position: Position, winner: int, /) -> tuple[Fact, ...]:
    """Return no facts: `along` finds all proofs that Hive has."""
    return ()


@dataclass(slots=True)
class _Reach:
    """The possible next moves of one side.

    Attributes:
        moves: its legal moves as rows of piece, kind, origin and destination.
        movers: the pieces that can move by themselves, with their destinations.
        throws: the pieces that it can throw, with their destinations.
        places: whether it can place a piece.
    """

    moves: list[list[int]]
    movers: dict[int, set[Cell]]
    throws: dict[int, set[Cell]]
    places: bool


@dataclass(slots=True)
class _Board:
    """A position after `ply` moves of a line, and the reach of each side. `passed` is the same position with
    the other side to move. If no side can pass, both `passed` and the reach of that side are None.
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
    outcome = position.outcome()
    if outcome is not None:
        if outcome.termination is Termination.REPETITION:
            mover = 1 - position.turn
            return (Fact("repetition", mover, ply, (), _cells_of(_stacks(position), mover)),)
        return ()
    board = _board(position, ply)
    found: list[Fact] = []
    for gains in (0, 1):
        found += _about_queen(board, gains)
        found += _about_own_queen(board, gains)
        found += _about_pieces(board, gains)
        found += _about_reach(board, gains)
    return tuple(found)


def _board(position: Position, ply: int) -> _Board:
    stacks = _stacks(position)
    turn = position.turn
    passed = with_other_turn(position)
    own, other = _reach(position), None if passed is None else _reach(passed)
    reach = (own, other) if turn == 0 else (other, own)
    queens = (position.cell_of(QUEENS[0]), position.cell_of(QUEENS[1]))
    return _Board(position, passed, ply, turn, stacks, queens, position.pinned(), reach)


def _stacks(position: Position) -> dict[Cell, list[int]]:
    """Return the pieces of each occupied cell, the lowest first."""
    heights: dict[Cell, list[tuple[int, int]]] = defaultdict(list)
    for index, q, r, height in position._pieces():
        heights[(q, r)].append((height, index))
    return {cell: [index for _, index in sorted(stack)] for cell, stack in heights.items()}


def _cells_of(stacks: dict[Cell, list[int]], player: int) -> tuple[Cell, ...]:
    """Return the cells on which a player has a piece."""
    return tuple(
        sorted(
            cell for cell, stack in stacks.items() if any(PIECES[index].color == player for index in stack)
        )
    )


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
    queen = QUEENS[victim]
    name = str(queen)
    found = []
    stack = board.stacks[cell]
    around = neighbors(cell)
    filled = tuple(each for each in around if each in board.stacks)
    found.append(Fact("ring", gains, board.ply, (name,), filled or (cell,), len(filled)))
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
    found += _throw_in(board, gains, name, around)
    return found


def _throw_in(board: _Board, gains: int, queen: str, around: Sequence[Cell]) -> Iterator[Fact]:
    """Yield `throw-in` if a side can throw pieces that do not touch a queen to cells beside her."""
    reach = board.reach[gains]
    assert reach is not None  # the caller has checked it
    targets = set[Cell]()
    thrown = list[str]()
    for index, cells in sorted(reach.throws.items()):
        beside = cells.intersection(around)
        piece = PIECES[index]
        if beside and piece not in QUEENS and _cell(board, index) not in around:
            thrown.append(str(piece))
            targets |= beside
    if thrown:
        yield Fact("throw-in", gains, board.ply, (queen, *thrown), tuple(sorted(targets)))


def _about_own_queen(board: _Board, gains: int) -> Iterator[Fact]:
    """Yield the facts about the protection of a side's queen, and `race` if the side is ahead."""
    cell, other = board.queens[gains], board.queens[1 - gains]
    if cell is None:
        return
    name = str(QUEENS[gains])
    free = [each for each in neighbors(cell) if each not in board.stacks]
    closed = tuple(each for each in free if _is_closed(each, board.stacks))
    if closed:
        yield Fact("gate", gains, board.ply, (name,), closed)
    defense = board.reach[1 - gains]
    if len(free) in _OUT and defense is not None:
        fills = any(row[1] != _PASS and (row[4], row[5]) in free for row in defense.moves)
        if not fills:
            yield Fact("shut-out", gains, board.ply, (name,), tuple(free))
    if other is not None and len(free) in _RACE:
        target = tuple(each for each in neighbors(other) if each not in board.stacks)
        ahead = len(free) - len(target) + (board.turn == gains)
        if len(target) in _RACE and ahead > 0:
            yield Fact("race", gains, board.ply, (str(QUEENS[1 - gains]), name), target, len(free))


def _last_cell(board: _Board, gains: int, queen: str, last: Cell) -> list[Fact]:
    """Return `last-cell` if a move onto the last free cell around a queen wins, and `no-defense` if it holds.
    Not every such move wins: it may surround both queens, or vacate another cell beside this queen.
    """
    position, reach = board.position if board.turn == gains else board.passed, board.reach[gains]
    assert position is not None and reach is not None  # the caller has checked the reach
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
    """Return whether `gains` has won or can win at once after every legal move of the side to move."""
    for move in position.legal_moves:
        position.push(move)
        outcome = position.outcome()
        lost = _wins_at_once(position, gains) if outcome is None else outcome.winner == gains
        position.pop()
        if not lost:
            return False
    return True


def _wins_at_once(position: Position, player: int) -> bool:
    """Return whether `player`, who is to move, can fill the last free cell around the other queen and win."""
    queen = position.cell_of(QUEENS[1 - player])
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
            if cell in board.pinned and piece.color == victim and piece not in QUEENS:
                found.append(Fact("pinned", gains, board.ply, (str(piece),), (cell,)))
            elif piece.color == victim and piece.bug in _SLIDERS and cell not in board.pinned:
                around = neighbors(cell)
                if not _slides(around, board.stacks) and any(each in board.stacks for each in around):
                    found.append(Fact("shut-in", gains, board.ply, (str(piece),), (cell,)))
            continue
        top = PIECES[stack[-1]]
        for index in stack[:-1]:
            piece = PIECES[index]
            if piece.color != victim:
                continue
            if top.color == victim:
                found.append(Fact("own-cover", gains, board.ply, (str(piece), str(top)), (cell,)))
            elif piece not in QUEENS:
                found.append(Fact("covered", gains, board.ply, (str(piece), str(top)), (cell,)))
    return found


def _about_reach(board: _Board, gains: int) -> list[Fact]:
    victim = 1 - gains
    found = []
    defense, attack = board.reach[victim], board.reach[gains]
    if defense is not None:
        if board.turn == victim and all(row[1] == _PASS for row in defense.moves):
            found.append(Fact("must-pass", gains, board.ply, (), _cells_of(board.stacks, victim)))
        both = {PIECES[index].color for stack in board.stacks.values() for index in stack} == {0, 1}
        if both and not defense.places and board.position.hand(victim):
            found.append(Fact("no-placement", gains, board.ply, (), _cells_of(board.stacks, victim)))
    if attack is None:
        return found
    if board.queens[gains] is not None:
        own_cells = _cells_of(board.stacks, gains)
        cells = tuple(sorted(_cell(board, index) for index in attack.movers))
        found.append(Fact("movable", gains, board.ply, (), cells or own_cells, len(cells)))
        hand = len(board.position.hand(gains))
        if hand <= _RESERVE:
            found.append(Fact("reserve", gains, board.ply, (), own_cells, hand))
    own = board.queens[gains]
    thrown = attack.throws.get(QUEENS[gains].index)
    if own is not None and thrown:
        found.append(Fact("throw-out", gains, board.ply, (str(QUEENS[gains]),), tuple(sorted(thrown))))
    return found


def _cell(board: _Board, index: int) -> Cell:
    cell = board.position.cell_of(PIECES[index])
    assert cell is not None
    return cell


def _slides(around: Sequence[Cell], stacks: dict[Cell, list[int]]) -> bool:
    """Return whether a lone piece can slide to one of the cells `around` it, given in circular order:
    to a free cell with exactly one occupied neighbor in the circle.
    """
    full = [cell in stacks for cell in around]
    return any(not full[at] and full[at - 1] != full[(at + 1) % 6] for at in range(6))


def _is_closed(cell: Cell, stacks: dict[Cell, list[int]]) -> bool:
    """Return whether a free cell is behind a gate: each free cell beside it is between two occupied cells."""
    full = [each in stacks for each in neighbors(cell)]
    return all(full[at] or (full[at - 1] and full[(at + 1) % 6]) for at in range(6))
