"""`Position`: a position of Hex with its history.

The compiled core implements the rules; this class adds names, errors and texts. Notations, drawings and
explanations are separate modules, imported on first use.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from hexapoda._core.hex import PositionCore
from hexapoda.errors import HexapodaError, InvalidPositionError
from hexapoda.hex.cell import MAX_SIDE, Cell, format_cell
from hexapoda.hex.outcome import Outcome
from hexapoda.hex.variant import board_size, variant_of
from hexapoda.text.sentence import Sentence

if TYPE_CHECKING:
    from typing import Unpack

    from hexapoda.hex.draw.diagram import DiagramOptions
    from hexapoda.hex.draw.svg import SvgOptions
    from hexapoda.hex.explain import Refusal
    from hexapoda.hex.move import Move

__all__ = ["BLACK", "SWAPS", "WHITE", "Position", "Swap"]

BLACK: Final = 0
"""The color that moves first and joins top (row 1) and bottom."""
WHITE: Final = 1
"""The color that joins left (column a) and right."""

Swap: TypeAlias = Literal["off", "pieces", "sides"]
SWAPS: Final[tuple[Swap, ...]] = ("off", "pieces", "sides")
"""The swap rules, indexed by their numbers in the core."""

_COLORS = ("Black", "White")


class Position(PositionCore):
    """A position of Hex: stones, side to move, and the moves that led to it.

    Args:
        variant: the board, such as "11x11" or "13x9", columns first.
        swap: how the second player may swap instead of placing a stone. "pieces" mirrors the first stone in
            the long diagonal and makes it white, "sides" exchanges the players' colors, "off" allows neither.

    Players and colors differ after swap-sides: `turn` is the player to move, `color_to_move` the color of the
    next stone. Two positions are equal if they have the same board, stones, player and color to move, and the
    same swap is available. Positions are mutable and not hashable; use `key`. `copy()` and pickling keep the
    history, but turn an instance of a subclass into a plain `Position`.
    """

    def __init__(self, variant: str = "11x11", *, swap: Swap = "off") -> None:
        if swap not in SWAPS:
            raise InvalidPositionError(f"unknown swap rule {swap!r}: expected one of {', '.join(SWAPS)}")
        columns, rows = board_size(variant)
        if swap == "pieces" and columns != rows:
            raise InvalidPositionError(
                Sentence(
                    "swap-pieces has no meaning on {variant}, which has no long diagonal: expected a square"
                    " board, or the swap rule 'sides' or 'off'",
                    variant=variant_of(columns, rows),
                )
            )
        super().__init__(columns, rows, SWAPS.index(swap))

    # Rules and state

    @property
    def variant(self) -> str:
        """The board in its canonical form, such as "11x11", columns first."""
        return variant_of(self.columns, self.rows)

    @property
    def swap(self) -> Swap:
        """The swap rule: "off", "pieces" or "sides"."""
        return SWAPS[self._swap]

    @property
    def state(self) -> str:
        """NotStarted, InProgress, or the result by player: BlackWins or WhiteWins."""
        outcome = self.outcome()
        if outcome is not None:
            return outcome.state
        return "NotStarted" if self.ply == 0 else "InProgress"

    @property
    def turn_text(self) -> str:
        """The color to move and the number of its turn, such as "Black[1]"."""
        return f"{_COLORS[self.color_to_move]}[{self.ply // 2 + 1}]"

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None if it is not over."""
        color = self.winning_color
        return None if color is None else Outcome(self.player_of(color), color)

    def is_game_over(self) -> bool:
        """Return whether the game is over."""
        return self.winning_color is not None

    def result(self) -> str:
        """Return "1-0" if player 0, who moved first, won, "0-1" if player 1 won, else "*"."""
        outcome = self.outcome()
        return "*" if outcome is None else ("1-0", "0-1")[outcome.winner]

    # Moves

    def push(self, move: Move) -> None:
        """Play a move; raises `IllegalMoveError`, with the rule and the cells, if it is not legal."""
        if not self._push(move):
            from hexapoda.hex.explain import refuse

            raise refuse(self, move)

    def push_text(self, text: str) -> Move:
        """Parse a move, play it and return it; raises the errors of `parse_move`."""
        move = self.parse_move(text)
        self.push(move)
        return move

    def push_pass(self) -> None:
        """Play a pass, which some records contain; raises `IllegalMoveError` if the game is over.

        Passing is never legal in Hex, and `push` refuses it.
        """
        if self.winning_color is not None:
            from hexapoda.hex.explain import refuse
            from hexapoda.hex.move import Move

            raise refuse(self, Move.PASS)
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
        """Return an independent copy; with `stack=False` it has no history and no moves to undo."""
        other = Position.__new__(Position)
        PositionCore.__init__(other, self.columns, self.rows, self._swap)
        if stack:
            other._assign(self)
        else:
            other._assign_board(self)
        return other

    def transformed(self, symmetry: int) -> Position:
        """Return the image of the position under a symmetry, without its history; the same player is to move.

        Symmetry 0 changes nothing and 1 is the half-turn. 2 is the mirror in the long diagonal, which
        exchanges the colors and turns a 13x9 board into a 9x13 board; 3 is both. Raises `UsageError` for any
        other number, and for a mirror while a swap is still possible, because White cannot place the stone to
        be swapped.
        """
        from hexapoda.hex.encode.symmetry import transform_position

        return transform_position(self, symmetry)

    @property
    def start(self) -> Position:
        """The position before the first move."""
        first = self.copy()
        for _ in range(first._played):
            first._pop()
        return first

    def why_not(self, move: Move | str) -> Refusal | None:
        """Return why a move, given as an object or as text, is illegal; None if it is legal.

        Raises `InvalidMoveError` for text that is not a move.
        """
        from hexapoda.hex.explain import why_not

        return why_not(self, move)

    # The board

    def stones(self, color: int) -> frozenset[Cell]:
        """Return the cells of a color's stones: 0 for Black, 1 for White."""
        return frozenset(self._stones(color))

    def winning_chain(self) -> tuple[Cell, ...]:
        """Return a shortest chain that joins the winner's edges, starting at the top or left edge; () while
        the game is not over. If several are equally short, the choice is always the same.
        """
        return tuple(self._winning_chain())

    # Texts

    def text(self) -> str:
        """Return the position as one line without its history (see `hexapoda.hex.text.position_text`)."""
        from hexapoda.hex.text.position_text import format_position

        return format_position(self)

    def game_string(self) -> str:
        """Return the game so far as one line: board, rule, initial stones and moves."""
        from hexapoda.hex.text.position_text import format_game

        return format_game(self)

    @classmethod
    def from_text(cls, text: str, *, swap: Swap | None = None) -> Position:
        """Return the position that a text describes, such as one that `text()` or `game_string()` returned.

        `swap` sets the rule if the text does not name one; it must not contradict the text. Raises
        `InvalidPositionError`, and for a bad move `InvalidGameError` with the ply.
        """
        from hexapoda.hex.text.position_text import parse_position

        return parse_position(text, swap=swap)

    @classmethod
    def from_stones(
        cls,
        variant: str,
        black: Iterable[Cell] = (),
        white: Iterable[Cell] = (),
        *,
        color_to_move: int | None = None,
        sides_swapped: bool = False,
        ply: int | None = None,
        swap: Swap = "off",
    ) -> Position:
        """Return a position with any stones, without a history.

        `color_to_move` is by default black, or white if black has more stones; `ply` is by default the
        number of stones. `sides_swapped` says that the players exchanged their colors. Raises
        `InvalidGameError` for an unknown board and `InvalidPositionError` for any other invalid value.
        """
        position = cls(variant, swap=swap)
        blacks, whites = list(black), list(white)
        seen: set[Cell] = set()
        for column, row in (*blacks, *whites):
            if not (0 <= column < position.columns and 0 <= row < position.rows):
                known = 0 <= column < MAX_SIDE and 0 <= row < MAX_SIDE
                name = format_cell((column, row)) if known else (column, row)
                last = format_cell((position.columns - 1, position.rows - 1))
                raise InvalidPositionError(
                    Sentence(
                        "a stone on {name} is off the board: the cells of {variant} are a1 to {last}",
                        name=name,
                        variant=position.variant,
                        last=last,
                    )
                )
            if (column, row) in seen:
                raise InvalidPositionError(
                    Sentence("two stones on {cell}: expected one", cell=format_cell((column, row)))
                )
            seen.add((column, row))
        if color_to_move is None:
            color_to_move = BLACK if len(blacks) <= len(whites) else WHITE
        if ply is None:
            ply = len(seen)
        if color_to_move not in (BLACK, WHITE):
            raise InvalidPositionError(f"no color {color_to_move!r}: expected 0 (Black) or 1 (White)")
        if not 0 <= ply < 1 << 20:
            raise InvalidPositionError(f"ply {ply} is out of range: expected 0 to {(1 << 20) - 1}")
        position._set_up(blacks, whites, color_to_move, sides_swapped, ply)
        return position

    def parse_move(self, text: str) -> Move:
        """Return the legal move that a text such as `c2` or `swap-pieces` names.

        Raises `InvalidMoveError` if the text is not a move and `IllegalMoveError` if the move is not legal.
        """
        from hexapoda.hex.text.notation import parse_move

        return parse_move(self, text)

    def format_move(self, move: Move) -> str:
        """Return the canonical text of a move."""
        return str(move)

    def format_line(self, moves: Iterable[Move]) -> str:
        """Return the moves of a line with their numbers, `2. c3, b4`, up to the first illegal one."""
        from hexapoda.text.line import numbered_line

        return numbered_line(self, moves, plies_a_turn=1)

    def svg(self, **options: Unpack[SvgOptions]) -> str:
        """Return the board as an SVG document. Options: see `hexapoda.hex.draw.svg.svg`."""
        from hexapoda.hex.board import board_of
        from hexapoda.hex.draw.svg import svg

        options.setdefault("title", f"Hex, {self.variant}: {self.turn_text}, {self.state}")
        return svg(board_of(self), **options)

    def _repr_svg_(self) -> str:
        return self.svg(last_move=True)

    def diagram(self, **options: Unpack[DiagramOptions]) -> str:
        """Return the board as text for a terminal. Options: see `hexapoda.hex.draw.diagram.diagram`."""
        from hexapoda.hex.board import board_of
        from hexapoda.hex.draw.diagram import diagram

        return diagram(board_of(self), **options)

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
        stones = tuple(sorted(first.stones(color)) for color in (BLACK, WHITE))
        moves = [str(move) if move.cell is None else move.cell for move in self.moves]
        begin = (first.variant, first.swap, *stones, first.color_to_move, first.sides_swapped, first.ply)
        return _restore, (*begin, moves)


def _restore(
    variant: str,
    swap: Swap,
    black: list[Cell],
    white: list[Cell],
    color_to_move: int,
    sides_swapped: bool,
    ply: int,
    moves: list[Cell | str],
) -> Position:
    """Restore a pickled position. Raises `InvalidPositionError`, or the errors of `push`, for bad data."""
    from hexapoda.hex.move import Move

    named = {str(move): move for move in (Move.SWAP_PIECES, Move.SWAP_SIDES)}
    try:
        position = Position.from_stones(
            variant,
            black,
            white,
            color_to_move=color_to_move,
            sides_swapped=sides_swapped,
            ply=ply,
            swap=swap,
        )
        for move in moves:
            if move == "pass":
                position.push_pass()
            else:
                position.push(named[move] if isinstance(move, str) else Move(move))
    except HexapodaError:
        raise
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise InvalidPositionError(f"cannot restore the position: {error}") from error
    return position
