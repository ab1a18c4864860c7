"""`Position`: a position of Hex with its history.

The rules run in the compiled core; this class gives them their names, errors and texts. Notations, drawings
and explanations live in their own modules and are loaded when first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from hexapoda._core.hex import PositionCore
from hexapoda.errors import HexapodaError, InvalidPositionError
from hexapoda.hex.cell import MAX_SIDE, Cell, format_cell
from hexapoda.hex.outcome import Outcome
from hexapoda.hex.variant import board_size, variant_of

if TYPE_CHECKING:
    from hexapoda.hex.explain import Refusal
    from hexapoda.hex.move import Move

__all__ = ["BLACK", "SWAPS", "WHITE", "Position", "Swap"]

BLACK: Final = 0
"""The colour that moves first and joins top (row 1) and bottom."""
WHITE: Final = 1
"""The colour that joins left (column a) and right."""

Swap: TypeAlias = Literal["off", "pieces", "sides"]
SWAPS: Final[tuple[Swap, ...]] = ("off", "pieces", "sides")
"""The swap rules, in the order of the core's numbers."""

_COLOURS = ("Black", "White")


class Position(PositionCore):
    """A position of Hex: stones, who is to move, and the moves that led to it.

    Args:
        variant: the board, such as "11x11" or "13x9", columns first.
        swap: what the second move of the game may be instead of a stone: "pieces" mirrors the first stone
            over the long diagonal and makes it white, "sides" exchanges the players' colours, "off" is
            neither.

    Players and colours are two things: `turn` is the player to move, `colour_to_move` the colour of the
    stone. They differ after swap-sides. Two positions are equal when board, stones, player and colour to move
    and a swap that may still come are the same. Positions change, so they have no hash; use `key`. They copy
    with `copy()` and pickle with their history; copies are plain Positions.
    """

    def __init__(self, variant: str = "11x11", *, swap: Swap = "off") -> None:
        if swap not in SWAPS:
            raise InvalidPositionError(f"unknown swap rule {swap!r}: expected one of {', '.join(SWAPS)}")
        columns, rows = board_size(variant)
        if swap == "pieces" and columns != rows:
            raise InvalidPositionError(
                f"swap-pieces has no meaning on {variant_of(columns, rows)}, which has no long diagonal; "
                "expected a square board, or the swap rule 'sides' or 'off'"
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
        """The colour to move with the number of its turn, such as "Black[1]"."""
        return f"{_COLOURS[self.colour_to_move]}[{self.ply // 2 + 1}]"

    def outcome(self) -> Outcome | None:
        """Return how the game has ended, or None while it goes on."""
        colour = self.winning_colour
        return None if colour is None else Outcome(self.player_of(colour), colour)

    def is_game_over(self) -> bool:
        """Return whether the game has ended."""
        return self.winning_colour is not None

    def result(self) -> str:
        """Return the result: "1-0" when player 0, who began, has won, "0-1", or "*" in a running game."""
        outcome = self.outcome()
        return "*" if outcome is None else ("1-0", "0-1")[outcome.winner]

    # Moves

    def push(self, move: Move) -> None:
        """Play a move; raises `IllegalMoveError`, with the rule and the cells, if it is not legal."""
        if not self._push(move):
            from hexapoda.hex.explain import refuse

            raise refuse(self, move)

    def push_text(self, text: str) -> Move:
        """Play the move of a text and return it; raises as `parse_move` does."""
        move = self.parse_move(text)
        self.push(move)
        return move

    def push_pass(self) -> None:
        """Play a pass, for records that have one; raises `IllegalMoveError` when the game is over.

        No rule of Hex allows it: it is never among the legal moves, and `push` refuses it.
        """
        if self.winning_colour is not None:
            from hexapoda.hex.explain import refuse
            from hexapoda.hex.move import Move

            raise refuse(self, Move.PASS)
        self._push_pass()

    def pop(self) -> Move:
        """Take the last move back and return it; raises `IndexError` when there is none."""
        return self._pop()

    def peek(self) -> Move:
        """Return the last move; raises `IndexError` when there is none."""
        moves = self.moves
        if not moves:
            raise IndexError("no move to peek at: none has been played")
        return moves[-1]

    def copy(self, *, stack: bool = True) -> Position:
        """Return an independent copy; with `stack=False` one that begins here, without moves to take back."""
        if not stack:
            return Position.from_text(self.text())
        other = Position.__new__(Position)
        PositionCore.__init__(other, self.columns, self.rows, self._swap)
        other._assign(self)
        return other

    @property
    def start(self) -> Position:
        """The position that the moves begin from."""
        first = self.copy()
        for _ in range(first._played):
            first._pop()
        return first

    def why_not(self, move: Move | str) -> Refusal | None:
        """Return why a move, or the move that a text names, is not legal; None when it is legal.

        Raises `InvalidMoveError` for text that names no move.
        """
        from hexapoda.hex.explain import why_not

        return why_not(self, move)

    # The board

    def stones(self, colour: int) -> frozenset[Cell]:
        """Return the cells of a colour's stones: 0 Black, 1 White."""
        return frozenset(self._stones(colour))

    def winning_chain(self) -> tuple[Cell, ...]:
        """Return a shortest chain of stones that joins the winner's edges, from its first edge (top, left)
        on.

        Always the same one of several; empty while the game goes on.
        """
        return tuple(self._winning_chain())

    # Texts

    def text(self) -> str:
        """Return the position as one line that needs no history (see `hexapoda.hex.text.position_text`)."""
        from hexapoda.hex.text.position_text import format_position

        return format_position(self)

    def game_string(self) -> str:
        """Return the game so far as one line: board, rule, what was set up, and the moves."""
        from hexapoda.hex.text.position_text import format_game

        return format_game(self)

    @classmethod
    def from_text(cls, text: str, *, swap: Swap | None = None) -> Position:
        """Return the position of a line made by `text()` or `game_string()`.

        `swap` is for texts that do not name the rule. Raises `InvalidPositionError`, and `InvalidGameError`
        with the ply for a bad move.
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
        colour_to_move: int | None = None,
        sides_swapped: bool = False,
        ply: int | None = None,
        swap: Swap = "off",
    ) -> Position:
        """Return a position without history: any stones, in any number.

        Without `colour_to_move`, it is black's turn unless black has more stones; without `ply`, as many
        moves are taken to have been played as there are stones. `sides_swapped`: the players have exchanged
        their colours. Raises `InvalidPositionError`.
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
                    f"a stone on {name} is off the board: the cells of {position.variant} are a1 to {last}"
                )
            if (column, row) in seen:
                raise InvalidPositionError(f"two stones on {format_cell((column, row))}: expected one")
            seen.add((column, row))
        if colour_to_move is None:
            colour_to_move = BLACK if len(blacks) <= len(whites) else WHITE
        if ply is None:
            ply = len(seen)
        if colour_to_move not in (BLACK, WHITE):
            raise InvalidPositionError(f"no colour {colour_to_move!r}: expected 0 (Black) or 1 (White)")
        if not 0 <= ply < 1 << 20:
            raise InvalidPositionError(f"ply {ply} is out of range: expected 0 to {(1 << 20) - 1}")
        position._set_up(blacks, whites, colour_to_move, sides_swapped, ply)
        return position

    def parse_move(self, text: str) -> Move:
        """Return the legal move of a text such as `c2` or `swap-pieces`.

        Raises `InvalidMoveError` when the text is no move and `IllegalMoveError` when the move is against the
        rules.
        """
        from hexapoda.hex.text.notation import parse_move

        return parse_move(self, text)

    def format_move(self, move: Move) -> str:
        """Return the text of a move."""
        return str(move)

    def svg(self, **options: Any) -> str:
        """Return a picture as an SVG document; the options are those of `hexapoda.hex.draw.svg.svg`."""
        from hexapoda.hex.board import board_of
        from hexapoda.hex.draw.svg import svg

        options.setdefault("title", f"Hex, {self.variant}: {self.turn_text}, {self.state}")
        return svg(board_of(self), **options)

    def _repr_svg_(self) -> str:
        return self.svg(last_move=True)

    def diagram(self, **options: Any) -> str:
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
        stones = tuple(sorted(first.stones(colour)) for colour in (BLACK, WHITE))
        moves = [str(move) if move.cell is None else move.cell for move in self.moves]
        begin = (first.variant, first.swap, *stones, first.colour_to_move, first.sides_swapped, first.ply)
        return _restore, (*begin, moves)


def _restore(
    variant: str,
    swap: Swap,
    black: list[Cell],
    white: list[Cell],
    colour_to_move: int,
    sides_swapped: bool,
    ply: int,
    moves: list[Cell | str],
) -> Position:
    """The position of a pickle. Raises `InvalidPositionError`, or what `push` raises, when there is none."""
    from hexapoda.hex.move import Move

    named = {str(move): move for move in (Move.SWAP_PIECES, Move.SWAP_SIDES)}
    try:
        position = Position.from_stones(
            variant,
            black,
            white,
            colour_to_move=colour_to_move,
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
        raise InvalidPositionError(f"not the state of a position: {error}") from error
    return position
