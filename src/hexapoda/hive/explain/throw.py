"""Why a pillbug, or a mosquito that copies one, cannot throw a piece to a cell.

Except for `Throw.no_thrower`, the caller has checked that the thrown piece is uncovered, not resting and not
pinned.
"""

from __future__ import annotations

from hexapoda.games.refusal import Refusal
from hexapoda.hive.cell import Cell
from hexapoda.hive.explain.snapshot import PER_SIDE, Pair, Snapshot, Thrower
from hexapoda.hive.piece import PIECES, Bug, Piece
from hexapoda.hive.rule import Rule
from hexapoda.text.sentence import Sentence, joined, listed


class Throw:
    """Explains why the side to move cannot throw a piece, its own or the opponent's, to a cell."""

    def __init__(self, board: Snapshot, index: int) -> None:
        self._board = board
        self._piece = PIECES[index]
        self._start, self._level = board.places[index]
        neighbors = board.around(self._start)
        self.throwers: tuple[Thrower, ...] = tuple(t for t in board.throwers if t.cell in neighbors)

    def no_thrower(self) -> Refusal:
        """Return the refusal for an opponent's piece that no thrower touches."""
        board = self._board
        idle: list[Piece] = []
        text = Sentence("{piece} is not {side}'s piece", piece=self._piece, side=board.side)
        for piece in self._powerless():
            if idle:
                text = joined(", ", (text, self._why_powerless(piece, piece)))
            else:
                who = Sentence("{piece} beside it", piece=piece)
                text = Sentence("{text}, and {more}", text=text, more=self._why_powerless(piece, who))
            idle.append(piece)
        if not idle and board.throwers:
            throwers = listed((t.piece for t in board.throwers), alternatives=True)
            text = Sentence("{text} and not beside {throwers}", text=text, throwers=throwers)
        return Refusal(Rule.NOT_YOUR_PIECE, text, (self._start,), (self._piece, *idle))

    def _why_powerless(self, piece: Piece, who: Piece | str) -> Sentence:
        board = self._board
        cell, level = board.places[piece.index]
        cover = board.stacks[cell][level + 1 :]
        if cover:
            return Sentence("{piece} is covered by {pieces}", piece=who, pieces=listed(cover))
        if level:
            return Sentence("{piece} stands on {other}", piece=who, other=board.stacks[cell][level - 1])
        return Sentence("{piece} touches no pillbug", piece=who)

    def _powerless(self) -> list[Piece]:
        """Return the player's pillbugs and mosquitoes that touch the piece but cannot throw, by index."""
        board = self._board
        able = {t.piece.index for t in board.throwers}
        neighbors = board.around(self._start)
        return [
            piece
            for piece in PIECES[PER_SIDE * board.color : PER_SIDE * (board.color + 1)]
            if piece.bug in (Bug.PILLBUG, Bug.MOSQUITO) and piece.index not in able
            if piece.index in board.places and board.places[piece.index][0] in neighbors
        ]

    def fixed(self) -> Refusal | None:
        """Return why the piece cannot be thrown to any cell; None if it stands on the ground."""
        if not self._level:
            return None
        below = self._board.stacks[self._start][self._level - 1]
        throwers = tuple(t.piece for t in self.throwers)
        text = Sentence(
            "{piece} cannot be thrown: it stands on {other}, not on the ground",
            piece=self._piece,
            other=below,
        )
        return Refusal(Rule.NOT_A_THROW, text, (self._start,), throwers)

    def near_miss(self, to: Cell) -> Refusal | None:
        """Return why the first thrower that touches both the piece and the empty target cannot throw; None if
        there is no such thrower, nothing blocks the throw, or the piece is not on the ground.
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
            text = Sentence(
                "{piece} cannot be thrown to {to}: {other} is there",
                piece=self._piece,
                to=to,
                other=board.top[to],
            )
            return Refusal(Rule.OCCUPIED, text, (to,), (board.top[to],))
        text = Sentence(
            "{piece} can only be thrown to a cell beside {throwers}, and {to} is not one",
            piece=self._piece,
            throwers=listed(throwers, alternatives=True),
            to=to,
        )
        return Refusal(Rule.NOT_A_THROW, text, (to,), throwers)

    def _blocked(self, thrower: Thrower, to: Cell) -> Refusal | None:
        halves = (
            (self._start, thrower.cell, Sentence("up onto {piece}", piece=thrower.piece)),
            (thrower.cell, to, Sentence("from {piece} down to {to}", piece=thrower.piece, to=to)),
        )
        for start, end, way in halves:
            gate = self._gate(start, end)
            if gate is not None:
                posts = tuple(self._board.top[cell] for cell in gate)
                text = Sentence(
                    "{piece} cannot be thrown {way}: the higher stacks of {left} and {right} form a gate",
                    piece=self._piece,
                    way=way,
                    left=posts[0],
                    right=posts[1],
                )
                return Refusal(Rule.HEIGHT_GATE, text, gate, posts)
        return None

    def _gate(self, start: Cell, end: Cell) -> Pair | None:
        """Return the gate that blocks one half of a throw, up onto the thrower or down from it, or None."""
        heights = self._board.heights
        left, right = self._board.sides(start, end)
        return (left, right) if heights.get(left, 0) > 1 and heights.get(right, 0) > 1 else None

    def _rests(self, thrower: Thrower) -> Refusal | None:
        if not thrower.rests:
            return None
        text = Sentence(
            "{thrower} moved in the last ply and must rest: it cannot throw {piece}",
            thrower=thrower.piece,
            piece=self._piece,
        )
        return Refusal(Rule.RESTING, text, (thrower.cell,), (thrower.piece,))
