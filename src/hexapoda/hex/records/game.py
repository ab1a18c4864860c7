"""`RecordedGame`: a game out of a file that has been replayed by the rules.

Owns the frozen record and what can be told from it. Reading is the readers' work, writing `convert`'s.
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
    """One legal game, with what its record says about it.

    Attributes:
        source, line, format: where it stands, and in which format.
        variant: the board.
        swap: the swap rule that the game was played by, as far as the record tells.
        start: the text of the position that the game began from; None for the empty board, Black to move.
        moves: the plies of the main line.
        texts: the plies as the record writes them.
        state: what the board says at the end, by player.
        claimed: what the record says: differs from `state` after a resignation.
        ending: how the record says the game ended: `resign`, `time`, `forfeit` or nothing.
        root: all moves with variations, comments and glyphs, their texts canonical and their colours known.
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
        """Pairs of plies of the main line played before, and the comment that stands there."""
        return tuple((ply.ply, text) for ply in (self.root, *self.root.main_line()) for text in ply.comments)

    def initial(self) -> Position:
        """The position that the game began from."""
        if self.start is None:
            return Position(self.variant, swap=self.swap)
        return Position.from_text(self.start, swap=self.swap)

    def position(self) -> Position:
        """The position after the last move."""
        position = self.initial()
        for move in self.moves:
            play(position, move)
        return position

    def game_string(self) -> str:
        """The game as one line; its result is not in it."""
        return self.position().game_string()


def play(position: Position, move: Move) -> None:
    """Push a move of a record, which may be a pass."""
    if move.kind is MoveKind.PASS:
        position.push_pass()
    else:
        position.push(move)
