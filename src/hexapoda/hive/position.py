"""`Position`: a position of Hive with its history.

The compiled core implements the rules; this class adds names, errors and text. Notations, drawings and
explanations are separate modules, imported on first use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from hexapoda._core.hive import PositionCore
from hexapoda.errors import HexapodaError, InvalidPositionError
from hexapoda.hive.cell import Cell, neighbors
from hexapoda.hive.outcome import Outcome, Termination
from hexapoda.hive.piece import PIECES, QUEENS, Piece
from hexapoda.hive.variant import expansion_bits, parse_variant, variant_of_bits
from hexapoda.text.sentence import Sentence

if TYPE_CHECKING:
    from typing import Unpack

    from hexapoda.hive.draw.diagram import DiagramOptions
    from hexapoda.hive.draw.svg import SvgOptions
    from hexapoda.hive.explain import Refusal
    from hexapoda.hive.move import Move

__all__ = ["Position"]

_TERMINATIONS = (
    None,
    Termination.QUEEN_SURROUNDED,
    Termination.BOTH_SURROUNDED,
    Termination.REPETITION,
    Termination.NO_MOVES,
)

_PIECE_OF = MappingProxyType(dict(enumerate(PIECES)))


class Position(PositionCore):
    """A position of Hive: pieces, side to move, and the moves that led to it.

    Args:
        variant: the variant, such as "Base" or "Base+MLP".
        opening: "tournament" forbids the queen on a player's first turn, "free" allows it.
        repetition: whether the third occurrence of a position is a draw.

    Two positions are equal if they have the same stacks of bugs and colors up to translation, the same side
    to move and the same legal moves. Positions are mutable and not hashable; use `key`. `copy()` and pickling
    keep the history, but turn an instance of a subclass into a plain `Position`.
    """

    def __init__(
        self,
        variant: str = "Base",
        *,
        opening: Literal["tournament", "free"] = "tournament",
        repetition: bool = True,
    ) -> None:
        if opening not in ("tournament", "free"):
            raise InvalidPositionError(f"unknown opening rule {opening!r}: expected 'tournament' or 'free'")
        if not isinstance(repetition, bool):
            raise InvalidPositionError(f"unknown repetition rule {repetition!r}: expected True or False")
        super().__init__(expansion_bits(parse_variant(variant)), opening == "tournament", repetition)

    # Rules and state

    @property
    def variant(self) -> str:
        """The canonical name of the variant, such as "Base+MLP"."""
        return variant_of_bits(self._expansions)

    @property
    def opening(self) -> Literal["tournament", "free"]:
        """The rule for a player's first turn: "tournament" (no queen) or "free"."""
        return "tournament" if self._tournament else "free"

    @property
    def state(self) -> str:
        """The UHP state: NotStarted, InProgress, Draw, WhiteWins or BlackWins."""
        outcome = self.outcome()
        if outcome is not None:
            return outcome.state
        return "NotStarted" if self.ply == 0 else "InProgress"

    @property
    def turn_text(self) -> str:
        """The UHP turn, such as "White[1]"."""
        return f"{('White', 'Black')[self.turn]}[{self.turn_number}]"

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None if it is not over."""
        return _outcome(self._outcome(True))

    def board_outcome(self) -> Outcome | None:
        """Return `outcome()`, ignoring repetition."""
        return _outcome(self._outcome(False))

    def is_game_over(self) -> bool:
        """Return whether the game has ended."""
        return self.outcome() is not None

    def result(self) -> str:
        """Return the result as in PGN: "1-0" if White won, "0-1", "1/2-1/2", or "*" if the game is not
        over.
        """
        outcome = self.outcome()
        if outcome is None:
            return "*"
        return "1/2-1/2" if outcome.winner is None else ("1-0", "0-1")[outcome.winner]

    # Moves

    def push(self, move: Move) -> None:
        """Play a move; raises `IllegalMoveError`, with the rule and the cells, if it is not legal."""
        if not self._push(move):
            from hexapoda.hive.explain import refuse

            raise refuse(self, move)

    def push_text(self, text: str, notation: str | None = None) -> Move:
        """Parse a move, play it and return it; raises the errors of `parse_move`."""
        move = self.parse_move(text, notation)
        self.push(move)
        return move

    def push_pass(self) -> None:
        """Play a pass, even an illegal one: a null move that shows what the other side could do. Undo it with
        `pop`. Until an illegal pass is undone, `game_string` raises `IllegalMoveError`.

        Raises `IllegalMoveError` if the game is over on the board, in the first two plies, and for an illegal
        pass that follows another pass: three passes in a row would end the game.
        """
        from hexapoda.hive.move import PASS

        again = self.passes and not self.is_legal(PASS)
        if self.ply < 2 or again or self.board_outcome() is not None:
            from hexapoda.hive.explain import refuse

            raise refuse(self, PASS)
        self._push_pass()

    def pop(self) -> Move:
        """Undo the last move and return it; raises `IndexError` if there is none."""
        return self._pop()

    def peek(self) -> Move:
        """Return the last move; raises `IndexError` if there is none."""
        moves = self.moves
        if not moves:
            raise IndexError("there is no last move: none has been played")
        return moves[-1]

    def copy(self, *, stack: bool = True) -> Position:
        """Return an independent copy. With `stack=False`, it has no moves to undo, and earlier occurrences of
        the position are not counted.
        """
        other = Position.__new__(Position)
        PositionCore.__init__(other, self._expansions, self._tournament, self.repetition)
        if stack:
            other._assign(self)
        else:
            other._assign_board(self)
        return other

    def transformed(self, symmetry: int) -> Position:
        """Return the image of the position and its history under a symmetry: 0 is the identity, 1 to 5 are
        clockwise rotations by that many times 60 degrees, 6 is the reflection that exchanges q and r, and 7
        to 11 are this reflection followed by a rotation. In the image, the first piece need not be on
        `(0, 0)`. Raises `UsageError` for any other number.
        """
        from hexapoda.hive.encode.symmetry import transform_position

        return transform_position(self, symmetry)

    def with_colors_exchanged(self) -> Position:
        """Return the position with the colors of all pieces and the side to move exchanged, without its
        history.

        Its ply is the other ply of the same turn, because the ply determines the side to move. Raises
        `InvalidPositionError` at plies 0 and 1, because White begins.
        """
        if self.ply < 2:
            raise InvalidPositionError(
                Sentence("ply {ply} has no image with the colors exchanged: White begins", ply=self.ply)
            )
        resting = self.resting
        return Position.from_pieces(
            self.variant,
            {PIECES[(piece.index + 14) % 28]: where for piece, where in self.pieces().items()},
            ply=self.ply ^ 1,
            resting=None if resting is None else PIECES[(resting.index + 14) % 28],
            opening=self.opening,
            repetition=self.repetition,
        )

    @property
    def start(self) -> Position:
        """The position before the first move."""
        first = self.copy()
        for _ in range(first._played):
            first._pop()
        return first

    def why_not(self, move: Move | str) -> Refusal | None:
        """Return why a move, given as a `Move` or as text, is not legal; None if it is legal.

        Raises `InvalidMoveError` if the text is not a move.
        """
        from hexapoda.hive.explain import why_not

        return why_not(self, move)

    # The board

    def pieces(self) -> dict[Piece, tuple[Cell, int]]:
        """Return every piece on the board with its cell and its height (0 on the ground)."""
        return {PIECES[index]: ((q, r), level) for index, q, r, level in self._pieces()}

    def hand(self, color: int) -> tuple[Piece, ...]:
        """Return the pieces that a side has not played yet."""
        played, expansions = self._played_set(), self._expansions
        in_play = 0x7FF | expansions << 11
        first = 14 * color
        return tuple(
            PIECES[first + slot]
            for slot in range(14)
            if in_play >> slot & 1 and not played >> (first + slot) & 1
        )

    def next_in_hand(self, color: int) -> tuple[Piece, ...]:
        """Return the pieces that a side can place next: the lowest unplayed number of each bug."""
        lowest = {piece.bug: piece for piece in reversed(self.hand(color))}
        return tuple(sorted(lowest.values()))

    def reach(self, piece: Piece) -> frozenset[Cell]:
        """Return the cells to which a piece on the board could go if its side were to move, by itself or
        thrown by its own side. The set is empty if the piece cannot move or is in hand, and for a piece of
        the other side if no pass is possible (see `push_pass`). `moves_of` returns the moves that are legal
        now, and `pinned` the cells of pieces that would split the hive if they moved.
        """
        at = self
        if piece.color != self.turn:
            if self.ply < 2 or self.board_outcome() is not None:
                return frozenset()
            at = self.copy(stack=False)
            at._push_pass()
        if at.cell_of(piece) is None:
            return frozenset()
        return frozenset(move.to for move in at.moves_of(piece) if move.to is not None)

    def liberties(self, color: int) -> frozenset[Cell]:
        """Return the free cells around a side's queen; empty while the queen is in hand."""
        queen = self.cell_of(QUEENS[color])
        if queen is None:
            return frozenset()
        return frozenset(cell for cell in neighbors(queen) if self.height(cell) == 0)

    @property
    def resting(self) -> Piece | None:
        """The piece that was moved or thrown in the last ply; None after a placement or a pass."""
        index = self._resting()
        return None if index < 0 else PIECES[index]

    # Texts and pictures

    def text(self) -> str:
        """Return the position as one line without its history (see `hexapoda.hive.text.position_text`)."""
        from hexapoda.hive.text.position_text import format_position

        return format_position(self)

    @classmethod
    def from_text(
        cls, text: str, *, opening: Literal["tournament", "free"] = "tournament", repetition: bool = True
    ) -> Position:
        """Parse a position from the output of `text()`; raises `InvalidPositionError`."""
        from hexapoda.hive.text.position_text import parse_position

        return parse_position(text, opening=opening, repetition=repetition)

    @classmethod
    def from_pieces(
        cls,
        variant: str,
        pieces: Mapping[Piece, tuple[Cell, int]] | Iterable[tuple[Piece, Cell, int]],
        *,
        ply: int,
        resting: Piece | None = None,
        opening: Literal["tournament", "free"] = "tournament",
        repetition: bool = True,
    ) -> Position:
        """Return a position without history at a given ply, from pieces with their cells and heights (0 on
        the ground). `resting` is the piece that moved in the last ply. Raises `InvalidPositionError`.
        """
        rows = [(p, c, h) for p, (c, h) in pieces.items()] if isinstance(pieces, Mapping) else list(pieces)
        position = cls(variant, opening=opening, repetition=repetition)
        if not 0 <= ply < 1 << 30:
            raise InvalidPositionError(Sentence("ply {ply} is out of range: expected 0 or more", ply=ply))
        limit = 1_000_000_000
        for piece, (q, r), height in rows:
            if max(abs(q), abs(r)) > limit or not 0 <= height < 28:
                raise InvalidPositionError(
                    Sentence(
                        "{piece} cannot stand on {cell} at height {height}",
                        piece=piece,
                        cell=(q, r),
                        height=height,
                    )
                )
        rows.sort(key=lambda row: row[2])
        problem = position._set_up(
            [(p.index, c[0], c[1], h) for p, c, h in rows], ply, -1 if resting is None else resting.index
        )
        if problem is not None:
            raise InvalidPositionError(Sentence("no such position: {problem}", problem=Sentence(problem)))
        return position

    @classmethod
    def from_game_string(
        cls, text: str, *, opening: Literal["tournament", "free"] = "tournament", repetition: bool = True
    ) -> Position:
        """Return the position after a UHP GameString; raises `InvalidGameError`, naming the ply."""
        from hexapoda.hive.text.game_string import parse_game_string

        return parse_game_string(text, opening=opening, repetition=repetition)

    def game_string(self) -> str:
        """Return the game so far as a UHP GameString with canonical move texts.

        Raises `IllegalMoveError` if `push_pass` played a pass that was not legal, because the GameString
        could not be parsed again, and `InvalidPositionError` if the game did not start from the empty board.
        """
        from hexapoda.hive.text.game_string import format_game_string

        return format_game_string(self)

    def parse_move(self, text: str, notation: str | None = None) -> Move:
        """Parse a legal move in `notation`: "uhp", "contact" or "compass"; None detects the notation.

        Raises `InvalidMoveError` if the text is not a move and `IllegalMoveError` if the move is not legal.
        """
        from hexapoda.hive.text.notation import parse_move

        return parse_move(self, text, notation)

    def format_move(self, move: Move, notation: str = "uhp") -> str:
        """Return the text of a move in this position, in the notation "uhp", "contact" or "compass"."""
        from hexapoda.hive.text.notation import format_move

        return format_move(self, move, notation)

    def format_line(self, moves: Iterable[Move], notation: str = "uhp") -> str:
        """Return the moves of a line with their numbers, `3. wA1 -wQ, bA1 bQ-`, up to the first illegal one.

        `notation` is as in `format_move`.
        """
        from hexapoda.hive.text.line import numbered_line

        return numbered_line(self, moves, notation)

    def svg(self, **options: Unpack[SvgOptions]) -> str:
        """Return the board as an SVG document. Options: see `hexapoda.hive.draw.svg.svg`."""
        from hexapoda.hive.draw.svg import svg

        return svg(self, **options)

    def _repr_svg_(self) -> str:
        return self.svg()

    def diagram(self, **options: Unpack[DiagramOptions]) -> str:
        """Return the board as text for a terminal. Options: see `hexapoda.hive.draw.diagram.diagram`."""
        from hexapoda.hive.draw.diagram import diagram

        return diagram(self, **options)

    def __str__(self) -> str:
        return self.diagram()

    def __repr__(self) -> str:
        return f"<Position {self.variant} {self.turn_text} {self.state}>"

    # Equality, copies, pickles

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._same_as(other)

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        first = self.start
        resting = first.resting
        begin = (first.variant, first.opening, first.repetition, first._pieces(), first.ply)
        moves = [(m.piece.index, m.to) if m.piece is not None else None for m in self.moves]
        return _restore, (*begin, -1 if resting is None else resting.index, moves)


def _restore(
    variant: str,
    opening: Literal["tournament", "free"],
    repetition: bool,
    pieces: list[tuple[int, int, int, int]],
    ply: int,
    resting: int,
    moves: list[tuple[int, Cell] | None],
) -> Position:
    """Restore a pickled position. Raises `InvalidPositionError`, or the errors of `push`, for bad data."""
    from hexapoda.hive.move import Move

    try:
        position = Position.from_pieces(
            variant,
            [(_PIECE_OF[index], (q, r), level) for index, q, r, level in pieces],
            ply=ply,
            resting=None if resting == -1 else _PIECE_OF[resting],
            opening=opening,
            repetition=repetition,
        )
        for move in moves:
            if move is None:
                position.push_pass()  # the pass may be illegal
            else:
                position.push(Move(_PIECE_OF[move[0]], move[1]))
    except HexapodaError:
        raise
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise InvalidPositionError(f"cannot restore the position: {error}") from error
    return position


def _outcome(result: tuple[int, int]) -> Outcome | None:
    termination = _TERMINATIONS[result[0]]
    return None if termination is None else Outcome(None if result[1] < 0 else result[1], termination)
