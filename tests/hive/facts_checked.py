"""The facts that the library finds, decided by the plain oracle; and false ones, which it must refuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from hexapoda.games.fact import Fact
from hexapoda.hive import Move, Position, facts
from tests.hive.side_by_side import states_along
from tests.oracle.hive_facts import COUNTED, QUEENS, Claim, Judge, all_claims
from tests.oracle.hive_rules import (
    Cell,
    State,
    cell_of,
    is_pinned,
    lifted,
    neighbors,
    placements,
    queen_moves,
)
from tests.oracle.hive_rules import Move as OracleMove


def claim_of(fact: Fact) -> Claim:
    """A fact as plain data."""
    return Claim(fact.kind, fact.gains, fact.pieces, tuple(sorted(fact.cells)), fact.count)


def any_winner(claim: Claim) -> Claim:
    """The claim without the piece that fills the last cell: of several, the library names one."""
    return replace(claim, pieces=claim.pieces[:1]) if claim.kind == "last-cell" else claim


def difference(found: Sequence[Fact], state: State, earlier: Sequence[State] = ()) -> list[Claim]:
    """The claims about a position that only the library makes, or only the oracle."""
    assert len({fact.key for fact in found}) == len(found), "two facts of one key"
    judge = Judge(state, earlier)
    false = [claim_of(fact) for fact in found if not judge.holds(fact)]
    library = {any_winner(claim_of(fact)) for fact in found}
    return false + sorted(library ^ set(map(any_winner, all_claims(state, earlier))), key=repr)


def false_facts(position: Position, line: Sequence[Move]) -> tuple[Counter[str], list[str]]:
    """How many facts of each kind the library finds along a line, and those that are false."""
    met: Counter[str] = Counter()
    wrong = []
    states = states_along(position, line)
    for ply, (found, state) in enumerate(zip(facts.along(position, line), states, strict=True)):
        judge = Judge(state, states[:ply])
        met["positions"] += 1
        for fact in found:
            met[fact.kind] += 1
            if fact.ply != ply or not judge.holds(fact):
                wrong.append(f"{fact} in {state}")
    return met, wrong


def does(fact: Fact, before: State, move: OracleMove) -> bool:
    """Whether a move does what the words of a new fact say: it climbs, pins, shuts in."""
    if fact.kind in ("covered", "queen-covered"):
        return move == (fact.pieces[1], fact.cells[0])
    if fact.kind in ("pinned", "queen-pinned"):
        return before.board[fact.cells[0]] == (fact.pieces[0],) and not is_pinned(before.board, fact.cells[0])
    if fact.kind == "queen-shut-in":
        return before.board[fact.cells[0]] == (fact.pieces[0],) and _can_slide(before, fact.cells[0])
    if fact.kind == "shut-in":  # perhaps by throwing it
        cell = cell_of(before.board, fact.pieces[0])
        return cell is not None and before.board[cell] == (fact.pieces[0],) and _can_slide(before, cell)
    return True


def ends(fact: Fact, before: State, after: State, move: OracleMove) -> bool:
    """Whether a move does what the words for the end of a fact say: it unpins, opens a way, keeps from."""
    piece = fact.pieces[0] if fact.pieces else ""
    cell = cell_of(after.board, piece) or (0, 0)
    judge = Judge(after)
    if fact.kind in ("pinned", "queen-pinned"):
        return after.board[cell][-1] == piece and not is_pinned(after.board, cell)
    if fact.kind in ("queen-shut-in", "shut-in"):
        alone = after.board[cell] == (piece,)
        return alone and not is_pinned(after.board, cell) and _can_slide(after, cell)
    if fact.kind == "queen-climb":
        return after.board[cell] == (piece,) and (fact.pieces[1], cell) not in judge.sides[fact.gains].walks
    if fact.kind in ("throw-queen", "throw-out"):
        return move[0] != piece or before.ply % 2 != fact.gains
    turn = judge.sides[1 - fact.gains].turn
    return fact.kind != "no-placement" or (turn is not None and bool(placements(turn)))


def _can_slide(state: State, cell: Cell) -> bool:
    return bool(queen_moves(lifted(state.board, cell), cell))


def planted(rng: Random, fact: Fact, judge: Judge) -> Iterator[Fact]:
    """Claims near a true fact, with another player, other pieces, cells or counts. Some of them may be other
    facts of the position.
    """
    board = judge.state.board
    near = sorted({n for cell in board for n in neighbors(cell)} - set(fact.cells))
    placed = sorted({piece for stack in board.values() for piece in stack} - set(fact.pieces))
    more = None if fact.count is None else fact.count + 1
    less = None if fact.count is None else fact.count - 1
    wrong = (rng.choice(near),)
    yield replace(fact, kind=rng.choice([kind.id for kind in facts.KINDS if kind.id != fact.kind]))
    yield replace(fact, gains=1 - fact.gains)
    yield replace(fact, pieces=(*fact.pieces, rng.choice(placed)))
    yield replace(fact, cells=fact.cells + wrong, count=more)
    yield replace(fact, count=more if fact.kind in COUNTED else len(fact.cells))
    if fact.cells:
        yield replace(fact, cells=fact.cells[1:], count=less)
        yield replace(fact, cells=wrong + fact.cells[1:])
        yield replace(fact, cells=fact.cells + fact.cells[:1], count=more)
    if fact.pieces:
        yield replace(fact, pieces=(rng.choice(placed), *fact.pieces[1:]))
        yield replace(fact, pieces=(QUEENS[fact.pieces[0] == "wQ"], *fact.pieces[1:]))
        yield replace(fact, pieces=fact.pieces[1:])
    if len(fact.pieces) > 1:
        able = {piece for piece, to in judge.sides[fact.gains].moves if to == fact.cells[0]}
        others = [name for name in placed if name not in able or fact.kind != "last-cell"]
        yield replace(fact, pieces=(*fact.pieces[:-1], rng.choice(others)))
        yield replace(fact, pieces=fact.pieces[:-1])


def at_other_plies(rng: Random, found: Sequence[Sequence[Fact]]) -> Iterator[Fact]:
    """The facts of a line at a ply where they do not stand."""
    stands = [{any_winner(claim_of(fact)) for fact in each} for each in found]
    for each in found:
        for fact in each:
            if plies := [ply for ply, there in enumerate(stands) if any_winner(claim_of(fact)) not in there]:
                yield replace(fact, ply=rng.choice(plies))
