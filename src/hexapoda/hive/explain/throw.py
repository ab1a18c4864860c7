"""Why a pillbug, or a mosquito that copies one, cannot throw a piece to a cell.

Except for `Throw.no_thrower`, the caller has checked that the thrown piece is uncovered, not resting and not
pinned.
"""

from __future__ import annotations

from hexapoda.games.refusal import Refusal
from hexapoda.hive.cell import Cell
from hexapoda.hive.explain.snapshot import NAMES, PER_SIDE, Pair, Snapshot, Thrower, listed
from hexapoda.hive.piece import PIECES, Bug, Piece
from hexapoda.hive.rule import Rule


class Throw:
    """Explains why the side to move cannot throw one piece, of either side, to a cell."""

    def __init__(self, board: Snapshot, index: int) -> None:
        self._board = board
        self._piece = PIECES[index]
        self._name = NAMES[index]
        self._start, self._level = board.places[index]
        near = board.around(self._start)
        self.throwers: tuple[Thrower, ...] = tuple(t for t in board.throwers if t.cell in near)

    def no_thrower(self) -> Refusal:
        """Return the refusal for an opponent's piece that no thrower touches."""
        board = self._board
        idle: list[Piece] = []
        text = f"{self._name} is not {board.side}'s piece"
        for piece in self._powerless():
            idle.append(piece)
            cell, level = board.places[piece.index]
            cover = board.stacks[cell][level + 1 :]
            if cover:
                why = f"is covered by {listed(map(str, cover))}"
            elif level:
                why = f"stands on {board.stacks[cell][level - 1]}"
            else:
                why = "touches no pillbug"
            text += f", and {piece} beside it {why}" if len(idle) == 1 else f", {piece} {why}"
        if not idle and board.throwers:
            text += f" and not beside {listed((str(t.piece) for t in board.throwers), 'or')}"
        return Refusal(Rule.NOT_YOUR_PIECE, text, (self._start,), (self._piece, *idle))

    def _powerless(self) -> list[Piece]:
        """Return the pillbugs and mosquitoes that touch the piece but cannot throw, sorted by index."""
        board = self._board
        able = {t.piece.index for t in board.throwers}
        near = board.around(self._start)
        return [
            piece
            for piece in PIECES[PER_SIDE * board.color : PER_SIDE * (board.color + 1)]
            if piece.bug in (Bug.PILLBUG, Bug.MOSQUITO) and piece.index not in able
            if piece.index in board.places and board.places[piece.index][0] in near
        ]

    def fixed(self) -> Refusal | None:
        """Return why the piece cannot be thrown to any cell, or None."""
        if not self._level:
            return None
        below = self._board.stacks[self._start][self._level - 1]
        throwers = tuple(t.piece for t in self.throwers)
        text = f"{self._name} cannot be thrown: it stands on {below}, not on the ground"
        return Refusal(Rule.NOT_A_THROW, text, (self._start,), throwers)

    def near_miss(self, to: Cell) -> Refusal | None:
        """Return what blocks a throw if a thrower touches both the piece and the empty target; otherwise
        None.
        """
        if self._level or to in self._board.heights:
            return None
        for thrower in self.throwers:
            if to in self._board.around(thrower.cell):
                return self._blocked(thrower, to) or self._rests(thrower)
        return None

    def refusal(self, to: Cell) -> Refusal:
        """Return why an opponent's piece cannot be thrown to a cell."""
        found = self.near_miss(to)
        if found is not None:
            return found
        board = self._board
        throwers = tuple(t.piece for t in self.throwers)
        if to in board.top and any(to in board.around(t.cell) for t in self.throwers):
            text = f"{self._name} cannot be thrown to {to}: {board.top[to]} is there"
            return Refusal(Rule.OCCUPIED, text, (to,), (board.top[to],))
        names = listed(map(str, throwers), "or")
        text = f"{self._name} can only be thrown to a cell beside {names}, and {to} is not one"
        return Refusal(Rule.NOT_A_THROW, text, (to,), throwers)

    def _blocked(self, thrower: Thrower, to: Cell) -> Refusal | None:
        halves = (
            (self._start, thrower.cell, f"up onto {thrower.piece}"),
            (thrower.cell, to, f"from {thrower.piece} down to {to}"),
        )
        for start, end, way in halves:
            gate = self._gate(start, end)
            if gate is not None:
                posts = tuple(self._board.top[cell] for cell in gate)
                between = f"gate between the higher stacks of {listed(map(str, posts))}"
                text = f"{self._name} cannot be thrown {way}: {between}"
                return Refusal(Rule.HEIGHT_GATE, text, gate, posts)
        return None

    def _gate(self, start: Cell, end: Cell) -> Pair | None:
        """Return the gate on one half of a throw, the way up onto the thrower or down from it; or None."""
        heights = self._board.heights
        left, right = self._board.sides(start, end)
        return (left, right) if heights.get(left, 0) > 1 and heights.get(right, 0) > 1 else None

    def _rests(self, thrower: Thrower) -> Refusal | None:
        if not thrower.rests:
            return None
        text = f"{thrower.piece} moved in the last ply and rests: it cannot throw {self._name}"
        return Refusal(Rule.RESTING, text, (thrower.cell,), (thrower.piece,))
