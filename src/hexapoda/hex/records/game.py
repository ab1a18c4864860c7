"""`RecordedGame`: a game from a file, replayed by the rules.

Owns the record and what can be derived from it. The readers read games, `convert` writes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hexapoda.hex.move import Move, MoveKind
from hexapoda.hex.position import Position, Swap
from hexapoda.hex.records.draft import Ply

__all__ = ["RecordedGame", "play"]


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """One legal game with the data of its record.

    Attributes:
        source, line, format: the file, the line where it starts, and the format.
        variant: the board.
        swap: the swap rule of the game, as far as the record shows.
        start: the text of the initial position; None for the empty board, Black to move.
        moves: the plies of the main line.
        texts: the plies as written in the record.
        state: the state of the game on the board at the end; names the player, not the color.
        claimed: the result in the record; differs from `state` after a resignation.
        ending: the termination in the record: `resign`, `time`, `forfeit` or empty.
        root: all moves with variations, comments and glyphs, with canonical texts and colors.
    """

    source: str
    line: int
    format: str
    variant: str
    swap: Swap
    start: str | None
    moves: tuple[Move, ...]
    texts: tuple[str, ...]
    state: str
    claimed: str | None
    ending: str = ""
    black: str | None = None
    white: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    root: Ply = field(default_factory=Ply)

    @property
    def comments(self) -> tuple[tuple[int, str], ...]:
        """The comments of the main line, each with the number of plies before it."""
        return tuple((ply.ply, text) for ply in (self.root, *self.root.main_line()) for text in ply.comments)

    def initial(self) -> Position:
        """Return the initial position."""
        if self.start is None:
            return Position(self.variant, swap=self.swap)
        return Position.from_text(self.start, swap=self.swap)

    def position(self) -> Position:
        """Return the position after the last move."""
        position = self.initial()
        for move in self.moves:
            play(position, move)
        return position

    def game_string(self) -> str:
        """Return the game as one line, without its result."""
        return self.position().game_string()


def play(position: Position, move: Move) -> None:
    """Push a move of a record, which may be a pass."""
    if move.kind is MoveKind.PASS:
        position.push_pass()
    else:
        position.push(move)
