"""`Dialogue`: interprets what a player types in a position, and answers.

The default works for any game: it reads moves in the game's own notation and lists them by number. A game
that accepts other input inherits from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.games.answer import Answer, Cell
from hexapoda.games.game import Game
from hexapoda.games.position import M, P
from hexapoda.text.sentence import message_of
from hexapoda.text.suggestion import check_choice

__all__ = ["Dialogue"]


class Dialogue(Generic[P, M]):
    """Reads and answers in one notation of a game. The notation is its only state."""

    def __init__(self, game: Game[P, M], notation: str | None = None) -> None:
        """`notation`: how moves are written. Raises `UsageError` for an unknown notation."""
        self.game = game
        known = game.notations
        self.notation = known[0] if notation is None else check_choice("notation", notation, known)

    def format_move(self, position: P, move: M) -> str:
        """Return the text of a legal move."""
        return self.game.format_move(position, move, self.notation)

    def move_words(self, position: P, move: M) -> str:
        """Return what a legal move does, in everyday words."""
        return self.game.format_move(position, move)

    def mover_words(self, move: M) -> str:
        """Return the everyday name of the piece that moves; if pieces have no names, the move itself."""
        return str(move)

    def cell_words(self, position: P, cell: Cell) -> str:
        """Return the everyday name of a cell."""
        return f"{cell[0]}, {cell[1]}"

    def cell(self, move: M) -> Cell | None:
        """Return the cell on which a move's number is shown; None if it is shown only in the list."""
        return None

    def read(self, position: P, text: str) -> M | Answer[M]:
        """Return the legal move that the player typed, or an answer that asks which move is meant. Raises the
        errors of `Game.parse_move`.
        """
        return self.game.parse_move(position, text)

    def claims(self, position: P, word: str) -> bool:
        """Return whether a word counts as a move, or part of one, even if it also abbreviates a command."""
        return False

    def refusal_text(self, position: P, error: IllegalMoveError) -> str:
        """Return the reason why a move was refused."""
        return message_of(error)

    def refusal(self, position: P, error: IllegalMoveError) -> Answer[M]:
        """Return an answer that explains why a move was refused and marks the cells that prove it."""
        return Answer((self.refusal_text(position, error),), alerts=tuple(error.cells))

    def first(self, position: P) -> Answer[M]:
        """Return the choices to offer before the first move of a game."""
        return Answer()

    def moves(self, position: P, text: str) -> Answer[M]:
        """List the legal moves for `moves TEXT`. Raises `UsageError`."""
        if text and text.lower() != "all":
            raise UsageError(f"moves {text[:40]!r}: expected moves or moves all")
        return self._listed(position, list(position.legal_moves))

    def why(self, position: P, text: str) -> Answer[M]:
        """Say whether a move is legal, and if not, why. Raises the errors of `Game.parse_move`."""
        try:
            found = self.read(position, text)
        except IllegalMoveError as error:
            return self.refusal(position, error)
        if isinstance(found, Answer):
            return found
        cell = self.cell(found)
        line = f"{self.format_move(position, found)} is legal; type 1 to play it"
        return Answer((line,), marks={} if cell is None else {cell: "1"}, choices=(found,))

    def history(self, start: P, moves: Sequence[M]) -> Answer[M]:
        """List the moves since `start`, one turn per line."""
        position = start.copy()
        wording = self.game.wording
        rows: list[list[str]] = []
        for move in moves:
            text = self.format_move(position, move)
            if not rows or position.turn == 0:
                rows.append(
                    [f"{wording.turn_number(position):>3}.", *([] if position.turn == 0 else ["..."])]
                )
            rows[-1].append(text)
            position.push(move)
        lines = tuple(f"{row[0]} {row[1]:<14}{row[2] if len(row) > 2 else ''}".rstrip() for row in rows)
        return Answer(() if lines else ("no move has been played",), page=lines)

    def words(self, position: P) -> list[str]:
        """Return completions for input that is not a command."""
        return [self.format_move(position, move) for move in position.legal_moves]

    def _listed(self, position: P, moves: Sequence[M]) -> Answer[M]:
        """List moves, numbered, on a separate page."""
        entries = [f"{number:>3} {self.format_move(position, move)}" for number, move in enumerate(moves, 1)]
        several = f"{len(moves)} moves: type a number to play one"
        note = "1 move: type 1 to play it" if len(moves) == 1 else several
        return Answer((note,), choices=tuple(moves), listing=tuple(entries))
